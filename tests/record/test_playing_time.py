"""How long a session was played: breaks and what is written afterwards are no playing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from record.evenings import PlayingTime, playing_time
from record.log import Action, Kind, stamp
from record.session import Session, new_session

BEGAN = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
PAD = {"game": "score-pad", "players": ["Ann", "Ben"]}
ROUND = {"step": "round", "points": [1, 2]}
NOTE = {"step": "note", "text": "rain"}
END = {"step": "end"}


Said: TypeAlias = tuple[int, Kind, dict[str, Any]]


def at(*said: Said) -> Session:
    """A session in which this was done so many minutes after it began."""
    session = new_session(id="pad", created_at=stamp(BEGAN), head=PAD)
    return session.after(
        *(
            Action(position, kind, facts, stamp(BEGAN + timedelta(minutes=minutes)), "phone")
            for position, (minutes, kind, facts) in enumerate(said)
        )
    )


def minutes(session: Session) -> tuple[float, int]:
    played = playing_time(session)
    return played.time / timedelta(minutes=1), played.breaks


def test_it_goes_from_the_beginning_to_the_end_over_midnight() -> None:
    assert minutes(at((20, "enter", ROUND), (50, "enter", ROUND), (85, "enter", END))) == (85, 0)


def test_nothing_entered_is_nothing_played() -> None:
    assert playing_time(at()) == PlayingTime(timedelta(), 0)


def test_a_gap_of_hours_is_a_break() -> None:
    # 30 minutes, a night, 40 minutes; two hours to the minute are still playing.
    assert minutes(at((30, "enter", ROUND), (630, "enter", ROUND), (670, "enter", ROUND))) == (70, 1)
    assert minutes(at((120, "enter", ROUND))) == (120, 0)
    assert minutes(at((121, "enter", ROUND))) == (0, 1)


def test_what_is_written_after_the_last_deal_is_no_playing() -> None:
    correction = {"changes": {"0": {"step": "round", "points": [3, 2]}}, "keep": 2}
    adjusted = {"step": "adjustment", "seat": 0, "amount": 5, "reason": "rent"}
    played: list[Said] = [(10, "enter", ROUND), (15, "enter", NOTE), (20, "enter", END)]
    assert minutes(at(*played, (40, "enter", NOTE), (50, "enter", adjusted), (60, "correct", correction))) == (20, 0)


def test_what_was_undone_took_its_time_too() -> None:
    session = at((10, "enter", ROUND), (20, "undo", {}), (25, "enter", ROUND), (30, "undo", {}), (31, "redo", {}))
    assert minutes(session) == (31, 0)


def test_a_clock_that_went_back_takes_nothing_away() -> None:
    assert minutes(at((30, "enter", ROUND), (10, "enter", ROUND), (20, "enter", END))) == (40, 0)
