"""The record in a file of SQLite."""
