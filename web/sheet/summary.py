"""How a session ended: before its end or not; turning points, best moments, playing time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from record.evenings import duration, playing_time
from record.session import Session
from scoring.catalogue import all_games
from scoring.errors import EntryError
from scoring.insights.story import MAX_SENTENCES, story
from scoring.message import Message, say
from store.sessions.history import Summary

PART_OF_IT = ("takeover", "join", "leave")
"""The changes after which somebody was there for a part of the game."""
MINUTE = timedelta(minutes=1)
BEST = "star"
LINES = MAX_SENTENCES + 1
"""The most lines that a page of the end tells: what decided the game, then moments, of which one always fits."""
ICONS = {"lead": "crown", "comeback": "up", "changes": "swap", "swing": "swing"}
"""The icon of each kind of sentence."""


@dataclass(frozen=True)
class Course:
    """The summary: what is told, each with the name of its icon.

    `time` is None below a minute, `breaks` counts the breaks not included.
    """

    told: tuple[tuple[str, Message], ...]
    time: Message | None
    breaks: int

    @property
    def sentences(self) -> tuple[Message, ...]:
        return tuple(sentence for _, sentence in self.told)


def course_of(session: Session) -> Course:
    """The course of a game that is over."""
    time, breaks = playing_time(session)
    minutes = round(time / MINUTE)
    turns = story(session.sheet)
    moments = session.sheet.moments[-(LINES - len(turns)) :]
    return Course(
        told=(*((ICONS[turn.kind], turn.text) for turn in turns), *((BEST, moment) for moment in moments)),
        time=duration(minutes) if minutes else None,
        breaks=breaks,
    )


def part_of_it(session: Session) -> tuple[Message, ...]:
    """Who was there for a part of a game, and by what rule they have their place and their win."""
    changes = [row for row in session.sheet.rows if row.kind == "table"]
    steps = [session.entries[row.entries[-1]]["step"] for row in changes]
    told = [row.about for row, step in zip(changes, steps, strict=True) if step in PART_OF_IT]
    taken_over = (say("Who sat there at the end has the win or the loss."),) if "takeover" in steps else ()
    return (*told, *taken_over)


def cut_short(summary: Summary) -> bool:
    """Whether a listed session was ended before its end; one without a fixed end never is."""
    game = all_games().get(summary.game)
    if game is None or not summary.ended_early:
        return summary.ended_early
    players = [seat.name for seat in summary.seats]
    try:
        return not game.start({"players": players, "dealer": 0, "options": summary.options}).endless
    except EntryError:
        return True
