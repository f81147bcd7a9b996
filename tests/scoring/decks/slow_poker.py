"""Poker hands read the slow and plain way: everything that the wild cards could stand for is tried.

It shares nothing with `scoring.decks.poker`, so that each is a check of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

ACE_LOW = "A23456789TJQK"
ACE_HIGH = "23456789TJQKA"


@cache
def value(ranks: str, flush: bool, order: str, *, plain: bool = False) -> tuple[int, list[int]]:
    """(kind, ranks to compare), the higher the better; `plain` knows no straights and no flushes."""
    numbers = sorted((order.index(rank) for rank in ranks), reverse=True)
    times = {number: numbers.count(number) for number in numbers}
    of = {n: [number for number in sorted(times, reverse=True) if times[number] == n] for n in range(1, 6)}
    compared = [*of[5] * 5, *of[4] * 4, *of[3] * 3, *(number for number in of[2] for _ in range(2)), *of[1]]
    straight = None
    for top in range(4, 13):
        if numbers == [top, top - 1, top - 2, top - 3, top - 4]:
            straight = [top]
    if set(ranks) == set("A2345"):
        straight = [3]  # the five is its top, whether the ace stands below it or above the king
    if plain:
        straight, flush = None, False
    if of[5]:
        return 9, compared
    if straight and flush:
        return 8, straight
    if of[4]:
        return 7, compared
    if of[3] and of[2]:
        return 6, compared
    if flush:
        return 5, compared
    if straight:
        return 4, straight
    if of[3]:
        return 3, compared
    if len(of[2]) == 2:
        return 2, compared
    return (1, compared) if of[2] else (0, compared)


def low(hand: list[str], *, best_low: str) -> tuple[int, list[int]]:
    """The lower the better."""
    return value("".join(sorted(ranks_of(hand))), one_suit(hand), ACE_LOW, plain=best_low == "A-2-3-4-5")


def kalo(hand: list[str], *, wild: str, ace_high: bool) -> tuple[int, list[int]]:
    """The higher the better."""
    order = ACE_HIGH if ace_high else ACE_LOW
    lowest = min(hand, key=lambda card: order.index(card[0]))[0]
    candidates = [card for card in hand if card[0] in ("K", lowest)]
    ways = [candidates] if wild == "all" else [[card] for card in candidates]
    return max(completed([card for card in hand if card not in way], order) for way in ways)


def completed(natural: list[str], order: str) -> tuple[int, list[int]]:
    """The best hand with these and wild cards; which suits they have matters only in whether it is one."""
    return best_completion("".join(sorted(ranks_of(natural))), one_suit(natural), order)


@cache
def best_completion(ranks: str, flush: bool, order: str) -> tuple[int, list[int]]:
    return max(completions(ranks, flush, order))


def completions(ranks: str, flush: bool, order: str) -> Iterator[tuple[int, list[int]]]:
    """Every hand that the natural cards make with cards of the pack, and five of a kind where they can."""
    wild = 5 - len(ranks)
    if len(set(ranks)) <= 1:  # nothing is above it
        rank = ranks[:1] or order[-1]
        yield value(rank * 5, False, order)
        return
    for filled in combinations_with_replacement(order, wild):  # of whatever suits: four cards of each rank
        whole = "".join(sorted(ranks + "".join(filled)))
        if all(whole.count(rank) <= 4 for rank in filled):
            yield value(whole, False, order)
    if flush:
        for filled in combinations([rank for rank in order if rank not in ranks], wild):
            yield value("".join(sorted(ranks + "".join(filled))), True, order)


def ranks_of(cards: tuple[str, ...] | list[str]) -> str:
    return "".join(card[0] for card in cards)


def one_suit(cards: list[str]) -> bool:
    return len({card[1] for card in cards}) == 1
