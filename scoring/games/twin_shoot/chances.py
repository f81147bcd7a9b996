"""The outlook of Twin Shoot: how many points in this round win the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.games.twin_shoot.bids import TRICKS
from scoring.games.twin_shoot.points import OVERHEAD, SHOOT, TRICK, TWIN_SHOOT
from scoring.insights.outlook import Outlook
from scoring.message import Message, Points, Words, count

CLOSED = TRICK * TRICKS + 2 * SHOOT + TWIN_SHOOT
"""The most points of a team in a round in which nobody opens."""


def outlook(totals: Sequence[Points], names: Sequence[Words], *, target: int, opener: int | None) -> Outlook:
    """The outlook, with the points that each team needs to win; `totals` are those of the teams.

    `opener` is the team that opened or still may: an opened bid gives 30 more, to that team or to each other.
    """
    most = CLOSED if opener is None else CLOSED + OVERHEAD
    return Outlook(needs=tuple(_needs(totals, names, target=target, most=most)))


def _needs(totals: Sequence[Points], names: Sequence[Words], *, target: int, most: int) -> Iterator[Message]:
    for team, name in enumerate(names):
        others = most + max(total for other, total in enumerate(totals) if other != team)
        wanted = max(target, others) - totals[team]
        if 0 < wanted <= CLOSED:
            yield count(
                "{name} win with {n} point or more this round, whatever the others score.",
                "{name} win with {n} points or more this round, whatever the others score.",
                n=int(wanted),
                name=name,
            )
