"""How values stand in the record: ids, facts, points."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from fractions import Fraction

from scoring.message import Points


def new_id() -> str:
    """An id that may stand in a link: nobody guesses it."""
    return secrets.token_urlsafe(16)


def to_text(facts: Mapping[str, object]) -> str:
    """Facts as the record writes them: compact JSON."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def to_milli(points: Points) -> int:
    """Points as whole thousandths.

    >>> to_milli(-20), to_milli(Fraction(15, 2))
    (-20000, 7500)
    """
    milli = Fraction(points) * 1000
    assert milli.denominator == 1, f"{points} is cut finer than into thousandths"
    return milli.numerator


def from_milli(milli: int) -> Points:
    """Points from whole thousandths.

    >>> from_milli(-20000), from_milli(7500)
    (-20, Fraction(15, 2))
    """
    points = Fraction(milli, 1000)
    return points.numerator if points.denominator == 1 else points
