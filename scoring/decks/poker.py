"""Ranks the poker hands of Boo-Ray: Low-Shit, where the lowest hand wins, and KALO, with wild cards.

Suits break no tie in either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from operator import attrgetter

from scoring.decks.playing_cards import RANKS, card_name, rank_name
from scoring.message import Message, bare, say

HAND_SIZE = 5
"""The number of cards in a hand."""

HAND_KINDS = (
    say("no pair"),
    say("one pair"),
    say("two pairs"),
    say("three of a kind"),
    say("straight"),
    say("flush"),
    say("full house"),
    say("four of a kind"),
    say("straight flush"),
    say("five of a kind"),
)
"""The kinds of hands from the lowest to the highest; a kind is an index into this list."""
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8
KIND_OF_GROUPS = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7, (5,): 9}
"""The kind of a hand by how many cards it has of each rank, the most first."""

HAND, WILD_HAND = bare("{kind} ({ranks})"), say("{kind} ({ranks}, wild {cards})")
"""Messages for a hand in words."""

ACE_LOW, ACE_HIGH = 1, len(RANKS) + 1
WHEEL = (5, 4, 3, 2, ACE_HIGH)
"""A-2-3-4-5, the lowest straight when the ace is above the king."""


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a hand: the greater `strength` wins, equal ones tie; `name` is the hand in words."""

    strength: tuple[int, ...]
    name: Message
    wild: tuple[str, ...] = ()


def low_shit(cards: Sequence[str], *, straights: bool = False) -> HandValue:
    """Rank a hand of Low-Shit: the lowest wins, the ace is low, straights and flushes don't count.

    With `straights` they count, as bad hands: the best hand is then A-2-3-4-6 of more than one suit.

    >>> str(low_shit(["5S", "4S", "3S", "2S", "AS"]).name)
    'no pair (5-4-3-2-A)'
    """
    ranks = [rank_of(card) for card in cards]
    kind, order = _ranked(ranks, flush=straights and _one_suit(cards), straights=straights)
    return HandValue((-kind, *(-rank for rank in order)), _hand_name(kind, order))


def kalo(cards: Sequence[str], *, all_wild: bool = False, ace_high: bool = False) -> HandValue:
    """Rank a hand of KALO: poker with kings and the lowest rank of the hand as candidates for the wild card.

    One of them is wild, or all of them with `all_wild`. A wild card stands for any card that the hand doesn't hold,
    itself included, or for one more of a rank, but only to make five of a kind. The ace is below the two, or above the
    king with `ace_high` (then A-2-3-4-5 is still a straight, the lowest).

    >>> str(kalo(["KS", "JH", "3S", "3D", "2C"]).name)
    'three of a kind (3-3-3-K-J, wild 2♣)'
    """
    rank = {card: rank_of(card, ace_high=ace_high) for card in cards}
    candidates = tuple(card for card in cards if card[0] == "K" or rank[card] == min(rank.values()))
    found = []
    for wild in [candidates] if all_wild else [(card,) for card in candidates]:
        natural = [card for card in cards if card not in wild]
        ranks = tuple(sorted(rank[card] for card in natural))
        kind, order = _best(ranks, wild=len(wild), one_suit=_one_suit(natural), ace_high=ace_high)
        found.append(HandValue((kind, *order), _hand_name(kind, order, wild), wild))
    return max(found, key=attrgetter("strength"))


def winners(shown: Mapping[int, HandValue]) -> tuple[int, ...]:
    """The keys of the strongest hands; several if they tie."""
    best = max(each.strength for each in shown.values())
    return tuple(who for who, each in shown.items() if each.strength == best)


def rank_of(card: str, *, ace_high: bool = False) -> int:
    """A card's rank as a number: 2 to 13 for the king, the ace 1 or 14.

    >>> rank_of("KS"), rank_of("AS"), rank_of("AS", ace_high=True)
    (13, 1, 14)
    """
    return ACE_HIGH if ace_high and card[0] == "A" else RANKS.index(card[0]) + 1


@cache  # There are a few thousand hands; each has up to 1,820 fillings.
def _best(ranks: tuple[int, ...], *, wild: int, one_suit: bool, ace_high: bool) -> tuple[int, tuple[int, ...]]:
    """The best kind and order of these ranks with this number of `wild` cards."""
    every = range(2, ACE_HIGH + 1) if ace_high else range(ACE_LOW, ACE_HIGH)
    fillings: Iterable[tuple[int, ...]] = combinations_with_replacement(every, wild)
    if len(set(ranks)) <= 1:  # five of a kind is the best hand
        fillings = [(ranks[0] if ranks else every[-1],) * wild]
    hands = [(*ranks, *filled) for filled in fillings]
    return max(_ranked(hand, flush=one_suit and len(set(hand)) == HAND_SIZE) for hand in hands)


def _ranked(ranks: Iterable[int], *, flush: bool, straights: bool = True) -> tuple[int, tuple[int, ...]]:
    """The kind of a hand, and its ranks in the order of comparison: pairs and more before single cards."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = tuple(rank for rank, times in groups for _ in range(times))
    kind = KIND_OF_GROUPS[tuple(times for _, times in groups)]
    wheel = set(order) == set(WHEEL)
    if straights and kind == 0 and (wheel or order[0] - order[-1] == HAND_SIZE - 1):
        return (STRAIGHT_FLUSH if flush else STRAIGHT), WHEEL if wheel else order
    return (FLUSH if flush else kind), order


def _one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) <= 1


def _hand_name(kind: int, order: Sequence[int], wild: tuple[str, ...] = ()) -> Message:
    ranks = "-".join(rank_name(RANKS[(rank - 1) % len(RANKS)]) for rank in order)
    if not wild:
        return HAND.of(kind=HAND_KINDS[kind], ranks=ranks)
    return WILD_HAND.of(kind=HAND_KINDS[kind], ranks=ranks, cards=" ".join(map(card_name, wild)))
