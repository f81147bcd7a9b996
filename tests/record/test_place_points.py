"""Points for places: everybody left behind counts one, whoever is level a half, partners not at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from record.evenings import evening_standings, place_points
from scoring.sheets.values import Standing

HALF = Fraction(1, 2)


def stood(*sides: tuple[int, tuple[int, ...]]) -> list[Standing]:
    return [Standing(place=place, seats=seats, total=0, gap=0) for place, seats in sides]


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        ([(1, (0,)), (2, (1,))], {0: 1, 1: 0}),
        ([(1, (2,)), (2, (0,)), (3, (1,))], {2: 2, 0: 1, 1: 0}),
        ([(1, (0,)), (1, (1,)), (3, (2,))], {0: 3 * HALF, 1: 3 * HALF, 2: 0}),
        ([(1, (0,)), (1, (1,)), (1, (2,))], {0: 1, 1: 1, 2: 1}),
        ([(1, (0, 2)), (2, (1, 3))], {0: 2, 2: 2, 1: 0, 3: 0}),
        ([(1, (0, 2)), (1, (1, 3))], {0: 1, 2: 1, 1: 1, 3: 1}),
        ([(1, (0, 3)), (2, (1, 4)), (3, (2, 5))], {0: 4, 3: 4, 1: 2, 4: 2, 2: 0, 5: 0}),
        # One against two: who plays alone leaves two behind, and each of the two only one.
        ([(1, (0,)), (2, (1, 2))], {0: 2, 1: 0, 2: 0}),
        ([(1, (1, 2)), (2, (0,))], {1: 1, 2: 1, 0: 0}),
    ],
)
def test_points_for_places(sides: list[tuple[int, tuple[int, ...]]], points: dict[int, int]) -> None:
    assert place_points(stood(*sides)) == points


def test_a_game_gives_one_point_for_each_pair_of_opponents() -> None:
    assert sum(place_points(stood((1, (0,)), (2, (1,)), (2, (2,)), (4, (3,)))).values()) == 6
    assert sum(place_points(stood((1, (0, 2)), (2, (1, 3)))).values()) == 4


def test_games_of_different_size_add_up() -> None:
    four = ({"Ann": 3, "Ben": 2, "Chika": 1, "Dan": 0}, frozenset({"Ann"}))
    two = ({"Ben": 1, "Ann": 0}, frozenset({"Ben"}))
    found = [(each.place, each.name, each.points, each.games, each.won) for each in evening_standings([four, two])]
    assert found == [(1, "Ann", 3, 2, 1), (1, "Ben", 3, 2, 1), (3, "Chika", 1, 1, 0), (4, "Dan", 0, 1, 0)]


def test_among_equal_points_who_won_more_is_named_first_and_the_place_is_shared() -> None:
    """Chika is twice second of three; Ann and Ben win one game each and are last in the other."""
    games = [
        ({"Chika": 1, "Ann": 2, "Ben": 0}, frozenset({"Ann"})),
        ({"Chika": 1, "Ann": 0, "Ben": 2}, frozenset({"Ben"})),
    ]
    assert [(each.place, each.name) for each in evening_standings(games)] == [(1, "Ann"), (1, "Ben"), (1, "Chika")]


def test_halves_that_make_a_whole_are_whole() -> None:
    level = ({"Ann": HALF, "Ben": HALF}, frozenset({"Ann", "Ben"}))
    assert [(each.points, type(each.points)) for each in evening_standings([level, level])] == [(1, int), (1, int)]


def test_no_games_are_no_standing() -> None:
    assert evening_standings([]) == []
