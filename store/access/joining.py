"""Coming in by a link: who may, as how old, and what else comes along to another phone of whoever made the link.

A link for one phone ends with the first that joins by it, and lets in nobody once its maker keeps score no more.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace

from scoring.errors import refused
from scoring.message import say
from store.access.grants import Access, ScorebookAccess, accesses_of, add_access, devices, leave, scorebooks_of
from store.access.secrets import Link, find_link, insert_secret, link_with
from store.book import HELD, Book, Role
from store.encoding import hashed, new_id
from store.engines.base import Connection
from store.errors import NoSuchError
from store.scorebooks import lock_scorebook, touch_scorebook
from store.seats.devices import lock_seats, move_seats

MAX_DEVICES = 200
"""Devices with access to a scorebook."""
GRANTS_ACCESS = f"""
    NOT EXISTS (SELECT 1 FROM access WHERE access.link = link.id AND access.device = {{device}} AND NOT ({HELD}))
    AND NOT EXISTS (
        SELECT 1 FROM access WHERE access.id = link.made_by AND link.role = 'keeper' AND access.ends_at <= ?
    )
    AND (link.one_phone IS NULL OR (
        NOT EXISTS (SELECT 1 FROM access WHERE access.link = link.id)
        AND EXISTS (
            SELECT 1 FROM access WHERE access.id = link.made_by AND access.scorebook = link.scorebook
            AND access.role = 'keeper' AND {HELD}
        )
    ))
"""
"""The valid links that let a device in: not one that joined by it and was removed by a keeper, nor anybody by a link of
one whose own end has come. One for one phone lets in nobody after the first, also who read the clock before that one
came. All parameters are the time."""


def join(
    db: Connection,
    link: Link,
    *,
    device: str,
    name: str,
    at: str,
    author: str | None = None,
    also: Collection[str] = (),
) -> Access:
    """Give a device access by a link; nothing changes if it has that access already.

    By a link for another own phone it also gets what the maker has in the scorebooks `also`, see `other_books`, and in
    all of them the seats of the maker's phone in games that run. What a keeper hands on ends as their own access does.
    Raises NoSuchError where the link does not let the device in; EntryError where there are too many devices.
    """
    with db.writing():
        books = lock_books(db, link, also, at=at)
        # Read again under the lock: the link may have been revoked in between.
        current = link_with(db, "id", link.id, at=at)
        if current is None or not grants_access(db, device, current, at=at):
            raise NoSuchError("no link")
        has = covering_access(db, device, current, at=at)
        if has is None:
            _expect_room(db, current.scorebook, at=at)
            has = add_access(
                db,
                Access(
                    device=device,
                    scorebook=current.scorebook,
                    session=current.session,
                    role=current.role,
                    name=name,
                    link=current.id,
                    since=_age(db, current, at=at),
                    seen_at=at,
                    author=author,
                    ends_at=_end(db, current),
                ),
            )
            if current.one_phone is not None:
                db.execute("UPDATE link SET ends_at = ? WHERE id = ?", (at, current.id))
                touch_scorebook(Book(db, current.scorebook, "keeper"))
            _give_along(db, current, books, like=has, at=at)
        return has


def covering_access(db: Connection, device: str, link: Link, *, at: str) -> Access | None:
    """The device's access that covers what a link gives, if any: as long, and as old."""
    found = accesses_of(db, device=device, scorebook=link.scorebook, at=at)
    return _covering(found, link.role, link.session, since=_age(db, link, at=at), until=_end(db, link))


def grants_access(db: Connection, device: str, link: Link, *, at: str) -> bool:
    """Whether a valid link lets this device in, see `GRANTS_ACCESS`."""
    let = f"SELECT 1 AS one FROM link WHERE {GRANTS_ACCESS.format(device='?')} AND link.id = ?"
    return db.execute(let, (device, at, at, at, link.id)).fetchone() is not None


def access_by(db: Connection, secret: str, *, device: str, at: str) -> Access | None:
    """The access that a device has by the link with this secret, also where that has ended."""
    found = db.execute("SELECT id, scorebook FROM link WHERE hash = ?", (hashed(secret),)).fetchone()
    if found is None:
        return None
    held = accesses_of(db, device=device, scorebook=found["scorebook"], at=at)
    return next((each for each in held if each.link == found["id"]), None)


def joined_by(book: Book, link: str, *, at: str) -> list[Access]:
    """The accesses that a link gave and that still hold, the oldest first."""
    return [each for each in devices(book, at=at) if each.link == link]


def other_books(db: Connection, link: Link, *, at: str) -> list[ScorebookAccess]:
    """The other scorebooks of whoever made a link for another own phone, without deleted ones."""
    maker = _maker(db, link, at=at) if link.one_phone == "own" else None
    found = [] if maker is None else scorebooks_of(db, maker.device, at=at)
    return [each for each in found if each.scorebook != link.scorebook and each.deleted_at is None]


def lock_books(db: Connection, link: Link, also: Collection[str], *, at: str) -> list[str]:
    """Lock what joining by a link writes in, in one order; returns those of `also` that the link may give along.

    In the transaction of the caller; raises DeletedScorebookError.
    """
    given = [each.scorebook for each in other_books(db, link, at=at) if each.scorebook in also]
    books = [Book(db, scorebook, "keeper") for scorebook in sorted({link.scorebook, *given})]
    if link.one_phone == "own" and (maker := _maker(db, link, at=at)):
        for book in books:
            lock_seats(book, {maker.author})
    for book in books:
        lock_scorebook(book, at=at)
    return given


def hand_over(db: Connection, other: str, *, device: str, at: str) -> None:
    """Take a device out of every scorebook of which another one has as much; raises LastKeeperError."""
    for each in scorebooks_of(db, device, at=at):
        there = accesses_of(db, device=other, scorebook=each.scorebook, at=at)
        own = accesses_of(db, device=device, scorebook=each.scorebook, at=at)
        if all(_covering(there, one.role, one.session, since=at, until=one.ends_at) for one in own):
            leave(db, each.scorebook, device=device, at=at)


def _give_along(db: Connection, link: Link, books: Iterable[str], *, like: Access, at: str) -> None:
    """Give the device of `like` what the maker of a link for another own phone has: the seats, and the same access to
    other scorebooks, with the same role and age.
    """
    maker = _maker(db, link, at=at) if link.one_phone == "own" else None
    if maker is None:
        return
    move_seats(Book(db, link.scorebook, "keeper"), maker.author, to=like.author)
    for scorebook in books:
        _expect_room(db, scorebook, at=at)
        for each in accesses_of(db, device=maker.device, scorebook=scorebook, at=at):
            own = accesses_of(db, device=like.device, scorebook=scorebook, at=at)
            if _covering(own, each.role, each.session, since=each.since, until=each.ends_at):
                continue
            came_by = each.link
            if each.role == "keeper":
                # The scorebook has a link of its own for it, as if it had been used there.
                gives = {"role": "keeper", "recovery": 0, "ends_at": at, "made_by": each.id, "one_phone": "own"}
                came_by = insert_secret(Book(db, scorebook, "keeper"), Link, new_id(), at=at, **gives)
            elif (found := find_link(db, came_by or "")) and not grants_access(db, like.device, found, at=at):
                continue
            named = {"device": like.device, "name": like.name, "author": like.author}
            add_access(db, replace(each, id=secrets.token_hex(8), link=came_by, seen_at=at, **named))  # type: ignore[arg-type]
        move_seats(Book(db, scorebook, "keeper"), maker.author, to=like.author)


def _covering(
    held: Iterable[Access], role: Role, session: str | None, *, since: str, until: str | None
) -> Access | None:
    for each in held:
        covers = each.session in (None, session) and each.role in ("keeper", role)
        lasts = each.ends_at is None or (until is not None and each.ends_at >= until)
        if covers and lasts and each.since <= since:
            return each
    return None


def _age(db: Connection, link: Link, *, at: str) -> str:
    """How old a device is that comes by a link: where nobody knows who made a recovery page, as old as the page."""
    if not link.recovery and link.one_phone != "own":
        return at
    found = db.execute(
        """
        SELECT MIN(since) AS first, MIN(CASE WHEN id = ? THEN since END) AS made FROM access WHERE scorebook = ?
        """,
        (link.made_by, link.scorebook),
    ).fetchone()
    # A page may have been made before its scorebook was first written in.
    return max(found["made"] or link.created_at, found["first"] or "")


def _end(db: Connection, link: Link) -> str | None:
    """When the access ends that a link gives: where a keeper made it who is let in for an evening, with theirs."""
    found = db.execute("SELECT ends_at FROM access WHERE id = ?", (link.made_by,)).fetchone()
    ends_at: str | None = found["ends_at"] if found and link.role == "keeper" else None
    return ends_at


def _maker(db: Connection, link: Link, *, at: str) -> Access | None:
    """The access by which a link was made, as long as it keeps the scorebook."""
    made = (each for each in devices(Book(db, link.scorebook, "keeper"), at=at) if each.id == link.made_by)
    return next((each for each in made if each.role == "keeper"), None)


def _expect_room(db: Connection, scorebook: str, *, at: str) -> None:
    if len({each.device for each in devices(Book(db, scorebook, "keeper"), at=at)}) >= MAX_DEVICES:
        raise refused("device", say("Too many devices have access. A scorekeeper must remove one first."))
