"""Reads API requests by the types from which the schemas are made; errors name their field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.entry.typed import quoted
from scoring.errors import EntryError, Problem
from scoring.message import Words, say
from scoring.text import showable, tidy
from web.api.shapes import Constraints, required

T = TypeVar("T")

MAX_UNKNOWN_FIELDS = 10
FLAGS = {"true": True, "false": False}


class WrongError(Exception):
    """A value is none of its type; `kind` says what it must be."""

    def __init__(self, kind: Words) -> None:
        self.kind = kind


def read_object(kind: type[T], raw: Mapping[str, object]) -> T:
    """A body; raises EntryError with a problem at each member that is missing, unknown or of another type."""
    return _read(kind, raw, _value)


def read_query(kind: type[T], raw: Iterable[tuple[str, str]]) -> T:
    """What stands behind the question mark; raises EntryError."""
    given: dict[str, object] = {}
    for name, value in raw:
        # Of two values nobody could say which holds: a list is never one of them.
        given[name] = [value] if name in given else value
    return _read(kind, given, _typed)


def _read(kind: type[T], raw: Mapping[str, object], read: Any) -> T:
    hints = get_type_hints(kind, include_extras=True)
    values, problems = {}, []
    for name, hint in hints.items():
        if name not in raw:
            if name in required(kind):
                text = say("“{field}” is missing: it must be {kind}.", field=name, kind=_kind(hint, read))
                problems.append(Problem(name, None, text))
            continue
        try:
            values[name] = read(hint, raw[name])
        except WrongError as error:
            text = say("“{field}” must be {kind}.", field=name, kind=error.kind)
            problems.append(Problem(name, None, text))
    unknown = [quoted(name) for name in raw if name not in hints][:MAX_UNKNOWN_FIELDS]
    problems += [Problem(name, None, say("“{typed}” is not asked for here.", typed=name)) for name in unknown]
    if problems:
        raise EntryError(problems)
    return kind(**values)


def _kind(hint: Any, read: Any) -> Words:
    """What a value of this type is called: what a list of lists would be refused for."""
    try:
        read(hint, [[]])
    except WrongError as error:
        return error.kind
    return say("an object")


def _value(hint: Any, raw: object) -> Any:
    """A value of JSON; raises WrongError."""
    hint, says = _bare(hint)
    if hint is object:
        return raw
    if hint is int:
        # In JSON 3.0 is the same number as 3.
        number = int(raw) if isinstance(raw, float) and raw.is_integer() else raw
        return _within(number if isinstance(number, int) and not isinstance(number, bool) else None, says)
    if hint is bool:
        if isinstance(raw, bool):
            return raw
        raise WrongError(say("true or false"))
    if hint is str:
        return _text(raw, says)
    if get_origin(hint) in (Union, UnionType):
        (inner,) = (each for each in get_args(hint) if each is not NoneType)
        return None if raw is None else _value(Annotated[inner, Constraints(**says)], raw)
    if not isinstance(raw, Mapping):
        raise WrongError(say("an object"))
    return raw


def _typed(hint: Any, raw: object) -> Any:
    """A value as it stands in an address; raises WrongError."""
    hint, says = _bare(hint)
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
        return _typed(Annotated[hint, Constraints(**says)], raw)
    if hint is int:
        digits = isinstance(raw, str) and re.fullmatch(r"[0-9]{1,9}", raw)
        return _within(int(digits[0]) if digits else None, says)
    if hint is bool:
        if isinstance(raw, str) and raw in FLAGS:
            return FLAGS[raw]
        raise WrongError(say("true or false"))
    return _text(raw, says)


def _bare(hint: Any) -> tuple[Any, dict[str, Any]]:
    """A type without its notes, and what they say."""
    if get_origin(hint) is not Annotated:
        return hint, {}
    inner, *notes = get_args(hint)
    return inner, {
        name: value for note in notes if isinstance(note, Constraints) for name, value in note.keywords.items()
    }


def _within(number: int | None, says: Mapping[str, Any]) -> int:
    low, high = says["minimum"], says["maximum"]
    if number is None or not low <= number <= high:
        raise WrongError(say("a whole number from {low} to {high}", low=low, high=high))
    return number


def _text(raw: object, says: Mapping[str, Any]) -> str:
    longest = says.get("maxLength", 100)
    pattern: str | None = says.get("pattern")
    if pattern is not None and not (isinstance(raw, str) and re.fullmatch(pattern, raw)):
        raise WrongError(say("a text that fits {pattern}", pattern=pattern))
    if not isinstance(raw, str) or len(raw) > longest or not showable(tidy(raw)):
        raise WrongError(say("a text of up to {most} characters", most=longest))
    return raw
