"""Removes secrets from access-log URLs."""

from __future__ import annotations

import re

SECRET = re.compile(r"(/j/+)[^/?\s'\"]+|(takuroku_)[A-Za-z0-9_-]{16,}")
"""The secret of a link in a URL (`web.pages.access`), with any number of slashes, and an API token anywhere."""


def discreet(text: str) -> str:
    """Replace the secrets in a text by "…".

    >>> discreet("Invalid request line: 'GET /j/7Jr2mXw9LkTz4bVn1cYdAQ and more'")
    "Invalid request line: 'GET /j/… and more'"
    """
    return SECRET.sub(lambda found: f"{found[1] or found[2]}…", text)
