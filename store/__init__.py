"""The record: what was said at the tables, kept for good; the only place that knows SQL."""
