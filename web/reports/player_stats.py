"""What a player's deals of one game come to, drawn from the game's own description of its facts; no game is known here.

A fact that others are broken down by is a table with a line for each of its values. Choices that several facts share
are one table. Every other fact is a line of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from flask_babel import gettext as _

from scoring.game import AnyGame
from scoring.insights.counting import Crossing, Told, example
from scoring.insights.facts import POINTS, Breakdown, Counted, FactKind, One
from scoring.message import Points, Words, bare, listed, plain, signed
from store.stats.player_stats import GameStatistics
from web.i18n.translate import words


class Cell(NamedTuple):
    """A figure in words, and what stands small beside it."""

    text: str
    beside: str = ""


@dataclass(frozen=True)
class StatRow:
    """A figure by itself."""

    label: Words
    cell: Cell


@dataclass(frozen=True)
class Table:
    """Figures for each value of a fact, `total` for all of them together."""

    name: str
    label: Words
    columns: tuple[Words, ...]
    rows: tuple[tuple[Words, tuple[Cell, ...]], ...]
    total: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Figures:
    """What is to be seen of one game."""

    lines: tuple[StatRow, ...]
    tables: tuple[Table, ...]


EMPTY_CELL = Cell("–")
MIN_WHOLE_AVERAGE = 100
"""From here on an average is told without a part."""


def part(some: int, of: int) -> Cell:
    """So many of so many; NOTHING of none."""
    return Cell(_("%(some)s of %(all)s", some=some, all=of), _percent(some, of)) if of else EMPTY_CELL


def among(some: int, of: int) -> Cell:
    """The same where it stands beside that of how many it is."""
    return Cell(str(some), _percent(some, of))


def _percent(some: int, of: int) -> str:
    """A share in whole hundredths; nothing but all and none are called so.

    >>> _percent(5, 8), _percent(299, 300), _percent(1, 300), _percent(0, 3)
    ('63%', '99%', '1%', '0%')
    """
    percent = _nearest(Fraction(100 * some, of))
    return f"{min(max(percent, 1), 99) if 0 < some < of else percent}%"


def rounded(amount: Points) -> Points:
    """An average no finer than it means something: tenths, and from a hundred on none.

    >>> rounded(Fraction(53, 2)), rounded(Fraction(-1, 3)), rounded(Fraction(1000, 7)), rounded(7)
    (Fraction(53, 2), Fraction(-3, 10), 143, 7)
    """
    exact = Fraction(amount)
    fine = 1 if abs(exact) >= MIN_WHOLE_AVERAGE else 10
    found = Fraction(_nearest(exact * fine), fine)
    return found.numerator if found.denominator == 1 else found


def _nearest(amount: Fraction) -> int:
    """The nearest whole number; of two the one farther from nothing, as one learns it at school.

    >>> _nearest(Fraction(125, 2)), _nearest(Fraction(-125, 2)), _nearest(Fraction(1, 3))
    (63, -63, 0)
    """
    whole = int(abs(amount) + Fraction(1, 2))
    return whole if amount >= 0 else -whole


def average(times: Mapping[One, int]) -> Cell:
    """What numbers come to on average, by how often each stood."""
    told = sum(times.values())
    if not told:
        return EMPTY_CELL
    amount = sum((Fraction(number) * each for number, each in times.items()), Fraction(0))
    return Cell(plain(rounded(amount / told)))


def figures_of(game: AnyGame, kept: GameStatistics) -> Figures:
    """The figures of a player in one game, without what was never told."""
    sheet = example(game)
    return _Counted(sheet.fact_kinds, sheet.breakdowns, kept).figures()


@dataclass(frozen=True)
class _Counted:
    """What was counted of one player, beside what the game says of its facts."""

    kinds: Sequence[FactKind]
    breakdowns: Sequence[Breakdown]
    kept: GameStatistics

    @cached_property
    def times(self) -> Mapping[str, Mapping[One, int]]:
        """By a fact's name how often each of its values stood."""
        found: defaultdict[str, dict[One, int]] = defaultdict(dict)
        for told, times in self.kept.facts.items():
            if times:
                found[told.name][told.value] = times
        return found

    @cached_property
    def by(self) -> frozenset[str]:
        """The facts that have a table of their own."""
        return frozenset(breakdown.by for breakdown in self.breakdowns)

    @cached_property
    def within(self) -> frozenset[str]:
        """The facts that stand in the table of another, choice by choice."""
        crossed = {breakdown.of for breakdown in self.breakdowns}
        shared = {other.name for kind in self.kinds if kind.name in self.by for other in self._sharing(kind)}
        return frozenset(shared | {kind.name for kind in self.kinds if kind.choices and kind.name in crossed})

    def figures(self) -> Figures:
        told = [kind for kind in self.kinds if self.times.get(kind.name)]
        alone = [kind for kind in told if kind.name not in self.by | self.within]
        return Figures(
            lines=tuple(line for kind in told for line in self._lines(kind, alone=kind in alone)),
            tables=tuple(
                self._table(kind) for kind in told if kind.name in self.by or (kind in alone and kind.choices)
            ),
        )

    def _lines(self, kind: FactKind, *, alone: bool) -> Iterator[StatRow]:
        times = self.times[kind.name]
        if kind.favourite is not None:
            most = max(times.values())
            first = [value for value in _in_order(kind, times) if times[value] == most]
            if len(first) == 1 or len(first) < len(times):
                told = listed(*map(kind.in_words, first))
                often = part(most, sum(times.values())).text
                yield StatRow(kind.favourite, Cell(words(bare("{value} ({times})", value=told, times=often))))
        if alone and kind.counted is Counted.YES_OR_NO:
            yield StatRow(kind.label, part(times.get(True, 0), sum(times.values())))
        elif alone and kind.counted is Counted.NUMBER:
            yield StatRow(kind.label, Cell(_("%(n)s on average", n=average(times).text)))

    def _table(self, kind: FactKind) -> Table:
        """The table of a fact: a line a value, how often it stood, and what was counted for it."""
        values = _in_order(kind, self.times[kind.name])
        of = [breakdown.of for breakdown in self.breakdowns if breakdown.by == kind.name]
        crossed = [each for each in self.kinds if each.name in of and self.times.get(each.name)]
        sharing = self._sharing(kind) if kind.name in self.by else []
        columns: list[Words] = [_("Times")]
        columns += [each.label for each in sharing]
        for each in crossed:
            columns += [choice.label for choice in each.choices] or [each.label]
        if POINTS in of:
            columns += [_("Points"), _("Average")]
        adds_up = kind.counted is not Counted.SEVERAL_OF and len(values) > 1
        telling = POINTS in of or any(each.choices for each in crossed)
        share = among if len(columns) > 1 else part
        rows = tuple(
            (
                kind.in_words(value),
                (self._often(kind, value, share), *self._cells(kind, (value,), crossed, sharing, of)),
            )
            for value in values
        )
        if not (adds_up and telling):
            return Table(kind.name, kind.label, tuple(columns), rows)
        times = Cell(str(sum(self.times[kind.name].values())))
        return Table(
            kind.name, kind.label, tuple(columns), rows, (times, *self._cells(kind, values, crossed, sharing, of))
        )

    def _often(self, kind: FactKind, value: One, share: Callable[[int, int], Cell]) -> Cell:
        """How often a value stood; a share of all where one of a few must."""
        times = self.times[kind.name]
        if kind.counted in (Counted.YES_OR_NO, Counted.ONE_OF):
            return share(times[value], sum(times.values()))
        return Cell(str(times[value]))

    def _cells(
        self,
        kind: FactKind,
        values: Sequence[One],
        crossed: Sequence[FactKind],
        sharing: Sequence[FactKind],
        of: Sequence[str],
    ) -> tuple[Cell, ...]:
        """What was counted for these values together."""
        times = sum(self.times[kind.name][value] for value in values)
        cells = [Cell(str(sum(self.times[each.name].get(value, 0) for value in values))) for each in sharing]
        for each in crossed:
            both = self._both(each, kind.name, values)
            if each.choices:
                cells += [Cell(str(both.get(choice.value, 0))) for choice in each.choices]
            elif each.counted is Counted.YES_OR_NO:
                made, told = both.get(True, 0), sum(both.values())
                # How often it stood is told before, and is not said again where it is the same.
                cells.append(among(made, told) if told == times else part(made, told))
            else:
                cells.append(average(both))
        if POINTS in of:
            points = sum((Fraction(self.kept.points.get(Told(kind.name, value), 0)) for value in values), Fraction(0))
            cells += [Cell(signed(points)), Cell(signed(rounded(points / times)))]
        return tuple(cells)

    def _both(self, each: FactKind, by: str, values: Sequence[One]) -> Mapping[One, int]:
        """How often each value of a fact stood beside these of another."""
        found: defaultdict[One, int] = defaultdict(int)
        for value in values:
            for own in self.times[each.name]:
                found[own] += self.kept.crossings.get(Crossing(Told(each.name, own), Told(by, value)), 0)
        return found

    def _sharing(self, kind: FactKind) -> list[FactKind]:
        """The other facts with the same choices, where those can be several."""
        if kind.counted is not Counted.SEVERAL_OF:
            return []
        return [
            each
            for each in self.kinds
            if each is not kind and each.choices == kind.choices and each.name not in self.by
        ]


def _in_order(kind: FactKind, values: Mapping[One, int]) -> list[One]:
    """The values that stood, as the table has them: choices in their order, yes before no, numbers upwards."""
    if kind.choices:
        return [choice.value for choice in kind.choices if choice.value in values]
    if kind.counted is Counted.YES_OR_NO:
        return [each for each in (True, False) if each in values]
    return sorted(value for value in values if not isinstance(value, str))
