"""Who sits where, one after the other: the rows of `sitting`, which follow from the setup and the log of a session.

The log has the first name in the record of each, whatever was typed: renaming and merging do not change it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from record.errors import UnreadableSessionError
from record.people import newcomers, with_names
from record.session import Session
from scoring.errors import EntryError, Problem, refused
from scoring.game import AnyGame
from scoring.message import say
from scoring.text import same_name, tidy, visible
from store.book import Book
from store.engines.base import Connection, Row
from store.players.profiles import welcome_back
from store.scorebooks import first_name, new_player, person_named, person_of, player_of_file
from store.sessions.loading import load

BEGAN = 0
"""The turn of those who sit there from the beginning; who sits down later has the next ones."""


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


def follow_people(book: Book, session: Session, *, archives: bool = True) -> None:
    """Write who sits where as setup and log have it, in the transaction of the action that changed it.

    Adds new players; `archives`: who came is unarchived, and who sits nowhere any more is archived. Raises EntryError
    where two seats have the same person.
    """
    was, now = _rows(book.db, session.id), _said(session)
    if [_of_row(row) for row in was] == [(turn, seat, same_name(name)) for turn, seat, name in now]:
        return
    book.db.lock_row("scorebook", book.scorebook)
    players = seated(book, session.setup["players"])
    players += [_player(book, name) for turn, _, name in now if turn != BEGAN]
    book.db.execute("DELETE FROM sitting WHERE session = ?", (session.id,))
    insert_sittings(
        book.db, session.id, [(turn, seat, player) for (turn, seat, _), player in zip(now, players, strict=True)]
    )
    before, here = {row["player"] for row in was}, {*players}
    if archives and here - before:
        welcome_back(book.db, session.id)
    if archives:
        _archive_strangers(book.db, before - here, at=session.updated_at)


def differing(db: Connection, session: Session) -> int:
    """How many rows are not as setup and log have it."""
    said = {(turn, seat, same_name(name)) for turn, seat, name in _said(session)}
    return len(said ^ {_of_row(row) for row in _rows(db, session.id)})


def names_at_start(db: Connection, session: str) -> list[str]:
    """The first names of those who sit there from the beginning, in today's setup."""
    return [row["name"] for row in _rows(db, session) if row["turn"] == BEGAN]


def insert_sittings(db: Connection, session: str, sittings: Iterable[tuple[int, int, int]]) -> None:
    """Insert who sits where in a session: turn, seat, player."""
    db.executemany(
        """
        INSERT INTO sitting (session, created_at, number, turn, seat, player)
        SELECT id, created_at, number, ?, ?, ? FROM session WHERE id = ?
        """,
        [(*sitting, session) for sitting in sittings],
    )


def seated(book: Book, names: Sequence[str]) -> list[int]:
    """The players with these first names, added where they are unknown; raises EntryError for the same person twice."""
    found = [_player(book, name) for name in names]
    expect_each_once(book.db, names, found)
    return found


def _player(book: Book, name: str) -> int:
    return player_of_file(book, name) or new_player(book, name)


def expect_each_once(db: Connection, names: Sequence[str], players: Sequence[int]) -> None:
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
        WHERE player.scorebook = ? AND session.game = ? AND session.discarded_at IS NULL AND sitting.turn > ?
        AND sitting.seat >= (SELECT COUNT(*) FROM sitting AS began WHERE began.session = session.id AND began.turn = ?)
        ORDER BY session.created_at DESC, session.number DESC LIMIT 1
        """,
        (book.scorebook, game.slug, BEGAN, BEGAN),
    ).fetchone()
    if row is None:
        return None
    try:
        return load(book, row["id"]).sheet.usual_start
    except UnreadableSessionError:
        return None


def _said(session: Session) -> list[tuple[int, int, str]]:
    """Turn, seat and first name of everybody who ever sat there, by turn and seat."""
    later = enumerate(newcomers(session), BEGAN + 1)
    return [
        *((BEGAN, seat, name) for seat, name in enumerate(session.setup["players"])),
        *((turn, seat, name) for turn, (seat, name) in later),
    ]


def _rows(db: Connection, session: str) -> list[Row]:
    return db.execute(
        """
        SELECT sitting.turn, sitting.seat, sitting.player, player.name, player.name_key
        FROM sitting JOIN player ON player.id = sitting.player
        WHERE sitting.session = ? ORDER BY sitting.turn, sitting.seat
        """,
        (session,),
    ).fetchall()


def _of_row(row: Row) -> tuple[int, int, str]:
    return row["turn"], row["seat"], row["name_key"]


def _archive_strangers(db: Connection, players: Collection[int], *, at: str) -> None:
    """Archive those who sit nowhere any more, so that nobody is offered a name that was a mistake."""
    db.executemany(
        """
        UPDATE player SET archived_at = ? WHERE id = ? AND archived_at IS NULL AND person IS NULL
        AND NOT EXISTS (SELECT 1 FROM sitting WHERE sitting.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM merged WHERE merged.into_player = player.id)
        """,
        [(at, player) for player in players],
    )
