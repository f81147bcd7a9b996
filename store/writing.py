"""Writes on a sheet: enter, undo, correct, each one transaction that checks, logs and refreshes the read models."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.core import admit
from store import models
from store.by import By
from store.correction import correction
from store.errors import KeyUsedError, NothingToUndoError, StaleError
from store.log import Action, Kind, effective
from store.open import writing
from store.scorebooks import to_text
from store.session import Session
from store.sessions import load

Decide: TypeAlias = Callable[[Session], "tuple[Kind, Mapping[str, Any]] | None"]
"""What is to be logged on the session as it stands now, or None for nothing; raises what is wrong with it."""


@dataclass(frozen=True)
class Written:
    """How the session stands after a write; `repeated` says that its key was known, so nothing was written."""

    session: Session
    repeated: bool


def write(db: sqlite3.Connection, *, scorebook: str, session: str, raw: object, position: int, by: By) -> Written:
    """Write an entry; raises EntryError beside what every write raises, see `_append`."""

    def entered(now: Session) -> tuple[Kind, Mapping[str, Any]]:
        return "enter", admit(now.sheet, raw).to_json()

    return _append(db, entered, scorebook=scorebook, session=session, position=position, by=by)


def undo(db: sqlite3.Connection, *, scorebook: str, session: str, position: int, by: By) -> Written:
    """Take back the last entry or correction that stands; raises NothingToUndoError beside what every write raises."""

    def undone(now: Session) -> tuple[Kind, Mapping[str, Any]]:
        if not effective(now.actions):
            raise NothingToUndoError
        return "undo", {}

    return _append(db, undone, scorebook=scorebook, session=session, position=position, by=by)


def correct(
    db: sqlite3.Connection,
    *,
    scorebook: str,
    session: str,
    changes: Mapping[int, object],
    reopen: bool,
    position: int,
    by: By,
) -> Written:
    """Replace live entries, see `correction`; what changes nothing writes nothing."""

    def corrected(now: Session) -> tuple[Kind, Mapping[str, Any]] | None:
        facts = correction(now, changes, reopen=reopen)
        return None if facts is None else ("correct", facts)

    return _append(db, corrected, scorebook=scorebook, session=session, position=position, by=by)


def _append(db: sqlite3.Connection, decide: Decide, *, scorebook: str, session: str, position: int, by: By) -> Written:
    """Log what is decided on the session as it stands under the write lock.

    Raises NoSuchSessionError, KeyUsedError, StaleError, in this order.
    """
    with writing(db):
        now = load(db, scorebook=scorebook, session=session)
        if _was_said(db, session, by):
            return Written(now, repeated=True)
        if position != now.position:
            raise StaleError(now)
        decided = decide(now)
        if decided is None:
            return Written(now, repeated=False)
        kind, facts = decided
        action = Action(position, kind, facts, by.stamp, by.device)
        _insert(db, session, action, by)
        after = now.after(action)
        models.refresh(db, after)
    return Written(after, repeated=False)


def _was_said(db: sqlite3.Connection, session: str, by: By) -> bool:
    found = db.execute("SELECT session FROM action WHERE key = ?", (by.key,)).fetchone()
    if found is not None and found["session"] != session:
        raise KeyUsedError
    return found is not None


def _insert(db: sqlite3.Connection, session: str, action: Action, by: By) -> None:
    db.execute(
        "INSERT INTO action (session, position, kind, facts, at, device, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session, action.position, action.kind, to_text(action.facts), action.at, action.device, by.key),
    )
