"""The pocket: its mode, wording and files, and sync with a server."""
