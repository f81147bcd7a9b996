"""Devices at seats of a session, stored beside the log.

A seat has one device; a device may have several seats, where two share a phone. Only pending input depends on it, not
who played.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from record.errors import UnreadableSessionError
from record.log import Author
from record.people import arrivals, moved_seats
from record.session import Session
from scoring.entry.pending import SeatInput
from store.book import HELD, Book, needs
from store.encoding import to_text
from store.engines.base import Connection
from store.errors import NoSuchError, NotSeatedError, SeatTakenError
from store.scorebooks import expect_not_deleted, save_device_name
from store.seats.pending_step import delete_input, pending_step
from store.sessions.loading import load

DEVICE_TABLES = ("seat_device", "seat_before")
"""Where a device has a seat, or would have it again if nobody had taken it over."""
SEAT_TABLES = (*DEVICE_TABLES, "seat_freed")
"""Where a device has or had a seat."""
SEATS_WITHOUT_ACCESS = """
    SELECT DISTINCT sits.session, sits.seat, sits.device
    FROM access AS had JOIN {seats} AS sits ON sits.device = had.author JOIN session ON session.id = sits.session
    WHERE had.scorebook = ? AND session.scorebook = had.scorebook AND NOT EXISTS (
        SELECT 1 FROM access WHERE access.scorebook = session.scorebook AND access.author = sits.device
        AND {held} AND access.role IN ('keeper', 'player')
        AND (access.session IS NULL OR access.session = sits.session)
    ) ORDER BY sits.session, sits.seat
"""
"""The seats of devices that have lost access."""


@needs("player")
def take_seat(book: Book, session: str, seat: int, *, by: Author) -> None:
    """Take a seat that is free, or that this device has already.

    Raises NoSuchError for the session or the seat, DeletedScorebookError, UnreadableSessionError, SeatTakenError.
    """
    with book.db.writing():
        lock_session(book, session)
        _expect_seat(book, session, seat)
        book.db.execute(
            "INSERT INTO seat_device (session, seat, device, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (session, seat) DO NOTHING",
            (session, seat, by.device, by.stamp),
        )
        holder = book.db.execute(
            "SELECT device FROM seat_device WHERE session = ? AND seat = ?", (session, seat)
        ).fetchone()
        if holder["device"] != by.device:
            raise SeatTakenError(seat)
        save_device_name(book, by)


@needs("player")
def free_seat(book: Book, session: str, seat: int, *, by: Author) -> None:
    """Free a seat and drop its pending input that can still be changed; a keeper any seat, a player only their own.

    Raises NoSuchError, DeletedScorebookError, UnreadableSessionError; for a player NotSeatedError.
    """
    with book.db.writing():
        lock_session(book, session)
        _expect_seat(book, session, seat)
        if not book.allows("keeper"):
            expect_seated(book.db, session, seat, by.device)
        _free_seat(book, session, seat)


@needs("keeper")
def belong_to_seat(book: Book, session: str, seat: int, *, by: Author) -> None:
    """Say that this keeper's phone is that of the person at a seat, as if it had left it: nobody else is offered it.

    Raises NoSuchError, DeletedScorebookError, UnreadableSessionError.
    """
    with book.db.writing():
        lock_session(book, session)
        _expect_seat(book, session, seat)
        _note_seat(book.db, session, seat, by.device, at=by.stamp)
        save_device_name(book, by)


def move_seats(book: Book, device: str | None, *, to: str | None) -> None:
    """Give another phone of the same person the seats of one in the games that run, with what is entered there.

    In the open transaction, after `lock_seats`; one of which nothing was ever known in the log has none.
    """
    running = "session IN (SELECT id FROM session WHERE scorebook = ? AND over = 0)"
    for seats in DEVICE_TABLES if device and to else ():
        here = (device, book.scorebook)
        for row in [*book.db.execute(f"SELECT DISTINCT session FROM {seats} WHERE device = ? AND {running}", here)]:
            lock_session(book, row["session"])
        book.db.execute(f"UPDATE {seats} SET device = ? WHERE device = ? AND {running}", (to, *here))


def lock_seats(book: Book, authors: Collection[str | None]) -> None:
    """Lock the sessions where these devices sit, in the open transaction.

    Before the scorebook: every write locks its session first.
    """
    found = [
        row["session"]
        for author in authors
        for seats in DEVICE_TABLES
        for row in book.db.execute(
            f"SELECT sits.session FROM session JOIN {seats} AS sits ON sits.session = session.id"
            " WHERE session.scorebook = ? AND sits.device = ?",
            (book.scorebook, author),
        )
    ]
    for session in sorted(set(found)):
        book.db.lock_row("session", session)


def free_seats_without_access(book: Book, *, at: str) -> None:
    """Free the seats of devices that lost access, in the transaction that revoked it.

    Call `lock_seats` first.
    """
    for row in book.db.execute(SEATS_WITHOUT_ACCESS.format(seats="seat_device", held=HELD), (book.scorebook, at)):
        lock_session(book, row["session"])
        _free_seat(book, row["session"], row["seat"])
    for row in book.db.execute(SEATS_WITHOUT_ACCESS.format(seats="seat_before", held=HELD), (book.scorebook, at)):
        query = "DELETE FROM seat_before WHERE session = ? AND seat = ? AND device = ?"
        book.db.execute(query, (row["session"], row["seat"], row["device"]))


def move_devices(db: Connection, before: Session, after: Session) -> None:
    """Part phones from seats that somebody else has now, and put those of who has them again there.

    Called in the transaction that writes the action, with the session locked.
    """
    seats, came = moved_seats(before, after), arrivals(before)
    # A corrected setup has moved the phones with their people already.
    seated_before = {to: came[seat] for seat, to in seats.items()}
    seated_later = arrivals(after)
    for seat in sorted({*seated_before, *seated_later}):
        if seated_before.get(seat) == seated_later.get(seat):
            continue
        # Who had a phone here before is not who has the seat now.
        db.execute("DELETE FROM seat_freed WHERE session = ? AND seat = ?", (after.id, seat))
        if seat in seated_before:
            db.execute(
                """
                INSERT INTO seat_before (session, seat, came, device, at)
                SELECT session, seat, ?, device, at FROM seat_device WHERE session = ? AND seat = ?
                ON CONFLICT (session, seat, came) DO UPDATE SET device = excluded.device, at = excluded.at
                """,
                (seated_before[seat], after.id, seat),
            )
            db.execute("DELETE FROM seat_device WHERE session = ? AND seat = ?", (after.id, seat))
        if seat in seated_later:
            here = (after.id, seat, seated_later[seat])
            db.execute(
                """
                INSERT INTO seat_device (session, seat, device, at)
                SELECT session, seat, device, at FROM seat_before WHERE session = ? AND seat = ? AND came = ?
                """,
                here,
            )
            db.execute("DELETE FROM seat_before WHERE session = ? AND seat = ? AND came = ?", here)


def expect_seated(db: Connection, session: str, seat: int, device: str) -> None:
    """Raise NotSeatedError where this device does not have the seat."""
    found = db.execute("SELECT device FROM seat_device WHERE session = ? AND seat = ?", (session, seat)).fetchone()
    if found is None or found["device"] != device:
        raise NotSeatedError(seat)


def freed_seats(book: Book, session: str) -> dict[str, int]:
    """The seats that devices have left, by device; one may sit at another seat by now."""
    found = book.db.execute(
        """
        SELECT seat_freed.device, seat_freed.seat FROM seat_freed JOIN session ON session.id = seat_freed.session
        WHERE session.id = ? AND session.scorebook = ?
        """,
        (session, book.scorebook),
    )
    return {row["device"]: row["seat"] for row in found}


def seats_before(book: Book, session: str) -> dict[str, tuple[int, int]]:
    """Phones of those whose seat somebody else has now: by device the seat, and with which action they came to it."""
    found = book.db.execute(
        """
        SELECT seat_before.device, seat_before.seat, seat_before.came
        FROM seat_before JOIN session ON session.id = seat_before.session
        WHERE session.id = ? AND session.scorebook = ? ORDER BY seat_before.came
        """,
        (session, book.scorebook),
    )
    return {row["device"]: (row["seat"], row["came"]) for row in found}


def known_at_table(book: Book, session: str) -> set[str]:
    """The devices that have or had a seat in a session."""
    had = " UNION ".join(f"SELECT device FROM {seats} WHERE session = ?" for seats in SEAT_TABLES)
    return {row["device"] for row in book.db.execute(had, (session,) * 3)}


@needs("keeper")
def players_at(book: Book, *, at: str) -> dict[str, tuple[str, ...]]:
    """The players at the seats of each device with access, in the session where it sat down last."""
    found = book.db.execute(
        f"""
        SELECT seat_device.device, seat_device.session, seat_device.seat
        FROM seat_device JOIN session ON session.id = seat_device.session
        WHERE session.scorebook = ? AND seat_device.device IN (
            SELECT author FROM access WHERE access.scorebook = ? AND {HELD}
        )
        ORDER BY session.created_at DESC, session.number DESC, seat_device.seat
        """,
        (book.scorebook, book.scorebook, at),
    )
    last: dict[str, str] = {}
    seated: dict[str, tuple[str, ...]] = {}
    for row in found:
        if last.setdefault(row["device"], row["session"]) == row["session"]:
            with suppress(UnreadableSessionError):
                players = load(book, row["session"]).sheet.table.players
                seated[row["device"]] = (*seated.get(row["device"], ()), players[row["seat"]])
    return seated


def lock_session(book: Book, session: str) -> None:
    """Lock a session in the open transaction, and change its version.

    Raises NoSuchError, DeletedScorebookError.
    """
    book.db.lock_row("session", session)
    changed = book.db.execute(
        "UPDATE session SET seats_revision = seats_revision + 1 WHERE id = ? AND scorebook = ?",
        (session, book.scorebook),
    )
    if changed.rowcount == 0:
        raise NoSuchError(f"no session {session!r}")
    expect_not_deleted(book)


def _expect_seat(book: Book, session: str, seat: int) -> None:
    if seat not in load(book, session).sheet.table.seats:
        raise NoSuchError(f"no seat {seat}")


def _free_seat(book: Book, session: str, seat: int) -> None:
    """Free a seat, and delete its pending input except what it is bound to, see `PendingInput.bound`.

    Otherwise a player could leave the seat, take it again and change a bid after seeing the others'.
    """
    here = (session, seat)
    if book.db.execute("SELECT seat FROM pending_input WHERE session = ? AND seat = ?", here).fetchone():
        bound: SeatInput = {}
        with suppress(UnreadableSessionError):
            bound = pending_step(book, load(book, session)).bound(seat)
        if bound:
            query = "UPDATE pending_input SET facts = ? WHERE session = ? AND seat = ?"
            book.db.execute(query, (to_text(bound), *here))
        else:
            delete_input(book.db, session, seat)
    holder = book.db.execute("SELECT device, at FROM seat_device WHERE session = ? AND seat = ?", here).fetchone()
    if holder is not None:
        _note_seat(book.db, session, seat, holder["device"], at=holder["at"])
    book.db.execute("DELETE FROM seat_device WHERE session = ? AND seat = ?", here)


def _note_seat(db: Connection, session: str, seat: int, device: str, *, at: str) -> None:
    """Note whose phone it is that has no seat."""
    db.execute(
        "INSERT INTO seat_freed (session, device, seat, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (session, device) DO UPDATE SET seat = excluded.seat, at = excluded.at",
        (session, device, seat, at),
    )
