"""The house rules of Koi-Koi: length, multipliers, yaku, the next oya."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from scoring.decks.yaku import TABLE, YakuRules
from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Number
from scoring.message import Message, say
from scoring.options import Options, Preset, option, pick, switch
from scoring.table import Table

LENGTHS = {"year": (12, 100), "half": (6, 50)}
"""「1年…12ラウンド…100点ずつ」「半年…6ラウンド…50点ずつ」: the months, and the points to begin with."""
MOST_MONTHS = 36
"""The most months that a table can play on to."""

NOT_PLAYED = Choice("none", say("Not played"))
USUAL = YakuRules()
"""「採用する」: every yaku counts beside the others."""
LEAFLET = YakuRules(
    without=frozenset({"rokutan", "teppo"}),
    points=frozenset({("sanko", 5), ("inoshikacho", 5), ("akatan", 5), ("aotan", 5)}),
    growing=True,
)
"""The table of Nintendo's leaflet, see docs/games/koi-koi.md."""
OWN = "own"
STACKING = say("Each koi-koi adds 1 to the multiplier of the player who called it.")
PAYBACK = say("If your opponent called koi-koi, a win pays you double, however often they called.")
MOST_POINTS = 50
"""The most points of a yaku at a table that sets its own."""


@dataclass(frozen=True, kw_only=True)
class YakuPick(Pick):
    """A house rule for yaku: `rules` has what each choice changes."""

    rules: Mapping[str, YakuRules]


def _yaku(label: Message, rules: Mapping[Choice, YakuRules], **more: Any) -> Any:
    choices = tuple(rules)
    by_value = {choice.value: changed for choice, changed in rules.items()}
    return option(YakuPick(label=label, choices=choices, rules=by_value), choices[0].value, **more)


@dataclass(frozen=True, kw_only=True)
class YakuPoints(Number):
    """A house rule for the points of one yaku, with its slug."""

    yaku: str


def _points(slug: str) -> Any:
    yaku = next(each for each in TABLE if each.slug == slug)
    field = YakuPoints(
        label=say("{what}: points", what=yaku.name),
        help=say("With 0 this yaku doesn’t count."),
        low=0,
        high=MOST_POINTS,
        yaku=slug,
    )
    return option(field, yaku.points, of_kind=True, only_with=("yaku_values", OWN), sparse=True)


@dataclass(frozen=True, kw_only=True)
class KoiKoiOptions(Options):
    """The house rules of Koi-Koi."""

    length: str = pick(
        say("Game length"),
        Choice("year", say("A year (12 months, 100 points each)")),
        Choice("half", say("Half a year (6 months, 50 points each)")),
        of_kind=True,
    )
    field_lights: bool = switch(
        say("Brights on the field"),
        default=True,
        on=say("Each bright on the field when the month begins adds 1 to the multiplier."),
        of_kind=True,
    )
    koi_koi: str = pick(
        say("Koi-koi"),
        Choice(
            "stacking",
            say("Stacking"),
            STACKING,
        ),
        Choice(
            "payback",
            say("Payback"),
            PAYBACK,
        ),
        of_kind=True,
    )
    yaku_values: str = _yaku(
        say("Points of yaku"),
        {
            Choice("standard", say("As in the rules")): USUAL,
            Choice(
                "leaflet",
                say("Nintendo’s leaflet"),
                say(
                    "Three Brights 5. Inoshikachō, red and blue ribbons 5, and 1 more for each further tane or ribbon,"
                    " in place of Tane or Tan. Six ribbons and Teppo aren’t played."
                ),
            ): LEAFLET,
            Choice(OWN, say("Custom")): USUAL,
        },
        of_kind=True,
        sparse=True,
    )
    goko_points: int = _points("goko")
    shiko_points: int = _points("shiko")
    ameshiko_points: int = _points("ameshiko")
    sanko_points: int = _points("sanko")
    hanami_points: int = _points("hanami")
    tsukimi_points: int = _points("tsukimi")
    teppo_points: int = _points("teppo")
    inoshikacho_points: int = _points("inoshikacho")
    akatan_points: int = _points("akatan")
    aotan_points: int = _points("aotan")
    rokutan_points: int = _points("rokutan")
    sake: str = _yaku(
        say("Sake yaku"),
        {
            Choice("on", say("On")): USUAL,
            Choice("off", say("Off"), say("Hanami-zake and Tsukimi-zake don’t count, but Teppo does.")): YakuRules(
                without=frozenset({"hanami", "tsukimi"})
            ),
            Choice(
                "rain", say("Rain"), say("A November card in the same pile cancels Hanami-zake and Tsukimi-zake.")
            ): YakuRules(rain=True),
        },
    )
    after_call: str = pick(
        say("Cards run out after koi-koi"),
        Choice("nobody", say("Nobody is paid")),
        Choice(
            "highest",
            say("The better pile"),
            say(
                "The higher sum of yaku is paid: doubled from 7 points, times the brights on the field, without calls"
                " and payback. If both are level, the oya is paid."
            ),
        ),
        sparse=True,
    )
    next_oya: str = pick(
        say("Next oya"),
        Choice("winner", say("The winner")),
        Choice("loser", say("The loser")),
        Choice("alternate", say("Alternate")),
    )
    drawn_oya: str = pick(
        say("Oya when nothing is paid"),
        Choice("same", say("Stays")),
        Choice("changes", say("Changes")),
        sparse=True,
    )
    overdraft: str = pick(
        say("If a player can’t pay in full"),
        Choice("full", say("Pay in full")),
        Choice("capped", say("Pay what they have")),
    )
    exclusive_ribbons: str = _yaku(
        say("Six ribbons"),
        {
            Choice("off", say("Adds up")): USUAL,
            Choice("on", say("Stands alone"), say("They replace the red and the blue ribbons.")): YakuRules(
                alone=frozenset({"rokutan"})
            ),
            NOT_PLAYED: YakuRules(without=frozenset({"rokutan"})),
        },
    )
    exclusive_teppo: str = _yaku(
        say("Teppo"),
        {
            Choice("off", say("Adds up")): USUAL,
            Choice("on", say("Stands alone"), say("It replaces the two sake yaku.")): YakuRules(
                alone=frozenset({"teppo"})
            ),
            NOT_PLAYED: YakuRules(without=frozenset({"teppo"})),
        },
    )
    boards: str = pick(
        say("The other player’s yaku"),
        Choice("open", say("Shown")),
        Choice(
            "hidden",
            say("Hidden"),
            say("Each player’s page shows only their own cards and yaku, until the month is settled."),
        ),
    )

    def applies(self, name: str) -> bool:
        """An oya that alternates does so whatever is paid."""
        return super().applies(name) and not (name == "drawn_oya" and self.next_oya == "alternate")

    @classmethod
    def yaku_picks(cls) -> tuple[YakuPick, ...]:
        """The house rules for yaku."""
        return tuple(field for field in cls.fields() if isinstance(field, YakuPick))

    @classmethod
    def yaku_points(cls) -> tuple[YakuPoints, ...]:
        """The points of each yaku, for a table that sets its own."""
        return tuple(field for field in cls.fields() if isinstance(field, YakuPoints))

    def resolve_defaults(self, table: Table) -> Self:
        unused: dict[str, Any] = {
            each.name: each.legacy_default for each in self.yaku_points() if not self.applies(each.name)
        }
        return replace(self, **unused)

    @cached_property
    def yaku_rules(self) -> YakuRules:
        """The house rules for yaku together."""
        chosen = [pick.rules[getattr(self, pick.name)] for pick in self.yaku_picks()]
        if self.yaku_values == OWN:
            own = {each.yaku: getattr(self, each.name) for each in self.yaku_points()}
            without = frozenset(slug for slug, points in own.items() if not points)
            chosen.append(YakuRules(without=without, points=frozenset(own.items())))
        return YakuRules(
            without=frozenset().union(*(rules.without for rules in chosen)),
            alone=frozenset().union(*(rules.alone for rules in chosen)),
            rain=any(rules.rain for rules in chosen),
            points=frozenset().union(*(rules.points for rules in chosen)),
            growing=any(rules.growing for rules in chosen),
        )

    @classmethod
    def values_of_kind(cls, kind: str) -> dict[str, Any]:
        """As in every game; a kind that says nothing of the values of yaku has those of the rules."""
        return {"yaku_values": "standard"} | super().values_of_kind(kind)


PRESETS = (
    Preset(
        "standard",
        say("Standard"),
        STACKING,
        {},
    ),
    Preset(
        "nintendo",
        say("Payback (Nintendo’s settings)"),
        PAYBACK,
        {"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
    ),
    Preset(
        "leaflet",
        say("Nintendo’s leaflet"),
        say("As payback, with the leaflet’s points of yaku. Brights on the field don’t multiply."),
        {
            "length": "year",
            "field_lights": False,
            "koi_koi": "payback",
            "yaku_values": "leaflet",
            "sake": "on",
            "next_oya": "winner",
            "exclusive_ribbons": "none",
            "exclusive_teppo": "none",
        },
    ),
)
