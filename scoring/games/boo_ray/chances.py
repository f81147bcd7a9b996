"""The outlook of Boo-Ray: who needs one more win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.games.boo_ray.settle import PLAYED
from scoring.insights.outlook import Outlook
from scoring.message import Message, say


def outlook(wins: Sequence[int], players: Sequence[str], *, target: int, several: bool) -> Outlook:
    """The outlook: a seat one win short wins with it, unless another can win enough games in the same deal.

    `several`: another who enters all games can win all but that one.
    """
    return Outlook(needs=tuple(_needs(wins, players, target=target, at_once=len(PLAYED) - 1 if several else 1)))


def _needs(wins: Sequence[int], players: Sequence[str], *, target: int, at_once: int) -> Iterator[Message]:
    for seat, name in enumerate(players):
        others = max(won for other, won in enumerate(wins) if other != seat)
        if wins[seat] == target - 1 and others + at_once <= target:
            yield say("{name} wins the game with one more win.", name=name)
