"""The house rules of Koi-Koi: length, multipliers, yaku, the next oya."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scoring.decks.yaku import YakuRules
from scoring.entry.choices import Choice, Pick
from scoring.message import Message, say
from scoring.options import Options, Preset, option, switch

MONTHS = {"year": 12, "half": 6}
MOST_MONTHS = 36
"""The most months that a table can play on to."""
OPENING = {"year": 100, "half": 50}
"""「1年…12ラウンド…100点ずつ」「半年…6ラウンド…50点ずつ」."""

NOT_PLAYED = Choice("none", say("Not played"), say("This yaku doesn’t count."))

Plays = Callable[[YakuRules], YakuRules]


@dataclass(frozen=True, kw_only=True)
class YakuPick(Pick):
    """A house rule for yaku: `plays` has for each choice the function that changes the yaku rules."""

    plays: Mapping[str, Plays]


def as_in_the_table(rules: YakuRules) -> YakuRules:
    """「採用する」: no change."""
    return rules


def alone(*slugs: str) -> Plays:
    """A change: these yaku replace their parts."""
    return lambda rules: replace(rules, alone=rules.alone.union(slugs))


def without(*slugs: str) -> Plays:
    """A change: these yaku are not played."""
    return lambda rules: rules.without(*slugs)


def rain(rules: YakuRules) -> YakuRules:
    """「雨流れ」, a change: a November card voids the sake yaku."""
    return replace(rules, rain=True)


def _pick(label: Message, *choices: Choice, of_kind: bool = False) -> Any:
    return option(Pick(label=label, choices=choices), choices[0].value, of_kind=of_kind)


def _yaku(label: Message, *choices: tuple[Choice, Plays]) -> Any:
    offered = tuple(choice for choice, _ in choices)
    plays = {choice.value: change for choice, change in choices}
    return option(YakuPick(label=label, choices=offered, plays=plays), offered[0].value)


@dataclass(frozen=True, kw_only=True)
class KoiKoiOptions(Options):
    """The house rules of Koi-Koi."""

    length: str = _pick(
        say("Game length"),
        Choice("year", say("A year"), say("12 months, 100 points each."), say("A year")),
        Choice("half", say("Half a year"), say("6 months, 50 points each."), say("Half a year")),
        of_kind=True,
    )
    field_lights: bool = switch(
        say("Brights on the field"),
        default=True,
        on=say("Each bright on the field when the month begins adds 1 to the multiplier."),
        off=say("The multiplier begins at 1 every month."),
        alone=(say("Brights on the field multiply"), say("Brights on the field don’t multiply")),
        of_kind=True,
    )
    koi_koi: str = _pick(
        say("Koi-koi"),
        Choice(
            "stacking",
            say("Stacking"),
            say("Each koi-koi adds 1 to the multiplier of the player who called it."),
            say("Stacking koi-koi"),
        ),
        Choice(
            "payback",
            say("Payback"),
            say("If your opponent called koi-koi, a win pays you double, however often they called."),
            say("Payback for koi-koi"),
        ),
        of_kind=True,
    )
    sake: str = _yaku(
        say("Sake yaku"),
        (Choice("on", say("On"), say("Hanami-zake and Tsukimi-zake count."), say("Sake yaku")), as_in_the_table),
        (
            Choice("off", say("Off"), say("Neither counts, but Teppo does."), say("No sake yaku")),
            without("hanami", "tsukimi"),
        ),
        (
            Choice("rain", say("Rain"), say("A November card in the same pile cancels them."), say("Sake rained off")),
            rain,
        ),
    )
    next_oya: str = _pick(
        say("Next oya"),
        Choice(
            "winner",
            say("The winner"),
            say("The player who received points is the next oya."),
            say("The winner is the next oya"),
        ),
        Choice(
            "loser",
            say("The loser"),
            say("The player who paid points is the next oya."),
            say("The loser is the next oya"),
        ),
        Choice("alternate", say("Alternate"), say("The oya changes every month."), say("The oya alternates")),
    )
    overdraft: str = _pick(
        say("If a player can’t pay in full"),
        Choice("full", say("Pay in full"), say("Their balance goes below 0.")),
        Choice("capped", say("Pay what they have"), say("Nobody loses more than they hold.")),
    )
    exclusive_ribbons: str = _yaku(
        say("Six ribbons"),
        (Choice("off", say("Add up"), say("They count beside the red and the blue ribbons.")), as_in_the_table),
        (Choice("on", say("Stand alone"), say("They replace the red and the blue ribbons.")), alone("rokutan")),
        (NOT_PLAYED, without("rokutan")),
    )
    exclusive_teppo: str = _yaku(
        say("Teppo"),
        (Choice("off", say("Adds up"), say("It counts beside the two sake yaku.")), as_in_the_table),
        (Choice("on", say("Stands alone"), say("It replaces the two sake yaku.")), alone("teppo")),
        (NOT_PLAYED, without("teppo")),
    )
    boards: str = _pick(
        say("The other player’s yaku"),
        Choice(
            "open",
            say("Shown"),
            say("While a month is played, each player’s page shows the other’s yaku, and those that lack one card."),
        ),
        Choice(
            "hidden",
            say("Hidden"),
            say("Each player’s page shows only their own cards and yaku, until the month is settled."),
            say("The other player’s yaku are hidden"),
        ),
    )

    @property
    def months(self) -> int:
        return MONTHS[self.length]

    @classmethod
    def yaku_picks(cls) -> tuple[YakuPick, ...]:
        """The house rules for yaku."""
        return tuple(field for field in cls.fields() if isinstance(field, YakuPick))

    @cached_property
    def yaku_rules(self) -> YakuRules:
        """The yaku that count at this table."""
        rules = YakuRules()
        for pick in self.yaku_picks():
            rules = pick.plays[getattr(self, pick.name)](rules)
        return rules


PRESETS = (
    Preset(
        "standard",
        say("Standard"),
        say("12 months. Every koi-koi adds 1 to the multiplier of whoever called it."),
        {},
    ),
    Preset(
        "nintendo",
        say("Payback (Nintendo’s settings)"),
        say("12 months. A win after the opponent’s koi-koi counts double."),
        {"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
    ),
)
