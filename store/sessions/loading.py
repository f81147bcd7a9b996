"""Reads sessions from the record: the log since the last time, onto the sheet as it stood then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from record.actions import Action
from record.errors import UnreadableSessionError
from record.session import Session, new_session
from store.engines.base import Connection, Row
from store.errors import NoSuchSessionError
from store.scorebooks import AT_SEAT, CALLED
from store.sessions.cache import SHELF

TABLE = ("id", "game", "options", "dealer", "created_at")
"""What of a session's row never changes."""
ABOUT = ("discarded_at", "archived_at", "place", "note")
"""What is said of a session beside its log, and changes."""
ACTION = ("position", "kind", "facts", "at", "device")


def load(db: Connection, *, scorebook: str, session: str) -> Session:
    """A session of this scorebook with its sheet; raises NoSuchSessionError, or UnreadableSessionError."""
    head = db.execute(
        f"""
        SELECT {", ".join((*TABLE, *ABOUT))}, (SELECT names FROM scorebook WHERE id = session.scorebook) AS names,
            (SELECT MAX(position) FROM action WHERE session = session.id) AS last
        FROM session WHERE id = ? AND scorebook = ?
        """,
        (session, scorebook),
    ).fetchone()
    if head is None:
        raise NoSuchSessionError(session)
    position = 0 if head["last"] is None else head["last"] + 1
    place = (db.place, *(head[name] for name in TABLE), head["names"])
    shelved = SHELF.find(place)
    known = shelved if shelved is not None and shelved.position <= position else _blank(db, head)
    found = described(known, head)
    if found.position < position:
        found = found.after(*actions_of(db, session, since=found.position))
    if found is not shelved and db.is_settled:
        SHELF.put(place, found)
    return found


def described(session: Session, head: Mapping[str, Any]) -> Session:
    """The session with what is said of it beside its log."""
    said = replace(
        session,
        discarded_at=head["discarded_at"],
        archived_at=head["archived_at"],
        place=head["place"] or "",
        note=head["note"] or "",
    )
    return session if all(getattr(session, name) == getattr(said, name) for name in ABOUT) else said


def _blank(db: Connection, head: Row) -> Session:
    seated = db.execute(
        f"SELECT {CALLED}, person.colour FROM seat {AT_SEAT} WHERE seat.session = ? ORDER BY seat.seat", (head["id"],)
    ).fetchall()
    blank = new_session(
        id=head["id"],
        created_at=head["created_at"],
        head={
            "game": head["game"],
            "players": [row["name"] for row in seated],
            "dealer": head["dealer"],
            "options": _from_text(head["options"], head["id"]),
        },
    )
    return replace(blank, colours=tuple(row["colour"] for row in seated))


def actions_of(db: Connection, session: str, *, since: int = 0) -> list[Action]:
    """What was done in a session, from a position on, as it is written; raises UnreadableSessionError."""
    found = db.execute(
        f"SELECT {', '.join(ACTION)} FROM action WHERE session = ? AND position >= ? ORDER BY position",
        (session, since),
    )
    return [
        Action(row["position"], row["kind"], _from_text(row["facts"], session), row["at"], row["device"])
        for row in found
    ]


def _from_text(text: str, session: str) -> Any:
    """What was written as JSON; a disk may have changed it since."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise UnreadableSessionError(session, error) from error
