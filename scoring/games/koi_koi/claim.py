"""A claim: the winner's yaku, and the number of cards for tane, tan and kasu."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Self

from scoring.decks.hanafuda import Card
from scoring.decks.yaku import Yaku, YakuRules, read_yaku
from scoring.message import Message, Words, say

TURNS = 8
"""「8枚の手札」: a turn for each card of the hand, and at most one yes or no to koi-koi a turn."""
NO_CLAIM: Mapping[str, int | None] = MappingProxyType({})


@dataclass(frozen=True)
class Claim:
    """The plain yaku of a winner, and the number of cards of each counted one, under these rules."""

    rules: YakuRules
    plain: frozenset[str]
    counts: tuple[tuple[str, int], ...]

    @classmethod
    def said(cls, rules: YakuRules, yaku: Iterable[str] = (), counts: Mapping[str, int | None] = NO_CLAIM) -> Self:
        return cls(rules, frozenset(yaku), tuple((slug, cards) for slug, cards in counts.items() if cards is not None))

    @classmethod
    def of_cards(cls, rules: YakuRules, cards: Iterable[Card]) -> Self:
        pile = frozenset(cards)
        made = read_yaku(pile, rules)
        return cls(
            rules,
            frozenset(yaku.slug for yaku in made if not yaku.counted),
            tuple((yaku.slug, len(yaku.of & pile)) for yaku in made if yaku.counted),
        )

    def __bool__(self) -> bool:
        return bool(self.plain or self.counts)

    def __contains__(self, slug: object) -> bool:
        return slug in self.plain or slug in dict(self.counts)

    def cards(self, slug: str) -> int | None:
        """The number of tane, tan or kasu, or None without that yaku."""
        return dict(self.counts).get(slug)

    @cached_property
    def standing(self) -> tuple[tuple[Yaku, int], ...]:
        """All yaku with their points, in the order of the table."""
        return tuple(
            (yaku, yaku.points_of(self.cards(yaku.slug) or yaku.least))
            for yaku in self.rules.played
            if yaku.slug in self
        )

    @property
    def sum(self) -> int:
        """「役の点数とは完成している役全ての合計点数です」."""
        return sum(points for _, points in self.standing)

    @property
    def names(self) -> tuple[Words, ...]:
        """The names of the yaku, the counted ones with their cards."""
        return tuple(self._name(yaku) for yaku, _ in self.standing)

    def _name(self, yaku: Yaku) -> Message:
        cards = self.cards(yaku.slug)
        return yaku.name if cards is None else say("{yaku} ({n} cards)", yaku=yaku.name, n=cards)

    def without(self, other: Claim) -> tuple[Words, ...]:
        """The names of the yaku that the other claim lacks or counts differently."""
        return tuple(
            self._name(yaku)
            for yaku, _ in self.standing
            if yaku.slug not in other or self.cards(yaku.slug) != other.cards(yaku.slug)
        )

    def chances(self, *, wet: bool) -> int:
        """The most times that these yaku brought new points; each koi-koi and the stop needs one.

        `wet`: a card of November may have voided yaku in between.
        """
        brought = sum(points if yaku.counted else self._steps(yaku) for yaku, points in self.standing)
        washed = sum(yaku.rain for yaku in self.rules.played) if wet and self.rules.rain else 0
        return min(TURNS, brought + washed)

    def _steps(self, yaku: Yaku) -> int:
        """The most times that one yaku brought points: with the last of its parts, or after those it beats."""
        if yaku.parts and all(part in self for part in yaku.parts):
            return 0
        lesser = (each for each in self.rules.played if each.slug in yaku.beats and each.stands(yaku.of))
        return 1 + max(map(self._steps, lesser), default=0)
