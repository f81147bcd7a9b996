"""Loads sessions: reads the head row, and folds the actions that the session cache of this process does not have yet.

Callers that have read the `HEAD_COLUMNS` already fold the session from them without another query.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from record.errors import UnreadableSessionError
from record.log import Action
from record.session import DETAILS, TEXTS, Session, new_session
from store.book import Book
from store.cache import Cache
from store.engines.base import Connection, Row
from store.engines.tables import TABLES
from store.errors import NoSuchError
from store.players.profiles import seat_colours
from store.scorebooks import FIRST_TURN, current_names, sittings_of

SETUP_COLUMNS = ("id", "game", "options", "dealer", "created_at", "begun")
"""Columns of a session that change only with its setup; `begun` is the setup it began with, NULL where it is this."""
CACHE_KEY_COLUMNS = (*SETUP_COLUMNS, "scorebook_names_revision")
"""What a session is folded with besides its log: its table and rules, and the names of today."""
ACTION_COLUMNS = tuple(each.name for each in fields(Action))
NEXT_GAME, NEXT_OF_SERIES = (
    f"""
    (
        SELECT other.id FROM session AS other
        WHERE other.{common} = session.{common} AND other.number > session.number AND other.deleted_at IS NULL
        ORDER BY other.number DESC LIMIT 1
    ) AS {name}
    """
    for common, name in (("table_id", "next_game"), ("series", "next_of_series"))
)
"""The last session of the table in its evening, and of the series; None where it is this one."""
POSITION = "COALESCE((SELECT MAX(position) FROM action WHERE action.session = session.id) + 1, 0) AS position"
"""The length of a session's log."""
VERSIONED_COLUMNS = ", ".join(
    (
        *(f"session.{name}" for name in TABLES["session"].versioned),
        *(f"scorebook.{name} AS scorebook_{name}" for name in TABLES["scorebook"].versioned),
    )
)
"""What changes the version of a session besides its log."""
HEAD_COLUMNS = f"""
    {", ".join(f"session.{name}" for name in (*SETUP_COLUMNS, "scorebook"))}, {VERSIONED_COLUMNS},
    {POSITION},
    (SELECT COUNT(*) FROM seat_device WHERE seat_device.session = session.id) AS phones,
    (SELECT COUNT(*) FROM pending_input WHERE pending_input.session = session.id) AS offers,
    {NEXT_GAME}
"""
"""The head columns of a session; `phones` counts devices at seats, `offers` the rows of pending input."""
MAX_CACHED_SESSIONS = 128


SESSION_CACHE: Cache[Session] = Cache(MAX_CACHED_SESSIONS)
"""Sessions by `cache_key`. One stays right up to its position, since logs are only appended to: newer actions must be
read from the database. It may be newer than a head row, too."""


def read_head(book: Book, session: str) -> Row:
    """Read the head row of a session; raises NoSuchError."""
    head: Row | None = book.db.execute(
        f"""
        SELECT {HEAD_COLUMNS} FROM session JOIN scorebook ON scorebook.id = session.scorebook
        WHERE session.id = ? AND session.scorebook = ?
        """,
        (session, book.scorebook),
    ).fetchone()
    if head is None:
        raise NoSuchError(f"no session {session!r}")
    return head


def load(book: Book, session: str) -> Session:
    """Load a session with its sheet; raises NoSuchError, UnreadableSessionError."""
    return fold(book.db, read_head(book, session))


def load_readable(book: Book, sessions: Iterable[str]) -> Iterator[Session]:
    """Load these sessions, but for those that are deleted or that this release cannot read."""
    for each in sessions:
        with suppress(NoSuchError, UnreadableSessionError):
            yield load(book, each)


def cache_key(db: Connection, head: Row) -> tuple[object, ...]:
    """By what a session is cached."""
    return (db.identity, *(head[name] for name in CACHE_KEY_COLUMNS))


def cache_session(db: Connection, head: Row, session: Session) -> None:
    """Cache a session, unless the open transaction may still be rolled back."""
    if db.reads_committed:
        SESSION_CACHE.put(cache_key(db, head), session)


def fold(db: Connection, head: Row) -> Session:
    """Fold the session up to the position of its head row; raises UnreadableSessionError."""
    cached, length = SESSION_CACHE.get(cache_key(db, head)), head["position"]
    known = cached if cached is not None and cached.position <= length else _blank(db, head)
    found = known
    if known.position < length:
        found = known.after(*actions_of(db, head["id"], since=known.position, until=length))
        if known is cached and found.blank is not known.blank:
            # Others sit at the table by now, whose names and colours the cached session may not know.
            found = _blank(db, head).after(*actions_of(db, head["id"], until=length))
        elif known is cached and found.sheet.table.players != known.sheet.table.players:
            found = _with_colours(db, found)
    details: dict[str, Any] = {name: head[name] or "" if name in TEXTS else head[name] for name in DETAILS}
    if any(getattr(found, name) != value for name, value in details.items()):
        found = replace(found, **details)
    if found is not cached:
        cache_session(db, head, found)
    return found


def _blank(db: Connection, head: Row) -> Session:
    if head["begun"] is None:
        people = sittings_of(db, head["id"], "seated.name AS first")
        began = [seats[0]["first"] for seats in people if seats[0]["turn"] == FIRST_TURN]
        options = _from_text(head["options"], head["id"])
        begun = {"players": began, "dealer": head["dealer"], "options": options}
    else:
        begun = _from_text(head["begun"], head["id"])
    names = current_names(db, head["scorebook"])
    blank = new_session(id=head["id"], created_at=head["created_at"], head={"game": head["game"], **begun}, names=names)
    return _with_colours(db, blank)


def _with_colours(db: Connection, session: Session) -> Session:
    """The session with the colours of those who sit there now."""
    current = [seats[-1] for seats in sittings_of(db, session.id, "person.id, person.colour")]
    return replace(session, colours=seat_colours([(row["id"], row["colour"]) for row in current]))


def actions_of(db: Connection, session: str, *, since: int = 0, until: int | None = None) -> list[Action]:
    """Read the actions from position `since` up to before `until`; raises UnreadableSessionError."""
    before, values = ("", ()) if until is None else (" AND position < ?", (until,))
    found = db.execute(
        f"SELECT {', '.join(ACTION_COLUMNS)} FROM action WHERE session = ? AND position >= ?{before} ORDER BY position",
        (session, since, *values),
    )
    return [Action(**dict(row) | {"facts": _from_text(row["facts"], session)}) for row in found]


def _from_text(text: str, session: str) -> Any:
    """Parse stored JSON; raises UnreadableSessionError where it is damaged."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise UnreadableSessionError(session, error) from error
