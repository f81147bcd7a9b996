"""Who sat down while a session ran: names in the log, and the rows that follow from it.

The log has the first name in the record of each, whatever was typed: renaming and merging do not change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from record.errors import UnreadableSessionError
from record.people import newcomers, with_names
from record.session import Session
from scoring.errors import refused
from scoring.game import AnyGame
from scoring.message import say
from scoring.text import same_name, tidy, visible
from store.book import Book
from store.engines.base import Connection, Row
from store.players.profiles import welcome_back
from store.scorebooks import first_name, new_player, person_named, player_of_file
from store.sessions.loading import load
from store.sessions.setup import archive_strangers


def typed_names(book: Book, raw: object) -> Any:
    """A typed entry with the first name of the person whom it names, if they are known.

    Raises EntryError at `name` for a new name with invisible characters.
    """
    if not isinstance(raw, Mapping):
        return raw
    return with_names(raw, partial(_typed_name, book))


def _typed_name(book: Book, name: str) -> str:
    if name.strip() and not visible(tidy(name)) and person_named(book, name) is None:
        raise refused("name", say("That has characters that can’t be displayed."))
    return first_name(book, name)


def follow_changes(book: Book, session: Session, *, archives: bool = True) -> None:
    """Write who sat down as the log says it, in the transaction of the action that changed it; adds new players.

    `archives` is as in `follow_setup`.
    """
    if is_followed(book.db, session):
        return
    book.db.hold("scorebook", book.scorebook)
    before = [row["player"] for row in _rows(book.db, session)]
    now = [(seat, player_of_file(book, name) or new_player(book, name)) for seat, name in newcomers(session)]
    book.db.execute("DELETE FROM seat_change WHERE session = ?", (session.id,))
    if now:
        book.db.executemany(
            """
            INSERT INTO seat_change (session, created_at, number, turn, seat, player)
            SELECT id, created_at, number, ?, ?, ? FROM session WHERE id = ?
            """,
            [(turn, seat, player, session.id) for turn, (seat, player) in enumerate(now)],
        )
    players = {player for _, player in now}
    if not archives:
        return
    if players - {*before}:
        welcome_back(book.db, session.id)
    archive_strangers(book.db, {*before} - players, at=session.updated_at)


def is_followed(db: Connection, session: Session) -> bool:
    """Whether the rows have those who sat down as the log says."""
    said = [(seat, same_name(name)) for seat, name in newcomers(session)]
    return [(row["seat"], row["name_key"]) for row in _rows(db, session)] == said


def last_start(book: Book, game: AnyGame) -> str | None:
    """How the last newcomer of this scorebook started in a game, see `changes.start_scores`; None without one."""
    row = book.db.execute(
        """
        SELECT session.id FROM player
        JOIN seat_change ON seat_change.player = player.id
        JOIN session ON session.id = seat_change.session
        WHERE player.scorebook = ? AND session.game = ? AND session.discarded_at IS NULL
        AND seat_change.seat >= (SELECT COUNT(*) FROM seat WHERE seat.session = session.id)
        ORDER BY session.created_at DESC, session.number DESC LIMIT 1
        """,
        (book.scorebook, game.slug),
    ).fetchone()
    if row is None:
        return None
    try:
        return load(book, row["id"]).sheet.usual_start
    except UnreadableSessionError:
        return None


def _rows(db: Connection, session: Session) -> list[Row]:
    return db.execute(
        """
        SELECT seat_change.seat, seat_change.player, player.name_key
        FROM seat_change JOIN player ON player.id = seat_change.player
        WHERE seat_change.session = ? ORDER BY seat_change.turn
        """,
        (session.id,),
    ).fetchall()
