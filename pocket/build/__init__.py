"""Builds the folder of static files, serves it to try it, says what it weighs."""
