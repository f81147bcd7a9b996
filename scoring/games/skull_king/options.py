"""The house rules of Skull King and their presets."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.entry.choices import YES_NO, Choice
from scoring.families.void_deals import void_deal, void_fine
from scoring.message import say
from scoring.options import Options, Preset, pick, switch

EXPANSION = say("Loot, Kraken, White Whale. Some tricks go to nobody.")
EDITIONS = (
    Choice("current", say("Current"), say("Bonuses for 14s, mermaids, pirates and the Skull King.")),
    Choice(
        "old",
        say("Old edition"),
        say("Suits end at 13. Bonuses only for pirates (30 each) and the Skull King (50)."),
    ),
)
SCORINGS = (
    Choice(
        "standard",
        say("Standard"),
        say("A made bid scores 20 per trick. A missed bid loses 10 for each trick over or under."),
    ),
    Choice(
        "rascal",
        say("Rascal"),
        say("An exact bid scores 10 for each card dealt. Off by one scores half."),
    ),
)


@dataclass(frozen=True, kw_only=True)
class SkullKingOptions(Options):
    """The house rules of one session of Skull King."""

    edition: str = pick(
        say("Edition"),
        *EDITIONS,
        of_kind=True,
    )
    scoring: str = pick(
        say("Scoring"),
        *SCORINGS,
        of_kind=True,
    )
    cannonball: bool = switch(
        say("Cannonball"),
        default=False,
        on=say("In Rascal scoring, players can bid with a cannonball: 15 for each card if exact, otherwise nothing."),
        of_kind=True,
        only_with=("scoring", "rascal"),
    )
    missed_bonus: bool = switch(
        say("Bonus with a missed bid"),
        default=False,
        words=YES_NO,
        on=say("Captures count even with a missed bid. An alliance still needs both bids."),
        of_kind=True,
    )
    expansion: bool = switch(
        say("Expansion cards"),
        default=False,
        on=EXPANSION,
        of_kind=True,
    )
    void_deal: str = void_deal()
    void_fine: int = void_fine()

    @property
    def cannonballs(self) -> bool:
        """Whether players may bid with a cannonball."""
        return self.scoring == "rascal" and self.cannonball


PRESETS = (
    Preset("standard", say("Standard"), None, {}),
    Preset(
        "expansion",
        say("With the expansion"),
        EXPANSION,
        {"expansion": True},
    ),
    Preset(
        "rascal",
        say("Rascal"),
        say("Closer scores, with cannonballs for the bold."),
        {"scoring": "rascal", "cannonball": True},
    ),
    Preset(
        "old",
        say("Old edition"),
        EDITIONS[1].help,
        {"edition": "old"},
    ),
)
