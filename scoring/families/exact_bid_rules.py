"""The rules that an exact-bid game without teams defines: its hands, points and ways of bidding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Field
from scoring.families.exact_bid_plan import ExactBidPlan
from scoring.families.exact_bids import BREAKDOWNS, FACT_KINDS, Attempt, in_words, outcome
from scoring.insights.facts import MADE, Breakdown, FactKind, Facts
from scoring.insights.outlook import Range
from scoring.message import Message, Words, bare, plain, say
from scoring.options import Opt
from scoring.sheets.values import Cell, Entry

NO_TRUMPS = Choice("none", say("none"), say("no trumps"))
"""A choice beside the suits, for games in which the turned-up card can mean no trumps."""
NOTHING_BESIDE = Entry("tricks", {})
"""A result without anything but tricks."""


@dataclass(frozen=True, kw_only=True)
class ExactBidRules(ExactBidPlan[Opt]):
    """The sheet of an exact-bid game with its rules; `bids` are those of this deal by seat, None before.

    A game defines `usual_hands` and `points`, and overrides the rest where it differs.
    """

    trumps: ClassVar[tuple[Choice, ...]] = ()
    """The choices for trumps; empty in a game whose trumps never change."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    bids: tuple[int | None, ...] | None = None
    trump: str | None = None

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, Words]:
        """The score of an attempt, and its sum in words ("" without one).

        `entry` is the one with the tricks, which may have other fields.
        """
        raise NotImplementedError

    @property
    def restricted(self) -> bool:
        """Whether the bids may not add up to the hand, which limits the dealer."""
        return False

    @property
    def at_once(self) -> bool:
        """Whether all bid at the same time."""
        return False

    @property
    def all_taken(self) -> bool:
        """Whether somebody takes every trick, so that they add up to the hand."""
        return True

    @property
    def beside_bids(self) -> tuple[Field, ...]:
        """Other fields asked with the bids."""
        if not self.trumps or self.none_left:
            return ()
        return (Pick(name="trump", label=say("Trumps"), choices=self.trumps, optional=True, spare=True),)

    @property
    def beside_tricks(self) -> tuple[Field, ...]:
        """Other fields asked with the tricks."""
        return ()

    def cell(self, attempt: Attempt, entry: Entry) -> Cell:
        """The scorecard cell of an attempt."""
        points, sum_of = self.points(attempt, entry)
        result = bare("{sum} = {points}", sum=sum_of, points=plain(points)) if sum_of else plain(points)
        return Cell(
            points=points,
            working=bare("{attempt}: {result}", attempt=in_words(attempt), result=result),
            figure=str(attempt.bid),
            taken=str(attempt.tricks),
            outcome=outcome(bid=attempt.bid, tricks=attempt.tricks),
        )

    def facts(self, attempts: tuple[Attempt, ...], entry: Entry) -> Facts:
        """The facts of the deal, for each of `fact_kinds`; the attempts are those of the seats that play."""
        dealer = self.dealer
        return {
            "hand": self.by_seat({each.seat: each.hand for each in attempts}),
            "bid": self.by_seat({each.seat: each.bid for each in attempts}),
            "tricks": self.by_seat({each.seat: each.tricks for each in attempts}),
            MADE: self.by_seat({each.seat: each.made for each in attempts}),
            "missed": self.by_seat({each.seat: each.missed for each in attempts}),
            "dealt": self.by_seat({each.seat: each.seat == dealer for each in attempts}),
        }

    def happened(self, entry: Entry) -> tuple[Message, ...]:
        """News of the deal that no total shows."""
        return ()

    def before_bids(self) -> Message:
        """A sentence on how to bid in this deal, with the bid that the dealer may not make."""
        dealer = self.table.players[self.dealer]
        if self.at_once:
            return say("Everyone writes down a bid. {dealer} deals and can bid anything.", dealer=dealer)
        if self.restricted:
            return say("{dealer} bids last. Total bids can’t equal {hand}.", dealer=dealer, hand=self.hand)
        return say("{dealer} bids last and can bid anything.", dealer=dealer)

    def range_of(self, attempt: Attempt) -> Range:
        """The range of an attempt's score, whatever else is entered of it."""
        points, _ = self.points(attempt, NOTHING_BESIDE)
        return Range(points, points)

    # The state of the deal.

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of bidding: the dealer last."""
        return self.table.round_from(self.table.after(self.dealer))
