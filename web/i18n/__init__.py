"""Internationalization: texts in the reader's language, times in the reader's time zone."""
