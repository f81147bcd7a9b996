"""The pack of 52: its suits and how they are written."""

from __future__ import annotations

from scoring.fields import Choice
from scoring.message import say

SIZE = 52

SUIT_CHOICES = (
    Choice("spades", "♠", say("spades")),
    Choice("hearts", "♥", say("hearts")),
    Choice("diamonds", "♦", say("diamonds")),
    Choice("clubs", "♣", say("clubs")),
)


def suit_sign(suit: str) -> str:
    """The sign of a suit.

    >>> suit_sign("hearts")
    '♥'
    """
    return next(str(choice.label) for choice in SUIT_CHOICES if choice.value == suit)
