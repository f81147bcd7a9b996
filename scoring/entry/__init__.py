"""Entries: their fields, reading input, and what seats enter."""
