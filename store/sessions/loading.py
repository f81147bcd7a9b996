"""Reads sessions from the record: one row says how a session stands, and what is new of its log goes onto the sheet.

The row is the `HEAD`. Whoever has read it for another purpose folds the session from it without asking for it again.
"""

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
from store.sessions.cache import SHELF, Place

TABLE = ("id", "game", "options", "dealer", "created_at")
"""What of a session's row never changes."""
ABOUT = ("discarded_at", "archived_at", "place", "note")
"""What is said of a session beside its log, and changes."""
ACTION = ("position", "kind", "facts", "at", "device")
NEXT_GAME = """
    (
        SELECT other.id FROM session AS other
        WHERE other.series = session.series AND other.number > session.number AND other.discarded_at IS NULL
        ORDER BY other.number DESC LIMIT 1
    ) AS next_game
"""
"""The game that the table of a session has gone on to: the last of its series, None where that is this one."""
HEAD = f"""
    {", ".join(f"session.{name}" for name in (*TABLE, *ABOUT, "updated_at", "confirms", "stirs"))},
    session.scorebook, scorebook.names, scorebook.deleted_at,
    COALESCE((SELECT MAX(position) FROM action WHERE action.session = session.id) + 1, 0) AS position,
    (SELECT COUNT(*) FROM seat_device WHERE seat_device.session = session.id) AS phones,
    (SELECT COUNT(*) FROM pending_input WHERE pending_input.session = session.id) AS offers,
    {NEXT_GAME}
"""
"""The columns that say how a session stands: `phones` sit at its seats, `offers` are parts that seats have said."""


def head_of(db: Connection, *, scorebook: str, session: str) -> Row:
    """The head of a session of this scorebook; raises NoSuchSessionError."""
    head: Row | None = db.execute(
        f"""
        SELECT {HEAD} FROM session JOIN scorebook ON scorebook.id = session.scorebook
        WHERE session.id = ? AND session.scorebook = ?
        """,
        (session, scorebook),
    ).fetchone()
    if head is None:
        raise NoSuchSessionError(session)
    return head


def load(db: Connection, scorebook: str, session: str) -> Session:
    """A session of this scorebook with its sheet; raises NoSuchSessionError, or UnreadableSessionError."""
    return folded(db, head_of(db, scorebook=scorebook, session=session))


def folded(db: Connection, head: Row) -> Session:
    """The session as its head says that it stands, with no action that came later; raises UnreadableSessionError."""
    shelved = SHELF.find(_place(db, head))
    known = shelved if shelved is not None and shelved.position <= head["position"] else _blank(db, head)
    found = described(known, head)
    if found.position < head["position"]:
        found = found.after(*actions_of(db, found.id, since=found.position, until=head["position"]))
    if found is not shelved:
        keep(db, head, found)
    return found


def keep(db: Connection, head: Row, session: Session) -> None:
    """Keep a session, which may have gone on since its head was read; nothing of what may yet be rolled back."""
    if db.is_settled:
        SHELF.put(_place(db, head), session)


def _place(db: Connection, head: Row) -> Place:
    return (db.place, *(head[name] for name in TABLE), head["names"])


def described(session: Session, head: Mapping[str, Any]) -> Session:
    """The session with what is said of it beside its log."""
    said = {**{name: head[name] for name in ABOUT}, "place": head["place"] or "", "note": head["note"] or ""}
    is_same = all(getattr(session, name) == value for name, value in said.items())
    return session if is_same else replace(session, **said)


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


def actions_of(db: Connection, session: str, *, since: int = 0, until: int | None = None) -> list[Action]:
    """What was done in a session, from one position on and before another; raises UnreadableSessionError."""
    before, values = ("", ()) if until is None else (" AND position < ?", (until,))
    found = db.execute(
        f"SELECT {', '.join(ACTION)} FROM action WHERE session = ? AND position >= ?{before} ORDER BY position",
        (session, since, *values),
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
