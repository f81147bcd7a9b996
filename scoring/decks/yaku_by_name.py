"""Yaku entered by name, without cards: which others they imply, and which piles make exactly them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Self

from scoring.decks.hanafuda import CARDS, NOVEMBER, Card
from scoring.decks.yaku import Yaku, YakuRules, best, is_wet, standing


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


def surely(several: Iterable[Yaku], rules: YakuRules, *, november: bool | None = None) -> frozenset[Yaku]:
    """The yaku in every pile that makes all of these; if they exclude each other, those that their cards make.

    `november` says whether the pile has a card of November, None if unknown.
    """
    cards, several = certain(several), set(several)
    made = [frozenset(standing(cards, rules, wet=wet)) for wet in _weathers(cards, rules, november)]
    return frozenset.intersection(*([each for each in made if each >= several] or made))


def _weathers(cards: frozenset[Card], rules: YakuRules, november: bool | None) -> set[bool]:
    if is_wet(cards) or not rules.rain:
        return {is_wet(cards)}
    return {False, True} if november is None else {november}


def _follows(said: tuple[Yaku, ...], rules: YakuRules) -> Together:
    cards, sure = certain(said), surely(said, rules)
    return Together(
        when=tuple(yaku.slug for yaku in said),
        brings=tuple(yaku.slug for yaku in rules.plain if yaku in sure and yaku not in said),
        replaces=tuple(yaku.slug for yaku in said if yaku not in sure),
        counts=tuple((yaku.slug, len(yaku.of & cards)) for yaku in rules.counted if len(yaku.of & cards) >= yaku.least),
    )


# Piles that make exactly these yaku


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """A class of piles that make exactly some yaku: the cards that decide it, and free ones.

    `free` are cards that matter only to counted yaku; `wet`: one of November must be there. `counted` has for each
    counted yaku the number of its cards in the pile, of its free cards, and whether a free one is of November.
    """

    cards: frozenset[Card]
    free: frozenset[Card]
    wet: bool
    counted: tuple[tuple[Yaku, int, int, bool], ...]

    @classmethod
    def of(cls, cards: frozenset[Card], free: frozenset[Card], rules: YakuRules, *, wet: bool) -> Self:
        counted = ((yaku, len(yaku.of & cards), len(yaku.of & free), is_wet(yaku.of & free)) for yaku in rules.counted)
        return cls(cards=cards, free=free, wet=wet, counted=tuple(counted))

    def most(self, yaku: Yaku) -> int:
        """The most cards of a counted yaku."""
        return len(yaku.of & self.cards) + len(yaku.of & self.free)

    def holds(self, counts: Mapping[str, int]) -> bool:
        """Whether a pile can have exactly these `counts` of counted yaku, and too few cards for those not named."""
        rains = not self.wet or is_wet(self.cards)
        for yaku, lie, free, wet in self.counted:
            room = counts.get(yaku.slug, yaku.least - 1) - lie
            if room < 0 or (room > free and yaku.slug in counts):
                return False
            rains = rains or (wet and room > 0)
        return rains


def is_possible(plain: Collection[str], counts: Mapping[str, int], rules: YakuRules, *, november: bool | None) -> bool:
    """Whether some pile makes exactly these yaku, with these numbers of cards for the counted ones.

    `november` says whether the pile has a card of November; None if unknown.
    """
    return any(pile.holds(counts) for pile in piles(frozenset(plain), rules, november=november))


@lru_cache(maxsize=256)
def piles(plain: frozenset[str], rules: YakuRules, *, november: bool | None) -> tuple[Pile, ...]:
    """The classes of piles that make exactly these plain yaku."""
    weathers = (None,) if not rules.rain else (False, True) if november is None else (november,)
    return tuple(pile for wet in weathers for pile in _piles(plain, rules, wet))


def _piles(plain: frozenset[str], rules: YakuRules, wet: bool | None) -> Iterator[Pile]:
    free = frozenset(CARDS).difference(*families(rules), NOVEMBER if wet is False else ())
    found = [_ways(family, rules, wet).get(plain & _slugs(family, rules), ()) for family in families(rules)]
    for ways in product(*found):
        yield Pile.of(frozenset[Card]().union(*ways), free, rules, wet=wet is True)


@lru_cache(maxsize=256)
def elsewhere(
    plain: frozenset[str], was: YakuRules, now: YakuRules, *, november: bool | None
) -> frozenset[frozenset[str]]:
    """The plain yaku under the rules `now` of piles that make exactly `plain` under the rules `was`.

    Several sets if those piles differ under the new rules, none if no pile makes exactly these. `november` says whether
    the pile has a card of November; None if unknown.
    """
    every, found = YakuRules(), set()
    for wet in (False, True) if november is None else (november,):
        for ways in product(*(_ways(family, every, wet) for family in families(every))):
            made = frozenset[str]().union(*ways)
            if _counting(made, was, wet) == plain:
                found.add(_counting(made, now, wet))
    return frozenset(found)


def _counting(made: frozenset[str], rules: YakuRules, wet: bool) -> frozenset[str]:
    """The plain yaku that count under these rules, of all that a pile would make if every yaku were played."""
    return frozenset(yaku.slug for yaku in best((each for each in rules.plain if each.slug in made), rules, wet=wet))


@lru_cache(maxsize=64)
def families(rules: YakuRules) -> tuple[frozenset[Card], ...]:
    """Independent sets of cards: yaku that share cards or exclude each other are in one family.

    A card in several counted yaku is a family too, so that all cards outside of families matter only to one count.
    """
    by_slug = {yaku.slug: yaku for yaku in rules.played}
    found = [frozenset({card}) for card in CARDS if sum(card in yaku.of for yaku in rules.counted) > 1]
    for yaku in rules.plain:
        named = [by_slug[slug].of for slug in (*yaku.beats, *yaku.parts) if slug in by_slug]
        cards = yaku.of.union(yaku.needs, *named)
        found = [*(each for each in found if not each & cards), cards.union(*(each for each in found if each & cards))]
    return tuple(found)


@lru_cache(maxsize=256)
def _slugs(family: frozenset[Card], rules: YakuRules) -> frozenset[str]:
    return frozenset(yaku.slug for yaku in rules.plain if yaku.of <= family)


@lru_cache(maxsize=512)
def _ways(
    family: frozenset[Card], rules: YakuRules, wet: bool | None
) -> Mapping[frozenset[str], tuple[frozenset[Card], ...]]:
    """How the cards of a family can lie in a pile, by the yaku that they make there; of those that count alike one."""
    alike: dict[object, list[Card]] = {}
    for card in CARDS:
        if card in family and not (wet is False and card in NOVEMBER):
            alike.setdefault((_uses(card, rules), card in NOVEMBER), []).append(card)
    ways = [[some[:number] for number in range(len(some) + 1)] for some in alike.values()]
    found: dict[frozenset[str], dict[object, frozenset[Card]]] = {}
    for way in product(*ways):
        cards = frozenset(card for some in way for card in some)
        made = frozenset(yaku.slug for yaku in standing(cards, rules, wet=wet is True) if not yaku.counted)
        counts = (*(len(yaku.of & cards) for yaku in rules.counted), is_wet(cards))
        found.setdefault(made, {}).setdefault(counts, cards)
    return {made: tuple(ways.values()) for made, ways in found.items()}


def _uses(card: Card, rules: YakuRules) -> tuple[tuple[bool, bool], ...]:
    return tuple((card in yaku.of, card in yaku.needs) for yaku in rules.played)
