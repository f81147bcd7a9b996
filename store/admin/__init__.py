"""What the command line does to a record: backup, move, purge, export."""
