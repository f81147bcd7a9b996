"""The SQLite engine."""
