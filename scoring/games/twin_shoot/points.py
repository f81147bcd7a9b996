"""What a team gets for a round: four kinds of points, all added (点数計算)."""

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
"""Points and what they are for."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What one player bid and took."""

    name: str
    laid: Laid
    tricks: int

    @property
    def hit(self) -> bool:
        return self.laid.bid == self.tricks


def own_parts(team: Sequence[Shot], *, opened: bool) -> Iterator[Part]:
    """What a team makes by itself.

    トリック点: 1 a trick, hit or not. シュートボーナス: 10 a player who hit. ツインシュートボーナス: 10 more where both
    hit. オーバーヘッドツインシュートボーナス: 30 more where they had opened their bids.
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
    """What each other team makes of an opened bid that somebody missed."""
    return OVERHEAD, say("{team} opened and missed", team=giver)


def both_hit(team: Sequence[Shot]) -> bool:
    return all(shot.hit for shot in team)


def feat_of(team: Sequence[Shot], *, opened: bool) -> Message | None:
    """What it is called that both hit, with closed bids or with open ones."""
    if not both_hit(team):
        return None
    return OVERHEAD_NAME if opened else TWIN_SHOOT_NAME


def added(parts: Sequence[Part]) -> int:
    return sum(points for points, _ in parts)


def written_out(parts: Sequence[Part]) -> Message:
    """The sum as one would say it.

    >>> str(written_out([(7, say("tricks")), (10, say("Ann hit"))]))
    '7 (tricks) + 10 (Ann hit) = 17'
    """
    terms = [bare("{points} ({what})", points=points, what=what) for points, what in parts]
    return bare("{sum} = {points}", sum=reduce(_plus, terms), points=added(parts))


def _plus(sum_of: Message, term: Message) -> Message:
    return bare("{sum} + {term}", sum=sum_of, term=term)
