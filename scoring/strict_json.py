"""Strict JSON values: no key twice, no number that is too long, nothing nested too deeply."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import isinf
from typing import Any, NoReturn

from scoring.entry.fields import RefusedError
from scoring.entry.typed import json_number
from scoring.message import Message, say

MAX_NUMBER_LENGTH = 15
"""Digits and sign: no number of a game has more, and Python refuses to read very long ones."""
MAX_DEPTH = 50
"""Lists and objects in one another; a scorebook has a dozen. In a browser Python itself ends with some thousands."""
TOO_LARGE = say("This file is too large to check.")
SIGNS = re.compile(r"\\.|[\"\[\]{}]", re.DOTALL)


def expect_shallow(text: str, deepest: int = MAX_DEPTH, most: int | None = None) -> None:
    r"""Raise RefusedError where lists and objects lie deeper in one another, or there are more; none are in strings.

    >>> expect_shallow('[{"a [\\"[[": []}, {}]', deepest=3, most=4)
    >>> expect_shallow('[{"a": []}]', deepest=2)
    Traceback (most recent call last):
    scoring.entry.fields.RefusedError: The file is nested too deeply.
    """
    depth, many, in_string = 0, 0, False
    for found in SIGNS.finditer(text):
        sign = found[0]
        if sign == '"':
            in_string = not in_string
        elif not in_string and sign in "[{":
            depth, many = depth + 1, many + 1
            if depth > deepest:
                raise RefusedError(say("The file is nested too deeply."))
            if most is not None and many > most:
                raise RefusedError(TOO_LARGE)
        elif not in_string and sign in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each."""
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise RefusedError(twice(times.most_common(1)[0][0]))
    return found


def twice(key: str) -> Message:
    """The problem with a name that stands twice: nobody knows which value is meant."""
    return say("“{key}” appears twice in the same object.", key=excerpt(key))


def _whole(digits: str) -> int:
    if len(digits) > MAX_NUMBER_LENGTH:
        _refuse_number(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    """Fields refuse it by itself, for it is not exact; a very long or infinite one is not even looked at."""
    if len(digits) > MAX_NUMBER_LENGTH or isinf(found := json_number(digits)):
        _refuse_number(digits)
    return found


def _refuse_number(digits: str) -> NoReturn:
    raise RefusedError(say("The number “{number}” can’t be used in this file.", number=excerpt(digits)))


def excerpt(text: str, longest: int = 40) -> str:
    """Part of a file as it can be shown in a message, whatever stands there.

    >>> excerpt("a\\x00b\\ud800")
    'a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}'
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_refuse_number
)
