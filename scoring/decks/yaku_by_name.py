"""Yaku entered by name, without cards: which others they imply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

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
