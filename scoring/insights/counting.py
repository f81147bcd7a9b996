"""Counts the facts of rows of a sheet for one seat: each fact, and each pair of a breakdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scoring.game import AnyGame
from scoring.insights.facts import MADE, POINTS, One
from scoring.message import Points
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row


class Told(NamedTuple):
    """A fact with one value; each of several choices is one by itself."""

    name: str
    value: One


class Crossing(NamedTuple):
    """Two facts of the same deal: made, with a hand of seven."""

    of: Told
    by: Told


def tally(sheet: Sheet[Any], seat: int, rows: Iterable[Row] | None = None) -> Counter[Told]:
    """Count the deals, of all rows or of some, with each fact for a seat."""
    return Counter(told for row in _deals(sheet, rows) for name in row.facts for told in _told(row, name, seat))


def crossings(sheet: Sheet[Any], seat: int, rows: Iterable[Row] | None = None) -> Counter[Crossing]:
    """Count the deals, of all rows or of some, with both facts of each breakdown of facts for a seat."""
    return Counter(
        Crossing(of, by)
        for row in _deals(sheet, rows)
        for breakdown in sheet.breakdowns
        if breakdown.of != POINTS
        for by in _told(row, breakdown.by, seat)
        for of in _told(row, breakdown.of, seat)
    )


def points_by(sheet: Sheet[Any], seat: int, rows: Iterable[Row] | None = None) -> Mapping[Told, Points]:
    """Sum a seat's points over the deals, of all rows or of some, with a fact, for each breakdown of the points.

    With several choices the whole deal's points count for each of them: for a player in two games, under both.
    Adjustments don't count.
    """
    sums: defaultdict[Told, Points] = defaultdict(int)
    for row in _deals(sheet, rows):
        for breakdown in sheet.breakdowns:
            if breakdown.of == POINTS:
                for told in _told(row, breakdown.by, seat):
                    sums[told] += row.points[seat]
    return dict(sums)


def bids_made(sheet: Sheet[Any], side: tuple[int, ...]) -> int | None:
    """The number of bids that a side has made; None in a game without bids."""
    if not any(kind.name == MADE for kind in sheet.fact_kinds):
        return None
    return sum(row.fact(MADE, seat) is True for row in _deals(sheet) for seat in side)


def example(game: AnyGame) -> Sheet[Any]:
    """A blank sheet of a game, to read `fact_kinds` and `breakdowns`, which are the same on all its sheets."""
    return game.start({"players": [str(player) for player in range(1, game.seats[0] + 1)]})


def deals_of(sheet: Sheet[Any], seat: int, rows: Iterable[Row]) -> int:
    """The number of deals among some rows in which a seat had a part."""
    return sum(seat in row.played for row in _deals(sheet, rows))


def _deals(sheet: Sheet[Any], rows: Iterable[Row] | None = None) -> Iterator[Row]:
    return (row for row in (sheet.rows if rows is None else rows) if row.kind == "deal")


def _told(row: Row, name: str, seat: int) -> Iterator[Told]:
    value = row.fact(name, seat)
    if isinstance(value, tuple):
        return (Told(name, each) for each in value)
    return iter(() if value is None else (Told(name, value),))
