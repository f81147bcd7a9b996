"""Reads API requests by the types from which the schemas are made; errors name their field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.entry import reading
from scoring.validation import ANYTHING, FLAG, OBJECT, Member
from web.api.shapes import required

T = TypeVar("T")
Cleans: TypeAlias = Mapping[Any, Callable[[object], object]]
"""By type, what makes its values of what was sent, and leaves anything else to be refused."""

MEMBERS = {bool: FLAG, dict: OBJECT, object: ANYTHING}
"""The members of types that need no limits."""
FLAGS = {"true": True, "false": False}


def read_object(kind: type[T], raw: Mapping[str, object]) -> T:
    """A body; raises EntryError with a problem at each member that is missing, unknown or of another type."""
    return kind(**reading.read_object(_members(kind, {}), raw))


def read_query(kind: type[T], raw: Iterable[tuple[str, str]]) -> T:
    """What stands behind the question mark; raises EntryError."""
    given: dict[str, object] = {}
    for name, value in raw:
        # Of two values nobody could say which holds: a list is never one of them.
        given[name] = [value] if name in given else value
    return kind(**reading.read_object(_members(kind, OF_ADDRESS), given))


def _members(kind: type, cleans: Cleans) -> Iterator[Member]:
    """The members of a type."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        bare, notes, nullable = _bare(hint)
        found = next((note for note in notes if isinstance(note, Member)), None) or MEMBERS[bare]
        clean, is_optional = cleans.get(bare, found.clean), name not in required(kind)
        yield replace(found, name=name, label=name, clean=clean, optional=is_optional, nullable=nullable)


def _bare(hint: Any) -> tuple[Any, tuple[object, ...], bool]:
    """A type without what is around it, its notes, and whether null is one of its values."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner, notes, nullable = _bare(arguments[0])
        return inner, (*arguments[1:], *notes), nullable
    if origin in (Union, UnionType):
        (inner,) = (each for each in arguments if each is not NoneType)
        return *_bare(inner)[:2], True
    return origin or hint, (), False


def _digits(raw: object) -> object:
    return int(raw) if isinstance(raw, str) and re.fullmatch(r"[0-9]{1,9}", raw) else raw


def _flag(raw: object) -> object:
    return FLAGS.get(raw, raw) if isinstance(raw, str) else raw


OF_ADDRESS: Cleans = {int: _digits, bool: _flag}
