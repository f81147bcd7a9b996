"""Read models and statistics, updated in the transaction of each write."""
