"""The house rules of Boo-Ray: chips, staying out, the cost of a drawn game, the ranking of poker hands."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.entry.choices import YES_NO, Choice
from scoring.entry.fields import Number
from scoring.message import say
from scoring.options import Options, Preset, option, pick, switch

SEVERAL = say("Players can enter any number of games, but exchange cards only once.")
FORCED = say("Everyone must enter a game.")
UNTIL_DOUBLED = say("Everyone must enter a game until the pot, after antes, is twice the first one.")


@dataclass(frozen=True, kw_only=True)
class BooRayOptions(Options):
    """The house rules of one session of Boo-Ray."""

    chips: int = option(
        Number(label=say("Chips each"), low=0, high=100_000),
        50,
        of_kind=True,
    )
    ante: int = option(
        Number(label=say("Ante"), low=1, high=1_000),
        1,
        of_kind=True,
    )
    wins: int = option(Number(label=say("Wins needed"), low=1, high=20), 4, of_kind=True)
    several: bool = switch(
        say("Entering several games"),
        default=False,
        on=SEVERAL,
    )
    staying_out: str = pick(
        say("Staying out"),
        Choice("allowed", say("Allowed")),
        Choice(
            "forbidden",
            say("Forbidden"),
            FORCED,
        ),
        Choice(
            "until-doubled",
            say("Until doubled"),
            UNTIL_DOUBLED,
        ),
    )
    drawn: str = pick(
        say("Drawn game"),
        Choice("others-pay", say("The others pay"), say("Tied players neither win nor pay.")),
        Choice("nobody-pays", say("Nobody pays")),
        Choice("all-pay", say("All pay")),
    )
    kalo_wild: str = pick(
        say("KALO wild card"),
        Choice("one", say("One"), say("One king, or one card of the lowest rank in the hand.")),
        Choice("all", say("All"), say("All kings and all cards of the lowest rank in the hand.")),
    )
    ace_high: bool = switch(
        say("Ace above the king in KALO"),
        default=False,
        off=say("The ace is the lowest rank, so it can be the wild card."),
        words=YES_NO,
    )
    best_low: str = pick(
        say("Best hand in Low-Shit"),
        Choice("a-2-3-4-5", "A-2-3-4-5", say("Straights and flushes do not count.")),
        Choice("a-2-3-4-6", "A-2-3-4-6", say("Straights and flushes count, and are bad hands.")),
    )


PRESETS = (
    Preset("standard", say("Standard"), say("One game each or none, first to 4 wins."), {}),
    Preset(
        "small-table",
        say("Small table"),
        FORCED,
        {"staying_out": "forbidden"},
    ),
    Preset(
        "forced-double",
        say("Forced double"),
        UNTIL_DOUBLED,
        {"staying_out": "until-doubled"},
    ),
    Preset(
        "several",
        say("Several games"),
        SEVERAL,
        {"several": True},
    ),
)
