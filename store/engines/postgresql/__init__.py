"""The record in a database of PostgreSQL."""
