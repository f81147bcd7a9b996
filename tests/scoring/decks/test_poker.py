"""Low-Shit and KALO: the hands that the text names, and ten thousand others against a slow reading of the rules."""

from __future__ import annotations

import random
from functools import cache
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


def order(*hands: str, read: Any, **options: Any) -> None:
    """The hands stand from the best to the worst."""
    strengths = [read(cards(hand), **options).strength for hand in hands]
    for better, worse, above, below in zip(hands, hands[1:], strengths, strengths[1:], strict=False):
        assert above > below, f"{better} should win against {worse}"


def low_order(*hands: str, **options: Any) -> None:
    order(*hands, read=poker.low_shit, **options)


def kalo_order(*hands: str, **options: Any) -> None:
    order(*hands, read=poker.kalo, **options)


def kalo(hand: str, **options: Any) -> str:
    return str(poker.kalo(cards(hand), **options).name)


def low(hand: str, **options: Any) -> str:
    return str(poker.low_shit(cards(hand), **options).name)


# Low-Shit


def test_the_worst_hand_of_low_shit_is_the_best_a_2_3_4_5() -> None:
    low_order("A 2 3 4 5", "A 2 3 4 6", "A 2 3 5 6", "2 3 4 5 6", "A 2 3 4 7", "A 2 3 4 K", "9 10 J Q K")


def test_straights_and_flushes_are_no_hands_in_low_shit() -> None:
    assert low("A♠ 2♠ 3♠ 4♠ 5♠") == "no pair (5-4-3-2-A)"
    assert poker.low_shit(cards("A♠ 2♠ 3♠ 4♠ 5♠")).strength == poker.low_shit(cards("A 2 3 4 5")).strength
    low_order("2♥ 4♥ 6♥ 8♥ 10♥", "A 2 3 4 J")


def test_pairs_and_more_are_bad_and_low_ones_less_so() -> None:
    low_order(
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
    )


def test_a_king_is_a_king_in_low_shit_and_never_wild() -> None:
    assert low("K Q J 9 8") == "no pair (K-Q-J-9-8)"


def test_suits_break_no_tie_in_low_shit() -> None:
    one, other = cards("A♠ 3♠ 5♦ 7♦ 9♦"), cards("A♥ 3♥ 5♣ 7♣ 9♣")
    assert poker.winners({3: poker.low_shit(one), 1: poker.low_shit(other)}) == (3, 1)


def test_where_a_2_3_4_6_is_the_best_low_a_2_3_4_5_is_a_straight() -> None:
    # Straights and flushes are hands then: straight < flush < full house, as in ordinary poker, and all are bad.
    low_order(
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
        straights=True,
    )


def test_the_ace_stays_low_in_the_straights_of_low_shit() -> None:
    assert low("10 J Q K A", straights=True) == "no pair (K-Q-J-10-A)"


# KALO


def test_the_example_of_the_text() -> None:
    # K-Q-7-3-3 drops queen and seven and draws jack and two: the two is wild and makes three 3s.
    assert kalo("K 3 3 J 2") == "three of a kind (3-3-3-K-J, wild 2♥)"


def test_before_the_exchange_the_example_has_a_king_or_a_three_for_its_wild_card() -> None:
    # The lowest rank is the three. The king as a third 3: 3-3-3-Q-7. A three as a king would give only K-K-Q-7-3.
    assert kalo("K♣ Q 7 3 3") == "three of a kind (3-3-3-Q-7, wild K♣)"


def test_only_one_card_is_wild_or_all_of_them() -> None:
    assert kalo("K 3 3 J 2", all_wild=True) == "four of a kind (3-3-3-3-J, wild K♠ 2♥)"
    # two 5s are the lowest: one of them is wild and the other is a five
    assert kalo("5♠ 5♥ 9♦ J♣ Q♠") == "one pair (Q-Q-J-9-5, wild 5♠)"
    assert kalo("5♠ 5♥ 9♦ J♣ Q♠", all_wild=True) == "straight (K-Q-J-10-9, wild 5♠ 5♥)"


def test_a_wild_card_may_stand_for_itself() -> None:
    # Four kings: one of them wild is best as the fifth of a kind only together with another wild card.
    assert kalo("K K K 9 9") == "four of a kind (K-K-K-K-9, wild 9♣)"
    assert kalo("2♠ 2♥ 2♦ 2♣ 9♠") == "four of a kind (2-2-2-2-9, wild 2♠)"


def test_a_wild_card_may_have_any_suit() -> None:
    assert kalo("3♥ 9♠ J♠ Q♠ 5♠") == "flush (K-Q-J-9-5, wild 3♥)"
    assert kalo("3♥ 9♠ 10♠ J♠ Q♠") == "straight flush (K-Q-J-10-9, wild 3♥)"


def test_a_flush_has_no_rank_twice() -> None:
    # The three stands for a card that the hand does not hold: with the king held, it is the jack.
    assert kalo("3♥ 7♠ 9♠ Q♠ K♠") == "flush (K-Q-J-9-7, wild 3♥)"


def test_five_of_a_kind_is_the_top() -> None:
    kalo_order(
        "Q Q Q Q K",  # five queens: the king is wild
        "2 2 2 2 K",  # five 2s
        "9♠ 10♠ J♠ Q♠ 2♦",  # K-high straight flush
        "Q Q Q J 2",  # four queens
        "Q Q J J 2",  # queens full of jacks
        "3♥ 9♠ J♠ Q♠ 5♠",  # flush
        "9 10 J Q 2",  # straight
        "Q Q J 9 2",  # three queens
        "Q J 9 7 2",  # a pair of queens: the worst that a wild card leaves
    )


@pytest.mark.parametrize(
    ("hand", "five"),
    [("K K 5 5 5", "K-K-K-K-K"), ("K K K K 5", "K-K-K-K-K"), ("K K K 5 9", "9-9-9-9-9"), ("7 7 7 K 2", "7-7-7-7-7")],
)
def test_with_all_of_them_wild_there_may_be_nothing_else_left(hand: str, five: str) -> None:
    assert kalo(hand, all_wild=True).startswith(f"five of a kind ({five}, wild")


def test_the_ace_is_the_lowest_rank_and_so_the_wild_card() -> None:
    assert kalo("A 9 J Q 5") == "one pair (Q-Q-J-9-5, wild A♠)"
    assert kalo("A A A 9 5") == "three of a kind (A-A-A-9-5, wild A♠)"
    # ten, jack, queen and king want a nine (or an ace above the king): the wild one is the ace itself
    assert kalo("A 10 J Q K") == "straight (K-Q-J-10-9, wild A♠)"


def test_the_ace_above_the_king_where_the_house_says_so() -> None:
    assert kalo("A 9 J Q 5", ace_high=True) == "one pair (A-A-Q-J-9, wild 5♥)"
    assert kalo("A 10 J Q 2", ace_high=True) == "straight (A-K-Q-J-10, wild 2♥)"
    assert kalo("A A 9 5 2", ace_high=True) == "three of a kind (A-A-A-9-5, wild 2♥)"
    kalo_order("A A A A 2", "Q Q Q Q K", ace_high=True)


def test_with_the_ace_high_a_2_3_4_5_is_still_the_lowest_straight() -> None:
    # A, 3, 4 and 5 held, the two wild as itself; any straight above would need the six
    assert kalo("A♠ 2♠ 3♥ 4♦ 5♣", ace_high=True) == "straight (5-4-3-2-A, wild 2♠)"
    # and it is below the one to the six: 3, 4, 5 and 6 with a wild two as the seven is above both
    kalo_order("2 3 4 5 6", "A 3 4 5 2", ace_high=True)


def test_a_king_is_wild_with_the_ace_above_it_too() -> None:
    assert kalo("A♠ A♥ K♦ 9♣ 7♠", ace_high=True) == "three of a kind (A-A-A-K-9, wild 7♠)"
    assert kalo("A♠ A♥ K♦ 7♣ 7♠", ace_high=True) == "full house (A-A-A-7-7, wild K♦)"
    assert kalo("A♠ A♥ K♦ 9♣ 7♠", ace_high=True, all_wild=True) == "four of a kind (A-A-A-A-9, wild K♦ 7♠)"


def test_suits_break_no_tie_in_kalo() -> None:
    one, other = cards("2♠ 9♠ J♦ Q♦ 5♦"), cards("2♥ 9♥ J♣ Q♣ 5♣")
    assert poker.winners({0: poker.kalo(one), 7: poker.kalo(other)}) == (0, 7)


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
