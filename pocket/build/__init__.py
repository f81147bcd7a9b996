"""Builds the pocket's folder of static files, serves it for a try, and tells its size."""
