"""Fields of objects that programs send: each value is exactly of its kind, and nothing is read out of what was typed.

They make the bodies and queries of the API, the parts of a scorebook file, documents and the facts of a log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar

from scoring.entry.fields import Field, RefusedError
from scoring.message import Message, Words, say
from scoring.text import showable, tidy


@dataclass(frozen=True, kw_only=True)
class Member(Field):
    """A member of an object; `expected` says what it must be, `accepts` whether it is, once it is made `clean`.

    `limits` are what JSON Schema says of it. Left out is not null: null is a value where it is `nullable`.
    """

    kind: ClassVar[str] = "member"
    absent: ClassVar[Any] = ...
    label: Words = ""
    expected: Message
    accepts: Callable[[Any], bool]
    limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    clean: Callable[[object], Any] = lambda raw: raw
    nullable: bool = False

    def is_empty(self, raw: object) -> bool:
        return raw is self.absent

    def read_one(self, raw: object) -> Any:
        value = self.clean(raw)
        if self.accepts(value) or (self.nullable and raw is None):
            return value
        text = self.refuse_missing()
        if isinstance(value, str) and not showable(tidy(value)):
            text = say("“{field}” has characters that can’t be displayed.", field=self.label)
        raise RefusedError(text, is_sentence=True)

    def refuse_missing(self, name: str = "") -> Message:
        return say("“{field}” must be {kind}.", field=self.label, kind=self.expected)


def members(kinds: Mapping[str, Member], labels: Mapping[str, Words] = MappingProxyType({})) -> tuple[Member, ...]:
    """The members of an object by name; `labels` are what they are called for people, where that is not their name."""
    return tuple(replace(kind, name=name, label=labels.get(name, name)) for name, kind in kinds.items())


def described(kind: Member, about: str = "", *, nullable: bool = False, **schema: Any) -> Member:
    """A member with a description, and what else JSON Schema says of it."""
    limits = {**kind.limits, **schema, **({"description": about} if about else {})}
    return replace(kind, limits=limits, nullable=nullable)


def optional(kind: Member) -> Member:
    """A member that may be left out or null."""
    return replace(kind, optional=True, nullable=True)


def whole_number(low: int, high: int) -> Member:
    """A whole number within limits; True is none."""
    return Member(
        expected=say("a whole number from {low} to {high}", low=low, high=high),
        accepts=lambda raw: type(raw) is int and low <= raw <= high,
        limits={"type": "integer", "minimum": low, "maximum": high},
    )


def text(most: int) -> Member:
    """A text, which may be empty or of several lines."""
    return Member(
        expected=say("a text of up to {most} characters", most=most),
        accepts=lambda raw: isinstance(raw, str) and len(raw) <= most and showable(tidy(raw)),
        limits={"type": "string", "maxLength": most},
    )


def line(most: int) -> Member:
    """A text of one line, which is not empty."""
    return Member(
        expected=say("a text of 1 to {most} characters", most=most),
        accepts=lambda raw: isinstance(raw, str) and 1 <= len(raw) <= most and showable(raw),
        limits={"type": "string", "minLength": 1, "maxLength": most},
    )


def tidied_line(most: int) -> Member:
    """A text of one line, which is not empty when its white space is collapsed."""
    return replace(line(most), clean=lambda raw: tidy(raw) or None)


def matching(pattern: str, name: Message) -> Member:
    """A text that the whole pattern matches."""
    return Member(
        expected=name,
        accepts=lambda raw: isinstance(raw, str) and bool(re.fullmatch(pattern, raw)),
        limits={"type": "string", "pattern": pattern},
    )


def instance(name: Message, kind: type, **limits: str) -> Member:
    """Any value of a Python type."""
    return Member(expected=name, accepts=lambda raw: isinstance(raw, kind), limits=limits)


FLAG = instance(say("true or false"), bool, type="boolean")
OBJECT = instance(say("an object"), Mapping, type="object")
LIST = instance(say("a list"), list, type="array")
ANYTHING = instance(OBJECT.expected, object)
"""What is read elsewhere."""
