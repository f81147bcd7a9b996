"""How long a session was played, as far as its log can tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from record.actions import Action
from record.session import Session
from scoring.sheets import extras

BREAK = timedelta(hours=2)
"""After so long without a word nobody was playing: no deal takes as long, a meal does."""
AFTERWARDS = frozenset(extras.STEPS) - {"end"}
"""What may still be entered when all have gone home."""


@dataclass(frozen=True)
class PlayingTime:
    """From the beginning to the last deal, without the breaks; how many of them there were."""

    time: timedelta
    breaks: int


def playing_time(session: Session) -> PlayingTime:
    """The time between one thing said and the next, all added up but those longer than `BREAK`.

    Notes, adjustments and corrections after the last deal are no longer playing.
    """
    played = max((number for number, action in enumerate(session.actions, 1) if _plays(action)), default=0)
    moments = [session.created_at, *(action.at for action in session.actions[:played])]
    gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(map(datetime.fromisoformat, moments))]
    counted = [gap for gap in gaps if gap <= BREAK]
    return PlayingTime(sum(counted, timedelta()), breaks=len(gaps) - len(counted))


def _plays(action: Action) -> bool:
    """Whether the game itself went on by it."""
    return action.kind == "redo" or (action.kind == "enter" and action.facts["step"] not in AFTERWARDS)
