"""The yaku of Koi-Koi: their table, those that captured cards make, and those one card away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self

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


@dataclass(frozen=True, slots=True)
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

    def __hash__(self) -> int:
        return hash(self.slug)

    @property
    def most(self) -> int:
        """The number of its cards."""
        return len(self.of)

    @property
    def certain(self) -> frozenset[Card]:
        """The cards in every pile that makes it."""
        return self.of if self.least == self.most else self.needs

    def points_of(self, cards: int) -> int:
        """「5枚を超える枚数1枚ごとに1点加算」: the points for this number of cards.

        >>> YAKU["tan"].points_of(6), YAKU["kasu"].points_of(12), YAKU["akatan"].points_of(3)
        (2, 3, 6)
        """
        return self.points + (cards - self.least if self.counted else 0)

    def stands(self, cards: frozenset[Card]) -> bool:
        """Whether the pile has its cards, though another yaku may replace it."""
        return len(self.of & cards) >= self.least and self.needs <= cards


def _all(
    slug: str, name_ja: str, name: Message, points: int, *, rule: Message, of: frozenset[Card], **more: Any
) -> Yaku:
    """Make a yaku that needs all of its cards."""
    return Yaku(slug, name_ja, name, points, rule, of, least=len(of), **more)


TABLE = (
    # 「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」: the best one counts.
    _all(
        "goko",
        "五光",
        say("Five Brights"),
        10,
        rule=say("All five brights."),
        of=LIGHTS,
        beats=("shiko", "ameshiko", "sanko"),
    ),
    _all(
        "shiko",
        "四光",
        say("Four Brights"),
        8,
        rule=say("Four brights without the rain man."),
        of=DRY_LIGHTS,
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
    _all(
        "hanami",
        "花見で一杯",
        say("Hanami-zake"),
        5,
        rule=say("The cherry curtain and the sake cup."),
        of=frozenset({CURTAIN, CUP}),
        rain=True,
    ),
    _all(
        "tsukimi",
        "月見で一杯",
        say("Tsukimi-zake"),
        5,
        rule=say("The moon and the sake cup."),
        of=frozenset({MOON, CUP}),
        rain=True,
    ),
    _all(
        "teppo",
        "鉄砲",
        say("Teppo"),
        5,
        rule=say("The cherry curtain, the moon and the sake cup."),
        of=frozenset({CURTAIN, MOON, CUP}),
        parts=("hanami", "tsukimi"),
    ),
    _all(
        "inoshikacho",
        "猪鹿蝶",
        say("Inoshikachō"),
        6,
        rule=say("The boar of July, the deer of October, the butterflies of June."),
        of=frozenset({BOAR, DEER, BUTTERFLIES}),
    ),
    _all("akatan", "赤短", say("Red ribbons"), 6, rule=say("The ribbons of January, February, March."), of=RED_RIBBONS),
    _all(
        "aotan", "青短", say("Blue ribbons"), 6, rule=say("The ribbons of June, September, October."), of=BLUE_RIBBONS
    ),
    _all(
        "rokutan",
        "六短",
        say("Six ribbons"),
        6,
        rule=say("The three red and the three blue ribbons."),
        of=RED_RIBBONS | BLUE_RIBBONS,
        parts=("akatan", "aotan"),
    ),
    Yaku(
        "tane",
        "タネ",
        say("Tane"),
        1,
        rule=say("Five tane, and 1 point more for each extra one."),
        of=TANE_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "tan",
        "タン",
        say("Tan"),
        1,
        rule=say("Five tan, and 1 point more for each extra one."),
        of=TAN_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "kasu",
        "カス",
        say("Kasu"),
        1,
        rule=say("Ten kasu, and 1 point more for each extra one."),
        of=KASU_CARDS,
        least=10,
        counted=True,
    ),
)
YAKU = {yaku.slug: yaku for yaku in TABLE}


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuRules:
    """The yaku that a table plays, in the order of `TABLE`.

    Those in `alone` replace their `parts`. `rain`: a card of November voids the yaku with `rain`.
    """

    played: tuple[Yaku, ...] = TABLE
    alone: frozenset[str] = frozenset()
    rain: bool = False

    def without(self, *slugs: str) -> Self:
        """The same rules without these yaku."""
        return replace(self, played=tuple(yaku for yaku in self.played if yaku.slug not in slugs))

    @property
    def plain(self) -> tuple[Yaku, ...]:
        """The yaku with fixed points."""
        return tuple(yaku for yaku in self.played if not yaku.counted)

    @property
    def counted(self) -> tuple[Yaku, ...]:
        """The yaku that give a point more for each further card."""
        return tuple(yaku for yaku in self.played if yaku.counted)


def standing(pile: frozenset[Card], rules: YakuRules, *, wet: bool) -> tuple[Yaku, ...]:
    """The yaku that count for these cards; `wet`: a card of November is among them."""
    return best((yaku for yaku in rules.played if yaku.stands(pile)), rules, wet=wet)


def best(several: Iterable[Yaku], rules: YakuRules, *, wet: bool) -> tuple[Yaku, ...]:
    """The yaku of `several` that rain doesn't void and no better one replaces."""
    made = [yaku for yaku in several if not (wet and rules.rain and yaku.rain)]
    out = {slug for yaku in made for slug in (*yaku.beats, *(yaku.parts if yaku.slug in rules.alone else ()))}
    return tuple(yaku for yaku in made if yaku.slug not in out)


def read_yaku(cards: Iterable[Card], rules: YakuRules) -> tuple[tuple[Yaku, int], ...]:
    """The yaku that captured cards make, each with its points, in the order of the table."""
    pile = frozenset(cards)
    made = standing(pile, rules, wet=is_wet(pile))
    return tuple((yaku, yaku.points_of(len(yaku.of & pile))) for yaku in made)


def is_wet(pile: frozenset[Card]) -> bool:
    """「11月(柳)の札を取ってしまうと…無効」: whether the pile has a card of November."""
    return not pile.isdisjoint(NOVEMBER)


def rained_out(cards: Iterable[Card], rules: YakuRules) -> tuple[Yaku, ...]:
    """The yaku that a card of November voids in these cards."""
    pile = frozenset(cards)
    if not (rules.rain and is_wet(pile)):
        return ()
    made = standing(pile, rules, wet=True)
    return tuple(yaku for yaku in standing(pile, rules, wet=False) if yaku not in made)


def one_away(
    cards: Iterable[Card], rules: YakuRules, *, gone: Iterable[Card] = ()
) -> tuple[tuple[Yaku, tuple[Card, ...]], ...]:
    """The yaku that one more card would make, each with the cards that would do.

    `gone` are cards that can't come any more, those in the other player's pile.
    """
    pile, out = frozenset(cards), frozenset(gone)
    made = standing(pile, rules, wet=is_wet(pile))
    makers: dict[Yaku, list[Card]] = {}
    for card in CARDS:
        if card not in pile and card not in out:
            more = pile | {card}
            for yaku in standing(more, rules, wet=is_wet(more)):
                if yaku not in made:
                    makers.setdefault(yaku, []).append(card)
    return tuple((yaku, tuple(makers[yaku])) for yaku in rules.played if yaku in makers)


# Yaku entered by name, without cards: which others they imply.


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What the yaku in `when` imply: `brings` count too and replace those in `replaces`.

    `counts` is the least number of cards for counted yaku.
    """

    when: tuple[str, ...]
    brings: tuple[str, ...]
    replaces: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]


def together(rules: YakuRules) -> tuple[Together, ...]:
    """Every yaku or pair of yaku whose cards make more than was entered; the fewest cards first."""
    whole = [yaku for yaku in rules.played if yaku.least == yaku.most]
    said = [(yaku,) for yaku in whole] + list(combinations(whole, 2))
    found: list[Together] = []
    for several in sorted(said, key=lambda some: len(certain(some))):
        follows = _follows(several, rules)
        known = [each for each in found if set(each.when) < set(follows.when)]
        if set(follows.brings) - {slug for each in known for slug in each.brings} or (
            set(follows.counts) - {counted for each in known for counted in each.counts}
        ):
            found.append(follows)
    return tuple(found)


def certain(several: Iterable[Yaku]) -> frozenset[Card]:
    """The cards in every pile that makes all of these."""
    return frozenset[Card]().union(*(yaku.certain for yaku in several))


def _surely(cards: frozenset[Card], several: set[Yaku], rules: YakuRules) -> frozenset[Yaku]:
    """The yaku in every pile that makes all of these; if they exclude each other, those that their cards make."""
    weathers = {is_wet(cards)} if is_wet(cards) or not rules.rain else {False, True}
    made = [frozenset(standing(cards, rules, wet=wet)) for wet in weathers]
    return frozenset.intersection(*([each for each in made if each >= several] or made))


def _follows(said: tuple[Yaku, ...], rules: YakuRules) -> Together:
    cards = certain(said)
    sure = _surely(cards, set(said), rules)
    return Together(
        when=tuple(yaku.slug for yaku in said),
        brings=tuple(yaku.slug for yaku in rules.plain if yaku in sure and yaku not in said),
        replaces=tuple(yaku.slug for yaku in said if yaku not in sure),
        counts=tuple((yaku.slug, len(yaku.of & cards)) for yaku in rules.counted if len(yaku.of & cards) >= yaku.least),
    )
