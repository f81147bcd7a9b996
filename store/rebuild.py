"""Compares the read models of all sessions with the log, and writes them anew where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from record.errors import UnreadableSessionError
from record.session import Session
from store import models
from store.engine import Connection
from store.models import Difference
from store.sessions import load


@dataclass(frozen=True)
class Findings:
    """How many sessions there are, which read models differ from the log, and which logs cannot be read."""

    sessions: int
    differences: tuple[Difference, ...]
    unreadable: tuple[UnreadableSessionError, ...]


def rebuild(db: Connection) -> Findings:
    """Mend the read models of all sessions in one transaction; those of a session that cannot be read stay."""
    with db.writing():
        return _compared(db, mend=True)


def compare(db: Connection) -> Findings:
    """What `rebuild` would find; nothing is written."""
    with db.reading():
        return _compared(db, mend=False)


def _compared(db: Connection, *, mend: bool) -> Findings:
    sessions = 0
    differences: list[Difference] = []
    unreadable: list[UnreadableSessionError] = []
    for session in _all(db):
        sessions += 1
        if isinstance(session, UnreadableSessionError):
            unreadable.append(session)
        elif found := list(models.differences(db, session)):
            differences.extend(found)
            if mend:
                models.refresh(db, session)
    return Findings(sessions, tuple(differences), tuple(unreadable))


def _all(db: Connection) -> Iterator[Session | UnreadableSessionError]:
    for row in db.execute("SELECT id, scorebook FROM session ORDER BY number").fetchall():
        try:
            yield load(db, scorebook=row["scorebook"], session=row["id"])
        except UnreadableSessionError as error:
            yield error
