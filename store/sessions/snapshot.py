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
from store.access.grants import OF_ACCESS, Access, access_in
from store.book import HELD, Book
from store.engines.base import Connection, Row
from store.engines.tables import TABLES
from store.seats.step import PendingStep, pending_step
from store.sessions.loading import HEAD, POSITION, VERSIONED_COLUMNS, folded, head_of

VERSIONED = (*TABLES["session"].versioned, *TABLES["scorebook"].versioned)
"""Head columns that change the version, besides the log: `seats_revision` counts seats taken and pending input,
`names_revision` changes of names and of named house rules."""
HEAD_AND_ACCESSES = f"""
    SELECT {HEAD}, {", ".join(f"access.{name} AS held_{name}" for name in OF_ACCESS)}
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
MOST_ASKED = 500
"""Sessions in one query for states."""


@dataclass(frozen=True)
class SessionHead:
    """A session's head row and version, with a device's accesses to it.

    `accesses` are those to the whole `scorebook` and to this session, the best role first; `deleted`: the scorebook was
    deleted. `head` is for `snapshot_of`.
    """

    scorebook: str
    accesses: tuple[Access, ...]
    version: str
    deleted: bool
    head: Row


class State(NamedTuple):
    """A session's version, and how many accesses to its scorebook were ever given and hold now."""

    version: str
    accesses: tuple[int, int]


@dataclass(frozen=True)
class Snapshot:
    """A session with its pending input; `next_game` is the id of the last session of its table, or None.

    `version` changes with everything that a page of the session shows.
    """

    session: Session
    pending: PendingStep
    next_game: str | None
    version: str
    head: Row = field(repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether the session is over or deleted."""
        return self.session.sheet.over or self.session.discarded_at is not None


def read_snapshot(book: Book, session: str) -> Snapshot:
    """Read the snapshot of a session; raises NoSuchError, UnreadableSessionError."""
    return snapshot_of(book, head_of(book, session))


def snapshot_of(book: Book, head: Row) -> Snapshot:
    """The snapshot of a session whose head row was read already."""
    session = folded(book.db, head)
    return Snapshot(session, pending_step(book, session, head), head["next_game"], version_of(head), head)


def find_head(db: Connection, *, device: str, session: str, at: str) -> SessionHead | None:
    """The head of a session in any scorebook, with what access a device has to it; None where there is none."""
    found = db.execute(HEAD_AND_ACCESSES, (device, at, session)).fetchall()
    if not found:
        return None
    held = tuple(access_in(row, "held_") for row in found if row["held_id"] is not None)
    head = found[0]
    return SessionHead(head["scorebook"], held, version_of(head), deleted=head["deleted_at"] is not None, head=head)


def version(book: Book, session: str) -> str:
    """The version of a session; raises NoSuchError."""
    return version_of(head_of(book, session))


def states(db: Connection, sessions: Collection[str], *, at: str) -> dict[str, State]:
    """The states of sessions in any scorebook, by id, without those that don't exist."""
    found: dict[str, State] = {}
    every = tuple(sessions)
    for start in range(0, len(every), MOST_ASKED):
        asked = every[start : start + MOST_ASKED]
        marks = ", ".join("?" * len(asked))
        counts = db.execute(ACCESSES.format(sessions=marks), (at, *asked)).fetchall()
        accesses = {row["scorebook"]: (row["given"], row["held"]) for row in counts}
        rows = db.execute(VERSIONS.format(sessions=marks), asked).fetchall()
        found |= {row["id"]: State(version_of(row), accesses.get(row["scorebook"], (0, 0))) for row in rows}
    return found


def version_of(head: Row) -> str:
    """The log's length and a checksum of the rest; hidden input counts only as entered."""
    values = [head[name] for name in VERSIONED]
    return f"{head['position']}.{crc32(repr(values).encode()):x}"
