"""Texts in the reader's language, times in the reader's zone."""
