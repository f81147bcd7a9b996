"""Writes on a sheet: enter, undo, redo, correct, each one transaction that checks, logs, refreshes the read models."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scoring.core import read_entry
from scoring.errors import EntryError
from store import models
from store.by import By
from store.correction import correction
from store.errors import (
    KeyUsedError,
    NothingToRedoError,
    NothingToUndoError,
    OtherFactsError,
    StaleError,
    StoreError,
)
from store.log import Action, Kind
from store.open import writing
from store.scorebooks import meet_device, to_text
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
        return "enter", read_entry(now.sheet, raw).to_json()

    return _append(db, entered, scorebook=scorebook, session=session, position=position, by=by)


def undo(db: sqlite3.Connection, *, scorebook: str, session: str, position: int, by: By, count: int = 1) -> Written:
    """Take back the last `count` entries and corrections that stand; raises NothingToUndoError where fewer do."""

    def undone(now: Session) -> tuple[Kind, Mapping[str, Any]]:
        if not 1 <= count <= len(now.fold.done):
            raise NothingToUndoError
        return "undo", {} if count == 1 else {"count": count}

    return _append(db, undone, scorebook=scorebook, session=session, position=position, by=by)


def redo(db: sqlite3.Connection, *, scorebook: str, session: str, position: int, by: By) -> Written:
    """Bring back what was undone last; raises NothingToRedoError beside what every write raises."""

    def redone(now: Session) -> tuple[Kind, Mapping[str, Any]]:
        if not now.fold.undone:
            raise NothingToRedoError
        return "redo", {}

    return _append(db, redone, scorebook=scorebook, session=session, position=position, by=by)


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

    Raises NoSuchSessionError, KeyUsedError, OtherFactsError, StaleError, in this order.
    """
    with writing(db):
        now = load(db, scorebook=scorebook, session=session)
        said = _said_before(db, session, by)
        if said is not None:
            if not _same(now, said, decide):
                raise OtherFactsError(now, said)
            return Written(now, repeated=True)
        if position != now.position:
            raise StaleError(now)
        decided = decide(now)
        if decided is None:
            return Written(now, repeated=False)
        kind, facts = decided
        action = Action(position, kind, facts, by.stamp, by.device)
        _insert(db, session, action, by)
        meet_device(db, by)
        after = replace(now.after(action), discarded_at=None)
        models.refresh(db, after)
    return Written(after, repeated=False)


def _said_before(db: sqlite3.Connection, session: str, by: By) -> int | None:
    """The position of the action that came with this key, or None."""
    found = db.execute("SELECT session, position FROM action WHERE key = ?", (by.key,)).fetchone()
    if found is None:
        return None
    if found["session"] != session:
        raise KeyUsedError
    position: int = found["position"]
    return position


def _same(now: Session, position: int, decide: Decide) -> bool:
    """Whether what is said now is what was said then, on the sheet as it was then."""
    said = now.actions[position]
    try:
        decided = decide(now.at(position))
    except (EntryError, StoreError):
        return False
    return decided is not None and (decided[0], to_text(decided[1])) == (said.kind, to_text(said.facts))


def _insert(db: sqlite3.Connection, session: str, action: Action, by: By) -> None:
    # Whoever writes on a session that was put away wants it.
    db.execute("UPDATE session SET discarded_at = NULL WHERE id = ? AND discarded_at IS NOT NULL", (session,))
    db.execute(
        "INSERT INTO action (session, position, kind, facts, at, device, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session, action.position, action.kind, to_text(action.facts), action.at, action.device, by.key),
    )
