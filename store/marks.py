"""The mark of a session: a short text that is another one as soon as its sheet would look otherwise.

Whoever follows a sheet asks by it every few seconds; it takes one query and loads nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from record.session import Session
from store.engine import Connection
from store.errors import DeletedScorebookError, NoSuchSessionError
from store.loading import ABOUT
from store.values import to_text


def mark(db: Connection, *, scorebook: str, session: str) -> str:
    """The mark of a session of this scorebook now; raises NoSuchSessionError, DeletedScorebookError."""
    found = db.execute(
        f"""
        SELECT {", ".join(f"session.{name}" for name in ABOUT)}, scorebook.names, scorebook.deleted_at,
            (SELECT MAX(position) FROM action WHERE session = session.id) AS last
        FROM session JOIN scorebook ON scorebook.id = session.scorebook WHERE session.id = ? AND session.scorebook = ?
        """,
        (session, scorebook),
    ).fetchone()
    if found is None:
        raise NoSuchSessionError(session)
    if found["deleted_at"] is not None:
        raise DeletedScorebookError
    return _mark(0 if found["last"] is None else found["last"] + 1, found["names"], found)


def mark_of(session: Session) -> str:
    """The mark of a session as it was loaded."""
    return _mark(session.position, session.names, vars(session))


def _mark(position: int, names: int, said: Mapping[str, Any]) -> str:
    """How long the log is, how often a name was changed, and the sum of what is said of the session beside its log."""
    about = {name: said[name] for name in ABOUT if said[name]}
    return f"{position}.{names}.{crc32(to_text(about).encode()) if about else 0:x}"
