"""What is measured by sending requests to a running site."""
