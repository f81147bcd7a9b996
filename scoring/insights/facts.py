"""What a deal was for each seat, as named facts: kinds of facts, what their values are, and how they are counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scoring.entry.fields import YES_NO, Choice
from scoring.message import Message, Points, Words, plain

Fact: TypeAlias = Points | bool | str | tuple[str, ...]
"""A value that is told of a seat: a number, yes or no, a choice's slug, or several of these in the table's order."""

One: TypeAlias = Points | bool | str
"""A value as it is counted: of several choices each by itself."""

Facts: TypeAlias = Mapping[str, tuple[Fact | None, ...]]
"""By the name of the kind a value a seat, None where a row says nothing of that seat."""

NO_FACTS: Facts = MappingProxyType({})

MADE = "made"
"""Whether a seat took just as many tricks as it bid; told in every game of exact bids."""

POINTS = "points"
"""What a row gave a seat; no game tells it as a fact, for every row has it."""


class Counted(StrEnum):
    """How the values of a kind are counted."""

    NUMBER = "number"
    YES_OR_NO = "yes-or-no"
    ONE_OF = "one-of"
    SEVERAL_OF = "several-of"


@dataclass(frozen=True)
class FactKind:
    """A kind of fact: its name, which documents have and which never changes, and its label in the table's words.

    `names` are numbers with a name of their own; `favourite` is what the one that stood most often is called, where
    the player chose it.
    """

    name: str
    label: Message
    counted: Counted = Counted.NUMBER
    choices: tuple[Choice, ...] = ()
    names: tuple[tuple[int, Message], ...] = ()
    favourite: Message | None = None

    def admits(self, values: Iterable[Fact | None]) -> bool:
        """Whether these can be told of the seats; None always can."""
        if not self.choices:
            return self._known.issuperset(map(type, values))
        if self.counted is Counted.SEVERAL_OF:
            return all(value is None or (type(value) is tuple and self._known.issuperset(value)) for value in values)
        return self._known.issuperset(values)

    @cached_property
    def _known(self) -> frozenset[object]:
        """The choices and None, or the types where there are none to choose from: every deal asks."""
        if self.choices:
            return frozenset({None, *(choice.value for choice in self.choices)})
        return frozenset({type(None), bool} if self.counted is Counted.YES_OR_NO else {type(None), int, Fraction})

    def in_words(self, value: One) -> Words:
        """One value in the table's words."""
        if isinstance(value, str):
            return next(choice.label for choice in self.choices if choice.value == value)
        if isinstance(value, bool):
            return YES_NO[0 if value else 1].label
        return next((name for number, name in self.names if number == value), plain(value))


def number(
    name: str, label: Message, names: tuple[tuple[int, Message], ...] = (), *, favourite: Message | None = None
) -> FactKind:
    return FactKind(name, label, names=names, favourite=favourite)


def yes_or_no(name: str, label: Message) -> FactKind:
    return FactKind(name, label, Counted.YES_OR_NO)


def one_of(name: str, label: Message, *choices: Choice) -> FactKind:
    return FactKind(name, label, Counted.ONE_OF, choices)


def several_of(name: str, label: Message, *choices: Choice) -> FactKind:
    return FactKind(name, label, Counted.SEVERAL_OF, choices)


class Breakdown(NamedTuple):
    """Two facts to be counted together: `of` (or the points) for each value of `by`, such as made by hand."""

    of: str
    by: str


def are_told(facts: Facts, kinds: tuple[FactKind, ...], *, seats: int) -> bool:
    """Whether a deal tells just what its game says it tells: every kind, in its order, a fitting value a seat."""
    if [kind.name for kind in kinds] != list(facts):
        return False
    return all(len(values) == seats and kind.admits(values) for kind, values in zip(kinds, facts.values(), strict=True))
