"""Snapshots: everything that a page of a session needs, from one read."""

from __future__ import annotations

from dataclasses import dataclass, field

from record.session import Session
from store.engines.base import Connection, Row
from store.seats.pending_rows import PendingStep, pending_step
from store.sessions.loading import folded, head_of
from store.sessions.version import version_of


@dataclass(frozen=True)
class Snapshot:
    """A session with its pending input; `next_game` is the id of the last session of its series, or None.

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


def snapshot(db: Connection, scorebook: str, session: str) -> Snapshot:
    """Read the snapshot of a session; raises NoSuchSessionError, UnreadableSessionError."""
    return snapshot_of(db, head_of(db, scorebook=scorebook, session=session))


def snapshot_of(db: Connection, head: Row) -> Snapshot:
    """The snapshot of a session whose head row was read already."""
    session = folded(db, head)
    return Snapshot(session, pending_step(db, session, head), head["next_game"], version_of(head), head)
