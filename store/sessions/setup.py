"""Writes a corrected setup: the table and rules of a session's row, its seats, and the phones at them.

The columns of a session and its seat rows hold the present setup, so that lists, searches and statistics follow it;
`begun` keeps the setup that it began with once it has changed. All of it follows from the log.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from record.log import Action
from record.session import Session
from scoring.entry.fields import Seats
from scoring.entry.moving import new_seats
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection, Row
from store.players.profiles import welcome_back
from store.scorebooks import first_name, names_now, new_player, person_of, player_of_file
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
    """Bring a session's row, seats and phones to its setup, in the transaction of the action that changed it.

    `archives`: who came is unarchived, and who sits nowhere any more is archived. Raises EntryError where two seats
    have the same person.
    """
    book.db.hold("scorebook", book.scorebook)
    now = after.setup
    book.db.execute(
        "UPDATE session SET begun = ?, options = ?, dealer = ? WHERE id = ?",
        (to_text(after.begun), to_text(after.blank.options.to_json()), now["dealer"], after.id),
    )
    players, left = seated(book, now["players"]), _seat_rows(book.db, after.id)
    if players == [row["player"] for row in left]:
        return
    book.db.execute("DELETE FROM seat WHERE session = ?", (after.id,))
    insert_seats(book.db, after.id, players)
    if archives:
        welcome_back(book.db, after.id)
        archive_strangers(book.db, {row["player"] for row in left} - {*players}, at=after.updated_at)
    _move_phones(book.db, after.id, new_seats([row["name"] for row in left], now["players"]), began=len(left))


def seated(book: Book, names: Sequence[str]) -> list[int]:
    """The players with these first names, added where they are unknown; raises EntryError for the same person twice."""
    found = [player_of_file(book, name) or new_player(book, name) for name in names]
    expect_each_once(book.db, names, found)
    return found


def expect_each_once(db: Connection, names: Sequence[str], players: Sequence[int]) -> None:
    """Raise EntryError where two seats have the same person."""
    first: dict[int, str] = {}
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        other = first.setdefault(person_of(db, player), name)
        if other is not name:
            text = say("{name} and {other} are the same player in this scorebook.", name=name, other=other)
            raise EntryError([Problem("players", seat, text)])


def insert_seats(db: Connection, session: str, players: Sequence[int]) -> None:
    """Insert the seat rows of a session."""
    db.executemany(
        """
        INSERT INTO seat (session, created_at, number, seat, player)
        SELECT id, created_at, number, ?, ? FROM session WHERE id = ?
        """,
        [(seat, player, session) for seat, player in enumerate(players)],
    )


def is_followed(db: Connection, session: Session) -> bool:
    """Whether the row and the seats of a session have the setup of its log."""
    row = db.execute("SELECT begun, options, dealer FROM session WHERE id = ?", (session.id,)).fetchone()
    if row["begun"] is None:
        return not changed_setup(session.actions)
    names = [same_name(each["name"]) for each in _seat_rows(db, session.id)]
    return (json.loads(row["options"]), row["dealer"], names) == (
        session.blank.options.to_json(),
        session.setup["dealer"],
        [same_name(name) for name in session.setup["players"]],
    )


def _seat_rows(db: Connection, session: str) -> list[Row]:
    """The seats of a session with their players and their first names."""
    return db.execute(
        """
        SELECT seat.player, player.name FROM seat JOIN player ON player.id = seat.player
        WHERE seat.session = ? ORDER BY seat.seat
        """,
        (session,),
    ).fetchall()


def archive_strangers(db: Connection, players: Collection[int], *, at: str) -> None:
    """Archive those who sit nowhere any more, so that nobody is offered a name that was a mistake."""
    db.executemany(
        """
        UPDATE player SET archived_at = ? WHERE id = ? AND archived_at IS NULL AND person IS NULL
        AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM seat_change WHERE seat_change.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM merged WHERE merged.into_player = player.id)
        """,
        [(at, player) for player in players],
    )


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
