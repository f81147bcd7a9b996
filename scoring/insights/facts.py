"""Facts of a deal: named values, one for each seat, and how often a seat had each, or a pair of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scoring.entry.choices import YES_NO, Choice
from scoring.message import Message, Points, Words, plain, say

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet
    from scoring.sheets.values import Row, Side

Fact: TypeAlias = Points | bool | str | tuple[str, ...]
"""A value for a seat: a number, a bool, a choice's slug, or several slugs in the order of the choices."""

One: TypeAlias = Points | bool | str
"""A value as it is counted: each of several choices by itself."""

Facts: TypeAlias = Mapping[str, tuple[Fact | None, ...]]
"""By the name of the kind, one value for each seat; None where a row has none."""

MADE = "made"
"""Whether a seat made its bid exactly; a fact of every exact-bid game."""

YAKU = "yaku"
"""The yaku of a deal's winner; a fact of every game with yaku."""

POINTS = "points"
"""A seat's points, for breakdowns; not a fact of any game, because every row has them."""

YES, NO = (choice.label for choice in YES_NO)


class Counted(StrEnum):
    """How the values of a kind are counted."""

    NUMBER = "number"
    YES_OR_NO = "yes-or-no"
    ONE_OF = "one-of"
    SEVERAL_OF = "several-of"


@dataclass(frozen=True)
class FactKind:
    """A kind of fact: a name, which is in documents and never changes, and a label.

    `names` are labels of single numbers, or of true (1) and false (0); `favourite` is the label of the value that was
    most frequent, for facts that players choose.
    """

    name: str
    label: Message
    counted: Counted = Counted.NUMBER
    choices: tuple[Choice, ...] = ()
    names: tuple[tuple[int, Words], ...] = ()
    favourite: Message | None = None

    def in_words(self, value: One) -> Words:
        """One value in words."""
        if isinstance(value, str):
            return next(choice.label for choice in self.choices if choice.value == value)
        return next((name for number, name in self.names if number == value), plain(value))


def number(
    name: str, label: Message, names: tuple[tuple[int, Message], ...] = (), *, favourite: Message | None = None
) -> FactKind:
    return FactKind(name, label, names=names, favourite=favourite)


def yes_or_no(name: str, label: Message, *, yes: Words = YES, no: Words = NO) -> FactKind:
    return FactKind(name, label, Counted.YES_OR_NO, names=((True, yes), (False, no)))


def one_of(name: str, label: Message, *choices: Choice) -> FactKind:
    return FactKind(name, label, Counted.ONE_OF, choices)


def several_of(name: str, label: Message, *choices: Choice) -> FactKind:
    return FactKind(name, label, Counted.SEVERAL_OF, choices)


DEALT = yes_or_no("dealt", say("Dealt"), yes=say("as dealer"), no=say("otherwise"))
"""Whether a seat dealt, where that matters in the game."""


class Breakdown(NamedTuple):
    """Two facts to count together: `of` (or the points) for each value of `by`, such as made by hand."""

    of: str
    by: str


class FactValue(NamedTuple):
    """A fact with one value; each of several choices is one by itself."""

    name: str
    value: One


class Crossing(NamedTuple):
    """Two facts of the same deal: made, with a hand of seven."""

    of: FactValue
    by: FactValue


class FactCounts(NamedTuple):
    """How many deals have each fact for a seat, and both of a breakdown; and the points of the deals with a fact."""

    facts: Counter[FactValue]
    crossings: Counter[Crossing]
    points: defaultdict[FactValue, Points]


def count_facts(sheet: Sheet[Any], seat: int, rows: Iterable[Row] | None = None) -> FactCounts:
    """Count the facts of a seat in all rows or in some; the points only for the breakdowns of points.

    With several choices the whole deal's points count for each of them: for a player in two games, under both.
    """
    counts = FactCounts(Counter(), Counter(), defaultdict(int))
    for row in sheet.rows if rows is None else rows:
        by_name = {name: tuple(_values_of(row, name, seat)) for name in row.facts}
        counts.facts.update(fact for facts in by_name.values() for fact in facts)
        for breakdown in sheet.breakdowns:
            for by in by_name.get(breakdown.by, ()):
                counts.crossings.update(Crossing(of, by) for of in by_name.get(breakdown.of, ()))
                if breakdown.of == POINTS:
                    counts.points[by] += row.points[seat]
    return counts


def bids_made(sheet: Sheet[Any], side: Side) -> int | None:
    """The number of bids that a side has made; None in a game without bids."""
    if not any(kind.name == MADE for kind in sheet.fact_kinds):
        return None
    return sum(row.fact(MADE, seat) is True for row in sheet.rows for seat in side)


def _values_of(row: Row, name: str, seat: int) -> Iterator[FactValue]:
    value = row.fact(name, seat)
    if isinstance(value, tuple):
        return (FactValue(name, each) for each in value)
    return iter(() if value is None else (FactValue(name, value),))
