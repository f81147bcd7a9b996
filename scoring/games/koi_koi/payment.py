"""The payment for a win with its working: the yaku, doubled from 7 points, times the multiplier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.message import Message, Words, bare, plain, say

DOUBLED_FROM = 7
DOUBLED = (2, say("2 (7 points or more)"))
"""The factor from `DOUBLED_FROM` points, and its words."""
FLAT = 6
"""The points for a dealt hand, and for the oya when nobody made a yaku."""

THEN = "→"
"""The sign between two steps of a sum; a full stop would read as a decimal point."""

PART, AND, SUM = bare("{yaku} {points}"), bare("{left} + {right}"), bare("{yaku} = {points}")
"""Messages for yaku with their points: one, two, and the sum."""
TIMES, WORKING = bare("{left} × {right}"), bare("{yaku} {then} {product} = {points}")
"""Messages for a product, and for the whole working."""
SUMMED = say("Yaku {points}")
"""The message for the sum of the yaku, where they stand beside it."""


@dataclass(frozen=True, kw_only=True)
class Month:
    """The month's multipliers: the lights on the field, the winner's koi-koi calls, and the other player's."""

    lights: int
    own: int = 0
    other: int = 0

    def factors(self, options: KoiKoiOptions) -> tuple[tuple[int, Words], ...]:
        """The factors with their words; a multiplier of 1 is left out."""
        base = 1 + self.lights
        if options.koi_koi == "stacking" and self.own:
            return ((base + self.own, f"({base} + {self.own})"),)
        found: list[tuple[int, Words]] = [(base, str(base))] if base > 1 else []
        if options.koi_koi == "payback" and self.other:
            found.append((2, say("2 (paid back for koi-koi)")))
        return tuple(found)

    def multiplier(self, options: KoiKoiOptions) -> int:
        """「場札による倍率」 and 「こいこいによる得点倍率」, added up or doubled.

        >>> Month(lights=3, own=1).multiplier(KoiKoiOptions())
        5
        >>> Month(lights=3, own=1, other=4).multiplier(KoiKoiOptions(koi_koi="payback"))
        8
        """
        return _product([factor for factor, _ in self.factors(options)])


class Win(NamedTuple):
    """The points of a win, their working, and the `product` alone, for where the yaku stand beside it."""

    points: int
    working: Message
    product: Message


def win(claim: Claim, month: Month, options: KoiKoiOptions) -> Win:
    """The points of a win and their working.

    >>> options = KoiKoiOptions()
    >>> claim = Claim.said(options.yaku_rules, ["akatan"], {"tan": 5})
    >>> won = win(claim, Month(lights=3, own=1), options)
    >>> print(won.working)
    Red ribbons 6 + Tan 1 = 7 → 7 × 2 (7 points or more) × (4 + 1) = 70
    >>> print(won.product)
    Yaku 7 × 2 (7 points or more) × (4 + 1)
    """
    factors: list[tuple[int, Words]] = [(claim.sum, plain(claim.sum))]
    if claim.sum >= DOUBLED_FROM:
        factors.append(DOUBLED)
    factors += month.factors(options)
    points = _product([factor for factor, _ in factors])
    yaku, summed, times = _yaku(claim), SUMMED.of(points=plain(claim.sum)), [words for _, words in factors]
    product = _times([summed, *times[1:]])
    if len(factors) == 1:
        return Win(points, yaku, product)
    return Win(points, WORKING.of(yaku=yaku, then=THEN, product=_times(times), points=plain(points)), product)


def _yaku(claim: Claim) -> Message:
    """「1点の役と2点の役が完成していたら、役の点数は3点」."""
    parts = [PART.of(yaku=yaku.name, points=plain(points)) for yaku, points in claim.standing]
    listed = reduce(lambda left, right: AND.of(left=left, right=right), parts)
    return listed if len(parts) == 1 else SUM.of(yaku=listed, points=plain(claim.sum))


def _times(factors: Sequence[Words]) -> Message:
    first, *others = factors
    return reduce(lambda left, right: TIMES.of(left=left, right=right), others, bare("{factor}", factor=first))


def _product(factors: Sequence[int]) -> int:
    return reduce(lambda left, right: left * right, factors, 1)
