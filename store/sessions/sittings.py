"""Brings the rows of a session to its setup and log: table and rules, who sits where, and the phones at the seats.

The columns of a session are of the present setup, so that lists, searches and statistics follow it; `begun` keeps the
setup that it began with once it has changed. `sitting` has everybody who ever sat there, one after the other. The log
has the first name in the record of each, whatever was typed: renaming and merging do not change it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from record.errors import UnreadableSessionError
from record.log import Action
from record.people import newcomers
from record.session import Session
from scoring.entry.fields import Seats
from scoring.entry.reseating import new_seats
from scoring.errors import EntryError, Problem
from scoring.game import AnyGame
from scoring.message import say
from scoring.text import same_name
from store.book import Book
from store.encoding import to_text
from store.engines.base import Connection, Row
from store.players.profiles import unarchive_players
from store.scorebooks import FIRST_TURN, add_player, person_of, player_of_file
from store.sessions.loading import load

SEAT_TABLES = ("seat_device", "seat_freed", "seat_before", "pending_input")
"""The tables of phones and of what they entered by seat."""


def changed_setup(actions: Sequence[Action]) -> bool:
    """Whether a setup was ever corrected."""
    return any("setup" in action.facts for action in actions)


def sync_setup(book: Book, after: Session, *, archives: bool = True) -> None:
    """Bring a session's row, people and phones to its setup, in the transaction of the action that changed it.

    `archives` and errors are as in `sync_sittings`.
    """
    book.db.lock_row("scorebook", book.scorebook)
    book.db.execute(
        "UPDATE session SET begun = ?, options = ?, dealer = ? WHERE id = ?",
        (to_text(after.begun), to_text(after.blank.options.to_json()), after.setup["dealer"], after.id),
    )
    sync_sittings(book, after, archives=archives, moves_phones=True)


def is_in_sync(db: Connection, session: Session) -> bool:
    """Whether the row of a session has the setup of its log."""
    row = db.execute("SELECT begun, options, dealer FROM session WHERE id = ?", (session.id,)).fetchone()
    if row["begun"] is None:
        return not changed_setup(session.actions)
    by_log = session.blank.options.to_json(), session.setup["dealer"]
    return (json.loads(row["options"]), row["dealer"]) == by_log


def sync_sittings(book: Book, session: Session, *, archives: bool = True, moves_phones: bool = False) -> None:
    """Write who sits where as setup and log have it, in the transaction of the action that changed it.

    Adds new players; `archives`: who came is unarchived, and who sits nowhere any more is archived. `moves_phones`: the
    phones follow the people of the setup. Raises EntryError where two seats have the same person.
    """
    stored, by_log = _sitting_rows(book.db, session.id), _people_by_log(session)
    if [_key_of_row(row) for row in stored] == [(turn, seat, same_name(name)) for turn, seat, name in by_log]:
        return
    book.db.lock_row("scorebook", book.scorebook)
    players = player_ids(book, [name for _, _, name in by_log])
    expect_distinct_players(book.db, session.setup["players"], players[: len(session.setup["players"])])
    book.db.execute("DELETE FROM sitting WHERE session = ?", (session.id,))
    insert_sittings(
        book.db, session.id, [(turn, seat, player) for (turn, seat, _), player in zip(by_log, players, strict=True)]
    )
    before, here = {row["player"] for row in stored}, {*players}
    if archives and here - before:
        unarchive_players(book.db, session.id)
    if archives:
        # Nobody is offered a name that was a mistake.
        book.db.executemany(
            """
            UPDATE player SET archived_at = ? WHERE id = ? AND archived_at IS NULL AND person IS NULL
            AND NOT EXISTS (SELECT 1 FROM sitting WHERE sitting.player = player.id)
            AND NOT EXISTS (SELECT 1 FROM merged WHERE merged.into_player = player.id)
            """,
            [(session.updated_at, player) for player in before - here],
        )
    began = [row["name"] for row in stored if row["turn"] == FIRST_TURN]
    seats = new_seats(began, session.setup["players"])
    if moves_phones and seats != {seat: seat for seat in range(len(began))}:
        _move_phones(book.db, session.id, seats, began=len(began))


def differing_sittings(db: Connection, session: Session) -> int:
    """How many rows are not as setup and log have it."""
    by_log = {(turn, seat, same_name(name)) for turn, seat, name in _people_by_log(session)}
    return len(by_log ^ {_key_of_row(row) for row in _sitting_rows(db, session.id)})


def names_at_start(db: Connection, session: str) -> list[str]:
    """The first names of those who sit there from the beginning, in today's setup."""
    return [row["name"] for row in _sitting_rows(db, session) if row["turn"] == FIRST_TURN]


def insert_sittings(db: Connection, session: str, sittings: Iterable[tuple[int, int, int]]) -> None:
    """Insert who sits where in a session: turn, seat, player."""
    db.executemany(
        """
        INSERT INTO sitting (session, played_at, number, turn, seat, player)
        SELECT id, played_at, number, ?, ?, ? FROM session WHERE id = ?
        """,
        [(*sitting, session) for sitting in sittings],
    )


def player_ids(book: Book, names: Sequence[str]) -> list[int]:
    """The players with these first names, added where they are unknown."""
    return [player_of_file(book, name) or add_player(book, name) for name in names]


def expect_distinct_players(db: Connection, names: Sequence[str], players: Sequence[int]) -> None:
    """Raise EntryError where two seats have the same person."""
    first: dict[int, str] = {}
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        other = first.setdefault(person_of(db, player), name)
        if other is not name:
            text = say("{name} and {other} are the same player in this scorebook.", name=name, other=other)
            raise EntryError([Problem("players", seat, text)])


def last_start(book: Book, game: AnyGame) -> str | None:
    """How the last newcomer of this scorebook started in a game, see `changes.start_scores`; None without one."""
    row = book.db.execute(
        """
        SELECT session.id FROM player
        JOIN sitting ON sitting.player = player.id
        JOIN session ON session.id = sitting.session
        WHERE player.scorebook = ? AND session.game = ? AND session.deleted_at IS NULL AND sitting.turn > ?
        AND sitting.seat >= (SELECT COUNT(*) FROM sitting AS began WHERE began.session = session.id AND began.turn = ?)
        ORDER BY session.created_at DESC, session.number DESC LIMIT 1
        """,
        (book.scorebook, game.slug, FIRST_TURN, FIRST_TURN),
    ).fetchone()
    if row is None:
        return None
    try:
        return load(book, row["id"]).sheet.usual_start
    except UnreadableSessionError:
        return None


def _people_by_log(session: Session) -> list[tuple[int, int, str]]:
    """Turn, seat and first name of everybody who ever sat there, by turn and seat."""
    later = enumerate(newcomers(session), FIRST_TURN + 1)
    return [
        *((FIRST_TURN, seat, name) for seat, name in enumerate(session.setup["players"])),
        *((turn, seat, name) for turn, (seat, name) in later),
    ]


def _sitting_rows(db: Connection, session: str) -> list[Row]:
    return db.execute(
        """
        SELECT sitting.turn, sitting.seat, sitting.player, player.name
        FROM sitting JOIN player ON player.id = sitting.player
        WHERE sitting.session = ? ORDER BY sitting.turn, sitting.seat
        """,
        (session,),
    )


def _key_of_row(row: Row) -> tuple[int, int, str]:
    return row["turn"], row["seat"], same_name(row["name"])


def _move_phones(db: Connection, session: str, seats: Seats, *, began: int) -> None:
    """Phones follow the person whose seat they have; at a seat that is gone nobody has one.

    `began` is the number of those with whom the game began: seats of newcomers stay.
    """
    for table in SEAT_TABLES:
        rows = db.execute(f"SELECT * FROM {table} WHERE session = ?", (session,))
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
        for row in rows:
            seat = row["seat"] if row["seat"] >= began else seats.get(row["seat"])
            if seat is not None:
                moved = {**dict(row), "seat": seat}
                db.execute(
                    f"INSERT INTO {table} ({', '.join(moved)}) VALUES ({', '.join('?' * len(moved))})",
                    [*moved.values()],
                )
