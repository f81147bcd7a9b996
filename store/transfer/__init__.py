"""Import and export of scorebook files."""
