"""The tiles of Buki: the double nine without its nines and without its doubles, 36 in all."""

from __future__ import annotations

from itertools import combinations

MAX_NUMBER = 8
PIPS = tuple(sorted((sum(tile) for tile in combinations(range(MAX_NUMBER + 1), 2)), reverse=True))
"""The pips of each tile, the heaviest first: 8-7 has 15, 0-1 has 1."""


def heaviest_hand(tiles: int) -> int:
    """The most pips that this number of tiles can have.

    >>> heaviest_hand(1), heaviest_hand(2), len(PIPS)
    (15, 29, 36)
    """
    return sum(PIPS[:tiles])
