"""Writes a corrected setup: the table and rules of a session's row, its people, and the phones at its seats.

The columns of a session and who sits there are of the present setup, so that lists, searches and statistics follow it;
`begun` keeps the setup that it began with once it has changed. All of it follows from the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from record.log import Action
from record.session import Session
from scoring.entry.fields import Seats
from scoring.entry.moving import new_seats
from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection
from store.scorebooks import first_name, names_now
from store.sessions.sittings import follow_people, names_at_start
from store.values import to_text

PHONES = {
    "seat_device": ("device", "at"),
    "seat_freed": ("device", "at"),
    "seat_before": ("came", "device", "at"),
    "pending_input": ("position", "facts", "device", "at"),
}
"""The tables of phones and of what they entered by seat, with their other columns."""


def with_names(book: Book, session: Session) -> Session:
    """The session with what everybody of the scorebook is called now: a new setup may name any of them."""
    return replace(session, names={**names_now(book.db, book.scorebook), **session.names})


def said_setup(book: Book, session: Session, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A typed setup with the players by their first names in the record; who sits here keeps their own."""
    typed = raw.get("players")
    if not isinstance(typed, Sequence) or isinstance(typed, str):
        return dict(raw)
    called = session.blank.table.players
    here = {same_name(now): first for now, first in zip(called, session.setup["players"], strict=True)}
    players = [here.get(same_name(name)) or first_name(book, name) if isinstance(name, str) else name for name in typed]
    return {**raw, "players": players}


def changed_setup(actions: Sequence[Action]) -> bool:
    """Whether a setup was ever corrected."""
    return any("setup" in action.facts for action in actions)


def follow_setup(book: Book, after: Session, *, archives: bool = True) -> None:
    """Bring a session's row, people and phones to its setup, in the transaction of the action that changed it.

    `archives` and errors are as in `follow_people`.
    """
    book.db.lock_row("scorebook", book.scorebook)
    now = after.setup
    book.db.execute(
        "UPDATE session SET begun = ?, options = ?, dealer = ? WHERE id = ?",
        (to_text(after.begun), to_text(after.blank.options.to_json()), now["dealer"], after.id),
    )
    left = names_at_start(book.db, after.id)
    follow_people(book, after, archives=archives)
    if names_at_start(book.db, after.id) != left:
        _move_phones(book.db, after.id, new_seats(left, now["players"]), began=len(left))


def is_followed(db: Connection, session: Session) -> bool:
    """Whether the row of a session has the setup of its log."""
    row = db.execute("SELECT begun, options, dealer FROM session WHERE id = ?", (session.id,)).fetchone()
    if row["begun"] is None:
        return not changed_setup(session.actions)
    said = session.blank.options.to_json(), session.setup["dealer"]
    return (json.loads(row["options"]), row["dealer"]) == said


def _move_phones(db: Connection, session: str, seats: Seats, *, began: int) -> None:
    """Phones follow the person whose seat they have; at a seat that is gone nobody has one.

    `began` is the number of those with whom the game began: seats of newcomers stay.
    """
    for table, columns in PHONES.items():
        names = ", ".join(columns)
        rows = db.execute(f"SELECT seat, {names} FROM {table} WHERE session = ?", (session,)).fetchall()
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
        now = ((row, row["seat"] if row["seat"] >= began else seats.get(row["seat"])) for row in rows)
        db.executemany(
            f"INSERT INTO {table} (session, seat, {names}) VALUES (?, ?, {', '.join('?' * len(columns))})",
            [(session, seat, *(row[name] for name in columns)) for row, seat in now if seat is not None],
        )
