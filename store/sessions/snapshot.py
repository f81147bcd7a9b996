"""A snapshot: all that a page needs of a session, as it stood at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from record.session import Session
from store.engines.base import Connection, Row
from store.seats.pending_rows import PendingStep, pending_step
from store.sessions.loading import folded, head_of
from store.sessions.version import version_of


@dataclass(frozen=True)
class Snapshot:
    """A session with what its seats have said; `next_game` is that which its table has gone on to, or None.

    `version` is another one as soon as any page of the session would look otherwise.
    """

    session: Session
    pending: PendingStep
    next_game: str | None
    version: str
    head: Row = field(repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether this game asks nothing more of anybody: it was played to the end, or deleted."""
        return self.session.sheet.over or self.session.discarded_at is not None


def snapshot(db: Connection, scorebook: str, session: str) -> Snapshot:
    """A session of this scorebook as it stands; raises NoSuchSessionError, UnreadableSessionError."""
    return snapshot_of(db, head_of(db, scorebook=scorebook, session=session))


def snapshot_of(db: Connection, head: Row) -> Snapshot:
    """The same of a session whose head was read already."""
    session = folded(db, head)
    return Snapshot(session, pending_step(db, session, head), head["next_game"], version_of(head), head)
