"""The pack of 52: its suits, ranks and cards, and how to write them."""

from __future__ import annotations

from scoring.entry.choices import Choice
from scoring.message import say

PACK_SIZE = 52
RANKS = "A23456789TJQK"
"""The ranks from the ace; a card is its rank and the first letter of its suit: `AS`, `TH`."""

SUIT_CHOICES = (
    Choice("spades", "♠", say("spades")),
    Choice("hearts", "♥", say("hearts")),
    Choice("diamonds", "♦", say("diamonds")),
    Choice("clubs", "♣", say("clubs")),
)
SUITS = {choice.value[0].upper(): str(choice.label) for choice in SUIT_CHOICES}
"""The sign of each suit, by its letter in a card."""


def rank_name(rank: str) -> str:
    """A rank as people write it.

    >>> rank_name("T"), rank_name("Q")
    ('10', 'Q')
    """
    return "10" if rank == "T" else rank


def card_name(card: str) -> str:
    """A card as people write it.

    >>> card_name("TH"), card_name("AS")
    ('10♥', 'A♠')
    """
    return rank_name(card[0]) + SUITS[card[1]]


CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_CHOICES = tuple(Choice(card, card_name(card)) for card in CARDS)
