"""Reads JSON from outside: bounded before it is parsed, since small objects take 30 times their bytes of memory."""

from __future__ import annotations

import json

from scoring.entry.fields import RefusedError
from scoring.message import say
from scoring.strict_json import DECODER, MAX_DEPTH, expect_nested
from store.transfer.file import BrokenFileError

MAX_LISTS_AND_OBJECTS = 400_000
"""Twice as many as are in 8 MB of games that were played."""
BEGUN = ("true", "false", "null", "-0")
"""Values of which a part can be read as none."""


class BadJsonError(BrokenFileError):
    """The file can't be read as JSON; `message` says why."""


def read_json(body: bytes, most: int | None = MAX_LISTS_AND_OBJECTS) -> object:
    """The value in UTF-8, with or without its mark, with at most so many lists and objects; raises BadJsonError."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise (
            _cut() if error.reason == "unexpected end of data" else BadJsonError(say("The file is not UTF-8 text."))
        ) from error
    try:
        expect_nested(text, MAX_DEPTH, most)
        return DECODER.decode(text)
    except RefusedError as error:
        raise BadJsonError(error.message) from error
    except json.JSONDecodeError as error:
        rest = "" if error.msg.startswith("Unterminated string") else text[error.pos :].strip()
        if text.strip() and any(word.startswith(rest) for word in BEGUN):
            raise _cut() from error
        place = say("The file is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        raise BadJsonError(place) from error


def _cut() -> BadJsonError:
    return BadJsonError(say("The file is cut off: its end is missing."))
