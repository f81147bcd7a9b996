"""How long a session was played: breaks and what is written afterwards are no playing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest

from record.log import Action, ActionKind, stamp
from record.session import Session, new_session

BEGAN = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
PAD = {"game": "score-pad", "players": ["Ann", "Ben"]}
ROUND = {"step": "round", "points": [1, 2]}
NOTE = {"step": "note", "text": "rain"}
END = {"step": "end"}


TimedAction: TypeAlias = tuple[int, ActionKind, dict[str, Any]]


def at(*actions: TimedAction) -> Session:
    """A session in which this was done so many minutes after it began."""
    session = new_session(id="pad", created_at=stamp(BEGAN), head=PAD)
    return session.after(
        *(
            Action(position, kind, facts, stamp(BEGAN + timedelta(minutes=minutes)), "phone")
            for position, (minutes, kind, facts) in enumerate(actions)
        )
    )


ADJUSTED = {"step": "adjustment", "seat": 0, "amount": 5, "reason": "rent"}
CORRECTION = {"changes": {"0": {"step": "round", "points": [3, 2]}}, "keep": 2}
PLAYED: dict[str, tuple[tuple[TimedAction, ...], int, int]] = {
    "from the beginning to the end, over midnight": (
        ((20, "enter", ROUND), (50, "enter", ROUND), (85, "enter", END)),
        *(85, 0),
    ),
    "nothing entered is nothing played": ((), 0, 0),
    # 30 minutes, a night, 40 minutes
    "a gap of hours is a break": (
        ((30, "enter", ROUND), (630, "enter", ROUND), (670, "enter", ROUND)),
        *(70, 1),
    ),
    "two hours to the minute are still playing": (((120, "enter", ROUND),), 120, 0),
    "one more is not": (((121, "enter", ROUND),), 0, 1),
    "what is written after the last deal is no playing": (
        (
            *((10, "enter", ROUND), (15, "enter", NOTE), (20, "enter", END)),
            *((40, "enter", NOTE), (50, "enter", ADJUSTED), (60, "correct", CORRECTION)),
        ),
        *(20, 0),
    ),
    "what was undone took its time too": (
        ((10, "enter", ROUND), (20, "undo", {}), (25, "enter", ROUND), (30, "undo", {}), (31, "redo", {})),
        *(31, 0),
    ),
    "a clock that went back takes nothing away": (
        ((30, "enter", ROUND), (10, "enter", ROUND), (20, "enter", END)),
        *(40, 0),
    ),
}


@pytest.mark.parametrize(("actions", "minutes", "breaks"), PLAYED.values(), ids=PLAYED)
def test_how_long_a_session_was_played(actions: tuple[TimedAction, ...], minutes: int, breaks: int) -> None:
    assert at(*actions).playing_time == (timedelta(minutes=minutes), breaks)
