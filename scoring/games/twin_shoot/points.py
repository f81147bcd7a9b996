"""The points of a team for a round: the sum of four kinds (点数計算)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.families.exact_bids import Attempt, ScoreTerm, in_words, points_of, terms_in_words
from scoring.message import Words, bare, joined, say
from scoring.sheets.values import Cell

TRICK = 1
SHOOT = 10
TWIN_SHOOT = 10
OVERHEAD = 30
TWIN_SHOOT_NAME = say("twin shoot")
OVERHEAD_NAME = say("overhead twin shoot")


def both_hit(team: Sequence[Attempt]) -> bool:
    return all(attempt.made for attempt in team)


def terms_of(
    team: Sequence[Attempt], players: Sequence[str], *, opened: bool, giver: Words | None
) -> Iterator[ScoreTerm]:
    """The terms of a team's score; `giver` is another team that opened and missed.

    トリック点: 1 for each trick, hit or not. シュートボーナス: 10 for each player who hit.
    ツインシュートボーナス: 10 more if both hit. オーバーヘッドツインシュートボーナス: 30 more if they had opened;
    if either missed then, 30 for each other team.
    """
    yield TRICK * sum(attempt.tricks for attempt in team), say("tricks")
    for attempt in team:
        if attempt.made:
            yield SHOOT, say("{name} hit", name=players[attempt.seat])
    if both_hit(team):
        yield TWIN_SHOOT, TWIN_SHOOT_NAME
        if opened:
            yield OVERHEAD, OVERHEAD_NAME
    if giver:
        yield OVERHEAD, say("{team} opened and missed", team=giver)


def cell_of(attempt: Attempt, bid: Words, terms: Sequence[ScoreTerm], *, opened: bool) -> Cell:
    """A player's cell: the team's points, the player's bid, and the working of both."""
    own = (
        say("bid {bid}, took {tricks}, hit", bid=bid, tricks=attempt.tricks) if attempt.made else in_words(attempt, bid)
    )
    shared = bare("{sum} = {points}", sum=joined("+", *terms_in_words(terms)), points=points_of(terms))
    return Cell(
        points=points_of(terms),
        working=bare("{own}: {shared}", own=own, shared=shared),
        figure=str(attempt.bid),
        taken=str(attempt.tricks),
        outcome=attempt.outcome,
        also=say("opened") if opened else None,
        own=own,
        shared=shared,
    )
