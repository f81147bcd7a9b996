"""Requests of devices to a keeper: to be let into a whole scorebook after typing its code, or for a seat.

A request belongs to the link by which its device came or wants to come, and is open as long as that link lets it in.
Six signs alone so give nobody a scorebook: a guessed code is a question to a keeper.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from record.log import Author, stamp
from record.session import Session
from scoring.errors import refused
from scoring.message import say
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name
from store.access.joining import GRANTS_ACCESS, grants_access, join, lock_books
from store.access.keepers import seats_of_keepers
from store.access.secrets import AROUND_LINK, LINK_HOLDS, Link, followed_session, link_with, may_answer
from store.book import Book, needs
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.scorebooks import lock_scorebook, read_name, save_device_name, touch_scorebook
from store.seats.devices import known_at_table, lock_session
from store.sessions.loading import NEXT_GAME, NEXT_OF_SERIES

MAX_OPEN_REQUESTS = 5
"""Open requests of a link; a device has one."""
KEPT = timedelta(days=1)
"""How long a device can see what became of its request."""

REQUESTS = f"""
    SELECT request.*, link.scorebook, link.session, link.ends_at, {NEXT_GAME}, {NEXT_OF_SERIES},
        CASE WHEN {LINK_HOLDS} AND {GRANTS_ACCESS.format(device="request.device")} THEN 1 ELSE 0 END AS holds
    FROM access_request AS request JOIN link ON link.id = request.link {AROUND_LINK}
"""
TIMES = f"{LINK_HOLDS} {GRANTS_ACCESS}".count("?")

State: TypeAlias = Literal["open", "granted", "refused", "over"]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a device asks: to be let in by a link, or for a seat as `player` in the session that the link leads to.

    `author` is the device's id in the log and at seats, `name` what kind of phone it is. `over`: its link has ended.
    """

    id: str
    scorebook: str
    link: str
    session: str | None
    device: str
    author: str
    name: str
    player: str | None
    at: str
    state: State


def ask(db: Connection, link: Link, *, device: str, author: str, name: str, at: str, player: object = None) -> Request:
    """Make a request of a device, in place of one that it has open by this link.

    Raises NoSuchError where the link does not let the device in, EntryError at `player` where the name is none, and at
    `device` where too many are waiting.
    """
    called = None if link.session is None else read_name(player, field="player", longest=MAX_NAME_LENGTH)
    with db.writing():
        _lock(Book(db, link.scorebook, "keeper"), link, at=at)
        current = link_with(db, "id", link.id, at=at)
        if current is None or not grants_access(db, device, current, at=at):
            raise NoSuchError("no link")
        db.execute("DELETE FROM access_request WHERE at < ?", (stamp(datetime.fromisoformat(at) - KEPT),))
        is_open = "link = ? AND answered_at IS NULL"
        db.execute(f"DELETE FROM access_request WHERE {is_open} AND device = ?", (current.id, device))
        # Whoever was removed waits for nothing.
        still_open = [each for each in _find_all(db, "request.link = ?", current.id, at=at) if each.state == "open"]
        if len(still_open) >= MAX_OPEN_REQUESTS:
            raise refused(
                "device", say("Too many phones are waiting to be let in. A scorekeeper must answer them first.")
            )
        id = secrets.token_hex(8)
        db.execute(
            "INSERT INTO access_request (id, link, device, author, name, player, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (id, current.id, device, author, name, called, at),
        )
        return _find(db, id, at=at)


def own_request(db: Connection, id: str, *, device: str, at: str) -> Request | None:
    """What became of a device's own request; None once it is forgotten."""
    try:
        found = _find(db, id, at=at)
    except NoSuchError:
        return None
    return found if found.device == device else None


def own_requests(book: Book, session: str, *, device: str, at: str) -> list[Request]:
    """A device's requests for a seat in a session, the oldest first."""
    found = _find_all(book.db, "link.scorebook = ? AND request.device = ?", book.scorebook, device, at=at)
    return [each for each in found if each.session == session]


@needs("keeper")
def open_requests(book: Book, *, at: str, session: str | None = None, link: str | None = None) -> list[Request]:
    """What nobody has answered yet, the oldest first: who asks for a seat in a session, or to come by a link."""
    found = _find_all(book.db, "link.scorebook = ? AND request.answered_at IS NULL", book.scorebook, at=at)
    of = (each for each in found if each.state == "open")
    return [each for each in of if (each.session == session if session is not None else each.link == link)]


@needs("keeper")
def grant_request(
    book: Book, id: str, *, by: str, at: str, also: Collection[str] = (), player: object = None
) -> Request:
    """Grant a request; granted again it stays as it is. `by` is an access of the keeper.

    A device that asks to be let in has access from then on, with `also` as in `joining.join`; one that asks for a seat
    gets it once `player`, the name under which the keeper makes it, is at the table. Raises NoSuchError where the
    request is refused or over or for another keeper to answer; EntryError at `name`, and as `join`.
    """
    with book.db.writing():
        link = _lock_request(book, id, at=at, also=also)
        found = _find(book.db, id, at=at)
        if found.state == "granted":
            return found
        if found.state != "open" or link is None or not may_answer(book, link, by=by):
            raise NoSuchError(f"no request {id!r}")
        if found.player is None:
            join(book.db, link, device=found.device, name=found.name, at=at, author=found.author, also=also)
        elif player is not None:
            called = read_name(player, field="name", longest=MAX_NAME_LENGTH)
            book.db.execute("UPDATE access_request SET player = ? WHERE id = ?", (called, id))
        _answer(book.db, id, granted=True, at=at)
        return _find(book.db, id, at=at)


@needs("keeper")
def refuse_request(book: Book, id: str, *, at: str) -> Request:
    """Refuse a request; one that was answered stays as it is. Raises NoSuchError."""
    with book.db.writing():
        _lock_request(book, id, at=at)
        _answer(book.db, id, granted=False, at=at)
        return _find(book.db, id, at=at)


@needs("player")
def take_back(book: Book, session: str, *, device: str, at: str) -> None:
    """Take back a device's open requests for a seat in a session: it sits there, or wants none any more."""
    if any(each.state == "open" for each in own_requests(book, session, device=device, at=at)):
        with book.db.writing():
            lock_session(book, session)
            for each in own_requests(book, session, device=device, at=at):
                if each.state == "open":
                    book.db.execute("DELETE FROM access_request WHERE id = ?", (each.id,))


def seat_newcomers(book: Book, after: Session, *, at: str) -> None:
    """Give those their seat who asked for it: by a keeper's answer, else the only phone that asked under that name.

    If no phone has it; in the transaction of the caller, who has locked the session.
    """
    seats = {same_name(name): seat for seat, name in enumerate(after.sheet.table.players)}
    found = _find_all(book.db, "link.scorebook = ? AND request.player IS NOT NULL", book.scorebook, at=at)
    asked: dict[int, list[Request]] = {}
    for each in found:
        if each.session == after.id and each.state != "over" and (name := same_name(each.player or "")) in seats:
            asked.setdefault(seats[name], []).append(each)
    if not asked:
        return
    keeping, known = seats_of_keepers(book, after, at=at), known_at_table(book, after.id)
    for seat, each in ((seat, each) for seat, of_seat in asked.items() for each in of_seat):
        # Where several phones asked under one name, each has its own answer.
        is_among_others = any(other.author != each.author for other in asked[seat])
        if each.state == "refused" or (each.state == "open" and is_among_others):
            continue
        # Who got a seat and left it is not put back there.
        is_back = each.state == "granted" and each.author in known
        # Nobody gets the seat of whoever keeps score by asking under their name.
        if is_back or each.author not in keeping.get(seat, {each.author}):
            continue
        seated = book.db.execute(
            "INSERT INTO seat_device (session, seat, device, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (session, seat) DO NOTHING",
            (after.id, seat, each.author, at),
        )
        if seated.rowcount:
            save_device_name(book, Author(each.author, each.id, datetime.fromisoformat(at), name=each.name))
            _answer(book.db, each.id, granted=True, at=at)


def _lock_request(book: Book, id: str, *, at: str, also: Collection[str] = ()) -> Link | None:
    """Lock what an answer writes in; returns the request's link as long as somebody can come by it."""
    found = _find(book.db, id, at=at)
    if found.scorebook != book.scorebook:
        raise NoSuchError(f"no request {id!r}")
    link = link_with(book.db, "id", found.link, at=at)
    if link is None:
        lock_scorebook(book, at=at)
        return None
    if link.session is None:
        lock_books(book.db, link, also, at=at)
    _lock(book, link, at=at)
    return link


def _lock(book: Book, link: Link, *, at: str) -> None:
    """Lock the session of a link, whose open pages then see what is new, or its scorebook."""
    if link.session is not None:
        lock_session(book, link.session)
    else:
        lock_scorebook(book, at=at)
        touch_scorebook(book)


def _answer(db: Connection, id: str, *, granted: bool, at: str) -> None:
    db.execute(
        "UPDATE access_request SET answered_at = ?, granted = ? WHERE id = ? AND answered_at IS NULL",
        (at, int(granted), id),
    )


def _find(db: Connection, id: str, *, at: str) -> Request:
    found = _find_all(db, "request.id = ?", id, at=at)
    if not found:
        raise NoSuchError(f"no request {id!r}")
    return found[0]


def _find_all(db: Connection, where: str, *values: str, at: str) -> list[Request]:
    found = db.execute(f"{REQUESTS} WHERE {where} ORDER BY request.at, request.id", (*[at] * TIMES, *values))
    return [_request(row) for row in found]


def _request(row: Row) -> Request:
    # Somebody who is in stays, but a seat is for those whom the link still lets in.
    holds = bool(row["holds"]) or (row["granted"] and row["player"] is None)
    answered: State = "granted" if row["granted"] else "refused"
    state: State = answered if row["answered_at"] and (holds or answered == "refused") else "open" if holds else "over"
    of_row = {name: row[name] for name in ("id", "scorebook", "link", "device", "author", "name", "player", "at")}
    return Request(session=followed_session(row), state=state, **of_row)
