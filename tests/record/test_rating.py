"""The rating of Weng and Lin's Bradley-Terry model: by hand, and by OpenSkill."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from openskill.models import BradleyTerryFull

from record.rating import BETA, KAPPA, MU, SIGMA, TAU, Rating, displayed_rating, meetings, ratings_after

MANY = 1000
NEW = Rating()


def test_two_new_players_by_hand() -> None:
    """The variance of each is (25/3)² + (25/300)² = 69.451389, the spread √(2·69.451389 + 2·(25/6)²) = 13.176684.

    One in two is expected: the winner gains 69.451389 / 13.176684 · ½ = 2.635390. Of the variance 1 − 8.333750 /
    13.176684 · 69.451389 / 173.625 · ¼ = 0.936753 is left, so the deviation is √(69.451389 · 0.936753) = 8.065902.
    """
    (winner,), (loser,) = ratings_after([[NEW], [NEW]], [1, 2])
    assert (winner.mu, loser.mu) == pytest.approx((27.635390, 22.364610), abs=1e-6)
    assert (winner.sigma, loser.sigma) == pytest.approx((8.065902, 8.065902), abs=1e-5)
    # 1000 + 24 · 2.635390 = 1063.25
    assert (winner.number, loser.number) == (1063, 937)
    (met,) = meetings([[NEW], [NEW]], [2, 1], own=1, member=0)
    assert (met.other, met.expected, met.result, met.gain) == (0, 0.5, 1, 63)


def test_100_points_more_mean_two_games_out_of_three() -> None:
    """Both well known, at a deviation of 2: 1 / (1 + e^(−4.1667 / √(8 + 34.72))) = 0.654."""
    strong, weak = Rating(MU + BETA, 2), Rating(MU, 2)
    assert strong.number - weak.number == 100
    (met,) = meetings([[strong], [weak]], [1, 2], own=0, member=0)
    assert met.expected == pytest.approx(0.654, abs=1e-3)


def games() -> list[tuple[list[list[Rating]], list[int]]]:
    """Two to eight sides of one to three, with equal places."""
    luck = random.Random(20261123)
    found = []
    for _ in range(MANY):
        size, how_many = luck.choice((1, 1, 1, 2, 3)), luck.randint(2, 8)
        ratings = [[Rating(luck.gauss(MU, SIGMA), luck.uniform(0.5, 9)) for _ in range(size)] for _ in range(how_many)]
        found.append((ratings, [luck.randint(1, how_many) for _ in ratings]))
    return found


def by_openskill(model: Any, sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    found = model.rate([[model.rating(*each) for each in side] for side in sides], ranks=[*map(float, places)])
    return [[Rating(each.mu, each.sigma) for each in side] for side in found]


def test_it_is_what_openskill_has_for_a_thousand_games() -> None:
    model = BradleyTerryFull()
    assert (model.mu, model.sigma, model.beta, model.tau, model.kappa) == (MU, SIGMA, BETA, TAU, KAPPA)
    assert any(len({*places}) < len(places) for _, places in games())
    for sides, places in games():
        for one, other in zip(ratings_after(sides, places), by_openskill(model, sides, places), strict=True):
            for mine, theirs in zip(one, other, strict=True):
                assert mine == pytest.approx(theirs, abs=1e-9)


def test_what_the_meetings_brought_adds_up_to_the_change_that_is_shown() -> None:
    for sides, places in games():
        after = ratings_after(sides, places)
        for own, side in enumerate(sides):
            for member, rating in enumerate(side):
                brought = [each.gain for each in meetings(sides, places, own=own, member=member)]
                assert sum(brought) == after[own][member].number - displayed_rating(rating.mu)
