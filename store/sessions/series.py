"""The games that one table begins one after the other in an evening; a series is those begun as the same again.

Devices with access to one game of a series get access to the next, and keep their seats. To another game those go along
whose players play it, with their seats, and whoever came by a link to the evening's games.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime

from record.errors import UnreadableSessionError
from record.evenings import MAX_BREAK, MAX_SESSION_LENGTH, Sitting, belong_together
from record.log import Author, stamp
from record.people import next_table
from record.session import Session
from scoring.game import AnyGame
from scoring.text import same_name
from store.access.grants import copy_accesses
from store.access.requests import seat_newcomers
from store.access.secrets import renew_of_table
from store.book import HELD, Book, needs
from store.encoding import new_id
from store.engines.base import Connection
from store.scorebooks import lock_scorebook
from store.sessions import writing
from store.sessions.details import lock_table
from store.sessions.loading import NEXT_GAME, load
from store.sessions.purge import remove_sessions

MAX_TABLES = 10
"""Sessions of an evening looked at for the one that a device was at last."""


@needs("keeper")
def start_again(
    book: Book, session: str, by: Author, *, seen: str | None = None, links_until: str | None = None
) -> str:
    """Start a session with those who play in another now and its rules, and return its id; see `next_table`.

    Where the table has a later one, that is returned instead: whoever asked did not know of it, unless it is `seen`.
    `confirms` is kept, and within the evening the devices keep their seats; links to the table hold until
    `links_until`. Raises NoSuchError, UnreadableSessionError, and what `writing.start` raises.
    """
    with book.db.writing():
        lock_table(book.db, session)
        before = load(book, session)
        table = next_table(before)
        raw = {
            "players": [before.sheet.table.players[seat] for seat in table.seats],
            "dealer": table.dealer,
            "options": before.blank.chosen_options,
        }
        lock_scorebook(book, at=by.stamp)
        is_repeated = writing.session_of_key(book, by) is not None
        query = (
            f"SELECT {NEXT_GAME} FROM session WHERE id = ? AND table_id = (SELECT table_id FROM session WHERE id = ?)"
        )
        later = book.db.execute(query, (seen or session, session)).fetchone()
        if not is_repeated and later and later["next_game"]:
            return str(later["next_game"])
        new = writing.start(book, before.game, raw, by, is_typed=False)
        if is_repeated:
            return new
        if not _is_one_evening(before, before.sheet.table.players, by.at):
            _sets_like(book.db, before.id, new, "confirms")
            return new
        _join_table(book.db, session)
        book.db.execute("UPDATE session SET series = COALESCE(series, ?) WHERE id = ?", (new_id(), session))
        copy_accesses(book.db, like=session, session=new, at=by.stamp)
        _continue_table(book.db, before, load(book, new), by=by, links_until=links_until)
        _sets_like(book.db, before.id, new, "series")
    return new


@needs("keeper")
def start_next(
    book: Book,
    session: str,
    game: AnyGame,
    raw: Mapping[str, object],
    *,
    by: Author,
    stay: Collection[int] = (),
    links_until: str | None = None,
) -> str:
    """Start another game at the table of a session, and return its id; on another evening it is a table of its own.

    The devices of those who play both sit where their player sits then, except those at the seats that `stay`, which
    stay in the session before. Raises what `writing.start` raises, and NoSuchError.
    """
    with book.db.writing():
        lock_table(book.db, session)
        before = load(book, session)
        lock_scorebook(book, at=by.stamp)
        is_repeated = writing.session_of_key(book, by) is not None
        new = writing.start(book, game, raw, by)
        after = load(book, new)
        if is_repeated or not _is_one_evening(before, after.sheet.table.players, by.at):
            return new
        _join_table(book.db, session)
        authors = _continue_table(book.db, before, after, by=by, links_until=links_until, stay=stay)
        seated = book.db.execute("SELECT seat, device FROM seat_device WHERE session = ?", (session,))
        left = [row["device"] for row in seated if row["seat"] in stay]
        copy_accesses(book.db, like=session, session=new, seated=authors, stay=left, at=by.stamp)
        seat_newcomers(book, after, at=by.stamp)
    return new


@needs("keeper")
def start_instead(book: Book, session: str, game: AnyGame, raw: Mapping[str, object], by: Author) -> str:
    """Start another game for the people of a session, and return its id.

    A session in which nothing was entered is removed as if it had never been: the new one has its links, its series
    and its phones, each at the seat of its person. Else it stays. Raises what `writing.start` raises,
    NoSuchError.
    """
    with book.db.writing():
        # A second tap at the same moment waits here, and finds what the first has begun.
        book.db.lock_row("session", session)
        if begun := writing.session_of_key(book, by):
            return begun
        before = load(book, session)
        lock_scorebook(book, at=by.stamp)
        new = writing.start(book, game, raw, by)
        if before.is_unplayed:
            _sit_down(book.db, before, load(book, new), at=by.stamp)
            for table in ("link", "access"):
                book.db.execute(f"UPDATE {table} SET session = ? WHERE session = ?", (new, session))
            _sets_like(book.db, session, new, "series", "table_id", "confirms")
            remove_sessions(book.db, book.scorebook, [session], at=by.stamp)
    return new


@needs("keeper")
def last_at_table(book: Book, device: str, *, at: datetime) -> Session | None:
    """The last session of the evening at which a device sat or wrote; else the last in which nobody has written yet.

    Of a device that was at none, as one that took another's place, it is the last one.
    """
    found = book.db.execute(
        """
        SELECT id FROM session WHERE scorebook = ? AND deleted_at IS NULL AND created_at >= ?
        ORDER BY number DESC LIMIT ?
        """,
        (book.scorebook, stamp(at - MAX_SESSION_LENGTH - MAX_BREAK), MAX_TABLES),
    )
    newest: Session | None = None
    unwritten: Session | None = None
    for row in found:
        with suppress(UnreadableSessionError):
            session = load(book, row["id"])
            if at - _sitting(session).ended > MAX_BREAK:
                continue
            query = "SELECT 1 AS one FROM seat_device WHERE session = ? AND device = ?"
            has_seat = book.db.execute(query, (session.id, device)).fetchone() is not None
            if has_seat or any(action.device == device for action in session.actions):
                return session
            newest = newest or session
            unwritten = unwritten or (None if session.actions else session)
    return unwritten or newest


def next_with_access(book: Book, session: str, device: str, *, at: str) -> str | None:
    """The last session of the table that began after this one, of those to which a device was let in alone."""
    found = book.db.execute(
        f"""
        SELECT other.id FROM session JOIN session AS other ON other.table_id = session.table_id
        JOIN access ON access.session = other.id AND access.device = ? AND {HELD}
        WHERE session.id = ? AND session.scorebook = ? AND other.number > session.number AND other.deleted_at IS NULL
        ORDER BY other.number DESC LIMIT 1
        """,
        (device, at, session, book.scorebook),
    ).fetchone()
    return found["id"] if found else None


def _is_one_evening(before: Session, players: Collection[str], at: datetime) -> bool:
    """Whether a session of these players belongs to the same evening: access from last week does not carry over."""
    return belong_together(_sitting(before), Sitting("", at, at, frozenset(map(same_name, players))))


def _sitting(session: Session) -> Sitting:
    began, written = (datetime.fromisoformat(at) for at in (session.created_at, session.updated_at))
    return Sitting(session.id, began, written, frozenset(map(same_name, session.sheet.table.players)))


def _join_table(db: Connection, session: str) -> None:
    """Give a session its table, if it has none; changes the versions of the table's sessions."""
    known = db.execute("SELECT table_id FROM session WHERE id = ?", (session,)).fetchone()["table_id"]
    table: str = known or new_id()
    query = "UPDATE session SET table_id = ?, seats_revision = seats_revision + 1 WHERE id = ? OR table_id = ?"
    db.execute(query, (table, session, table))


def _continue_table(
    db: Connection,
    before: Session,
    after: Session,
    *,
    by: Author,
    links_until: str | None,
    stay: Collection[int] = (),
) -> tuple[str, ...]:
    """Let a new session be the next one of the table, with its devices at their seats; returns these."""
    _sets_like(db, before.id, after.id, "table_id", "confirms")
    table = db.execute("SELECT table_id FROM session WHERE id = ?", (after.id,)).fetchone()["table_id"]
    if links_until is not None:
        renew_of_table(db, table, at=by.stamp, ends_at=links_until)
    return _sit_down(db, before, after, at=by.stamp, stay=stay)


def _sets_like(db: Connection, session: str, new: str, *columns: str) -> None:
    """Give a session what these columns of another have."""
    for column in columns:
        query = f"UPDATE session SET {column} = (SELECT {column} FROM session WHERE id = ?) WHERE id = ?"
        db.execute(query, (session, new))


def _sit_down(
    db: Connection, before: Session, after: Session, *, at: str, stay: Collection[int] = ()
) -> tuple[str, ...]:
    """Seat the devices where their players sit in the new session, except those at the seats that `stay`.

    Returns the devices that sit there.
    """
    seats = {same_name(name): seat for seat, name in enumerate(after.sheet.table.players)}
    players = before.sheet.table.players
    seated = db.execute("SELECT seat, device FROM seat_device WHERE session = ?", (before.id,))
    go_along = {
        seat: row["device"]
        for row in seated
        if row["seat"] not in stay and (seat := seats.get(same_name(players[row["seat"]]))) is not None
    }
    db.executemany(
        "INSERT INTO seat_device (session, seat, device, at) VALUES (?, ?, ?, ?)",
        [(after.id, seat, device, at) for seat, device in go_along.items()],
    )
    return tuple(go_along.values())
