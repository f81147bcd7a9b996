"""Oh Hell オーヘル: bid how many tricks you will take, and take exactly as many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.decks import playing_cards
from scoring.entry.choices import Choice
from scoring.families.exact_bid_sheet import ExactBidSheet
from scoring.families.exact_bids import Attempt
from scoring.game import Game
from scoring.games.oh_hell.options import NUMBERS, PRESETS, SEATS, OhHellOptions
from scoring.games.oh_hell.variants import VARIANTS, name_of
from scoring.sheets.values import Entry

MADE_BONUS = 10
MISSED_PENALTY = 10
LONG_HAND = 5
"""The fewest cards with which bonus scoring pays more for bidding all tricks, or all but one."""


@dataclass(frozen=True, kw_only=True)
class OhHellSheet(ExactBidSheet[OhHellOptions]):
    """A score sheet of Oh Hell. Tied players share the win: 「同点の場合は該当プレイヤー全てが勝者です」."""

    numbers: ClassVar[tuple[int, ...]] = SEATS
    trumps: ClassVar[tuple[Choice, ...]] = playing_cards.SUIT_CHOICES
    pack = playing_cards.PACK_SIZE

    @property
    def usual_hands(self) -> tuple[int, ...]:
        return self.options.hands

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        """The score by the five ways of scoring.

        - normal 「通常方式」: 10 and the tricks when made, else nothing.
        - plus 「加点方式」: the tricks always, 10 more when made.
        - minus 「減点方式」: 10 flat when made, else 10 lost for each trick of difference.
        - bonus 得点の方法の二つ目: 1 for every trick, and 5 more when made; with 5 cards or more, 50 for all tricks, 25
          for all but one.
        - custom: the table's numbers for a made bid and each of its tricks, and lost for each trick of difference.
        """
        rules, tricks = self.options, attempt.tricks
        if not attempt.made:
            lost = {"minus": MISSED_PENALTY, NUMBERS: rules.missed_points}.get(rules.scoring)
            if lost is None:
                return (0 if rules.scoring == "normal" else tricks), ""
            return -lost * attempt.off, f"−{lost} × {attempt.off}" if lost else ""
        if rules.scoring == "minus":
            return MADE_BONUS, ""
        if rules.scoring == "bonus":
            extra = {0: 50, 1: 25}.get(attempt.hand - attempt.bid, 5) if attempt.hand >= LONG_HAND else 5
            return tricks + extra, f"{tricks} + {extra}"
        if rules.scoring == NUMBERS:
            made, each = rules.made_points, rules.trick_points
            return made + each * tricks, f"{made} + {each} × {tricks}" if each else ""
        return MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}"


GAME = Game(
    slug="oh-hell",
    name="Oh Hell",
    name_ja="オーヘル",
    seats=SEATS,
    options=OhHellOptions,
    blank=OhHellSheet,
    presets=(*PRESETS, *VARIANTS),
    called=name_of,
)
