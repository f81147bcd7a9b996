"""The rules that an exact-bid game without teams defines: its hands, points and ways of bidding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby
from typing import ClassVar

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Field
from scoring.families.exact_bid_chances import Range
from scoring.families.exact_bids import BREAKDOWNS, FACT_KINDS, Attempt, in_words, outcome
from scoring.insights.facts import MADE, Breakdown, FactKind, Facts
from scoring.message import Message, Words, bare, count, plain, say
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Cell, Entry

NO_TRUMPS = Choice("none", say("none"), say("no trumps"))
"""A choice beside the suits, for games in which the turned-up card can mean no trumps."""
MINUTES_FOR_FIVE_DEALS = 16
"""How long five deals take at a table that chats."""
NOTHING_BESIDE = Entry("tricks", {})
"""A result without anything but tricks."""


@dataclass(frozen=True, kw_only=True)
class ExactBidRules(Sheet[Opt]):
    """The sheet of an exact-bid game with its rules; `bids` are those of this deal by seat, None before.

    A game defines `usual_hands` and `points`, and overrides the rest where it differs. `planned` are the hands of all
    deals where the table has changed the plan.
    """

    trumps: ClassVar[tuple[Choice, ...]] = ()
    """The choices for trumps; empty in a game whose trumps never change."""
    pack: ClassVar[int | None] = None
    """The size of the pack from which the next card is turned up for trumps."""

    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    bids: tuple[int | None, ...] | None = None
    trump: str | None = None
    planned: tuple[int, ...] | None = None

    @property
    def usual_hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal, as the house rules say."""
        raise NotImplementedError

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal: as dealt, then as planned and as the pack allows."""
        planned = self.usual_hands if self.planned is None else self.planned
        left = planned[self.deals :]
        return (*self._dealt, *(left[:1] if self.pending else ()), *self.fitting(left[1:] if self.pending else left))

    @property
    def _dealt(self) -> Iterator[int]:
        """The hands of the finished deals."""
        deals = (row for row in self.rows if row.kind == "deal")
        return (next(hand for hand in row.facts["hand"] if isinstance(hand, int)) for row in deals)

    def fitting(self, hands: tuple[int, ...]) -> Iterable[int]:
        """The hands of deals to come where the pack is too small for some: then the most that it allows."""
        return (min(hand, self.most_cards) for hand in hands)

    @property
    def most_cards(self) -> int:
        """The most cards that can be dealt to each of those who play."""
        return self.pack_size // len(self.table.playing)

    @property
    def pack_size(self) -> int:
        """The number of cards in the pack."""
        assert self.pack is not None, "a game without a pack of its own says how large it is"
        return self.pack

    @property
    def plan(self) -> tuple[Message, ...]:
        deals = len(self.hands)
        return (
            say("{hands} cards", hands=_turns(self.hands)),
            count("{n} deal, about {minutes} min", "{n} deals, about {minutes} min", n=deals, minutes=_minutes(deals)),
        )

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

    def range_of(self, attempt: Attempt, *, said: bool) -> Range:
        """The range of an attempt's score; `said`: its bid was made in the deal in play."""
        points, _ = self.points(attempt, NOTHING_BESIDE)
        return Range(points, points)

    # The state of the deal.

    @property
    def hand(self) -> int:
        """The number of cards of this deal; after the last deal, of that one."""
        return self.hands[min(self.deals, len(self.hands) - 1)]

    @property
    def dealer(self) -> int:
        return self.table.dealer_of(self.deals)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of bidding: the dealer last."""
        return self.table.round_from(self.table.after(self.dealer))

    @property
    def none_left(self) -> bool:
        """Whether no card is left to turn up, so that there are no trumps."""
        return self.hand * len(self.table.playing) == self.pack


def _turns(hands: tuple[int, ...]) -> Words:
    """The first hand, those where it turns, and the last.

    >>> str(_turns((3, 2, 1, 2, 3))), str(_turns((1, 2, 3, 3))), str(_turns((4,)))
    ('3 → 1 → 3', '1 → 3', '4')
    """
    threes = zip(hands, hands[1:], hands[2:], strict=False)
    inner = [here for before, here, after in threes if (here - before) * (here - after) > 0]
    turns: list[Words] = [str(hand) for hand, _ in groupby((hands[0], *inner, hands[-1]))]
    return reduce(lambda one, other: bare("{one} → {other}", one=one, other=other), turns)


def _minutes(deals: int) -> int:
    """How long so many deals take, to five minutes.

    >>> [_minutes(deals) for deals in (19, 15, 11, 1)]
    [60, 50, 35, 5]
    """
    return max(5, 5 * round(deals * MINUTES_FOR_FIVE_DEALS / 25))
