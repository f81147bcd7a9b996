"""Statistics of a player in one game, from the game's description of its facts; independent of the game.

A fact with breakdowns is a table with a row for each value; facts with the same choices share a table; any other fact
is a single row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

from flask_babel import gettext as _

from scoring.insights.facts import MADE, POINTS, Breakdown, Counted, Crossing, FactKind, FactValue, One
from scoring.message import Points, Words, as_points, bare, listed, plain, signed
from store.stats.player_stats import GameStatistics
from web.i18n.translate import translated


class StatCell(NamedTuple):
    """A figure as text, and what share of a whole it is, in percent."""

    text: str
    percent: int | None = None


StatRow: TypeAlias = tuple[Words, StatCell]
"""A single figure with its label."""


@dataclass(frozen=True)
class StatTable:
    """Figures for each value of a fact, and their `total`."""

    name: str
    label: Words
    columns: tuple[Words, ...]
    rows: tuple[tuple[Words, tuple[StatCell, ...]], ...]
    total: tuple[StatCell, ...] = ()


EMPTY_CELL = StatCell("–")
MIN_WHOLE_AVERAGE = 100
"""Averages from here on are shown without decimals."""


def share_of(some: int, of: int) -> StatCell:
    """A count with its percentage, or an empty cell."""
    return StatCell(_("%(some)s of %(all)s", some=some, all=of), _percent(some, of)) if of else EMPTY_CELL


def count_with_share(some: int, of: int) -> StatCell:
    """A count with its percentage, where the whole is shown beside it."""
    return StatCell(str(some), _percent(some, of))


def _percent(some: int, of: int) -> int:
    """A share in whole percent; only all and none are 100 and 0.

    >>> _percent(5, 8), _percent(299, 300), _percent(1, 300), _percent(0, 3)
    (63, 99, 1, 0)
    """
    percent = _nearest(Fraction(100 * some, of))
    return min(max(percent, 1), 99) if 0 < some < of else percent


def round_average(amount: Points) -> Points:
    """Round an average to tenths, from `MIN_WHOLE_AVERAGE` on to whole numbers.

    To hundredths where tenths would make a whole number of one that is none.

    >>> (
    ...     round_average(Fraction(53, 2)),
    ...     round_average(Fraction(-1, 3)),
    ...     round_average(Fraction(1000, 7)),
    ...     round_average(7),
    ... )
    (Fraction(53, 2), Fraction(-3, 10), 143, 7)
    >>> round_average(Fraction(957, 1000)), round_average(Fraction(9999, 10000))
    (Fraction(24, 25), 1)
    """
    exact = Fraction(amount)
    if abs(exact) >= MIN_WHOLE_AVERAGE:
        return _nearest(exact)
    tenths, hundredths = (Fraction(_nearest(exact * fine), fine) for fine in (10, 100))
    return as_points(tenths if tenths.denominator > 1 or exact.denominator == 1 else hundredths)


def _nearest(amount: Fraction) -> int:
    """The nearest whole number, halves away from zero.

    >>> _nearest(Fraction(125, 2)), _nearest(Fraction(-125, 2)), _nearest(Fraction(1, 3))
    (63, -63, 0)
    """
    whole = int(abs(amount) + Fraction(1, 2))
    return whole if amount >= 0 else -whole


def average(times: Mapping[One, int]) -> StatCell:
    """The average of values by their counts."""
    n = sum(times.values())
    if not n:
        return EMPTY_CELL
    amount = sum((Fraction(number) * each for number, each in times.items()), Fraction(0))
    return StatCell(plain(round_average(amount / n)))


@dataclass(frozen=True)
class GameFigures:
    """All figures of one game, from a player's counts with the game's fact kinds and breakdowns.

    Facts that never occurred are left out.
    """

    kinds: Sequence[FactKind]
    breakdowns: Sequence[Breakdown]
    kept: GameStatistics

    @cached_property
    def made(self) -> StatRow | None:
        """How many bids were made, where there are bids."""
        return next((row for kind in self._occurring if kind.name == MADE for row in self._lines(kind)), None)

    @cached_property
    def lines(self) -> tuple[StatRow, ...]:
        """The single figures."""
        return tuple(row for kind in self._occurring if kind.name != MADE for row in self._lines(kind))

    @cached_property
    def tables(self) -> tuple[StatTable, ...]:
        return tuple(
            self._table(kind)
            for kind in self._occurring
            if kind.name in self._with_table or (kind.choices and kind.name in self._alone)
        )

    @cached_property
    def _occurring(self) -> list[FactKind]:
        return [kind for kind in self.kinds if self._times.get(kind.name)]

    @cached_property
    def _times(self) -> Mapping[str, Mapping[One, int]]:
        """Counts of values by fact name."""
        found: defaultdict[str, dict[One, int]] = defaultdict(dict)
        for fact, times in self.kept.facts.items():
            if times:
                found[fact.name][fact.value] = times
        return found

    @cached_property
    def _with_table(self) -> frozenset[str]:
        """The names of facts that have a table."""
        return frozenset(breakdown.by for breakdown in self.breakdowns)

    @cached_property
    def _alone(self) -> frozenset[str]:
        """The names of facts that have no table with others, nor are in that of another fact."""
        crossed = {breakdown.of for breakdown in self.breakdowns}
        shared = {other.name for kind in self.kinds if kind.name in self._with_table for other in self._sharing(kind)}
        within = shared | {kind.name for kind in self.kinds if kind.choices and kind.name in crossed}
        return frozenset({kind.name for kind in self.kinds} - self._with_table - within)

    def _lines(self, kind: FactKind) -> Iterator[StatRow]:
        times = self._times[kind.name]
        if kind.favourite is not None:
            most = max(times.values())
            first = [value for value in _in_order(kind, times) if times[value] == most]
            if len(first) == 1 or len(first) < len(times):
                favourites = listed(*map(kind.in_words, first))
                often = share_of(most, sum(times.values())).text
                yield kind.favourite, StatCell(translated(bare("{value} ({times})", value=favourites, times=often)))
        if kind.name in self._alone and kind.counted is Counted.YES_OR_NO:
            yield kind.label, share_of(times.get(True, 0), sum(times.values()))
        elif kind.name in self._alone and kind.counted is Counted.NUMBER:
            yield kind.label, StatCell(_("%(n)s on average", n=average(times).text))

    def _table(self, kind: FactKind) -> StatTable:
        """The table of a fact: for each value its count and its breakdowns."""
        values, times = _in_order(kind, self._times[kind.name]), self._times[kind.name]
        of = [breakdown.of for breakdown in self.breakdowns if breakdown.by == kind.name]
        crossed = [each for each in self.kinds if each.name in of and self._times.get(each.name)]
        sharing = self._sharing(kind) if kind.name in self._with_table else []
        columns: list[Words] = [_("Times")]
        columns += [each.label for each in sharing]
        for each in crossed:
            columns += [choice.label for choice in each.choices] or [each.label]
        if POINTS in of:
            columns += [_("Points"), _("Average")]
        cells = partial(self._cells, kind, crossed, sharing, with_points=POINTS in of)
        # A share of all where each deal has exactly one value.
        share = (
            (count_with_share if len(columns) > 1 else share_of)
            if kind.counted in (Counted.YES_OR_NO, Counted.ONE_OF)
            else None
        )
        total = sum(times.values())
        often = {value: share(times[value], total) if share else StatCell(str(times[value])) for value in values}
        adds_up = kind.counted is not Counted.SEVERAL_OF and len(values) > 1
        has_total = adds_up and (POINTS in of or any(each.choices for each in crossed))
        return StatTable(
            kind.name,
            kind.label,
            tuple(columns),
            tuple((kind.in_words(value), (often[value], *cells((value,)))) for value in values),
            (StatCell(str(total)), *cells(values)) if has_total else (),
        )

    def _cells(
        self,
        kind: FactKind,
        crossed: Sequence[FactKind],
        sharing: Sequence[FactKind],
        values: Sequence[One],
        *,
        with_points: bool,
    ) -> Iterator[StatCell]:
        """The cells for these values together."""
        times = sum(self._times[kind.name][value] for value in values)
        for each in sharing:
            yield StatCell(str(sum(self._times[each.name].get(value, 0) for value in values)))
        for each in crossed:
            # Counts of its values in the deals with these values.
            both = Counter[One]()
            for value in values:
                for own in self._times[each.name]:
                    crossing = Crossing(FactValue(each.name, own), FactValue(kind.name, value))
                    both[own] += self.kept.crossings.get(crossing, 0)
            if each.choices:
                yield from (StatCell(str(both[choice.value])) for choice in each.choices)
            elif each.counted is Counted.YES_OR_NO:
                # The count has its own column, so it is not repeated where it is the same.
                yield (count_with_share if both.total() == times else share_of)(both[True], both.total())
            else:
                yield average(both)
        if with_points:
            points = sum(
                (Fraction(self.kept.points.get(FactValue(kind.name, value), 0)) for value in values), Fraction(0)
            )
            yield from (StatCell(signed(points)), StatCell(signed(round_average(points / times))))

    def _sharing(self, kind: FactKind) -> list[FactKind]:
        """The other facts with the same choices, for a fact with several values a deal."""
        if kind.counted is not Counted.SEVERAL_OF:
            return []
        return [
            each
            for each in self.kinds
            if each is not kind and each.choices == kind.choices and each.name not in self._with_table
        ]


def _in_order(kind: FactKind, values: Mapping[One, int]) -> list[One]:
    """The values in table order: choices as listed, yes before no, numbers ascending."""
    if kind.choices:
        return [choice.value for choice in kind.choices if choice.value in values]
    if kind.counted is Counted.YES_OR_NO:
        return [each for each in (True, False) if each in values]
    return sorted(value for value in values if not isinstance(value, str))
