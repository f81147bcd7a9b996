"""Place points: a standing across games of any kind, with points for every player beaten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.message import Points, as_points
from scoring.sheets.values import Standing, places_of

LEVEL = Fraction(1, 2)


@dataclass(frozen=True)
class Across:
    """One player over several games: place points, games played and won; equal points share a `place`."""

    name: str
    points: Points
    games: int
    won: int
    place: int


def place_points(standings: Iterable[Standing]) -> dict[int, Points]:
    """Place points by seat: 1 for each player of another side that is behind, ½ for each that is tied.

    Partners don't count against each other: with two teams of two, the winners get two points each.
    """
    sides = list(standings)
    points: dict[int, Points] = {}
    for side in sides:
        others = [other for other in sides if other is not side]
        behind = sum(len(other.seats) for other in others if other.place > side.place)
        level = sum(len(other.seats) for other in others if other.place == side.place)
        points |= dict.fromkeys(side.seats, as_points(behind + level * LEVEL))
    return points


def across(games: Sequence[tuple[Mapping[str, Points], frozenset[str]]]) -> list[Across]:
    """The standings of several games, the best first; each game is its players' points and its winners.

    Equal points share a place; within it, players with more wins come first, then those who sat down first.
    """
    sums: defaultdict[str, Points] = defaultdict(int)
    for points, _ in games:
        for name, gained in points.items():
            sums[name] = as_points(sums[name] + Fraction(gained))
    places = places_of(sums)
    stood = [
        Across(
            name=name,
            points=total,
            games=sum(name in points for points, _ in games),
            won=sum(name in winners for _, winners in games),
            place=places[name],
        )
        for name, total in sums.items()
    ]
    return sorted(stood, key=lambda each: (each.place, -each.won))
