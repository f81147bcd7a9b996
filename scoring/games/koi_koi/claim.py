"""What is said of a winner's pile: the yaku that stand, and how many tane, tan and kasu where those stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import TABLE, Yaku, YakuRules, read_yaku
from scoring.message import Message, Words, say

COUNTED = tuple(yaku.slug for yaku in TABLE if yaku.counted)
TURNS = 8
"""「8枚の手札」: a turn for each card of the hand, and at most one yes or no to koi-koi a turn."""
CHANCES = {"goko": 3, "shiko": 2, "ameshiko": 2}
"""How often better lights can bring new points on the way: 三光, then 四光 or 雨四光, then 五光."""


@dataclass(frozen=True)
class Claim:
    """The yaku that stand beside the counted ones, and the cards of each counted one that stands."""

    plain: frozenset[str]
    counts: tuple[tuple[str, int], ...]

    @classmethod
    def said(cls, yaku: Iterable[str], counts: Iterable[tuple[str, int | None]]) -> Self:
        return cls(frozenset(yaku), tuple((slug, cards) for slug, cards in counts if cards is not None))

    @classmethod
    def of_cards(cls, cards: Iterable[Card], rules: YakuRules) -> Self:
        pile = frozenset(cards)
        made = [yaku for yaku, _ in read_yaku(pile, rules)]
        return cls(
            frozenset(yaku.slug for yaku in made if not yaku.counted),
            tuple((yaku.slug, len(yaku.of & pile)) for yaku in made if yaku.counted),
        )

    def __bool__(self) -> bool:
        return bool(self.plain or self.counts)

    def __contains__(self, slug: str) -> bool:
        return slug in self.plain or slug in dict(self.counts)

    def cards(self, slug: str) -> int | None:
        """How many tane, tan or kasu there are, or None where that yaku does not stand."""
        return dict(self.counts).get(slug)

    @cached_property
    def standing(self) -> tuple[tuple[Yaku, int], ...]:
        """Every yaku with its points, in the order of the table."""
        return tuple((yaku, yaku.points_of(self.cards(yaku.slug) or yaku.least)) for yaku in TABLE if yaku.slug in self)

    @property
    def sum(self) -> int:
        """「役の点数とは完成している役全ての合計点数です」."""
        return sum(points for _, points in self.standing)

    @property
    def names(self) -> tuple[Words, ...]:
        """The yaku as one reads them out, the counted ones with their cards."""
        return tuple(self._name(yaku) for yaku, _ in self.standing)

    def _name(self, yaku: Yaku) -> Message:
        cards = self.cards(yaku.slug)
        return yaku.name if cards is None else say("{yaku} ({n} cards)", yaku=yaku.name, n=cards)

    def without(self, other: Claim) -> tuple[Words, ...]:
        """The names of what stands here and not so in the other."""
        return tuple(
            self._name(yaku)
            for yaku, _ in self.standing
            if yaku.slug not in other or self.cards(yaku.slug) != other.cards(yaku.slug)
        )

    def chances(self, rules: YakuRules, *, rained: bool) -> int:
        """How often, at the most, these yaku brought new points; each koi-koi and the stop took one.

        `rained`: a November card may have taken sake yaku away again.
        """
        return min(TURNS, sum(self._chances(rules)) + (2 if rained else 0))

    def _chances(self, rules: YakuRules) -> Iterator[int]:
        for yaku, points in self.standing:
            if yaku.counted:
                yield points
            elif yaku.slug == "rokutan":
                yield 1 if rules.exclusive_ribbons else 0  # it comes with the second of 赤短 and 青短
            elif yaku.slug == "teppo":
                yield 0 if "hanami" in self else 1  # it comes with the second of 花見 and 月見
            else:
                yield CHANCES.get(yaku.slug, 1)
