"""The record: what was said at the tables, kept for good; the only place that knows SQL."""

VERSION = "1.0.0"
"""Of the whole program; those of the API and of the scorebook file are their own."""
