"""What a game of exact bids says for itself where each plays alone: its hands, its points, what its table does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.entry.fields import Choice, Field, Pick
from scoring.families.exact_bid_chances import Range
from scoring.families.exact_bids import BREAKDOWNS, FACT_KINDS, Attempt, facts_of, in_words, outcome
from scoring.insights.facts import Breakdown, FactKind, Facts
from scoring.message import Message, Words, bare, plain, say
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Cell, Entry

NO_TRUMPS = Choice("none", say("none"), say("no trumps"))
"""What a game offers beside the suits where a card can be turned up that makes no trumps."""
NOTHING_BESIDE = Entry("tricks", {})
"""A result of which nothing but the tricks matters."""


@dataclass(frozen=True, kw_only=True)
class ExactBidRules(Sheet[Opt]):
    """The rules of an exact-bid game on its sheet; `bids` are those of this deal, None while they are to be said.

    A game says its `hands` and its `points`; the rest where it differs.
    """

    trumps: ClassVar[tuple[Choice, ...]] = ()
    """What can be noted as trumps; nothing in a game whose trumps are always the same."""
    pack: ClassVar[int | None] = None
    """The cards of the pack whose next card turns up trumps."""

    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    bids: tuple[int, ...] | None = None
    trump: str | None = None

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards dealt to each player, deal by deal."""
        raise NotImplementedError

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, Words]:
        """What an attempt scores, and the sum as one would say it ("" where there is nothing to add up).

        `entry` is the one with the tricks, for what else was asked in it.
        """
        raise NotImplementedError

    @property
    def restricted(self) -> bool:
        """The bids may not add up to the hand, which binds the dealer."""
        return False

    @property
    def at_once(self) -> bool:
        """All bid at the same time."""
        return False

    @property
    def all_taken(self) -> bool:
        """Every trick is somebody's, so that they add up to the hand."""
        return True

    @property
    def beside_bids(self) -> tuple[Field, ...]:
        """What else is asked with the bids."""
        if not self.trumps or self.none_left:
            return ()
        return (Pick(name="trump", label=say("Trumps"), choices=self.trumps, optional=True, spare=True),)

    @property
    def beside_tricks(self) -> tuple[Field, ...]:
        """What else is asked with the tricks."""
        return ()

    def cell(self, attempt: Attempt, entry: Entry) -> Cell:
        """What an attempt comes to on the scorecard."""
        points, sum_of = self.points(attempt, entry)
        result = bare("{sum} = {points}", sum=sum_of, points=plain(points)) if sum_of else plain(points)
        return Cell(
            points=points,
            working=bare("{attempt}: {result}", attempt=in_words(attempt), result=result),
            figure=str(attempt.bid),
            outcome=outcome(bid=attempt.bid, tricks=attempt.tricks),
        )

    def facts(self, attempts: tuple[Attempt, ...], entry: Entry) -> Facts:
        """What the deal tells of every seat, for each of `fact_kinds`."""
        return facts_of(attempts, dealer=self.dealer)

    def happened(self, entry: Entry) -> tuple[Message, ...]:
        """What the news of a deal tells that no total shows."""
        return ()

    def before_bids(self) -> Message:
        """How the bids are made now, and what the dealer may not bid."""
        dealer = self.table.players[self.dealer]
        if self.at_once:
            return say("Everyone writes down a bid. {dealer} deals and can bid anything.", dealer=dealer)
        if self.restricted:
            return say("{dealer} bids last. Total bids can’t equal {hand}.", dealer=dealer, hand=self.hand)
        return say("{dealer} bids last and can bid anything.", dealer=dealer)

    def range_of(self, attempt: Attempt, *, said: bool) -> Range:
        """The least and the most that an attempt can score; `said`: its bid is one of the deal in play."""
        points, _ = self.points(attempt, NOTHING_BESIDE)
        return Range(points, points)

    # Where a deal stands.

    @property
    def hand(self) -> int:
        """The cards of this deal; of the last one when the game has come to its end."""
        return self.hands[min(self.deals, len(self.hands) - 1)]

    @property
    def dealer(self) -> int:
        return self.table.after(self.table.dealer, self.deals)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they bid: the dealer last."""
        return self.table.round_from(self.table.after(self.dealer))

    @property
    def none_left(self) -> bool:
        """No card is left to turn up, so there are no trumps."""
        return self.hand * len(self.table.players) == self.pack
