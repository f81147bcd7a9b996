"""What is measured in a real browser."""
