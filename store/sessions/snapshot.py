"""Snapshots: everything that a page of a session needs, from one read, and its version.

The version is a short text that changes with everything its pages show. It is the key of the page cache, ETags and
polls. One query reads it, the device's accesses and the head row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from record.session import Session
from store.access.grants import ACCESS_COLUMNS, Access
from store.book import HELD, Book
from store.engines.base import Connection, Row
from store.engines.tables import TABLES
from store.seats.pending_step import PendingStep, pending_step
from store.sessions.loading import HEAD_COLUMNS, POSITION, VERSIONED_COLUMNS, fold, read_head

VERSION_COLUMNS = (*TABLES["session"].versioned, *(f"scorebook_{name}" for name in TABLES["scorebook"].versioned))
"""Head columns that change the version, besides the log: `seats_revision` counts seats taken and pending input,
`scorebook_names_revision` changes of names and of named house rules, and of who asks to be let into the scorebook."""
HEAD_AND_ACCESSES = f"""
    SELECT {HEAD_COLUMNS}, {", ".join(f"access.{name} AS held_{name}" for name in ACCESS_COLUMNS)}
    FROM session JOIN scorebook ON scorebook.id = session.scorebook
    LEFT JOIN access ON access.device = ? AND access.scorebook = scorebook.id AND {HELD}
        AND (access.session IS NULL OR access.session = session.id)
    WHERE session.id = ?
    ORDER BY access.role, CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.since, access.id
"""
VERSIONS = f"""
    SELECT session.id, session.scorebook, {VERSIONED_COLUMNS}, {POSITION}
    FROM session JOIN scorebook ON scorebook.id = session.scorebook
    WHERE session.id IN ({{sessions}})
"""
ACCESSES = f"""
    SELECT access.scorebook, COUNT(*) AS given,
        SUM(CASE WHEN {HELD} THEN 1 ELSE 0 END) AS held
    FROM access
    WHERE access.scorebook IN (SELECT session.scorebook FROM session WHERE session.id IN ({{sessions}}))
    GROUP BY access.scorebook
"""
MAX_SESSIONS_PER_QUERY = 500
"""Sessions in one query for states."""


class State(NamedTuple):
    """A session's version, and how many accesses to its scorebook were ever given and hold now."""

    version: str
    accesses: tuple[int, int]


@dataclass(frozen=True)
class Snapshot:
    """A session with its pending input; `head` is its head row."""

    session: Session
    pending: PendingStep
    head: Row = field(repr=False)

    @property
    def is_over(self) -> bool:
        """Whether the session is over or deleted."""
        return self.session.sheet.over or self.session.deleted_at is not None


def read_snapshot(book: Book, session: str) -> Snapshot:
    """Read the snapshot of a session; raises NoSuchError, UnreadableSessionError."""
    head = read_head(book, session)
    current = fold(book.db, head)
    return Snapshot(current, pending_step(book, current, head), head)


def find_head(db: Connection, *, device: str, session: str, at: str) -> tuple[Row, tuple[Access, ...]] | None:
    """The head row of a session in any scorebook, and the device's accesses to it; None where there is no such session.

    The accesses are those to the whole scorebook and to this session, the best role first.
    """
    found = db.execute(HEAD_AND_ACCESSES, (device, at, session))
    if not found:
        return None
    held = (row for row in found if row["held_id"] is not None)
    return found[0], tuple(Access(**{name: row[f"held_{name}"] for name in ACCESS_COLUMNS}) for row in held)


def version(book: Book, session: str) -> str:
    """The version of a session; raises NoSuchError."""
    return version_of(read_head(book, session))


def states(db: Connection, sessions: Collection[str], *, at: str) -> dict[str, State]:
    """The states of sessions in any scorebook, by id, without those that don't exist."""
    found: dict[str, State] = {}
    every = tuple(sessions)
    for start in range(0, len(every), MAX_SESSIONS_PER_QUERY):
        some = every[start : start + MAX_SESSIONS_PER_QUERY]
        marks = ", ".join("?" * len(some))
        counts = db.execute(ACCESSES.format(sessions=marks), (at, *some))
        accesses = {row["scorebook"]: (row["given"], row["held"]) for row in counts}
        rows = db.execute(VERSIONS.format(sessions=marks), some)
        found |= {row["id"]: State(version_of(row), accesses.get(row["scorebook"], (0, 0))) for row in rows}
    return found


def version_of(head: Row) -> str:
    """The log's length and a checksum of the rest; hidden input counts only as entered."""
    values = [head[name] for name in VERSION_COLUMNS]
    return f"{head['position']}.{crc32(repr(values).encode()):x}"
