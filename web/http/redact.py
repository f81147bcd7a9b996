"""What may stand in a log of what was asked for: nothing by which somebody else could come in."""

from __future__ import annotations

import re

SECRET = re.compile(r"(?<=/j/)[^/?\s'\"]+|(?<=takuroku_)[A-Za-z0-9_-]{16,}")
"""The secret of a link in an address, see `web.pages.access.joining`, and that of a token, wherever somebody put it."""


def discreet(text: str) -> str:
    """A text without the secrets of links.

    >>> discreet("Invalid request line: 'GET /j/7Jr2mXw9LkTz4bVn1cYdAQ and more'")
    "Invalid request line: 'GET /j/… and more'"
    """
    return SECRET.sub("…", text)
