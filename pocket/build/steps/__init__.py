"""What the build does in the very Python that it ships, since only that one knows its own compiled form."""
