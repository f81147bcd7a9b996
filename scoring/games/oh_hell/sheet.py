"""The score sheet of Oh Hell: its hands, points and restriction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.decks import playing_cards
from scoring.entry.fields import Choice
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import IN_TURN, Attempt
from scoring.games.oh_hell.options import OhHellOptions
from scoring.games.oh_hell.points import SCORE
from scoring.sheets.values import Entry, Level


@dataclass(frozen=True, kw_only=True)
class OhHellSheet(ExactBidSheet[OhHellOptions]):
    """A score sheet of Oh Hell."""

    level_at_end: ClassVar[Level] = Level.SHARED
    """「同点の場合は該当プレイヤー全てが勝者です」."""
    trumps: ClassVar[tuple[Choice, ...]] = playing_cards.SUIT_CHOICES
    pack: ClassVar[int | None] = playing_cards.PACK_SIZE

    @property
    def hands(self) -> tuple[int, ...]:
        return self.options.hands

    @property
    def at_once(self) -> bool:
        return self.options.bidding != IN_TURN

    @property
    def restricted(self) -> bool:
        return self.options.restriction

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        return SCORE[self.options.scoring](bid=attempt.bid, tricks=attempt.tricks, hand=attempt.hand)
