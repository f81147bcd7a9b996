"""Ratings of players by the Bradley–Terry model of Weng and Lin, for any number of sides, teams and draws.

R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 1, with the
parameters of OpenSkill's `BradleyTerryFull`. A game counts as one meeting of each side with each other side, so a
change is the sum of what each meeting brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, sqrt
from typing import NamedTuple, TypeAlias

MU, SIGMA = 25.0, 25 / 3
"""What is believed of a new player: the strength and how uncertain it is."""
BETA = 25 / 6
"""How much the strength shown in one game differs from a player's strength."""
TAU = 25 / 300
"""How much strength changes from one game to the next: uncertainty grows by it before each game."""
KAPPA = 0.0001
"""The least part of the variance that is left after a game."""
START = 1000
"""The number that is shown for a new player."""
SHOWN_PER_MU = 100 / BETA
"""So that 100 points more, once both are well known, means to be ahead in about two games out of three."""


class Rating(NamedTuple):
    """What is believed of a player: the strength `mu`, and its standard deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def number(self) -> int:
        """The number that people see."""
        return displayed_rating(self.mu)


RatedSide: TypeAlias = Sequence[Rating]
"""The ratings of a player, or of partners."""


class Meeting(NamedTuple):
    """A side of a game beside another one: how it was expected to end and how it ended (1, ½ or 0 for being ahead).

    `gain` is what it brought a player, in the points that people see; all of a game add up to the change shown.
    """

    other: int
    expected: float
    result: float
    gain: int


def displayed_rating(mu: float) -> int:
    """A strength as the number that people see.

    >>> displayed_rating(MU), displayed_rating(MU + BETA), displayed_rating(MU - BETA / 2)
    (1000, 1100, 950)
    """
    return round(START + SHOWN_PER_MU * (mu - MU))


def ratings_after(sides: Sequence[RatedSide], places: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """The ratings after a game in which the sides came in at these places; equal places are draws.

    >>> (winner,), (loser,) = ratings_after([[Rating()], [Rating()]], [1, 2])
    >>> winner.number, loser.number, round(winner.sigma, 3)
    (1063, 937, 8.066)
    """
    before = [_Team.of(side) for side in sides]
    surprise, certainty = [0.0] * len(sides), [0.0] * len(sides)
    for (one, own), (two, other) in combinations(enumerate(before), 2):
        expected, weight = _met(own, other)
        surprising = weight * (_result(places[one], places[two]) - expected)
        certain = weight**3 * expected * (1 - expected)
        surprise[one] += surprising
        surprise[two] -= surprising
        certainty[one] += own.deviation * certain
        certainty[two] += other.deviation * certain
    return tuple(
        tuple(
            Rating(mu + variance * surprise[own], sqrt(variance * max(1 - variance * certainty[own], KAPPA)))
            for mu, variance in team.members
        )
        for own, team in enumerate(before)
    )


def meetings(sides: Sequence[RatedSide], places: Sequence[int], *, own: int, member: int) -> list[Meeting]:
    """What each of the other sides brought a member of a side."""
    before = [_Team.of(side) for side in sides]
    mu, variance = before[own].members[member]
    found = []
    for other, team in enumerate(before):
        if other == own:
            continue
        expected, weight = _met(before[own], team)
        result = _result(places[own], places[other])
        after = mu + variance * weight * (result - expected)
        found.append(Meeting(other, expected, result, displayed_rating(after) - displayed_rating(mu)))
        mu = after
    return found


class _Team(NamedTuple):
    """A side before a game: strength, variance and standard deviation; strength and variance of its members."""

    mu: float
    variance: float
    deviation: float
    members: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, side: Iterable[Rating]) -> _Team:
        members = tuple((mu, sigma * sigma + TAU * TAU) for mu, sigma in side)
        variance = sum(each[1] for each in members)
        return cls(sum(each[0] for each in members), variance, sqrt(variance), members)


def _met(own: _Team, other: _Team) -> tuple[float, float]:
    """How likely a side is to be ahead of another, and by how much of its variance a surprise moves it."""
    spread = sqrt(own.variance + other.variance + 2 * BETA * BETA)
    return 1 / (1 + exp((other.mu - own.mu) / spread)), 1 / spread


def _result(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)
