"""Exact-bid games: each player says how many tricks it will be, and only just as many are good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.entry.fields import Choice, Number, Own, Pick
from scoring.insights.facts import MADE, Breakdown, Facts, number, one_of, yes_or_no
from scoring.message import Message, Words, say, signed
from scoring.options import option, switch
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Cell, Outcome

BIDS = say("Bids")
TRICKS = say("Tricks")
IN_TURN = "in-turn"

BID = number("bid", say("Bid"), favourite=say("Most frequent bid"))
TAKEN = number("tricks", TRICKS)
FACT_KINDS = (
    number("hand", say("Cards dealt")),
    BID,
    TAKEN,
    yes_or_no(MADE, say("Bid made")),
    one_of("missed", say("Bid missed"), Choice("over", say("too many tricks")), Choice("under", say("too few tricks"))),
    yes_or_no("dealt", say("Dealt")),
)
"""What a deal tells where everybody bids."""

BREAKDOWNS = (Breakdown(MADE, by="hand"), Breakdown(MADE, by="bid"), Breakdown(MADE, by="dealt"))


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one seat bid and took of a hand."""

    seat: int
    bid: int
    tricks: int
    hand: int

    @property
    def made(self) -> bool:
        return self.bid == self.tricks

    @property
    def off(self) -> int:
        """How many tricks too many or too few."""
        return abs(self.bid - self.tricks)

    @property
    def missed(self) -> str | None:
        """Which way it was missed, as it is counted; None when it was made."""
        return None if self.made else "over" if self.tricks > self.bid else "under"


def bidding(at_once: Choice) -> Any:
    """Declare the option whether bids are said in turn or all made at once, in the way that the game says."""
    in_turn = Choice(IN_TURN, say("In turn"), say("Starting to the dealer’s left. The dealer bids last."))
    return option(Pick(label=say("Bidding"), choices=(in_turn, at_once)), IN_TURN)


def dealers_restriction(*, default: bool) -> Any:
    """Declare the option whether the forbidden bid is forbidden."""
    return switch(
        say("Dealer's restriction"),
        default=default,
        on=say("Total bids can’t equal the number of tricks (“screw the dealer”)."),
        off=say("The dealer can bid anything."),
    )


def forbidden_bid(others: Sequence[int], *, hand: int) -> int | None:
    """The bid that the last bidder may not make, since all could then make theirs; None when there is none.

    >>> forbidden_bid([0, 2, 1, 3], hand=10)
    4
    >>> forbidden_bid([3, 5], hand=7) is None
    True
    """
    left = hand - sum(others)
    return left if 0 <= left <= hand else None


def bids_field(*, seats: tuple[int, ...], hand: int, restricted: bool, at_once: bool) -> Number:
    """Who bids how many, the page told early what they may not add up to."""
    return Number(
        name="bids",
        label=BIDS,
        seats=seats,
        low=0,
        high=hand,
        not_total=hand if restricted else None,
        out_of=hand,
        missing=say("{name} hasn’t bid yet."),
        own=Own.HIDDEN if at_once else Own.IN_TURN,
    )


def tricks_field(
    *, seats: tuple[int, ...], hand: int, bids: tuple[int, ...] | None = None, all_taken: bool = True
) -> Number:
    """Who took how many, prefilled with the bids where they are known; they add up to the hand if all were taken."""
    return Number(
        name="tricks",
        label=TRICKS,
        seats=seats,
        low=0,
        high=hand,
        total=hand if all_taken else None,
        out_of=hand,
        suggested=bids,
        known=tuple(say("bid {bid}", bid=bid) for bid in bids or ()),
        counted=True,
        missing=say("{name}’s tricks are missing."),
        own=Own.ANY_TIME,
    )


def wrong_tricks(tricks: Sequence[int], *, hand: int, all_taken: bool = True) -> Message | None:
    """Why these cannot be the tricks of a hand; None when they can.

    >>> str(wrong_tricks([3, 3, 3, 2], hand=10))
    'The tricks add up to 11, not 10. Take away 1.'
    >>> wrong_tricks([3, 3, 3, 0], hand=10, all_taken=False) is None
    True
    """
    said = sum(tricks)
    if said > hand:
        return say("The tricks add up to {said}, not {hand}. Take away {n}.", said=said, hand=hand, n=said - hand)
    if said < hand and all_taken:
        return say("The tricks add up to {said}, not {hand}. Add {n}.", said=said, hand=hand, n=hand - said)
    return None


def outcome(*, bid: int, tricks: int) -> Outcome:
    """How a bid came out, as a cell has it."""
    return Outcome.MADE if bid == tricks else Outcome.MISSED


def made_by(sheet: Sheet[Any], seat: int) -> int:
    """How many bids a seat has made."""
    return sum(row.fact(MADE, seat) is True for row in sheet.rows)


def facts_of(attempts: Sequence[Attempt], *, dealer: int) -> Facts:
    """What a deal tells of the attempts, which stand in seat order."""
    return {
        "hand": tuple([each.hand for each in attempts]),
        "bid": tuple([each.bid for each in attempts]),
        "tricks": tuple([each.tricks for each in attempts]),
        MADE: tuple([each.made for each in attempts]),
        "missed": tuple([each.missed for each in attempts]),
        "dealt": tuple([each.seat == dealer for each in attempts]),
    }


def most_exact(sheet: Sheet[Any]) -> tuple[tuple[str, ...], int]:
    """Who made the most bids, and how many; all of them with 0 when no bid was made."""
    made = [made_by(sheet, seat) for seat in sheet.table.seats]
    most = max(made)
    return tuple(name for name, bids in zip(sheet.table.players, made, strict=True) if bids == most), most


def balance(bids: Sequence[int], *, hand: int) -> Message:
    """What the bids amount to beside the tricks there are.

    >>> str(balance([3, 4, 1, 4], hand=10)), str(balance([0, 1, 2, 3], hand=10))
    ('2 over', '4 under')
    """
    over = sum(bids) - hand
    if over == 0:
        return say("even")
    return say("{n} over", n=over) if over > 0 else say("{n} under", n=-over)


def missed_by(*, bid: Words, tricks: int, off: int) -> Message:
    """What a missed bid was, in the words of a row."""
    return say("bid {bid}, took {tricks}, missed by {miss}", bid=bid, tricks=tricks, miss=off)


def in_words(attempt: Attempt) -> Message:
    """What was bid and taken, in the words of a row."""
    if attempt.made:
        return say("bid {bid}, took {tricks}, made", bid=str(attempt.bid), tricks=attempt.tricks)
    return missed_by(bid=str(attempt.bid), tricks=attempt.tricks, off=attempt.off)


def told_of(name: str, cell: Cell) -> Message:
    """What a deal brought one player, as it is told when it is written."""
    if cell.outcome is Outcome.MADE:
        return say("{name} made {bid}: {points}", name=name, bid=cell.figure, points=signed(cell.points))
    return say("{name} missed: {points}", name=name, points=signed(cell.points))
