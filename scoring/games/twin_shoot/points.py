"""The points of a team for a round: the sum of four kinds (点数計算)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from scoring.games.twin_shoot.bids import Laid
from scoring.message import Message, Words, bare, say

TRICK = 1
SHOOT = 10
TWIN_SHOOT = 10
OVERHEAD = 30
TWIN_SHOOT_NAME = say("twin shoot")
OVERHEAD_NAME = say("overhead twin shoot")

Part: TypeAlias = tuple[int, Message]
"""The points, and what they are for."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A player's bid and tricks."""

    name: str
    laid: Laid
    tricks: int

    @property
    def hit(self) -> bool:
        return self.laid.bid == self.tricks


def own_parts(team: Sequence[Shot], *, opened: bool) -> Iterator[Part]:
    """The points that a team makes by itself.

    トリック点: 1 for each trick, hit or not. シュートボーナス: 10 for each player who hit.
    ツインシュートボーナス: 10 more if both hit. オーバーヘッドツインシュートボーナス: 30 more if they had opened.
    """
    yield TRICK * sum(shot.tricks for shot in team), say("tricks")
    for shot in team:
        if shot.hit:
            yield SHOOT, say("{name} hit", name=shot.name)
    if both_hit(team):
        yield TWIN_SHOOT, TWIN_SHOOT_NAME
        if opened:
            yield OVERHEAD, OVERHEAD_NAME


def gift_part(giver: Words) -> Part:
    """The points of each other team if a team opened and missed."""
    return OVERHEAD, say("{team} opened and missed", team=giver)


def both_hit(team: Sequence[Shot]) -> bool:
    return all(shot.hit for shot in team)


def feat_of(team: Sequence[Shot], *, opened: bool) -> Message | None:
    """The name of the feat if both hit, with closed bids or open ones; else None."""
    if not both_hit(team):
        return None
    return OVERHEAD_NAME if opened else TWIN_SHOOT_NAME


def added(parts: Sequence[Part]) -> int:
    return sum(points for points, _ in parts)


def written_out(parts: Sequence[Part]) -> Message:
    """The sum in words.

    >>> str(written_out([(7, say("tricks")), (10, say("Ann hit"))]))
    '7 (tricks) + 10 (Ann hit) = 17'
    """
    terms = [bare("{points} ({what})", points=points, what=what) for points, what in parts]
    return bare("{sum} = {points}", sum=reduce(_plus, terms), points=added(parts))


def _plus(sum_of: Message, term: Message) -> Message:
    return bare("{sum} + {term}", sum=sum_of, term=term)
