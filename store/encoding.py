"""Encodes secrets, facts and points as the record stores them, and decodes them."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from scoring.insights.facts import One
from scoring.message import Points, say
from scoring.validation import Member

MAX_CACHED_TEXTS = 4_096
"""Cached conversions: most counted values are the same few."""


STAMP = re.compile(r"(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
"""In a year of which every clock of the world can tell the day."""


def _is_stamp(raw: object) -> bool:
    try:
        return isinstance(raw, str) and bool(STAMP.fullmatch(raw) and datetime.fromisoformat(raw).tzinfo)
    except ValueError:
        return False


TIME = Member(
    expected=say("of the form {form}", form="2026-11-21T19:30:00Z"),
    accepts=_is_stamp,
    limits={"type": "string", "format": "date-time", "pattern": f"^{STAMP.pattern}$"},
)
"""A time as the record has it."""


def new_id() -> str:
    """A random id, safe in a URL."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """The hash of a secret, which is all that the record has of it."""
    # The secret is random, so it needs no slow hash, which would slow every request.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def to_text(facts: Mapping[str, object]) -> str:
    """Facts as compact JSON."""
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
    whole, rest = divmod(milli, 1000)
    return Fraction(milli, 1000) if rest else whole


@lru_cache(maxsize=MAX_CACHED_TEXTS, typed=True)
def fact_value_to_text(value: One) -> str:
    """A fact's value as text, for statistics.

    >>> (
    ...     fact_value_to_text(7),
    ...     fact_value_to_text(Fraction(15, 2)),
    ...     fact_value_to_text(True),
    ...     fact_value_to_text("light"),
    ... )
    ('7', '15/2', 'true', '"light"')
    """
    return str(value) if isinstance(value, Fraction) else json.dumps(value, ensure_ascii=False)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def fact_value_from_text(text: str) -> One:
    """A fact's value from its text.

    >>> (
    ...     fact_value_from_text("7"),
    ...     fact_value_from_text("15/2"),
    ...     fact_value_from_text("true"),
    ...     fact_value_from_text('"light"'),
    ... )
    (7, Fraction(15, 2), True, 'light')
    """
    if "/" in text and not text.startswith('"'):
        return Fraction(text)
    value: One = json.loads(text)
    return value
