"""Validates untrusted objects by the kinds of their members; every fault is a problem at its member.

It reads the bodies and queries of the API and the parts of a scorebook file. The fields of an entry depend on the step,
see `scoring.entry.reading`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from scoring.entry.typed import quoted
from scoring.errors import EntryError, Problem
from scoring.message import Message, Words, say
from scoring.text import showable, tidy

MAX_UNKNOWN_MEMBERS = 10
"""The most unknown members that are reported, so that the answer stays small."""


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of value: `name` says what it must be, `accepts` whether it is, once it is made `clean`.

    `schema` is what JSON Schema says of it beside its type. A member of this kind must be there, unless it is not
    `required`; where it is `nullable`, null is accepted as well.
    """

    name: Message
    accepts: Callable[[Any], bool]
    schema: Mapping[str, Any] = field(default_factory=dict)
    clean: Callable[[object], object] = lambda raw: raw
    required: bool = True
    nullable: bool = False


def read_members(
    kinds: Mapping[str, Kind], raw: Mapping[str, object], labels: Mapping[str, Words] = MappingProxyType({})
) -> dict[str, Any]:
    """Read the members that are there; raises EntryError with every missing, wrong and unknown one.

    `labels` are what members are called for people, where that is not their name.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, kind in kinds.items():
        if name in raw:
            values[name] = kind.clean(raw[name])
            if kind.accepts(values[name]) or (kind.nullable and raw[name] is None):
                continue
            label, value = labels.get(name, name), values[name]
            text = say("“{field}” must be {kind}.", field=label, kind=kind.name)
            if isinstance(value, str) and not showable(tidy(value)):
                text = say("“{field}” has characters that can’t be displayed.", field=label)
        elif kind.required:
            text = say("“{field}” is missing: it must be {kind}.", field=labels.get(name, name), kind=kind.name)
        else:
            continue
        problems.append(Problem(name, None, text))
    problems += unknown_members(raw, kinds)
    if problems:
        raise EntryError(problems)
    return values


def unknown_members(raw: Iterable[str], known: Container[str]) -> list[Problem]:
    """A problem for each member that nobody asked for, up to `MAX_UNKNOWN_MEMBERS`."""
    unknown = [quoted(name) for name in raw if name not in known][:MAX_UNKNOWN_MEMBERS]
    return [Problem(name, None, say("“{typed}” is not asked for here.", typed=name)) for name in unknown]


def whole_number(low: int, high: int) -> Kind:
    """A whole number within limits; True is none."""
    name = say("a whole number from {low} to {high}", low=low, high=high)
    return Kind(name, lambda raw: type(raw) is int and low <= raw <= high, {"minimum": low, "maximum": high})


def text(most: int) -> Kind:
    """A text, which may be empty or of several lines."""
    name = say("a text of up to {most} characters", most=most)
    return Kind(name, lambda raw: _is_text(raw, 0, most) and showable(tidy(raw)), {"maxLength": most})


def line(most: int) -> Kind:
    """A text of one line, which is not empty."""
    name = say("a text of 1 to {most} characters", most=most)
    return Kind(name, lambda raw: _is_text(raw, 1, most) and showable(raw))


def tidied_line(most: int) -> Kind:
    """A text of one line, which is not empty when its white space is collapsed."""
    return replace(line(most), clean=lambda raw: tidy(raw) or None)


def matching(pattern: str, name: Message | None = None) -> Kind:
    """A text that the whole pattern matches."""
    name = name or say("a text that fits {pattern}", pattern=pattern)
    return Kind(name, lambda raw: isinstance(raw, str) and bool(re.fullmatch(pattern, raw)), {"pattern": pattern})


def instance(name: Message, kind: type) -> Kind:
    """Any value of a Python type."""
    return Kind(name, lambda raw: isinstance(raw, kind))


def optional(kind: Kind) -> Kind:
    """The kind of a member that may be left out or null."""
    return replace(kind, required=False, nullable=True)


def _is_text(raw: object, least: int, most: int) -> bool:
    return isinstance(raw, str) and least <= len(raw) <= most


FLAG = instance(say("true or false"), bool)
OBJECT = instance(say("an object"), dict)
LIST = instance(say("a list"), list)
ANYTHING = instance(OBJECT.name, object)
"""What is read elsewhere."""
