"""Bids of Twin Shoot: two cards whose suits are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Own
from scoring.errors import Problem
from scoring.message import Message, Words, bare, say

TRICKS = 10
"""12 cards each, two of them laid as the bid."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit and its number in a bid: the points of its sign; the diamond looks like a 0."""

    slug: str
    label: Message
    worth: int


SUITS = (
    Suit("leaf", say("leaf"), 5),
    Suit("cross", say("cross"), 4),
    Suit("club", say("club"), 3),
    Suit("heart", say("heart"), 2),
    Suit("spade", say("spade"), 1),
    Suit("diamond", say("diamond"), 0),
)
WORTH = {suit.slug: suit.worth for suit in SUITS}
SUIT_LABELS = {suit.slug: bare("{suit} {worth}", suit=suit.label, worth=suit.worth) for suit in SUITS}
CHOICES = tuple(Choice(suit.slug, SUIT_LABELS[suit.slug]) for suit in SUITS)


def suit_field(name: str, label: Message, *, seats: tuple[int, ...]) -> Pick:
    """The field for one of the two cards of a bid."""
    return Pick(name=name, label=label, seats=seats, choices=CHOICES, optional=True, own=Own.HIDDEN)


@dataclass(frozen=True, slots=True)
class Laid:
    """A player's bid as entered: the number, or the suits of its two cards, or both."""

    number: int | None
    first: str | None
    second: str | None

    @property
    def sum(self) -> int | None:
        """The sum of the two cards; None if they were not entered.

        >>> Laid(None, "cross", "heart").sum, Laid(6, None, None).sum
        (6, None)
        """
        if self.first is None or self.second is None:
            return None
        return WORTH[self.first] + WORTH[self.second]

    @property
    def bid(self) -> int:
        """The number of tricks; the bid must have no problems."""
        bid = self.number if self.sum is None else self.sum
        assert bid is not None, "a bid without a number has two suits"
        return bid

    @property
    def shown(self) -> Words:
        """The bid in words, with its cards if entered."""
        if self.first is None or self.second is None:
            return str(self.bid)
        return bare(
            "{bid} ({first} + {second})", bid=self.bid, first=SUIT_LABELS[self.first], second=SUIT_LABELS[self.second]
        )


def check_bid(laid: Laid, *, seat: int, name: str) -> Iterator[Problem]:
    """The problems of a bid: it needs the number or the cards, and both must agree."""
    if (laid.first is None) != (laid.second is None):
        field = "first_suit" if laid.first is None else "second_suit"
        text = say("{name} laid two cards. Choose the suit of the other one too.", name=name)
        yield Problem(field, seat, text, missing=laid.number is None)
    elif laid.number is None and laid.sum is None:
        text = say("{name}’s bid is missing. Enter the number or the two suits.", name=name)
        yield Problem("bids", seat, text, missing=True)
    elif laid.number is not None and laid.sum is not None and laid.number != laid.sum:
        text = say(
            "{name}’s cards make {shown}, but the number is {number}. Correct one of them.",
            name=name,
            shown=laid.shown,
            number=laid.number,
        )
        yield Problem("bids", seat, text)
