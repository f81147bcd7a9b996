"""The outlook of Twin Shoot: how many points in this round win the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from scoring.games.twin_shoot.bids import TRICKS
from scoring.games.twin_shoot.points import OVERHEAD, SHOOT, TRICK, TWIN_SHOOT
from scoring.insights.outlook import Outlook
from scoring.message import Message, Points, Words, count

HITS = (0, SHOOT, 2 * SHOOT + TWIN_SHOOT)
"""The points for the hits of a team, by how many of the two hit."""
BOTH = HITS[2]


def outlook(
    totals: Sequence[Points], names: Sequence[Words], *, target: int, opener: int | None, asked: bool
) -> Outlook:
    """The outlook, with the least points with which each team wins for certain; `totals` are those of the teams.

    `opener` is the team that opened, or that still may where it is not yet `asked`.
    """
    openers = (opener,) if asked or opener is None else (None, opener)
    return Outlook(needs=tuple(_needs(totals, names, target=target, openers=openers)))


def _needs(
    totals: Sequence[Points], names: Sequence[Words], *, target: int, openers: Sequence[int | None]
) -> Iterator[Message]:
    for team, name in enumerate(names):
        rounds = [each for opener in openers for each in _rounds(team, len(names), opener)]
        # The most with which the team can still lose.
        losing = max(
            (
                own
                for own, others in rounds
                if totals[team] + own < target
                or any(totals[other] + most > totals[team] + own for other, most in others.items())
            ),
            default=-1,
        )
        if 0 <= losing < max(own for own, _ in rounds):
            yield count(
                "{name} win with {n} point or more this round, whatever the others score.",
                "{name} win with {n} points or more this round, whatever the others score.",
                n=losing + 1,
                name=name,
            )


def _rounds(team: int, teams: int, opener: int | None) -> Iterator[tuple[int, dict[int, int]]]:
    """What a team can score in a round, each with the most that every other team can score beside it.

    Each other team may take all the tricks that are left and hit with both, except an opener that misses.
    """
    others = [other for other in range(teams) if other != team]
    for tricks, hits in product(range(TRICKS + 1), HITS):
        own, left = TRICK * tricks + hits, TRICK * (TRICKS - tricks)
        if opener is None:
            yield own, dict.fromkeys(others, left + BOTH)
        elif opener == team:
            both = hits == BOTH
            yield own + OVERHEAD * both, dict.fromkeys(others, left + BOTH + OVERHEAD * (not both))
        else:
            yield own, dict.fromkeys(others, left + BOTH) | {opener: left + BOTH + OVERHEAD}
            yield own + OVERHEAD, dict.fromkeys(others, left + BOTH + OVERHEAD) | {opener: left + HITS[1]}
