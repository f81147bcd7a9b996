"""The yaku of Koi-Koi: the table, which of them a pile of captured cards makes, and which are a card away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

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
    """A yaku: its points, and the rule's sentence.

    `of` are the cards that it is made of, `least` how many of them make it; a `counted` one gives a point more
    for each card beyond. `needs` are cards that must be among them.
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

    @property
    def most(self) -> int:
        """All the cards that there are of it."""
        return len(self.of)

    @property
    def certain(self) -> frozenset[Card]:
        """The cards that lie in every pile that makes it."""
        return self.of if self.least == self.most else self.needs

    def points_of(self, cards: int) -> int:
        """「5枚を超える枚数1枚ごとに1点加算」: the points that so many cards give.

        >>> YAKU["tan"].points_of(6), YAKU["kasu"].points_of(12), YAKU["akatan"].points_of(3)
        (2, 3, 6)
        """
        return self.points + (cards - self.least if self.counted else 0)

    def stands(self, cards: frozenset[Card]) -> bool:
        """The pile has the cards for it, whatever excludes it besides."""
        return len(self.of & cards) >= self.least and self.needs <= cards


def _all(slug: str, name_ja: str, name: Message, points: int, *, rule: Message, of: frozenset[Card]) -> Yaku:
    """A yaku that takes all of its cards."""
    return Yaku(slug, name_ja, name, points, rule, of, least=len(of))


TABLE = (
    _all("goko", "五光", say("Five Brights"), 10, rule=say("All five brights."), of=LIGHTS),
    _all("shiko", "四光", say("Four Brights"), 8, rule=say("Four brights without the rain man."), of=DRY_LIGHTS),
    Yaku(
        "ameshiko",
        "雨四光",
        say("Rainy Four Brights"),
        7,
        rule=say("Four brights, the rain man among them."),
        of=LIGHTS,
        least=4,
        needs=frozenset({RAIN_MAN}),
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
        say("Cherry-viewing sake"),
        5,
        rule=say("The cherry curtain and the sake cup."),
        of=frozenset({CURTAIN, CUP}),
    ),
    _all(
        "tsukimi",
        "月見で一杯",
        say("Moon-viewing sake"),
        5,
        rule=say("The moon and the sake cup."),
        of=frozenset({MOON, CUP}),
    ),
    _all(
        "teppo",
        "鉄砲",
        say("Teppo"),
        5,
        rule=say("The cherry curtain, the moon and the sake cup."),
        of=frozenset({CURTAIN, MOON, CUP}),
    ),
    _all(
        "inoshikacho",
        "猪鹿蝶",
        say("Boar, deer, butterflies"),
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
    ),
    Yaku(
        "tane",
        "タネ",
        say("Tane"),
        1,
        rule=say("Five tane, and a point more for each beyond."),
        of=TANE_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "tan",
        "タン",
        say("Tan"),
        1,
        rule=say("Five tan, and a point more for each beyond."),
        of=TAN_CARDS,
        least=5,
        counted=True,
    ),
    Yaku(
        "kasu",
        "カス",
        say("Kasu"),
        1,
        rule=say("Ten kasu, and a point more for each beyond."),
        of=KASU_CARDS,
        least=10,
        counted=True,
    ),
)
YAKU = {yaku.slug: yaku for yaku in TABLE}

OF_LIGHTS = ("goko", "shiko", "ameshiko", "sanko")
"""「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」: the best comes first and stands alone."""
OF_SAKE = ("hanami", "tsukimi")
OF_RIBBONS = ("akatan", "aotan")


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuRules:
    """What tables leave out: `sake` "on", "off" (花見 and 月見 are void) or "rain" (a November card voids them).

    `exclusive_ribbons`: 六短 replaces 赤短 and 青短. `exclusive_teppo`: 鉄砲 replaces 花見 and 月見.
    `without`: other yaku that are not played.
    """

    sake: str = "on"
    exclusive_ribbons: bool = False
    exclusive_teppo: bool = False
    without: frozenset[str] = frozenset()

    @property
    def unplayed(self) -> frozenset[str]:
        """The yaku that nobody can make at this table."""
        return self.without.union(OF_SAKE if self.sake == "off" else ())


def read_yaku(cards: Iterable[Card], rules: YakuRules) -> tuple[tuple[Yaku, int], ...]:
    """The yaku that these captured cards make, each with its points, in the order of the table."""
    pile = frozenset(cards)
    standing = {yaku.slug for yaku in TABLE if yaku.stands(pile) and yaku.slug not in rules.unplayed}
    out = set(excluded(standing, rules))
    if rules.sake == "rain" and pile & NOVEMBER:
        out.update(OF_SAKE)
    return tuple((yaku, yaku.points_of(len(yaku.of & pile))) for yaku in TABLE if yaku.slug in standing - out)


def excluded(standing: set[str], rules: YakuRules) -> Iterator[str]:
    """The yaku that better ones beside them replace."""
    lights = [slug for slug in OF_LIGHTS if slug in standing]
    yield from lights[1:]
    if rules.exclusive_ribbons and "rokutan" in standing:
        yield from OF_RIBBONS
    if rules.exclusive_teppo and "teppo" in standing:
        yield from OF_SAKE


def rained_out(cards: Iterable[Card], rules: YakuRules) -> tuple[Yaku, ...]:
    """「11月(柳)の札を取ってしまうと…無効」: the yaku that these cards would make but for a November card."""
    if rules.sake != "rain":
        return ()
    made = {yaku for yaku, _ in read_yaku(cards, rules)}
    return tuple(yaku for yaku, _ in read_yaku(cards, replace(rules, sake="on")) if yaku not in made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What follows when the yaku in `when` are said: `brings` stand too, in the place of those in `replaces`.

    `counts` are the tane, tan or kasu that there are then at the least.
    """

    when: tuple[str, ...]
    brings: tuple[str, ...]
    replaces: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]


def together(rules: YakuRules) -> tuple[Together, ...]:
    """Every yaku, and every two, whose cards make more than was said; the fewest cards first."""
    whole = [yaku for yaku in TABLE if yaku.least == yaku.most and yaku.slug not in rules.unplayed]
    said = [(yaku,) for yaku in whole] + list(combinations(whole, 2))
    found: list[Together] = []
    for several in sorted(said, key=lambda some: len(_union(some))):
        follows = _follows(several, rules)
        known = [each for each in found if set(each.when) < set(follows.when)]
        if set(follows.brings) - {slug for each in known for slug in each.brings} or (
            set(follows.counts) - {counted for each in known for counted in each.counts}
        ):
            found.append(follows)
    return tuple(found)


def _follows(said: tuple[Yaku, ...], rules: YakuRules) -> Together:
    """What every pile makes that makes these; where they exclude each other, what their cards make."""
    cards = _union(said)
    piles = [cards, cards | (NOVEMBER & KASU_CARDS)] if rules.sake == "rain" else [cards]
    made = [{yaku.slug for yaku, _ in read_yaku(pile, rules)} for pile in piles]
    when = tuple(yaku.slug for yaku in said)
    sure = set.intersection(*([standing for standing in made if standing.issuperset(when)] or made))
    return Together(
        when=when,
        brings=tuple(yaku.slug for yaku in TABLE if not yaku.counted and yaku.slug in sure and yaku.slug not in when),
        replaces=tuple(slug for slug in when if slug not in sure),
        counts=tuple(
            (yaku.slug, len(yaku.of & cards)) for yaku in TABLE if yaku.counted and len(yaku.of & cards) >= yaku.least
        ),
    )


def _union(several: tuple[Yaku, ...]) -> frozenset[Card]:
    return frozenset[Card]().union(*(yaku.certain for yaku in several))


def one_away(
    cards: Iterable[Card], rules: YakuRules, *, gone: Iterable[Card] = ()
) -> tuple[tuple[Yaku, tuple[Card, ...]], ...]:
    """The yaku not yet made that one more card makes, each with the cards any one of which makes it.

    `gone` are the cards that cannot come any more, those in the other's pile.
    """
    pile = frozenset(cards)
    made = {yaku.slug for yaku, _ in read_yaku(pile, rules)}
    makers: dict[str, list[Card]] = {}
    for card in CARDS:
        if card not in pile and card not in frozenset(gone):
            for yaku, _ in read_yaku(pile | {card}, rules):
                if yaku.slug not in made:
                    makers.setdefault(yaku.slug, []).append(card)
    return tuple((yaku, tuple(makers[yaku.slug])) for yaku in TABLE if yaku.slug in makers)
