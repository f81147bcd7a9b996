"""A whole scorebook as a file: reading, importing, exporting."""
