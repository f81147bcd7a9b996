"""Whose phones keep the score of a session: the people at its table whose seats nobody else is offered."""

from __future__ import annotations

from record.session import Session
from store.access.grants import OF_TABLE, keepers, phones_of_keepers
from store.book import Book
from store.engines.base import Connection
from store.scorebooks import sittings_of
from store.seats.devices import SEAT_TABLES


def seats_of_keepers(book: Book, session: Session, *, at: str) -> dict[int, frozenset[str]]:
    """The seats of those who keep score here, with all phones of whoever it is.

    A phone is that of the person where it sits or sat, else where it did in the last session before, else where another
    one of the same keeper did. Those keep score here that wrote in a session of the table, made a link to it or have or
    had a seat there; as long as there are none, every keeper.
    """
    active, known, phones = _active_at(book, session.id), [*keepers(book, session.id, at=at)], phones_of_keepers(book)
    people, users = _people_at(book.db, session.id), _users(book, session.id)
    seats: dict[int, frozenset[str]] = {}
    for phone in [each for each in known if phones[each] & active] or known:
        of_all = {person for each in phones[phone] for person in users.get(each, ())}
        own = users.get(phone) or of_all
        for seat, person in enumerate(people):
            if person in own:
                # Who got the scorebook back by a recovery page counts as another keeper.
                seats[seat] = seats.get(seat, frozenset()) | phones[phone]
    return seats


def _active_at(book: Book, session: str) -> set[str]:
    """The devices that wrote in a session of the table, made a link to one or have or had a seat in one."""
    links = "(SELECT link.session, access.author AS device FROM link JOIN access ON access.id = link.made_by) AS made"
    of_table = f"session = ? OR session IN ({OF_TABLE})"
    places = (links, "action", *SEAT_TABLES)
    query = " UNION ".join(f"SELECT device FROM {place} WHERE {of_table}" for place in places)
    return {row["device"] for row in book.db.execute(query, (session, session) * len(places))}


def _users(book: Book, session: str) -> dict[str, set[int]]:
    """Who uses keepers' phones: who has the seats where each sits, or sat, in a session or else the last before."""
    # Where it sits counts more than where it sat before.
    found = book.db.execute(
        """
        SELECT device, session, seat FROM (
            SELECT had.device, had.session, had.seat, RANK() OVER (
                PARTITION BY had.device
                ORDER BY CASE WHEN session.id = ? THEN 0 ELSE 1 END, session.number DESC, had.sits DESC
            ) AS place FROM (
                SELECT session, seat, device, 1 AS sits FROM seat_device
                UNION ALL SELECT session, seat, device, 0 AS sits FROM seat_freed
            ) AS had JOIN session ON session.id = had.session
            WHERE session.scorebook = ? AND session.deleted_at IS NULL
            AND had.device IN (SELECT author FROM access WHERE scorebook = ? AND role = 'keeper')
        ) AS ranked WHERE place = 1
        """,
        (session, book.scorebook, book.scorebook),
    )
    rows = [*found]
    people = {id: _people_at(book.db, id) for id in {row["session"] for row in rows}}
    users: dict[str, set[int]] = {}
    for row in rows:
        users.setdefault(row["device"], set()).add(people[row["session"]][row["seat"]])
    return users


def _people_at(db: Connection, session: str) -> list[int]:
    """Who has each seat of a session now."""
    return [seats[-1]["id"] for seats in sittings_of(db, session, "person.id")]
