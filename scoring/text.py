"""Words that people type: names, reasons, notes."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"
"""Joins the parts of one emoji, and letters of some scripts of India."""
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Signs that Python calls printable and nothing shows: the default ignorable ones of Unicode without the selectors."""
NO_DOTS = "\u2800"
"""The Braille pattern of no dots."""
BRAILLE = range(0x2801, 0x2900)
VIRAMA = 9
"""The combining class of the sign after which letters of some scripts are joined."""


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


def visible(text: str) -> bool:
    """Whether all of it is seen, so that a name is not empty to the eye, and no two differ by what nobody sees.

    >>> visible("Zoë 👩‍🍳"), visible("❤️"), visible("葛\U000e0100"), visible("ශ්‍රී")
    (True, True, True, True)
    >>> visible("\u3164"), visible("\u2800"), visible("Ann\u200d"), visible("Ann\ufe0f")
    (False, False, False, False)
    """
    seen = ""
    for before, sign, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if _selects(sign):
            if _selects(before) or before == JOINER or not _is_chosen(seen, sign):
                return False
        elif sign in FILLERS or (sign == JOINER and not _joins(seen, after)) or (sign == NO_DOTS and not _dots(seen)):
            return False
        elif sign != JOINER:
            seen = sign
    return any(unicodedata.category(sign)[0] in "LNPS" and sign != NO_DOTS for sign in text)


def _selects(sign: str) -> bool:
    """Whether it chooses one of several shapes of the sign before it."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _is_chosen(before: str, selector: str) -> bool:
    """Whether there are several shapes of it: letters of no case have them, signs, and what goes into a key cap."""
    if not before:
        return False
    if selector in "\ufe0e\ufe0f":
        return not before.isalpha() and not before.isspace()
    return unicodedata.category(before) == "Lo" or unicodedata.category(before)[0] == "S"


def _joins(before: str, after: str) -> bool:
    """Whether a joiner between these does anything."""
    if not before:
        return False
    is_sign = unicodedata.category(before)[0] == unicodedata.category(after)[0] == "S"
    return is_sign or (unicodedata.combining(before) == VIRAMA and after.isalpha())


def _dots(before: str) -> bool:
    """Whether it is a space between words in Braille."""
    return before != "" and ord(before) in BRAILLE


def same_name(name: str) -> str:
    """Two names that a table could not tell apart give the same key (case, width, accents composed alike).

    >>> same_name("ＡＮＮ") == same_name("Ann")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()
