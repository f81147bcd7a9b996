"""Whose phones keep the score of a session: the people at its table whose seats nobody else is offered."""

from __future__ import annotations

from record.session import Session
from store.access.grants import OF_TABLE, keepers
from store.book import Book
from store.engines.base import Connection
from store.scorebooks import sittings_of


def seats_of_keepers(book: Book, session: Session, *, at: str) -> dict[int, str]:
    """The seats of those who keep score here, with their devices.

    A device is that of the person where it sits or sat, else where it did in the last session before. Those keep score
    here that wrote in the session or made a link to its table; as long as there are none, every keeper.
    """
    made = book.db.execute(
        f"""
        SELECT access.author FROM link JOIN access ON access.id = link.made_by
        WHERE link.session = ? OR link.session IN ({OF_TABLE})
        """,
        (session.id, session.id),
    )
    active = {action.device for action in session.actions} | {row["author"] for row in made}
    known = keepers(book, session.id, at=at)
    people = _people_at(book.db, session.id)
    seats: dict[int, str] = {}
    for device in [each for each in known if each in active] or known:
        own = _people_of(book, device, session.id)
        seats |= {seat: device for seat, person in enumerate(people) if person in own}
    return seats


def _people_of(book: Book, device: str, session: str) -> set[int]:
    """Who uses a device: who has the seats where it sits, or sat, in a session or else in the last one before."""
    found = book.db.execute(
        """
        SELECT session.id, had.seat, had.sits FROM (
            SELECT session, seat, 1 AS sits FROM seat_device WHERE device = ?
            UNION ALL SELECT session, seat, 0 AS sits FROM seat_freed WHERE device = ?
        ) AS had JOIN session ON session.id = had.session
        WHERE session.scorebook = ? AND session.discarded_at IS NULL
        ORDER BY CASE WHEN session.id = ? THEN 0 ELSE 1 END, session.number DESC, had.sits DESC
        """,
        (device, device, book.scorebook, session),
    )
    rows = [*found]
    # Where it sits counts more than where it sat before.
    last = [row for row in rows if row["id"] == rows[0]["id"] and row["sits"] == rows[0]["sits"]]
    if not last:
        return set()
    people = _people_at(book.db, last[0]["id"])
    return {people[row["seat"]] for row in last}


def _people_at(db: Connection, session: str) -> list[int]:
    """Who has each seat of a session now."""
    return [seats[-1]["id"] for seats in sittings_of(db, session, "person.id")]
