"""The house rules of Satat: variant, end, points for each kind of win, exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from scoring.entry.choices import YES_NO, Choice, Pick
from scoring.entry.fields import Number
from scoring.message import Words, say
from scoring.options import Options, Preset, option, switch
from scoring.table import Table

PLAIN, SEVEN, THIRTEEN = "plain", "7-0", "13-0"
FAILED = "7-0-failed"
"""A team took the first seven tricks, played on for all thirteen and lost one."""

WIN_NAMES: dict[str, Words] = {PLAIN: say("plain win"), SEVEN: "7–0", THIRTEEN: "13–0"}
"""The kinds of wins that count."""

HIDDEN = say("Trup Kasiet")
USUAL_LENGTH = {"deals": 12, "wins": 7}
MAX_LENGTH = 200
"""The most deals or wins."""
HEAVIEST = 20


@dataclass(frozen=True, kw_only=True)
class SatatOptions(Options):
    """The house rules of Satat; `length` None means the usual one, and stays None if the end is open."""

    variant: str = option(
        Pick(
            label=say("Variant"),
            choices=(
                Choice("satat", say("Satat"), say("Everyone knows the trump suit."), say("Satat")),
                Choice("trup-kasiet", HIDDEN, say("Trumps are hidden. Only the leader sees the trump card."), HIDDEN),
            ),
        ),
        "satat",
        of_kind=True,
    )
    end: str = option(
        Pick(
            label=say("How the game ends"),
            choices=(
                Choice(
                    "deals",
                    say("A number of deals"),
                    say("After a set number of deals, the team with the most wins."),
                    say("To a number of deals"),
                ),
                Choice(
                    "wins",
                    say("A number of wins"),
                    say("The first team to reach a set number of wins."),
                    say("To a number of wins"),
                ),
                Choice("open", say("Open"), say("Until you end the game."), say("Open end")),
            ),
        ),
        "deals",
        of_kind=True,
    )
    length: int | None = option(
        Number(
            label=say("How many deals or wins"),
            low=1,
            high=MAX_LENGTH,
            unset=say("as usual: 12 deals, or 7 wins"),
        ),
        of_kind=True,
    )
    played_on: str = option(
        Pick(
            label=say("Played on after 7–0 and failed"),
            choices=(
                Choice(SEVEN, say("stays 7–0"), say("Playing on for 13–0 risks nothing.")),
                Choice(PLAIN, say("a plain win"), say("After losing one trick it counts as a plain win.")),
            ),
        ),
        SEVEN,
    )
    weight_plain: int = option(Number(label=say("A plain win counts"), low=1, high=HEAVIEST), 1, of_kind=True)
    weight_seven: int = option(Number(label=say("A 7–0 counts"), low=1, high=HEAVIEST), 1, of_kind=True)
    weight_thirteen: int = option(Number(label=say("A 13–0 counts"), low=1, high=HEAVIEST), 1, of_kind=True)
    dealers_exchange: bool = switch(
        say("Exchange after the dealer’s team’s 7–0 or 13–0"),
        default=False,
        on=say("Cards are exchanged after any 7–0 or 13–0."),
        off=say("Cards are exchanged only after a 7–0 or 13–0 by the leader’s team."),
        words=YES_NO,
        alone=(say("The dealer’s team exchanges too"), say("Only the leader’s team exchanges")),
    )

    def resolve_defaults(self, table: Table) -> Self:
        return replace(self, length=None if self.end == "open" else self.length or USUAL_LENGTH[self.end])

    def applies(self, name: str) -> bool:
        return name != "length" or self.end != "open"

    def weight(self, kind: str) -> int:
        """The points for a win of this kind."""
        return {PLAIN: self.weight_plain, SEVEN: self.weight_seven, THIRTEEN: self.weight_thirteen}[kind]


PRESETS = (
    Preset("standard", say("Standard"), say("12 deals, 1 point for every win."), {}),
    Preset("seven-wins", say("To seven wins"), say("The first team to 7 wins."), {"end": "wins"}),
    Preset(
        "weighted",
        say("More for 7–0 and 13–0"),
        say("12 deals. 1 point for a plain win, 2 for a 7–0, 3 for a 13–0."),
        {"weight_seven": 2, "weight_thirteen": 3},
    ),
    Preset("trup-kasiet", HIDDEN, say("12 deals with hidden trumps."), {"variant": "trup-kasiet"}),
)
