"""The score sheet of Oh Hell: its hands, restriction and five ways of scoring a bid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from scoring.decks import playing_cards
from scoring.entry.choices import Choice
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import IN_TURN, Attempt
from scoring.games.oh_hell.options import NUMBERS, SEATS, OhHellOptions
from scoring.sheets.values import Entry, Level

MADE_BONUS = 10
MISSED_PENALTY = 10
LONG_HAND = 5
"""The fewest cards with which bonus scoring pays more for bidding all tricks, or all but one."""

# Each way returns the points and their sum in words.


def normal(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """加点なしの「通常方式」: 10 and the tricks when made, nothing when missed."""
    return (MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}") if bid == tricks else (0, "")


def plus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """「加点方式」: the tricks always, 10 more when made."""
    return (MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}") if bid == tricks else (tricks, "")


def minus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """「減点方式」: 10 flat when made, 10 lost for each trick of difference when missed."""
    miss = abs(bid - tricks)
    return (-MISSED_PENALTY * miss, f"−{MISSED_PENALTY} × {miss}") if miss else (MADE_BONUS, "")


def bonus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """得点の方法の二つ目: 1 for every trick, plus `made_bonus` for a made bid."""
    extra = made_bonus(bid, hand=hand)
    return (tricks + extra, f"{tricks} + {extra}") if bid == tricks else (tricks, "")


def made_bonus(bid: int, *, hand: int) -> int:
    """The bonus for a made bid: with 5 cards or more, 50 for all tricks and 25 for all but one; else 5.

    >>> made_bonus(5, hand=5), made_bonus(4, hand=5), made_bonus(3, hand=5), made_bonus(4, hand=4)
    (50, 25, 5, 5)
    """
    if hand >= LONG_HAND and bid >= hand - 1:
        return 50 if bid == hand else 25
    return 5


SCORE: dict[str, Callable[..., tuple[int, str]]] = {"normal": normal, "plus": plus, "minus": minus, "bonus": bonus}


def own_numbers(options: OhHellOptions, *, bid: int, tricks: int) -> tuple[int, str]:
    """The table's own numbers: for a made bid and each of its tricks, and lost for each trick of difference.

    >>> own_numbers(OhHellOptions(made_points=10, trick_points=2), bid=3, tricks=3)
    (16, '10 + 2 × 3')
    >>> own_numbers(OhHellOptions(missed_points=2), bid=3, tricks=0)
    (-6, '−2 × 3')
    """
    if bid == tricks:
        points = options.made_points + options.trick_points * tricks
        return (points, f"{options.made_points} + {options.trick_points} × {tricks}" if options.trick_points else "")
    miss = abs(bid - tricks)
    return (-options.missed_points * miss, f"−{options.missed_points} × {miss}" if options.missed_points else "")


@dataclass(frozen=True, kw_only=True)
class OhHellSheet(ExactBidSheet[OhHellOptions]):
    """A score sheet of Oh Hell."""

    numbers: ClassVar[tuple[int, ...]] = SEATS
    level_at_end: ClassVar[Level] = Level.SHARED
    """「同点の場合は該当プレイヤー全てが勝者です」."""
    trumps: ClassVar[tuple[Choice, ...]] = playing_cards.SUIT_CHOICES
    pack: ClassVar[int | None] = playing_cards.PACK_SIZE

    @property
    def usual_hands(self) -> tuple[int, ...]:
        return self.options.hands

    @property
    def at_once(self) -> bool:
        return self.options.bidding != IN_TURN

    @property
    def restricted(self) -> bool:
        return self.options.restriction

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        if self.options.scoring == NUMBERS:
            return own_numbers(self.options, bid=attempt.bid, tricks=attempt.tricks)
        return SCORE[self.options.scoring](bid=attempt.bid, tricks=attempt.tricks, hand=attempt.hand)
