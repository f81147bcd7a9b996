"""The site in a phone's browser: what is left out or worded otherwise, its files, sync with a server."""
