"""The outlook of Boo-Ray: who needs one more win."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.boo_ray.settle import PLAYED
from scoring.insights.outlook import Outlook
from scoring.message import say


def outlook(
    wins: Sequence[int],
    players: Sequence[str],
    *,
    playing: Sequence[int],
    competing: Sequence[int],
    target: int,
    several: bool,
) -> Outlook:
    """The outlook: a seat one win short wins with it, unless another can win enough games in the same deal.

    Only those who play win games; of the others those who are competing keep a place by what they have won. `several`:
    another who enters all games can win all but that one.
    """
    at_once = len(PLAYED) - 1 if several else 1

    def most(seat: int) -> int:
        """The most wins that a seat can have after the deal in which another wins a game."""
        return wins[seat] + (at_once if seat in playing else 0)

    return Outlook(
        needs=tuple(
            say("{name} wins the game with one more win.", name=players[seat])
            for seat in playing
            if wins[seat] == target - 1 and max(most(other) for other in competing if other != seat) <= target
        )
    )
