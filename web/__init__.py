"""The website and its JSON API."""
