"""Entries: their fields, reading input, and the parts that seats enter."""
