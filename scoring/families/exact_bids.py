"""Exact-bid games: players bid a number of tricks and must take exactly that many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.entry.choices import Choice
from scoring.entry.fields import Number, Own
from scoring.insights.facts import DEALT, MADE, Breakdown, number, one_of, yes_or_no
from scoring.message import Message, Words, bare, say
from scoring.options import pick, switch
from scoring.sheets.sheet import Sheet

BIDS = say("Bids")
TRICKS = say("Tricks")
IN_TURN = "in-turn"
AT_ONCE = say("Everyone writes a bid at once, and the dealer can bid anything.")

BID = number("bid", say("Bid"), favourite=say("Most frequent bid"))
TAKEN = number("tricks", TRICKS)
FACT_KINDS = (
    number("hand", say("Cards dealt")),
    BID,
    TAKEN,
    yes_or_no(MADE, say("Bid made")),
    one_of("missed", say("Bid missed"), Choice("over", say("too many tricks")), Choice("under", say("too few tricks"))),
    DEALT,
)
"""The facts of a deal in which everybody bids."""

BREAKDOWNS = (Breakdown(MADE, by="hand"), Breakdown(MADE, by="bid"), Breakdown(MADE, by="dealt"))

ScoreTerm: TypeAlias = tuple[int, Message]
"""A term of a score: the points, and what they are for."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A seat's bid and tricks in a deal of `hand` cards."""

    seat: int
    bid: int
    tricks: int
    hand: int

    @property
    def made(self) -> bool:
        return self.bid == self.tricks

    @property
    def off(self) -> int:
        """The number of tricks too many or too few."""
        return abs(self.bid - self.tricks)


def bidding(at_once: Choice) -> Any:
    """Declare the option for bidding in turn or at once; `at_once` says how the game does that."""
    return pick(say("Bidding"), Choice(IN_TURN, say("In turn")), at_once)


def dealers_restriction(*, default: bool) -> Any:
    """Declare the option for the hook: the dealer may not make the bids add up to the hand."""
    return switch(
        say("Dealer’s restriction"),
        default=default,
        on=say("Total bids can’t equal the number of tricks (“screw the dealer”)."),
    )


def forbidden_bid(others: Sequence[int], *, hand: int) -> int | None:
    """The bid that the last bidder may not make, because all could then make theirs; None if there is none.

    >>> forbidden_bid([0, 2, 1, 3], hand=10)
    4
    >>> forbidden_bid([3, 5], hand=7) is None
    True
    """
    left = hand - sum(others)
    return left if 0 <= left <= hand else None


def too_many_cards(hand: int, players: int, *, pack: int) -> Message:
    """The message that the pack is too small for a hand."""
    return say(
        "{pack} cards are not enough to deal {hand} each to {players} players. The largest hand is {most}.",
        pack=pack,
        hand=hand,
        players=players,
        most=pack // players,
    )


def tricks_field(
    *, seats: tuple[int, ...], hand: int, bids: tuple[int | None, ...] | None = None, all_taken: bool = True
) -> Number:
    """The field of the tricks, prefilled with the bids if known; they add up to the hand if `all_taken`."""
    return Number(
        name="tricks",
        label=TRICKS,
        singular=say("tricks"),
        seats=seats,
        low=0,
        high=hand,
        total=hand if all_taken else None,
        out_of=hand,
        suggested=bids,
        known=tuple(say("bid {bid}", bid="" if bid is None else bid) for bid in bids or ()),
        counted=True,
        follows="bids" if bids else "",
        own=Own.ANY_TIME,
    )


def wrong_tricks(tricks: Sequence[int | None], *, hand: int, all_taken: bool = True) -> Message | None:
    """A message why these can't be the tricks of a hand; None if they can.

    >>> str(wrong_tricks([3, 3, 3, 2], hand=10))
    'The tricks add up to 11, not 10. Take away 1.'
    >>> wrong_tricks([3, 3, 3, 0], hand=10, all_taken=False) is None
    True
    """
    total = sum(filter(None, tricks))
    if total > hand:
        return say("The tricks add up to {total}, not {hand}. Take away {n}.", total=total, hand=hand, n=total - hand)
    if total < hand and all_taken:
        return say("The tricks add up to {total}, not {hand}. Add {n}.", total=total, hand=hand, n=hand - total)
    return None


def most_exact(sheet: Sheet[Any]) -> tuple[tuple[str, ...], int]:
    """The people who made the most bids, each where they sat then, and how many; nobody and 0 if none was made."""
    seats = [(row, seat) for seat in sheet.table.seats for row in sheet.rows if row.fact(MADE, seat) is True]
    made = Counter(row.players[seat] for row, seat in seats)
    most = max(made.values(), default=0)
    return tuple(name for name, bids in made.items() if bids == most), most


def balance(bids: Sequence[int | None], *, hand: int) -> Message:
    """How far the sum of the bids is over or under the number of tricks.

    >>> str(balance([3, 4, 1, 4], hand=10)), str(balance([0, 1, 2, 3], hand=10))
    ('2 over', '4 under')
    """
    over = sum(filter(None, bids)) - hand
    if over == 0:
        return say("even")
    return say("{n} over", n=over) if over > 0 else say("{n} under", n=-over)


def in_words(attempt: Attempt, bid: Words | None = None) -> Message:
    """The working of an attempt in words; `bid` is the bid in words, where it has more than its number."""
    bid = bid or str(attempt.bid)
    if attempt.made:
        return say("bid {bid}, took {tricks}, made", bid=bid, tricks=attempt.tricks)
    return say("bid {bid}, took {tricks}, missed by {miss}", bid=bid, tricks=attempt.tricks, miss=attempt.off)


def points_of(terms: Iterable[ScoreTerm]) -> int:
    return sum(points for points, _ in terms)


def terms_in_words(terms: Iterable[ScoreTerm]) -> Iterator[Message]:
    """Each term of a sum in words: "30 (pirate)"."""
    return (bare("{points} ({what})", points=points, what=what) for points, what in terms)
