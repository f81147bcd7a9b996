"""What the facts of a sheet come to for one seat: how often each stood for it, alone and beside another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scoring.game import AnyGame
from scoring.insights.facts import POINTS, One
from scoring.message import Points
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row


class Told(NamedTuple):
    """A fact with one of its values; of several choices each is one by itself."""

    name: str
    value: One


class Crossing(NamedTuple):
    """A fact in the deals in which another one stood: made, with a hand of seven."""

    of: Told
    by: Told


def tally(sheet: Sheet[Any], seat: int) -> Mapping[Told, int]:
    """How often each fact stood for a seat."""
    return Counter(told for row in _deals(sheet) for name in row.facts for told in _told(row, name, seat))


def crossings(sheet: Sheet[Any], seat: int) -> Mapping[Crossing, int]:
    """How often two facts stood together for a seat, for each breakdown of the game that is one of facts."""
    return Counter(
        Crossing(of, by)
        for row in _deals(sheet)
        for breakdown in sheet.breakdowns
        if breakdown.of != POINTS
        for by in _told(row, breakdown.by, seat)
        for of in _told(row, breakdown.of, seat)
    )


def points_by(sheet: Sheet[Any], seat: int) -> Mapping[Told, Points]:
    """What a seat got in the deals in which a fact stood, for each breakdown of the points.

    The whole deal's points go to each of several choices: who entered two games has what the deal brought under both.
    Adjustments belong to no deal.
    """
    sums: defaultdict[Told, Points] = defaultdict(int)
    for row in _deals(sheet):
        for breakdown in sheet.breakdowns:
            if breakdown.of == POINTS:
                for told in _told(row, breakdown.by, seat):
                    sums[told] += row.points[seat]
    return dict(sums)


def example(game: AnyGame) -> Sheet[Any]:
    """A blank sheet of a game, for what all its sheets say alike: `fact_kinds` and `breakdowns`."""
    return game.start({"players": [str(player) for player in range(1, game.seats[0] + 1)]})


def _deals(sheet: Sheet[Any]) -> Iterator[Row]:
    return (row for row in sheet.rows if row.kind == "deal")


def _told(row: Row, name: str, seat: int) -> Iterator[Told]:
    value = row.fact(name, seat)
    if isinstance(value, tuple):
        return (Told(name, each) for each in value)
    return iter(() if value is None else (Told(name, value),))
