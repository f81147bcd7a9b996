"""What people type where a number is asked: how it is read, and how it is repeated to them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from scoring.message import Points, plain

TYPED_NUMBER = re.compile(r"[+-]?\d{1,12}(\.\d{1,6})?", re.ASCII)
MINUS_SIGNS = dict.fromkeys(map(ord, "−‐‒–—―ー─˗➖"), "-")
"""What phones write for a minus, the long vowel mark of the Japanese keyboard too; plus, and wide signs, NFKC knows."""
UNIT = re.compile(r"\s*(点数|点|文|枚|個|本|ポイント|チップ|points?|pts?\.?|chips?)$", re.IGNORECASE)
LONGEST_TYPED = 40
FARTHEST = 10**15
"""Numbers beyond this are cut short before they are shown: Python refuses to write very long ones."""


def exact(raw: object) -> Points | None:
    """The exact number that was typed, as phones write it; floats are never exact, so refused.

    >>> exact("ー１０"), exact("＋５点"), exact("1/2")
    (-10, 5, None)
    """
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if not isinstance(raw, str) or len(raw) > LONGEST_TYPED:
        return None
    text = unicodedata.normalize("NFKC", raw).strip().translate(MINUS_SIGNS)
    text = UNIT.sub("", text, count=1)
    if not TYPED_NUMBER.fullmatch(text):
        return None
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def quoted(raw: object) -> str:
    """What was typed, cut short, to be repeated in a message."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return shortened(raw)
    text = raw if isinstance(raw, str) else repr(raw)
    return text if len(text) <= 20 else text[:19] + "…"


def shortened(value: Points) -> str:
    """A number cut short, to be repeated in a message."""
    text = plain(max(-FARTHEST, min(value, FARTHEST)))
    return text if len(text) <= 12 else text[:11] + "…"
