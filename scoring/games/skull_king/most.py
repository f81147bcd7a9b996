"""The range of an attempt's score, with all bonuses that its tricks can hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from scoring.families.exact_bid_chances import Range
from scoring.families.exact_bids import Attempt
from scoring.games.skull_king.bonuses import (
    BLACK,
    BONUSES,
    FOURTEENS,
    KING,
    LOOT,
    LOOT_CARDS,
    MERMAIDS,
    PIRATES,
    trick_size,
)
from scoring.games.skull_king.options import SkullKingOptions
from scoring.games.skull_king.points import score, share_of_bonus
from scoring.table import Table


def range_of(attempt: Attempt, options: SkullKingOptions, table: Table, *, cannonball: bool | None) -> Range:
    """The range of an attempt's score; `cannonball` is None before the bid.

    Loot counts for every made bid, as if an ally always made theirs too: with loot in the pack the most is a bound that
    may be out of reach.
    """
    fired = (False, options.cannonballs) if cannonball is None else (cannonball,)
    bare = [score(attempt, caught=(), loot=(), lost_loot=(), options=options, cannonball=each).points for each in fired]
    held = most_bonus(attempt.tricks, edition=options.edition, size=trick_size(table))
    most = [
        points + int(held * share_of_bonus(attempt, options, cannonball=each))
        for points, each in zip(bare, fired, strict=True)
    ]
    loot = LOOT * LOOT_CARDS if attempt.made and options.expansion and options.edition == "current" else 0
    return Range(min(bare), max(most) + loot)


@cache
def most_bonus(tricks: int, *, edition: str, size: int) -> int:
    """The most bonus points in this number of tricks of `size` cards.

    >>> [most_bonus(tricks, edition="current", size=4) for tricks in (0, 1, 2)]
    [0, 90, 150]
    """
    if not tricks:
        return 0
    return max(points for points in _catches(tricks, edition, size))


def _catches(tricks: int, edition: str, size: int) -> Iterator[int]:
    """The bonus points of every possible set of captures, with 14s as the other cards."""
    worth = {bonus.slug: bonus.points for bonus in BONUSES[edition]}
    for king in range(KING.most + 1):
        # After a mermaid takes the Skull King, one mermaid is left to catch, and he caught no pirates.
        for pirates in range(1 if king else min(PIRATES.most, size - 1) + 1):
            for mermaids in range(MERMAIDS.most + 1 - king if MERMAIDS.slug in worth else 1):
                catchers = bool(king) + bool(pirates) + bool(mermaids)
                left = tricks * size - catchers - king - pirates - mermaids
                if catchers > tricks or left < 0:
                    continue
                black = min(left, BLACK.most) if BLACK.slug in worth else 0
                fourteens = min(left - black, FOURTEENS.most) if FOURTEENS.slug in worth else 0
                caught = worth[KING.slug] * king + worth[PIRATES.slug] * pirates
                yield (
                    caught
                    + worth.get(MERMAIDS.slug, 0) * mermaids
                    + worth.get(BLACK.slug, 0) * black
                    + worth.get(FOURTEENS.slug, 0) * fourteens
                )
