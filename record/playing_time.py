"""Estimates from the log how long a session was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from record.actions import Action
from record.session import Session
from scoring.message import Message, say
from scoring.sheets import extras

BREAK = timedelta(hours=2)
"""The shortest gap that is not counted as playing: a meal takes as long, a deal doesn't."""
AFTERWARDS = frozenset(extras.EXTRA_STEPS) - {"end"}
"""The steps that may still be entered after the game."""


@dataclass(frozen=True)
class PlayingTime:
    """The time from the start to the last deal without breaks, and the number of breaks."""

    time: timedelta
    breaks: int


def playing_time(session: Session) -> PlayingTime:
    """Add up the gaps between actions that are not longer than `BREAK`.

    Notes, adjustments and corrections after the last deal don't count.
    """
    played = max((number for number, action in enumerate(session.actions, 1) if _plays(action)), default=0)
    moments = [session.created_at, *(action.at for action in session.actions[:played])]
    gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(map(datetime.fromisoformat, moments))]
    counted = [gap for gap in gaps if gap <= BREAK]
    return PlayingTime(sum(counted, timedelta()), breaks=len(gaps) - len(counted))


def duration(minutes: int) -> Message:
    """A duration as text.

    >>> str(duration(85)), str(duration(120)), str(duration(7))
    ('1 h 25 min', '2 h', '7 min')
    """
    hours, rest = divmod(minutes, 60)
    if not hours:
        return say("{minutes} min", minutes=rest)
    return say("{hours} h {minutes} min", hours=hours, minutes=rest) if rest else say("{hours} h", hours=hours)


def _plays(action: Action) -> bool:
    """Whether the action continued the game."""
    return action.kind == "redo" or (action.kind == "enter" and action.facts["step"] not in AFTERWARDS)
