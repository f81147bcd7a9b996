"""Compares the read models of all sessions with the log, and writes them anew where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass

from record.errors import UnreadableSessionError
from record.session import Session
from store import models
from store.engine import Connection
from store.models import Difference
from store.progress import Progress, untold
from store.sessions import load


@dataclass(frozen=True)
class Findings:
    """How many sessions there are, which read models differ from the log, and which logs cannot be read."""

    sessions: int
    differences: tuple[Difference, ...]
    unreadable: tuple[UnreadableSessionError, ...]


def rebuild(db: Connection, progress: Progress = untold) -> Findings:
    """Mend the read models, session by session, each held while it is compared; what cannot be read stays as it is."""
    return _compared(db, _mended, progress)


def compare(db: Connection, progress: Progress = untold) -> Findings:
    """What `rebuild` would find, in the open transaction if there is one; nothing is written."""
    with nullcontext() if db.in_transaction else db.reading():
        return _compared(db, models.differences, progress)


def _mended(db: Connection, session: Session) -> list[Difference]:
    """How a session differed, looked at again where nobody else can write on it meanwhile."""
    if not list(models.differences(db, session)):
        return []
    with db.writing():
        db.hold("session", session.id)
        now = _load(db, session.id)
        found = list(models.differences(db, now))
        models.refresh(db, now)
    return found


def _compared(
    db: Connection, look: Callable[[Connection, Session], Iterable[Difference]], progress: Progress
) -> Findings:
    sessions = db.execute("SELECT id FROM session ORDER BY number").fetchall()
    differences: list[Difference] = []
    unreadable: list[UnreadableSessionError] = []
    with progress(f"Reading {len(sessions):,} sessions from their logs", len(sessions)) as advance:
        for row in sessions:
            try:
                differences.extend(look(db, _load(db, row["id"])))
            except UnreadableSessionError as error:
                unreadable.append(error)
            advance(1)
    return Findings(len(sessions), tuple(differences), tuple(unreadable))


def _load(db: Connection, session: str) -> Session:
    owner = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchone()
    return load(db, scorebook=owner["scorebook"], session=session)
