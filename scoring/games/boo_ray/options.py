"""The house rules of Boo-Ray: chips, staying out, the cost of a drawn game, the ranking of poker hands."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.entry.choices import YES_NO, Choice
from scoring.entry.fields import Number
from scoring.message import say
from scoring.options import Options, Preset, option, pick, switch


@dataclass(frozen=True, kw_only=True)
class BooRayOptions(Options):
    """The house rules of one session of Boo-Ray."""

    chips: int = option(
        Number(label=say("Chips each"), low=0, high=100_000, help=say("Balances can go below zero.")),
        50,
        of_kind=True,
    )
    ante: int = option(
        Number(label=say("Ante"), low=1, high=1_000, help=say("What each player pays before each deal.")),
        1,
        of_kind=True,
    )
    wins: int = option(Number(label=say("Wins needed"), low=1, high=20), 4, of_kind=True)
    several: bool = switch(
        say("Entering several games"),
        default=False,
        on=say("Players can enter any number of games, but exchange cards only once."),
        off=say("One game per player."),
    )
    staying_out: str = pick(
        say("Staying out"),
        Choice("allowed", say("Allowed")),
        Choice(
            "forbidden",
            say("Forbidden"),
            say("Everyone must enter a game. Good with 4 or 5 players."),
        ),
        Choice(
            "until-doubled",
            say("Until doubled"),
            say("Everyone must enter a game until the pot, after antes, is twice the first one."),
        ),
    )
    drawn: str = pick(
        say("Drawn game"),
        Choice("others-pay", say("The others pay"), say("Tied players neither win nor pay.")),
        Choice("nobody-pays", say("Nobody pays"), say("No chips are paid for that game.")),
        Choice("all-pay", say("All pay"), say("Tied players pay too.")),
    )
    kalo_wild: str = pick(
        say("KALO wild card"),
        Choice("one", say("One"), say("One king, or one card of the lowest rank in the hand.")),
        Choice("all", say("All"), say("All kings and all cards of the lowest rank in the hand.")),
    )
    ace_high: bool = switch(
        say("Ace above the king in KALO"),
        default=False,
        on=say("As in ordinary poker; A-2-3-4-5 is still a straight."),
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
        say("Everyone must enter a game. For 4 or 5 players."),
        {"staying_out": "forbidden"},
    ),
    Preset(
        "forced-double",
        say("Forced double"),
        say("Everyone must enter a game until the pot is twice the first one."),
        {"staying_out": "until-doubled"},
    ),
    Preset(
        "several",
        say("Several games"),
        say("Players can hold chips of several colours and play one hand in several games."),
        {"several": True},
    ),
)
