"""Reads typed numbers, and shortens input to quote it in messages."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from scoring.message import Message, Points, as_points, plain, say

NUMBER = r"\d{1,12}(?:[.,]\d{1,6})?"
TYPED_SUM = re.compile(rf"[+-]?{NUMBER}(?:\s*[+-]\s*{NUMBER})*", re.ASCII)
TERM = re.compile(rf"[+-]?\s*{NUMBER}", re.ASCII)
THOUSANDS = re.compile(r"[+-]?\d{1,12}[.,]\d{3}", re.ASCII)
"""Half of the world writes a thousand so, the other half a number with three decimals."""
MINUS_SIGNS = dict.fromkeys(map(ord, "−‐‒–—―ー─˗➖"), "-")
"""Minus signs that phones type, and the Japanese long vowel mark; NFKC maps plus and full-width signs."""
UNIT = re.compile(r"\s*(点数|点|文|枚|個|本|ポイント|チップ|points?|pts?\.?|chips?)$", re.IGNORECASE)
MAX_TERMS = 20
MAX_TYPED_LENGTH = 20 * MAX_TERMS
MAX_SHOWN_NUMBER = 10**15
"""Numbers are clamped to this before they are shown, because Python refuses to print very long ones."""


def exact(raw: object) -> Points | None:
    """Parse an exact number as phones type it; None for anything else, floats too.

    >>> exact("ー１０"), exact("＋５点"), exact("2,5"), exact("1.000"), exact("1/2")
    (-10, 5, Fraction(5, 2), None, None)
    """
    terms = exact_terms(raw)
    return terms[0] if len(terms) == 1 else None


def exact_terms(raw: object) -> list[Points]:
    """Parse a sum as phones type it, with up to `MAX_TERMS` terms; none for anything else.

    >>> exact_terms("87＋77 ー 5"), exact_terms("4,5"), exact_terms("1+1.000"), exact_terms("1++1")
    ([87, 77, -5], [Fraction(9, 2)], [], [])
    """
    if isinstance(raw, int) and not isinstance(raw, bool):
        return [raw]
    terms = _terms_of(raw)
    if len(terms) > MAX_TERMS or any(map(THOUSANDS.fullmatch, terms)):
        return []
    return [as_points(Fraction(term.replace(",", "."))) for term in terms]


def unclear(raw: object) -> Message | None:
    """What is not clear in numbers: one with exactly three digits after a point or comma, or too many in a sum.

    >>> str(unclear("1,500"))
    '“1,500” can mean 1500 or 1.5. Enter one of the two.'
    """
    terms = _terms_of(raw)
    if len(terms) > MAX_TERMS:
        return say("“{typed}” has too many numbers to add. The maximum is {most}.", typed=quoted(raw), most=MAX_TERMS)
    text = next(filter(THOUSANDS.fullmatch, terms), None)
    if text is None:
        return None
    return say(
        "“{typed}” can mean {whole} or {part}. Enter one of the two.",
        typed=quoted(raw if len(terms) == 1 else text),
        whole=plain(int(text.replace(".", "").replace(",", ""))),
        part=plain(as_points(Fraction(text.replace(",", ".")))),
    )


def _terms_of(raw: object) -> list[str]:
    """The terms of a sum in plain digits and signs, without a unit; none for anything but a short text."""
    if not isinstance(raw, str) or len(raw) > MAX_TYPED_LENGTH:
        return []
    text = UNIT.sub("", unicodedata.normalize("NFKC", raw).strip().translate(MINUS_SIGNS), count=1)
    return ["".join(term.split()) for term in TERM.findall(text)] if TYPED_SUM.fullmatch(text) else []


def json_number(digits: str) -> float:
    """A number of JSON that has a point or an exponent: 3.0 is the same number as 3.

    >>> json_number("3.0"), json_number("1e2"), json_number("0.5")
    (3, 100, 0.5)
    """
    found = float(digits)
    return int(found) if found.is_integer() and abs(found) < MAX_SHOWN_NUMBER else found


def quoted(raw: object) -> str:
    """Input shortened for a message."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return shortened(raw)
    text = raw if isinstance(raw, str) else repr(raw)
    return text if len(text) <= 20 else text[:19] + "…"


def shortened(value: Points) -> str:
    """A number shortened for a message."""
    text = plain(max(-MAX_SHOWN_NUMBER, min(value, MAX_SHOWN_NUMBER)))
    return text if len(text) <= 12 else text[:11] + "…"
