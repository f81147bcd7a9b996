"""The pocket: its files, and sync with a server."""
