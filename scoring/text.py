"""Words that people type: names, reasons, notes."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"
"""Joins the parts of one emoji; the only invisible sign that a name may have."""


def tidy(raw: object) -> str:
    """A text as written, stray white space gone; anything but text becomes no text.

    >>> tidy("  Anna   Maria\\n"), tidy(7)
    ('Anna Maria', '')
    """
    return " ".join(raw.split()) if isinstance(raw, str) else ""


def showable(text: str) -> bool:
    """Nothing in it that a page could not show: no control signs, no half characters.

    >>> showable("Zoë 👩‍🍳"), showable("a\\x00b"), showable("\\ud800")
    (True, False, False)
    """
    return text.replace(JOINER, "").isprintable()


def same_name(name: str) -> str:
    """Two names that a table could not tell apart give the same key (case, width, accents composed alike).

    >>> same_name("ＡＮＮ") == same_name("Ann")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()
