"""The house rules of Skull King: which edition, which of its two ways of scoring, what is kept of a missed bid."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.entry.fields import YES_NO, Choice, Pick
from scoring.message import say
from scoring.options import Options, Preset, option, switch

EDITIONS = (
    Choice("current", say("Current"), say("Bonuses for 14s, mermaids, pirates and the Skull King.")),
    Choice("old", say("Old"), say("Suits of 13: bonuses only for pirates, 30 each, and the Skull King, 50.")),
)
SCORINGS = (
    Choice("standard", say("Standard"), say("A made bid scores 20 a trick, a missed one loses 10 for each trick off.")),
    Choice("rascal", say("Rascal"), say("10 for each card dealt when exact, half of it when off by one.")),
)


@dataclass(frozen=True, kw_only=True)
class SkullKingOptions(Options):
    """The house rules of one session of Skull King."""

    edition: str = option(Pick(label=say("Edition"), choices=EDITIONS), "current")
    scoring: str = option(Pick(label=say("Scoring"), choices=SCORINGS), "standard")
    cannonball: bool = switch(
        say("Cannonball"),
        default=False,
        on=say("In Rascal scoring a player may bid with a cannonball: 15 for each card when exact, else nothing."),
        off=say("Everybody fires grapeshot."),
    )
    missed_bonus: bool = switch(
        say("Bonus with a missed bid"),
        default=False,
        words=YES_NO,
        on=say("What was caught counts whatever was bid; an alliance still needs both bids."),
        off=say("A missed bid loses its bonus."),
    )
    expansion: bool = switch(
        say("Expansion cards"),
        default=False,
        on=say("Loot, Kraken, White Whale: a trick can be nobody’s."),
        off=say("Every trick is somebody’s."),
    )

    def applies(self, name: str) -> bool:
        return name != "cannonball" or self.rascal

    @property
    def rascal(self) -> bool:
        return self.scoring == "rascal"

    @property
    def cannonballs(self) -> bool:
        """Whether a player may choose one."""
        return self.rascal and self.cannonball


PRESETS = (
    Preset("standard", say("Standard"), say("The current edition without its expansion cards."), {}),
    Preset(
        "expansion",
        say("With the expansion"),
        say("Loot, Kraken and White Whale are shuffled in."),
        {"expansion": True},
    ),
    Preset(
        "rascal",
        say("Rascal"),
        say("The evener scoring, with cannonballs for who dares."),
        {"scoring": "rascal", "cannonball": True},
    ),
    Preset(
        "old",
        say("Old edition"),
        say("Suits of 13, and a bonus only for pirates and the Skull King."),
        {"edition": "old"},
    ),
)
