"""The house rules of Buki: chips, stakes, half chips, drawn stakes, spectators' odds, length."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from scoring.entry.choices import Choice
from scoring.entry.fields import Number
from scoring.errors import Problem
from scoring.message import Points, count, say
from scoring.options import Options, Preset, option, pick
from scoring.table import Table

MAX_CHIPS = 100_000
MAX_STAKE = 10_000
USUAL_SPREAD = 3
"""通常の最高額は最低額の3倍です。"""

ODDS = Fraction(5, 2)
"""賭けた額の2.5倍を親からもらいます: the banker's payout to a player, and by default to a spectator."""


@dataclass(frozen=True, kw_only=True)
class BukiOptions(Options):
    """The house rules of Buki; `greatest` None means three times `least`, `games` None no limit."""

    chips: int = option(Number(label=say("Chips each"), low=0, high=MAX_CHIPS), 50, of_kind=True)
    least: int = option(Number(label=say("Minimum stake"), low=1, high=MAX_STAKE), 2, of_kind=True)
    greatest: int | None = option(
        Number(
            label=say("Maximum stake"),
            low=1,
            high=MAX_STAKE * USUAL_SPREAD,
            unset=say("three times the minimum"),
        ),
        of_kind=True,
    )
    half_chips: str = pick(
        say("Half chips"),
        Choice("kept", say("Kept")),
        Choice("down", say("Rounded down")),
        Choice("up", say("Rounded up")),
        Choice("even", say("Even stakes only")),
    )
    drawn_stakes: str = pick(
        say("Stakes of a drawn game"),
        Choice(
            "join",
            say("Join the next stake"),
            say("They count as part of the same player’s next stake and also pay 2.5 times."),
        ),
        Choice(
            "flat",
            say("Stay beside the next stake"),
            say("Only the new stake pays 2.5 times. The winner takes back their own carried chips."),
        ),
        Choice(
            "pool",
            say("Make a pool"),
            say("They go in the middle, and the next winner takes them all."),
        ),
    )
    odds: Points = option(  # noqa: RUF009
        Number(
            label=say("Spectators’ odds"),
            low=0,
            high=100,
            denominator=100,
            help=say("A spectator whose player wins is paid this many times the stake."),
        ),
        ODDS,
    )
    games: int | None = option(
        Number(
            label=say("Games"),
            low=1,
            high=500,
            unset=say("no limit: until you end the game"),
            of_length=count("{n} game", "{n} games", n=1),
        ),
        of_kind=True,
    )
    tiles: int = option(Number(label=say("Tiles each"), low=6, high=7), 6)
    stake_before: str = pick(
        say("Stake before"),
        Choice("third", say("the third play")),
        Choice("fourth", say("the fourth play"), say("The banker may refuse this rule.")),
    )

    def resolve_defaults(self, table: Table) -> Self:
        return replace(self, greatest=self.greatest or USUAL_SPREAD * self.least)

    def problems(self, table: Table) -> tuple[Problem, ...]:
        assert self.greatest is not None, "resolve_defaults() has chosen one"
        if self.stakes:
            return ()
        none_even = say("There is no even stake between {least} and {greatest}. Widen the limits or allow odd stakes.")
        none_even = none_even.of(least=self.least, greatest=self.greatest)
        text = (
            say("{number} is too low. The minimum is {low}.", number=self.greatest, low=self.least)
            if self.greatest < self.least
            else none_even
        )
        return (Problem("greatest", None, text),)

    @property
    def stakes(self) -> range:
        """The allowed stakes.

        >>> BukiOptions(least=3, greatest=9, half_chips="even").stakes
        range(4, 10, 2)
        """
        assert self.greatest is not None, "resolve_defaults() has chosen one"
        step = 2 if self.half_chips == "even" else 1
        return range(-(-self.least // step) * step, self.greatest + 1, step)


PRESETS = (
    Preset("standard", say("Standard"), None, {}),
    Preset(
        "seven-tiles",
        say("Seven tiles"),
        say("7 tiles each, and stakes before the fourth play."),
        {"tiles": 7, "stake_before": "fourth"},
    ),
    Preset("whole-chips", say("Even stakes only"), None, {"half_chips": "even"}),
)
