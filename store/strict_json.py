"""JSON that comes from elsewhere, read so that nothing in it is guessed, and nothing in it breaks the reader."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from record.errors import RecordError
from scoring.message import Message, say

LONGEST_NUMBER = 15
"""Digits and sign: no number of a game has more, and Python refuses to read very long ones."""


class BadJsonError(RecordError):
    """What keeps a file from being read as JSON."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def read_json(body: bytes) -> object:
    """The value in a file of UTF-8, with or without its mark; raises BadJsonError."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJsonError(say("The file is not text in UTF-8.")) from error
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_refuse_number
        )
    except json.JSONDecodeError as error:
        place = say("The file is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        raise BadJsonError(place) from error
    except RecursionError as error:
        raise BadJsonError(say("The file is nested too deep.")) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each: of two values nobody could say which holds."""
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = times.most_common(1)[0][0]
        raise BadJsonError(say("“{key}” stands twice in the same object.", key=shown(twice)))
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        _refuse_number(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    """Fields refuse it by itself, for it is not exact; a very long one is not even looked at."""
    if len(digits) > LONGEST_NUMBER:
        _refuse_number(digits)
    return float(digits)


def _refuse_number(digits: str) -> NoReturn:
    raise BadJsonError(say("“{number}” is no number that can stand in such a file.", number=shown(digits)))


def shown(text: str, longest: int = 40) -> str:
    """Part of a file as it can be shown in a message, whatever stands there.

    >>> shown("a\\x00b\\ud800")
    'a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}'
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)
