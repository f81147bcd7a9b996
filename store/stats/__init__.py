"""Read models and statistics, kept in the transaction of what they follow from."""
