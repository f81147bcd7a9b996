"""The changes of a row of hands that take one tap each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from scoring.entry.fields import NONE

Hands: TypeAlias = tuple[int, ...]
MORE = 3
"""How many deals one tap adds."""


@dataclass(frozen=True)
class Place:
    """A deal of the row with what the row becomes: None where a change is impossible or changes nothing.

    `number` counts from the first deal of the game. Before the row stands the last deal that has begun, which has no
    `without`. `then` has the row with each size of a hand put in after this deal.
    """

    number: int
    hand: int | None
    without: str | None
    down: str | None
    last: str | None
    then: tuple[tuple[int, str], ...]


def places(hands: Hands, *, begun: Hands, high: int) -> Iterator[Place]:
    """The last deal that has begun, if any, and those that are left; `high` are the most cards that can be dealt."""
    for place in range(len(hands) + 1):
        so_far, rest = hands[:place], hands[place:]
        hand = (*begun, *so_far)[-1] if begun or so_far else None
        falling = tuple(range(min(hand - 1, high), 0, -1)) if hand else ()
        yield Place(
            number=len(begun) + place,
            hand=hand,
            without=_changed(hands, so_far[:-1] + rest, begun) if place else None,
            down=_changed(hands, so_far + falling, begun) if falling else None,
            last=_changed(hands, so_far, begun),
            then=tuple((size, written((*so_far, size, *rest))) for size in range(1, high + 1)),
        )


def _changed(hands: Hands, changed: Hands, begun: Hands) -> str | None:
    return written(changed) if changed != hands and (changed or begun) else None


def written(hands: Hands) -> str:
    """A row of hands as a form sends it."""
    return " ".join(map(str, hands)) or NONE


def three_more(hands: Hands, *, high: int) -> Hands:
    """The next hands of a game: up or down as the last two went, and back at one card or at the largest hand.

    >>> three_more((3, 2, 1), high=10), three_more((1, 2, 3), high=10), three_more((4, 4), high=10)
    ((2, 3, 2), (2, 1, 2), (4, 4, 4))
    >>> three_more((10,), high=8)
    (8, 8, 8)
    """
    most = min(max(hands, default=high), high)
    way = hands[-1] - hands[-2] if len(hands) > 1 else 0
    row = [min(hands[-1], most) if hands else most]
    for _ in range(MORE):
        if not 1 <= row[-1] + way <= most:
            way = -way
        row.append(row[-1] + way if 1 <= row[-1] + way <= most else row[-1])
    return tuple(row[1:])
