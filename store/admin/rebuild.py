"""Rebuilds read models: compares them with the logs of all sessions and rewrites those that differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass

from record.errors import UnreadableSessionError
from record.session import Session
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import NoSuchError, UnavailableError
from store.progress import Progress, no_progress
from store.sessions import sittings
from store.sessions.loading import load
from store.stats import read_models
from store.stats.read_models import IS_COUNTABLE, ModelMismatch, note_rules, noted_fingerprint, rules_fingerprint

AT_START = 1_000
"""Sessions rebuilt at the start of a site with changed rules; takes some five seconds."""


@dataclass(frozen=True)
class Findings:
    """The number of sessions, the read models that differ from the log, and the unreadable logs."""

    sessions: int
    differences: tuple[ModelMismatch, ...]
    unreadable: tuple[UnreadableSessionError, ...]


def rebuild(db: Connection, progress: Progress = no_progress) -> Findings:
    """Rebuild the read models, with a lock on one session at a time; unreadable ones stay unchanged."""
    found = _compared(db, _mended, progress)
    with db.writing():
        note_rules(db, rules_fingerprint())
    return found


def compare(db: Connection, progress: Progress = no_progress) -> Findings:
    """What `rebuild` would find, in the open transaction if any; nothing is written."""
    with nullcontext() if db.in_transaction else db.reading():
        return _compared(db, _differences, progress)


def bring_up_to_date(database: Database, progress: Progress = no_progress) -> bool:
    """Create or migrate the record at the start of a site, and update its counts and read models.

    False where read models were not rebuilt: more than `AT_START` sessions, or the database is read-only.
    """
    database.prepare()
    with closing(database.connect()) as db:
        count_finished(db, progress)
        rules = noted_fingerprint(db)
        if rules == rules_fingerprint():
            return True
        many = db.execute("SELECT COUNT(*) AS found FROM session").fetchone()["found"] > AT_START
        if rules is not None and many:
            return False
        try:
            if rules is None:
                # A new record, or one that was migrated: all of its sessions that can be read were counted just now.
                with db.writing():
                    note_rules(db, rules_fingerprint())
            else:
                rebuild(db, progress)
        except UnavailableError:
            return False
    return True


def count_finished(db: Connection, progress: Progress = no_progress) -> int:
    """Count finished sessions that are not counted, and make the lists anew of others that are marked as counted.

    A migration marks all sessions so. Each is done in a transaction; returns their number. Safe in several processes
    and beside other writers. Unreadable sessions stay as they are.
    """
    found = db.execute(
        f"SELECT id FROM session WHERE counted <> CASE WHEN {IS_COUNTABLE} THEN 1 ELSE 0 END ORDER BY number"
    )
    counted = 0
    if not found:
        return counted
    with progress(f"Counting {len(found):,} sessions for the statistics", len(found)) as advance:
        for row in found:
            with suppress(UnreadableSessionError, NoSuchError), db.writing():
                db.lock_row("session", row["id"])
                _refresh(db, _load(db, row["id"]))
                counted += 1
            advance(1)
    return counted


def _differences(db: Connection, session: Session) -> Iterator[ModelMismatch]:
    """Where the rows of a session are not what its log says."""
    if not sittings.is_in_sync(db, session):
        yield ModelMismatch(session.id, "session", 1)
    if rows := sittings.differing_sittings(db, session):
        yield ModelMismatch(session.id, "sitting", rows)
    yield from read_models.differences(db, session)


def _mended(db: Connection, session: Session) -> list[ModelMismatch]:
    """Compare a session again under a lock and rebuild it; returns the differences."""
    if not list(_differences(db, session)):
        return []
    with db.writing():
        db.lock_row("session", session.id)
        now = _load(db, session.id)
        found = list(_differences(db, now))
        _refresh(db, now)
    return found


def _refresh(db: Connection, session: Session) -> None:
    """Write anew what follows from a session's log; the caller has locked it."""
    book = _book_of(db, session.id)
    if not sittings.is_in_sync(db, session):
        sittings.sync_setup(book, session)
    sittings.sync_sittings(book, session)
    read_models.refresh(db, session, force=True)


def _compared(
    db: Connection,
    compare_session: Callable[[Connection, Session], Iterable[ModelMismatch]],
    progress: Progress,
) -> Findings:
    sessions = db.execute("SELECT id FROM session ORDER BY number")
    differences: list[ModelMismatch] = []
    unreadable: list[UnreadableSessionError] = []
    with progress(f"Reading {len(sessions):,} sessions from their logs", len(sessions)) as advance:
        for row in sessions:
            try:
                with suppress(NoSuchError):
                    differences.extend(compare_session(db, _load(db, row["id"])))
            except UnreadableSessionError as error:
                unreadable.append(error)
            advance(1)
    return Findings(len(sessions), tuple(differences), tuple(unreadable))


def _load(db: Connection, session: str) -> Session:
    return load(_book_of(db, session), session)


def _book_of(db: Connection, session: str) -> Book:
    """The scorebook of a session; raises NoSuchError where it was purged in the meantime."""
    owner = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchone()
    if owner is None:
        raise NoSuchError(f"no session {session!r}")
    return Book(db, owner["scorebook"], "keeper")
