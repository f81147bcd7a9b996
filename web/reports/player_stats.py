"""Statistics of a player in one game, from the game's description of its facts; independent of the game.

A fact with breakdowns is a table with a row for each value; facts with the same choices share a table; any other fact
is a single row.
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
from scoring.insights.facts import MADE, POINTS, Breakdown, Counted, Crossing, FactKind, One, Told, example
from scoring.message import Points, Words, as_points, bare, listed, plain, signed
from store.stats.player_stats import GameStatistics
from web.i18n.translate import words


class Cell(NamedTuple):
    """A figure as text, and what share of a whole it is, in percent."""

    text: str
    percent: int | None = None


@dataclass(frozen=True)
class StatRow:
    """A single figure with its label."""

    label: Words
    cell: Cell


@dataclass(frozen=True)
class Table:
    """Figures for each value of a fact, and their `total`."""

    name: str
    label: Words
    columns: tuple[Words, ...]
    rows: tuple[tuple[Words, tuple[Cell, ...]], ...]
    total: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Figures:
    """All figures of one game; `made` is how many bids were made, where there are bids."""

    made: StatRow | None
    lines: tuple[StatRow, ...]
    tables: tuple[Table, ...]


EMPTY_CELL = Cell("–")
MIN_WHOLE_AVERAGE = 100
"""Averages from here on are shown without decimals."""


def part(some: int, of: int) -> Cell:
    """A count with its percentage, or an empty cell."""
    return Cell(_("%(some)s of %(all)s", some=some, all=of), _percent(some, of)) if of else EMPTY_CELL


def among(some: int, of: int) -> Cell:
    """A count with its percentage, where the whole is shown beside it."""
    return Cell(str(some), _percent(some, of))


def _percent(some: int, of: int) -> int:
    """A share in whole percent; only all and none are 100 and 0.

    >>> _percent(5, 8), _percent(299, 300), _percent(1, 300), _percent(0, 3)
    (63, 99, 1, 0)
    """
    percent = _nearest(Fraction(100 * some, of))
    return min(max(percent, 1), 99) if 0 < some < of else percent


def rounded(amount: Points) -> Points:
    """Round an average to tenths, from `MIN_WHOLE_AVERAGE` on to whole numbers.

    To hundredths where tenths would make a whole number of one that is none.

    >>> rounded(Fraction(53, 2)), rounded(Fraction(-1, 3)), rounded(Fraction(1000, 7)), rounded(7)
    (Fraction(53, 2), Fraction(-3, 10), 143, 7)
    >>> rounded(Fraction(957, 1000)), rounded(Fraction(9999, 10000))
    (Fraction(24, 25), 1)
    """
    exact = Fraction(amount)
    found = Fraction(_nearest(exact))
    if abs(exact) < MIN_WHOLE_AVERAGE and exact.denominator > 1:
        tenths, hundredths = (Fraction(_nearest(exact * fine), fine) for fine in (10, 100))
        found = tenths if tenths.denominator > 1 else hundredths
    return as_points(found)


def _nearest(amount: Fraction) -> int:
    """The nearest whole number, halves away from zero.

    >>> _nearest(Fraction(125, 2)), _nearest(Fraction(-125, 2)), _nearest(Fraction(1, 3))
    (63, -63, 0)
    """
    whole = int(abs(amount) + Fraction(1, 2))
    return whole if amount >= 0 else -whole


def average(times: Mapping[One, int]) -> Cell:
    """The average of values by their counts."""
    told = sum(times.values())
    if not told:
        return EMPTY_CELL
    amount = sum((Fraction(number) * each for number, each in times.items()), Fraction(0))
    return Cell(plain(rounded(amount / told)))


def figures_of(game: AnyGame, kept: GameStatistics) -> Figures:
    """The figures of a player in one game, without facts that never occurred."""
    sheet = example(game)
    return _Counted(sheet.fact_kinds, sheet.breakdowns, kept).figures()


@dataclass(frozen=True)
class _Counted:
    """A player's counts with the game's fact kinds and breakdowns."""

    kinds: Sequence[FactKind]
    breakdowns: Sequence[Breakdown]
    kept: GameStatistics

    @cached_property
    def times(self) -> Mapping[str, Mapping[One, int]]:
        """Counts of values by fact name."""
        found: defaultdict[str, dict[One, int]] = defaultdict(dict)
        for told, times in self.kept.facts.items():
            if times:
                found[told.name][told.value] = times
        return found

    @cached_property
    def by(self) -> frozenset[str]:
        """The names of facts that have a table."""
        return frozenset(breakdown.by for breakdown in self.breakdowns)

    @cached_property
    def within(self) -> frozenset[str]:
        """The names of facts shown in the table of another fact."""
        crossed = {breakdown.of for breakdown in self.breakdowns}
        shared = {other.name for kind in self.kinds if kind.name in self.by for other in self._sharing(kind)}
        return frozenset(shared | {kind.name for kind in self.kinds if kind.choices and kind.name in crossed})

    def figures(self) -> Figures:
        told = [kind for kind in self.kinds if self.times.get(kind.name)]
        alone = [kind for kind in told if kind.name not in self.by | self.within]
        lines = {kind.name: tuple(self._lines(kind, alone=kind in alone)) for kind in told}
        made = lines.pop(MADE, ())
        return Figures(
            made=next(iter(made), None),
            lines=tuple(line for each in lines.values() for line in each),
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
        """The table of a fact: for each value its count and its breakdowns."""
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
        """The count of a value, with a share where each deal has exactly one."""
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
        """The cells for these values together."""
        times = sum(self.times[kind.name][value] for value in values)
        cells = [Cell(str(sum(self.times[each.name].get(value, 0) for value in values))) for each in sharing]
        for each in crossed:
            both = self._both(each, kind.name, values)
            if each.choices:
                cells += [Cell(str(both.get(choice.value, 0))) for choice in each.choices]
            elif each.counted is Counted.YES_OR_NO:
                made, told = both.get(True, 0), sum(both.values())
                # The count has its own column, so it is not repeated where it is the same.
                cells.append(among(made, told) if told == times else part(made, told))
            else:
                cells.append(average(both))
        if POINTS in of:
            points = sum((Fraction(self.kept.points.get(Told(kind.name, value), 0)) for value in values), Fraction(0))
            cells += [Cell(signed(points)), Cell(signed(rounded(points / times)))]
        return tuple(cells)

    def _both(self, each: FactKind, by: str, values: Sequence[One]) -> Mapping[One, int]:
        """Counts of a fact's values in deals with these values of another."""
        found: defaultdict[One, int] = defaultdict(int)
        for value in values:
            for own in self.times[each.name]:
                found[own] += self.kept.crossings.get(Crossing(Told(each.name, own), Told(by, value)), 0)
        return found

    def _sharing(self, kind: FactKind) -> list[FactKind]:
        """The other facts with the same choices, for a fact with several values a deal."""
        if kind.counted is not Counted.SEVERAL_OF:
            return []
        return [
            each
            for each in self.kinds
            if each is not kind and each.choices == kind.choices and each.name not in self.by
        ]


def _in_order(kind: FactKind, values: Mapping[One, int]) -> list[One]:
    """The values in table order: choices as listed, yes before no, numbers ascending."""
    if kind.choices:
        return [choice.value for choice in kind.choices if choice.value in values]
    if kind.counted is Counted.YES_OR_NO:
        return [each for each in (True, False) if each in values]
    return sorted(value for value in values if not isinstance(value, str))
