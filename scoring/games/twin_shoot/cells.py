"""The scorecard cells and messages of a round of Twin Shoot."""

from __future__ import annotations

from scoring.families.exact_bids import missed_by, outcome
from scoring.games.twin_shoot.points import Part, Shot, added, written_out
from scoring.message import Message, Words, bare, say
from scoring.sheets.values import Cell


def outcome_of(team: Words, feat: Message | None, *, points: str) -> Message:
    """A message on a team's result, with the name of its feat."""
    if feat is None:
        return bare("{team} {points}", team=team, points=points)
    return bare("{team} {points} ({feat})", team=team, points=points, feat=feat)


def cell_of(shot: Shot, parts: list[Part], *, opened: bool) -> Cell:
    """A player's cell: the team's points, the player's bid, and the working of both."""
    own, shared = _shot(shot), written_out(parts)
    return Cell(
        points=added(parts),
        working=bare("{own}: {shared}", own=own, shared=shared),
        figure=str(shot.laid.bid),
        taken=str(shot.tricks),
        outcome=outcome(bid=shot.laid.bid, tricks=shot.tricks),
        also=say("opened") if opened else None,
        own=own,
        shared=shared,
    )


def _shot(shot: Shot) -> Message:
    if shot.hit:
        return say("bid {bid}, took {tricks}, hit", bid=shot.laid.shown, tricks=shot.tricks)
    return missed_by(bid=shot.laid.shown, tricks=shot.tricks, off=abs(shot.laid.bid - shot.tricks))
