"""Yaku entered by name, without cards: which others they imply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import Yaku, YakuRules, is_wet, standing


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
