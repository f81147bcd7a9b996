"""Low-Shit and KALO: the hands that the text names, and ten thousand others against a slow reading of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from scoring.decks import poker
from scoring.decks.playing_cards import CARDS
from tests.kit.examples import examples
from tests.scoring.decks import slow_poker

SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
HANDS = examples(12_000)


def cards(written: str) -> list[str]:
    """A♠ 10♥ as the cards of the pack; without suits they are dealt in turn, so that no flush comes about."""
    found = []
    for place, card in enumerate(written.split()):
        suit = SUITS.get(card[-1])
        rank = (card[:-1] if suit else card).replace("10", "T")
        found.append(rank + (suit or "SHDCH"[place]))
    return found


FROM_THE_BEST: dict[str, tuple[Callable[..., Any], dict[str, Any], tuple[str, ...]]] = {
    "the best hand of Low-Shit is the worst of poker": (
        poker.low_shit,
        {},
        ("A 2 3 4 5", "A 2 3 4 6", "A 2 3 5 6", "2 3 4 5 6", "A 2 3 4 7", "A 2 3 4 K", "9 10 J Q K"),
    ),
    "flushes are no hands there": (poker.low_shit, {}, ("2♥ 4♥ 6♥ 8♥ 10♥", "A 2 3 4 J")),
    "pairs and more are bad, and low ones less so": (
        poker.low_shit,
        {},
        (
            "9 10 J Q K",  # no pair, however high
            "A A 2 3 4",
            "A A 2 3 5",
            "2 2 A 3 4",
            "K K A 2 3",
            "A A 2 2 3",
            "A A A 2 3",
            "A A A 2 2",
            "2 2 2 A A",
            "A A A A 2",
            "K K K K Q",
        ),
    ),
    # Straight < flush < full house, as in ordinary poker, and all are bad.
    "where A-2-3-4-6 is the best low, straights and flushes are hands": (
        poker.low_shit,
        {"straights": True},
        (
            "A 2 3 4 6",
            "9 J Q K 2",
            "A A 2 3 4",
            "K K Q Q J",
            "K K K Q J",
            "A 2 3 4 5",
            "2 3 4 5 6",
            "A♠ 2♠ 3♠ 4♠ 6♠",
            "A A A 2 2",
            "A A A A 2",
            "A♠ 2♠ 3♠ 4♠ 5♠",
        ),
    ),
    "five of a kind is the top of KALO": (
        poker.kalo,
        {},
        (
            "Q Q Q Q K",  # five queens: the king is wild
            "2 2 2 2 K",  # five 2s
            "9♠ 10♠ J♠ Q♠ 2♦",  # K-high straight flush
            "Q Q Q J 2",  # four queens
            "Q Q J J 2",  # queens full of jacks
            "3♥ 9♠ J♠ Q♠ 5♠",  # flush
            "9 10 J Q 2",  # straight
            "Q Q J 9 2",  # three queens
            "Q J 9 7 2",  # a pair of queens: the worst that a wild card leaves
        ),
    ),
    "five aces are above five queens where the ace is high": (
        poker.kalo,
        {"ace_high": True},
        ("A A A A 2", "Q Q Q Q K"),
    ),
    # 3, 4, 5 and 6 with a wild two as the seven
    "and A-2-3-4-5 is still the lowest straight": (
        poker.kalo,
        {"ace_high": True},
        ("2 3 4 5 6", "A 3 4 5 2"),
    ),
}


@pytest.mark.parametrize(("read", "rules", "hands"), FROM_THE_BEST.values(), ids=FROM_THE_BEST)
def test_hands_stand_from_the_best_to_the_worst(
    read: Callable[..., Any], rules: dict[str, Any], hands: tuple[str, ...]
) -> None:
    strengths = [read(cards(hand), **rules).strength for hand in hands]
    assert all(above > below for above, below in pairwise(strengths)), list(zip(hands, strengths, strict=True))


@pytest.mark.parametrize(
    ("read", "one", "other"),
    [
        (poker.low_shit, "A♠ 2♠ 3♠ 4♠ 5♠", "A 2 3 4 5"),
        (poker.low_shit, "A♠ 3♠ 5♦ 7♦ 9♦", "A♥ 3♥ 5♣ 7♣ 9♣"),
        (poker.kalo, "2♠ 9♠ J♦ Q♦ 5♦", "2♥ 9♥ J♣ Q♣ 5♣"),
    ],
)
def test_suits_break_no_tie(read: Callable[..., Any], one: str, other: str) -> None:
    assert poker.winners({7: read(cards(one)), 0: read(cards(other))}) == (7, 0)


@pytest.mark.parametrize(
    ("hand", "rules", "name"),
    [
        ("A♠ 2♠ 3♠ 4♠ 5♠", {}, "no pair (5-4-3-2-A)"),
        # A king is a king, and never wild.
        ("K Q J 9 8", {}, "no pair (K-Q-J-9-8)"),
        # The ace stays low.
        ("10 J Q K A", {"straights": True}, "no pair (K-Q-J-10-A)"),
    ],
)
def test_a_hand_of_low_shit_has_its_name(hand: str, rules: dict[str, Any], name: str) -> None:
    assert str(poker.low_shit(cards(hand), **rules).name) == name


@pytest.mark.parametrize(
    ("hand", "rules", "name"),
    [
        # The text's example: K-Q-7-3-3 draws jack and two for queen and seven: the two is wild, for three 3s.
        ("K 3 3 J 2", "", "three of a kind (3-3-3-K-J, wild 2♥)"),
        # Before, the lowest rank is the three. The king as a third 3: 3-3-3-Q-7. A three as a king: only K-K-Q-7-3.
        ("K♣ Q 7 3 3", "", "three of a kind (3-3-3-Q-7, wild K♣)"),
        # Only one card is wild, or all of them.
        ("K 3 3 J 2", "all wild", "four of a kind (3-3-3-3-J, wild K♠ 2♥)"),
        # Two 5s are the lowest: one of them is wild and the other is a five.
        ("5♠ 5♥ 9♦ J♣ Q♠", "", "one pair (Q-Q-J-9-5, wild 5♠)"),
        ("5♠ 5♥ 9♦ J♣ Q♠", "all wild", "straight (K-Q-J-10-9, wild 5♠ 5♥)"),
        # A wild card may stand for itself: four kings, and one of them wild makes a fifth only with another wild card.
        ("K K K 9 9", "", "four of a kind (K-K-K-K-9, wild 9♣)"),
        ("2♠ 2♥ 2♦ 2♣ 9♠", "", "four of a kind (2-2-2-2-9, wild 2♠)"),
        # It may have any suit.
        ("3♥ 9♠ J♠ Q♠ 5♠", "", "flush (K-Q-J-9-5, wild 3♥)"),
        ("3♥ 9♠ 10♠ J♠ Q♠", "", "straight flush (K-Q-J-10-9, wild 3♥)"),
        # A flush has no rank twice: with the king held, the three is the jack.
        ("3♥ 7♠ 9♠ Q♠ K♠", "", "flush (K-Q-J-9-7, wild 3♥)"),
        # With all of them wild there may be nothing else left.
        ("K K 5 5 5", "all wild", "five of a kind (K-K-K-K-K, wild"),
        ("K K K K 5", "all wild", "five of a kind (K-K-K-K-K, wild"),
        ("K K K 5 9", "all wild", "five of a kind (9-9-9-9-9, wild"),
        ("7 7 7 K 2", "all wild", "five of a kind (7-7-7-7-7, wild"),
        # The ace is the lowest rank, and so the wild card.
        ("A 9 J Q 5", "", "one pair (Q-Q-J-9-5, wild A♠)"),
        ("A A A 9 5", "", "three of a kind (A-A-A-9-5, wild A♠)"),
        # Ten, jack, queen and king want a nine (or an ace above the king): the wild one is the ace itself.
        ("A 10 J Q K", "", "straight (K-Q-J-10-9, wild A♠)"),
        # It is above the king where the house says so.
        ("A 9 J Q 5", "ace high", "one pair (A-A-Q-J-9, wild 5♥)"),
        ("A 10 J Q 2", "ace high", "straight (A-K-Q-J-10, wild 2♥)"),
        ("A A 9 5 2", "ace high", "three of a kind (A-A-A-9-5, wild 2♥)"),
        # A, 3, 4 and 5 held, the two wild as itself: any straight above would need the six.
        ("A♠ 2♠ 3♥ 4♦ 5♣", "ace high", "straight (5-4-3-2-A, wild 2♠)"),
        # A king is wild there too.
        ("A♠ A♥ K♦ 9♣ 7♠", "ace high", "three of a kind (A-A-A-K-9, wild 7♠)"),
        ("A♠ A♥ K♦ 7♣ 7♠", "ace high", "full house (A-A-A-7-7, wild K♦)"),
        ("A♠ A♥ K♦ 9♣ 7♠", "ace high, all wild", "four of a kind (A-A-A-A-9, wild K♦ 7♠)"),
    ],
)
def test_a_hand_of_kalo_has_its_name_with_the_wild_cards(hand: str, rules: str, name: str) -> None:
    found = poker.kalo(cards(hand), all_wild="all wild" in rules, ace_high="ace high" in rules)
    assert str(found.name).startswith(name)


# Against the slow reading


@cache
def dealt() -> list[list[str]]:
    rng = random.Random("Boo-Ray")
    return [near_hand(rng) if number % 4 == 0 else rng.sample(CARDS, 5) for number in range(HANDS)]


def near_hand(rng: random.Random) -> list[str]:
    """Five cards out of few ranks or of one suit, where straights, flushes and kinds lie thick."""
    if rng.random() < 0.5:
        first = rng.randrange(10)
        ranks = "A23456789TJQKA"[first : first + 5]
        return rng.sample([card for card in CARDS if card[0] in ranks], 5)
    suit = rng.choice("SHDC")
    return [
        *rng.sample([card for card in CARDS if card[1] == suit], 4),
        rng.choice("A23K") + "SHDC"["HDCS".index(suit)],
    ]


@pytest.mark.parametrize("best_low", ["A-2-3-4-5", "A-2-3-4-6"])
def test_hands_of_low_shit_stand_in_the_order_of_the_slow_reading(best_low: str) -> None:
    quick = [poker.low_shit(hand, straights=best_low == "A-2-3-4-6").strength for hand in dealt()]
    slow = [slow_poker.low(hand, best_low=best_low) for hand in dealt()]
    assert same_order(quick, [tuple_of(value, sign=-1) for value in slow])


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("wild", ["one", "all"])
def test_hands_of_kalo_stand_in_the_order_of_the_slow_reading(wild: str, ace_high: bool) -> None:
    quick, slow = [], []
    for hand in dealt():
        quick.append(poker.kalo(hand, all_wild=wild == "all", ace_high=ace_high).strength)
        slow.append(tuple_of(slow_poker.kalo(hand, wild=wild, ace_high=ace_high), sign=1))
    assert same_order(quick, slow)


def tuple_of(value: tuple[int, list[int]], *, sign: int) -> tuple[int, ...]:
    kind, ranks = value
    return (sign * kind, *(sign * rank for rank in ranks))


def same_order(one: list[tuple[int, ...]], other: list[tuple[int, ...]]) -> bool:
    """Both put the same hands level and all others in the same order: every pair of hands compares alike."""
    places = [{strength: place for place, strength in enumerate(sorted(set(each)))} for each in (one, other)]
    return [places[0][strength] for strength in one] == [places[1][strength] for strength in other]
