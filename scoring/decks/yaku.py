"""The yaku of Koi-Koi: their table, those that captured cards make, and those one card away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from scoring.decks.hanafuda import (
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CARDS,
    CUP,
    CURTAIN,
    DEER,
    DRY_LIGHTS,
    KASU_CARDS,
    LIGHTS,
    MOON,
    NOVEMBER,
    RAIN_MAN,
    RED_RIBBONS,
    TAN_CARDS,
    TANE_CARDS,
    Card,
)
from scoring.message import Message, say

COUNTED = say("{n} cards, and 1 point more for each extra one.")


@dataclass(frozen=True, slots=True, eq=False)
class Yaku:
    """A yaku with its points and its rule in a sentence.

    `of` are its cards, `least` how many of them make it; a `counted` one gives a point more for each further card.
    `needs` are cards that must be among them. It replaces those that it `beats` under all house rules, and its `parts`,
    the smaller yaku in it, under the rule that it counts alone; a counted one replaces none. `rain`: a card of November
    may void it.
    """

    slug: str
    name_ja: str
    name: Message
    points: int
    rule: Message
    of: frozenset[Card]
    least: int
    counted: bool = False
    needs: frozenset[Card] = frozenset()
    beats: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    rain: bool = False

    @property
    def certain(self) -> frozenset[Card]:
        """The cards in every pile that makes it."""
        return self.of if self.least == len(self.of) else self.needs

    def points_of(self, cards: int) -> int:
        """「5枚を超える枚数1枚ごとに1点加算」: the points for this number of cards.

        >>> [yaku.points_of(6) for yaku in TABLE if yaku.slug in ("akatan", "tan")]
        [6, 2]
        """
        return self.points + (cards - self.least if self.counted else 0)

    def made_by(self, cards: Collection[Card]) -> bool:
        """Whether the pile has its cards, though another yaku may replace it."""
        return len(self.of.intersection(cards)) >= self.least and self.needs.issubset(cards)


TABLE = (
    # 「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」: the best one counts.
    Yaku(
        "goko",
        "五光",
        say("Five Brights"),
        10,
        rule=say("All five brights."),
        of=LIGHTS,
        least=5,
        beats=("shiko", "ameshiko", "sanko"),
    ),
    Yaku(
        "shiko",
        "四光",
        say("Four Brights"),
        8,
        rule=say("Four brights without the rain man."),
        of=DRY_LIGHTS,
        least=4,
        beats=("ameshiko", "sanko"),
    ),
    Yaku(
        "ameshiko",
        "雨四光",
        say("Rainy Four Brights"),
        7,
        rule=say("Four brights, including the rain man."),
        of=LIGHTS,
        least=4,
        needs=frozenset({RAIN_MAN}),
        beats=("sanko",),
    ),
    Yaku(
        "sanko",
        "三光",
        say("Three Brights"),
        6,
        rule=say("Three brights without the rain man."),
        of=DRY_LIGHTS,
        least=3,
    ),
    Yaku(
        "hanami",
        "花見で一杯",
        say("Hanami-zake"),
        5,
        rule=say("The cherry curtain and the sake cup."),
        of=frozenset({CURTAIN, CUP}),
        least=2,
        rain=True,
    ),
    Yaku(
        "tsukimi",
        "月見で一杯",
        say("Tsukimi-zake"),
        5,
        rule=say("The moon and the sake cup."),
        of=frozenset({MOON, CUP}),
        least=2,
        rain=True,
    ),
    Yaku(
        "teppo",
        "鉄砲",
        say("Teppo"),
        5,
        rule=say("The cherry curtain, the moon and the sake cup."),
        of=frozenset({CURTAIN, MOON, CUP}),
        least=3,
        parts=("hanami", "tsukimi"),
    ),
    Yaku(
        "inoshikacho",
        "猪鹿蝶",
        say("Inoshikachō"),
        6,
        rule=say("The boar of July, the deer of October, the butterflies of June."),
        of=frozenset({BOAR, DEER, BUTTERFLIES}),
        least=3,
    ),
    Yaku(
        "akatan",
        "赤短",
        say("Red ribbons"),
        6,
        rule=say("The ribbons of January, February, March."),
        of=RED_RIBBONS,
        least=3,
    ),
    Yaku(
        "aotan",
        "青短",
        say("Blue ribbons"),
        6,
        rule=say("The ribbons of June, September, October."),
        of=BLUE_RIBBONS,
        least=3,
    ),
    Yaku(
        "rokutan",
        "六短",
        say("Six ribbons"),
        6,
        rule=say("The three red and the three blue ribbons."),
        of=RED_RIBBONS | BLUE_RIBBONS,
        least=6,
        parts=("akatan", "aotan"),
    ),
    Yaku(
        "tane",
        "タネ",
        say("Tane"),
        1,
        rule=COUNTED.of(n=5),
        of=TANE_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "tan",
        "タン",
        say("Tan"),
        1,
        rule=COUNTED.of(n=5),
        of=TAN_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "kasu",
        "カス",
        say("Kasu"),
        1,
        rule=COUNTED.of(n=10),
        of=KASU_CARDS,
        least=10,
        counted=True,
    ),
)

Made: TypeAlias = Mapping[Yaku, int]
"""Yaku that count, each with its points, in the order of `TABLE`."""


@dataclass(frozen=True, kw_only=True)
class YakuRules:
    """House rules for yaku: those in `without` are not played, those in `alone` replace their `parts`.

    `rain`: a card of November voids the yaku with `rain`. `points` are the fixed points that are not those of `TABLE`,
    by slug. `growing`: a yaku of tane or ribbons alone gives a point more for each further one, in place of the counted
    yaku.
    """

    without: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    rain: bool = False
    points: frozenset[tuple[str, int]] = frozenset()
    growing: bool = False

    @cached_property
    def played(self) -> tuple[Yaku, ...]:
        points = dict(self.points)
        return tuple(
            replace(yaku, points=points[yaku.slug]) if yaku.slug in points else yaku
            for yaku in TABLE
            if yaku.slug not in self.without
        )

    @cached_property
    def grown(self) -> Mapping[Yaku, Yaku]:
        """The yaku that grow, each with the counted one that it replaces."""
        pairs = ((yaku, counted) for yaku in self.plain for counted in self.counted if yaku.of <= counted.of)
        return dict(pairs) if self.growing else {}

    def fewest(self, counted: Yaku) -> int:
        """The fewest of its cards that anybody counts: that make it, or that let another grow."""
        return min([counted.least, *(len(yaku.of) + 1 for yaku, by in self.grown.items() if by is counted)])

    @property
    def plain(self) -> tuple[Yaku, ...]:
        """The yaku with fixed points."""
        return tuple(yaku for yaku in self.played if not yaku.counted)

    @property
    def counted(self) -> tuple[Yaku, ...]:
        """The yaku that give a point more for each further card."""
        return tuple(yaku for yaku in self.played if yaku.counted)


def is_wet(pile: Collection[Card]) -> bool:
    """「11月(柳)の札を取ってしまうと…無効」: whether the pile has a card of November."""
    return not NOVEMBER.isdisjoint(pile)


def yaku_of(pile: Collection[Card], rules: YakuRules, *, wet: bool | None = None) -> tuple[Yaku, ...]:
    """The yaku that count for these cards; `wet`: whether a card of November is in the pile, if not as they show."""
    voiding = rules.rain and (is_wet(pile) if wet is None else wet)
    made = [yaku for yaku in rules.played if yaku.made_by(pile) and not (voiding and yaku.rain)]
    out = {slug for yaku in made for slug in (*yaku.beats, *(yaku.parts if yaku.slug in rules.alone else ()))}
    out |= {rules.grown[yaku].slug for yaku in made if yaku in rules.grown}
    return tuple(yaku for yaku in made if yaku.slug not in out)


def read_yaku(pile: Collection[Card], rules: YakuRules) -> Made:
    """The yaku that captured cards make."""
    return with_points(yaku_of(pile, rules), rules, lambda yaku: len(yaku.of.intersection(pile)))


def with_points(yaku: Iterable[Yaku], rules: YakuRules, cards: Callable[[Yaku], int]) -> Made:
    """Yaku that count together with their points; `cards` says how many cards of a counted one there are.

    「他の短冊札が1枚ふえるごとに1点プラス」: what is beyond the cards of all that grow goes to the last of them.
    """
    made = {each: each.points_of(cards(each)) for each in yaku}
    for counted in rules.counted:
        if grown := [each for each in made if rules.grown.get(each) is counted]:
            made[grown[-1]] += max(0, cards(counted) - sum(len(each.of) for each in grown))
    return made


def rained_out(pile: Collection[Card], rules: YakuRules, *, wet: bool = False) -> tuple[Yaku, ...]:
    """The yaku of these cards that a card of November voids, one of them or (`wet`) another of the pile."""
    if not (rules.rain and (wet or is_wet(pile))):
        return ()
    return tuple(yaku for yaku in yaku_of(pile, rules, wet=False) if yaku.rain)


def one_away(
    pile: Collection[Card], rules: YakuRules, *, gone: Collection[Card] = ()
) -> tuple[tuple[Yaku, tuple[Card, ...]], ...]:
    """The yaku that one more card would make, each with the cards that would do.

    `gone` are cards that can't come any more, those in the other player's pile.
    """
    makers: dict[Yaku, list[Card]] = {yaku: [] for yaku in rules.played}
    for card in CARDS:
        if card not in pile and card not in gone:
            for yaku in yaku_of({*pile, card}, rules):
                makers[yaku].append(card)
    made = yaku_of(pile, rules)
    return tuple((yaku, tuple(cards)) for yaku, cards in makers.items() if cards and yaku not in made)


# Yaku entered by name, without cards: which others they imply.


def certain(several: Iterable[Yaku]) -> frozenset[Card]:
    """The cards in every pile that makes all of these."""
    return frozenset[Card]().union(*(yaku.certain for yaku in several))


def together(rules: YakuRules) -> list[dict[str, Any]]:
    """Every yaku or pair of yaku whose cards make more than was entered, as slugs; the fewest cards first.

    Those in `when` imply that those in `brings` count too and replace those in `replaces`; `counts` is the least number
    of cards for counted yaku.
    """
    whole = [yaku for yaku in rules.played if yaku.least == len(yaku.of)]
    entered = [*((yaku,) for yaku in whole), *combinations(whole, 2)]
    found: list[dict[str, Any]] = []
    for cards, named in sorted(((certain(some), some) for some in entered), key=lambda each: len(each[0])):
        # Without a card of November among them it may have rained or not; those entered say which, if they can.
        weathers = {is_wet(cards)} if is_wet(cards) or not rules.rain else {False, True}
        made = [{*yaku_of(cards, rules, wet=wet)} for wet in weathers]
        sure = set.intersection(*([each for each in made if each.issuperset(named)] or made))
        when = tuple(yaku.slug for yaku in named)
        brings = tuple(yaku.slug for yaku in rules.plain if yaku in sure and yaku not in named)
        counts = {yaku.slug: n for yaku in rules.counted if (n := len(yaku.of & cards)) >= yaku.least}
        known = [each for each in found if {*each["when"]} < {*when}]
        if {*brings}.difference(*(each["brings"] for each in known)) or (
            counts.items() - {counted for each in known for counted in each["counts"].items()}
        ):
            replaces = tuple(yaku.slug for yaku in named if yaku not in sure)
            found.append({"when": when, "brings": brings, "replaces": replaces, "counts": counts})
    return found


def rules_by_name(rules: YakuRules) -> dict[str, object]:
    """The rules for yaku entered by name, as slugs: which imply others, and which rain voids.

    `rain` are the yaku with a card of November, `void` those that it voids, `sake` all whose cards make one of these;
    `grown` are the counted yaku that count from fewer cards beside others: which those are, and from how many without.
    """
    rainy = rules.played if rules.rain else ()
    return {
        "grown": {
            counted.slug: {
                "beside": [yaku.slug for yaku, by in rules.grown.items() if by is counted],
                "alone": counted.least,
            }
            for counted in dict.fromkeys(rules.grown.values())
        },
        "together": together(rules),
        "rain": [yaku.slug for yaku in rainy if is_wet(yaku.certain)],
        "void": [yaku.slug for yaku in rainy if yaku.rain],
        "sake": [yaku.slug for yaku in rainy if rained_out(yaku.certain, rules, wet=True)],
    }
