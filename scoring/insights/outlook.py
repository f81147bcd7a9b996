"""How much each side can still gain in a running game: what a game knows of its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from scoring.message import Points


class Range(NamedTuple):
    """The least and the most that a side can gain, of what decides the game."""

    least: Points | float
    most: Points | float

    @classmethod
    def over(cls, ranges: Iterable[Self]) -> Self:
        """The range of whatever is in one of these."""
        least, most = zip(*ranges, strict=True)
        return cls(min(least), max(most))


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What each of `competing` can still gain, if the game is played to its end by these players.

    `gains` are of all deals left. With a `target` they are of the deal in play, and the game ends with the deal in
    which a side reaches it. `last`: the deal in play is the last. `zero_sum`: what one of two sides gains, the other
    loses. `loose`: nobody can reach the most, so nothing is said of what wins for certain.
    """

    gains: tuple[Range, ...]
    last: bool = False
    target: Points | None = None
    zero_sum: bool = False
    loose: bool = False
