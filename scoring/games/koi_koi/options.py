"""The house rules of Koi-Koi: how long, what multiplies, which yaku count, who is oya next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.decks.yaku import YakuRules
from scoring.fields import Choice, Pick
from scoring.message import Message, say
from scoring.options import Options, Preset, option, switch

MONTHS = {"year": 12, "half": 6}
OPENING = {"year": 100, "half": 50}
"""「1年…12ラウンド…100点ずつ」「半年…6ラウンド…50点ずつ」."""

ALONE = "on"
"""A yaku stands alone: it replaces those of its cards."""
NOT_PLAYED = Choice("none", say("Not played"), say("This yaku does not count at this table."))


def _pick(label: Message, *choices: Choice) -> Any:
    return option(Pick(label=label, choices=choices), choices[0].value)


@dataclass(frozen=True, kw_only=True)
class KoiKoiOptions(Options):
    """The house rules of Koi-Koi."""

    length: str = _pick(
        say("Game length"),
        Choice("year", say("A year"), say("12 months, 100 points each.")),
        Choice("half", say("Half a year"), say("6 months, 50 points each.")),
    )
    field_lights: bool = switch(
        say("Brights on the field"),
        default=True,
        on=say("Each bright on the field when the month begins adds 1 to the multiplier."),
        off=say("The multiplier begins at 1 every month."),
    )
    koi_koi: str = _pick(
        say("Koi-koi"),
        Choice("stacking", say("Stacking"), say("Each koi-koi adds 1 to the multiplier of the player who called it.")),
        Choice("payback", say("Payback"), say("Who wins after the other called koi-koi gets double, once.")),
    )
    sake: str = _pick(
        say("Sake yaku"),
        Choice("on", say("On"), say("Cherry-viewing and moon-viewing sake count.")),
        Choice("off", say("Off"), say("Neither counts; Teppo does.")),
        Choice("rain", say("Rain"), say("A November card in the same pile makes them void.")),
    )
    next_oya: str = _pick(
        say("Next oya"),
        Choice("winner", say("The winner"), say("Who received points is oya next.")),
        Choice("loser", say("The loser"), say("Who paid points is oya next.")),
        Choice("alternate", say("Alternate"), say("Every month the other one.")),
    )
    overdraft: str = _pick(
        say("Who cannot pay it all"),
        Choice("full", say("Pays in full"), say("The balance goes below 0.")),
        Choice("capped", say("Pays what is there"), say("Nobody loses more than they hold.")),
    )
    exclusive_ribbons: str = _pick(
        say("Six ribbons"),
        Choice("off", say("Add up"), say("They count beside the red and the blue ribbons.")),
        Choice(ALONE, say("Stand alone"), say("They replace the red and the blue ribbons.")),
        NOT_PLAYED,
    )
    exclusive_teppo: str = _pick(
        say("Teppo"),
        Choice("off", say("Adds up"), say("It counts beside the two sake yaku.")),
        Choice(ALONE, say("Stands alone"), say("It replaces the two sake yaku.")),
        NOT_PLAYED,
    )

    @property
    def months(self) -> int:
        return MONTHS[self.length]

    @property
    def yaku_rules(self) -> YakuRules:
        """Which yaku count at this table."""
        return YakuRules(
            sake=self.sake,
            exclusive_ribbons=self.exclusive_ribbons == ALONE,
            exclusive_teppo=self.exclusive_teppo == ALONE,
            without=frozenset(self._without),
        )

    @property
    def _without(self) -> Iterator[str]:
        if self.exclusive_ribbons == "none":
            yield "rokutan"
        if self.exclusive_teppo == "none":
            yield "teppo"


PRESETS = (
    Preset(
        "standard",
        say("Standard"),
        say(
            "12 months, brights on the field multiply, every koi-koi adds 1 to the multiplier, the sake yaku, Teppo and"
            " Six Ribbons count, the winner is oya."
        ),
        {},
    ),
    Preset(
        "nintendo",
        say("Nintendo"),
        say(
            "12 months, brights on the field multiply, koi-koi pays back double, the sake yaku, Teppo and Six Ribbons"
            " count, the winner is oya."
        ),
        {"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
    ),
)
