"""Phones where a seat passes to somebody else: the phone of who sat there goes, and is back if that is undone."""

from __future__ import annotations

from record.people import arrivals, moved_seats
from record.session import Session
from store.book import Book
from store.engines.base import Connection


def hand_over(db: Connection, before: Session, after: Session) -> None:
    """Part phones from seats that somebody else has now, and put those of who has them again there.

    Called in the transaction that writes the action, with the session held.
    """
    seats, came = moved_seats(before, after), arrivals(before)
    # A corrected setup has moved the phones with their people already.
    was = {to: came[seat] for seat, to in seats.items()}
    now = arrivals(after)
    for seat in sorted({*was, *now}):
        if was.get(seat) == now.get(seat):
            continue
        # Who had a phone here before is not who has the seat now.
        db.execute("DELETE FROM seat_freed WHERE session = ? AND seat = ?", (after.id, seat))
        if seat in was:
            db.execute(
                """
                INSERT INTO seat_before (session, seat, came, device, at)
                SELECT session, seat, ?, device, at FROM seat_device WHERE session = ? AND seat = ?
                ON CONFLICT (session, seat, came) DO UPDATE SET device = excluded.device, at = excluded.at
                """,
                (was[seat], after.id, seat),
            )
            db.execute("DELETE FROM seat_device WHERE session = ? AND seat = ?", (after.id, seat))
        if seat in now:
            here = (after.id, seat, now[seat])
            db.execute(
                """
                INSERT INTO seat_device (session, seat, device, at)
                SELECT session, seat, device, at FROM seat_before WHERE session = ? AND seat = ? AND came = ?
                """,
                here,
            )
            db.execute("DELETE FROM seat_before WHERE session = ? AND seat = ? AND came = ?", here)


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
