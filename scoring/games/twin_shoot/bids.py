"""Bids of Twin Shoot: two cards whose suits are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.entry.choices import Choice
from scoring.errors import Problem
from scoring.message import Message, Words, bare, joined, say
from scoring.sheets.values import Entry

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
LABELS = {suit.slug: bare("{suit} {worth}", suit=suit.label, worth=suit.worth) for suit in SUITS}
CHOICES = tuple(Choice(slug, label) for slug, label in LABELS.items())


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's bid as entered: the number, or the suits of its two cards, or both."""

    number: int | None
    first: str | None
    second: str | None

    @property
    def sum(self) -> int | None:
        """The sum of the two cards; None if they were not entered.

        >>> Bid(None, "cross", "heart").sum, Bid(6, None, None).sum
        (6, None)
        """
        return WORTH[self.first] + WORTH[self.second] if self.first and self.second else None

    @property
    def tricks(self) -> int:
        """The number of tricks; the bid must have no problems."""
        tricks = self.number if self.sum is None else self.sum
        assert tricks is not None, "a bid without a number has two suits"
        return tricks

    @property
    def in_words(self) -> Words:
        """The number of tricks, with the cards if entered."""
        if not (self.first and self.second):
            return str(self.tricks)
        return bare("{bid} ({cards})", bid=self.tricks, cards=joined("+", LABELS[self.first], LABELS[self.second]))

    def problems(self, *, seat: int, name: str) -> Iterator[Problem]:
        """A bid needs the number or the cards, and both must agree."""
        if bool(self.first) != bool(self.second):
            field = "second_suit" if self.first else "first_suit"
            text = say("{name} laid two cards. Choose the suit of the other one too.", name=name)
            yield Problem(field, seat, text, missing=self.number is None)
        elif self.number is None and self.sum is None:
            text = say("{name}’s bid is missing. Enter the number or the two suits.", name=name)
            yield Problem("bids", seat, text, missing=True)
        elif self.number not in (None, self.tricks):
            text = say(
                "{name}’s cards make {shown}, but the number is {number}. Correct one of them.",
                name=name,
                shown=self.in_words,
                number=str(self.number),
            )
            yield Problem("bids", seat, text)


def bid_of(entry: Entry, seat: int) -> Bid:
    """A seat's bid as the result of a round has it."""
    values = (entry.get(name) for name in ("bids", "first_suit", "second_suit"))
    return Bid(*(each and each[seat] for each in values))
