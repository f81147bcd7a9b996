"""Ranks the poker hands of Boo-Ray: Low-Shit, where the lowest hand wins, and KALO, with wild cards.

Suits break no tie in either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

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
class Shown:
    """The value of a hand: the greater `strength` wins, equal ones tie; `name` is the hand in words."""

    strength: tuple[int, ...]
    name: Message


def low_shit(cards: Sequence[str], *, straights: bool = False) -> Shown:
    """Rank a hand of Low-Shit: the lowest wins, the ace is low, straights and flushes don't count.

    With `straights` they count, as bad hands: the best hand is then A-2-3-4-6 of more than one suit.

    >>> str(low_shit(["5S", "4S", "3S", "2S", "AS"]).name)
    'no pair (5-4-3-2-A)'
    """
    ranks = [rank_of(card) for card in cards]
    kind, order = _ranked(ranks, flush=straights and _one_suit(cards), straights=straights)
    return Shown((-kind, *(-rank for rank in order)), _named(kind, order))


def kalo(cards: Sequence[str], *, all_wild: bool = False, ace_high: bool = False) -> Shown:
    """Rank a hand of KALO: poker with kings and the lowest rank of the hand as candidates for the wild card.

    One of them is wild, or all of them with `all_wild`. A wild card stands for any card that the hand doesn't hold,
    itself included, or for one more of a rank, but only to make five of a kind. The ace is below the two, or above the
    king with `ace_high` (then A-2-3-4-5 is still a straight, the lowest).

    >>> str(kalo(["KS", "JH", "3S", "3D", "2C"]).name)
    'three of a kind (3-3-3-K-J, wild 2♣)'
    """
    found = (_completed(cards, wild, ace_high=ace_high) for wild in _wild(cards, all_wild=all_wild, ace_high=ace_high))
    return max(found, key=lambda shown: shown.strength)


def winners(shown: Mapping[int, Shown]) -> tuple[int, ...]:
    """The keys of the strongest hands; several if they tie."""
    best = max(each.strength for each in shown.values())
    return tuple(who for who, each in shown.items() if each.strength == best)


def rank_of(card: str, *, ace_high: bool = False) -> int:
    """A card's rank as a number: 2 to 13 for the king, the ace 1 or 14.

    >>> rank_of("KS"), rank_of("AS"), rank_of("AS", ace_high=True)
    (13, 1, 14)
    """
    return ACE_HIGH if ace_high and card[0] == "A" else RANKS.index(card[0]) + 1


def _wild(cards: Sequence[str], *, all_wild: bool, ace_high: bool) -> Iterator[tuple[str, ...]]:
    """The sets of cards that can be wild together."""
    lowest = min(rank_of(card, ace_high=ace_high) for card in cards)
    candidates = [card for card in cards if card[0] == "K" or rank_of(card, ace_high=ace_high) == lowest]
    if all_wild:
        yield tuple(candidates)
    else:
        yield from ((card,) for card in candidates)


def _completed(cards: Sequence[str], wild: tuple[str, ...], *, ace_high: bool) -> Shown:
    """The best hand with these wild cards."""
    natural = [card for card in cards if card not in wild]
    ranks = tuple(sorted(rank_of(card, ace_high=ace_high) for card in natural))
    kind, order = _best(ranks, wild=len(wild), one_suit=_one_suit(natural), ace_high=ace_high)
    return Shown((kind, *order), _named(kind, order, wild))


@cache  # There are a few thousand hands; each has up to 1,820 fillings.
def _best(ranks: tuple[int, ...], *, wild: int, one_suit: bool, ace_high: bool) -> tuple[int, tuple[int, ...]]:
    """The best kind and order of these ranks with this number of `wild` cards."""
    return max(
        _ranked((*ranks, *filled), flush=one_suit and _all_different((*ranks, *filled)))
        for filled in _fillings(ranks, wild, ace_high=ace_high)
    )


def _fillings(ranks: Sequence[int], wild: int, *, ace_high: bool) -> Iterable[tuple[int, ...]]:
    """The ranks that the wild cards can stand for; only five of a kind where that is possible, the best hand."""
    every = range(2, ACE_HIGH + 1) if ace_high else range(ACE_LOW, ACE_HIGH)
    if len(set(ranks)) <= 1:
        return [(ranks[0] if ranks else every[-1],) * wild]
    return combinations_with_replacement(every, wild)


def _ranked(ranks: Iterable[int], *, flush: bool, straights: bool = True) -> tuple[int, tuple[int, ...]]:
    """The kind of a hand, and its ranks in the order of comparison: pairs and more before single cards."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = tuple(rank for rank, times in groups for _ in range(times))
    kind = KIND_OF_GROUPS[tuple(times for _, times in groups)]
    straight = straights and kind == 0 and (order[0] - order[-1] == HAND_SIZE - 1 or _is_wheel(order))
    if straight:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), WHEEL if _is_wheel(order) else order
    return (FLUSH if flush else kind), order


def _is_wheel(order: tuple[int, ...]) -> bool:
    return sorted(order) == sorted(WHEEL)


def _all_different(ranks: Sequence[int]) -> bool:
    return len(set(ranks)) == len(ranks)


def _one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) <= 1


def _named(kind: int, order: Sequence[int], wild: tuple[str, ...] = ()) -> Message:
    ranks = "-".join(rank_name(RANKS[(rank - 1) % len(RANKS)]) for rank in order)
    if not wild:
        return HAND.of(kind=HAND_KINDS[kind], ranks=ranks)
    return WILD_HAND.of(kind=HAND_KINDS[kind], ranks=ranks, cards=" ".join(map(card_name, wild)))
