"""How a request comes to the record: what its visitor has access to, as a book, and who says what is written in it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import cast

from flask import Flask, current_app, g, request

from record.author import Author, stamp
from record.errors import UnreadableSessionError
from record.session import Session
from store.access import (
    Access,
    Right,
    Shelved,
    claim,
    gather,
    hashed,
    held,
    is_claimed,
    scorebooks_of,
)
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.engine import Connection, Database
from store.errors import DeletedScorebookError, NoSuchSessionError, UnavailableError
from store.marks import Look, look
from store.scorebooks import is_begun
from web.workings import limits, visitor
from web.workings.devices import name_of
from web.workings.visits import Visits

OF_ONE_SESSION = frozenset(
    {"sheets", "exports", "following", "table", "seats", "cards", "passing", "year", "back", "corrections", "about"}
)
"""Whose pages are of a single session alone: who has access to that one is let to them, as far as the role goes."""
BEST_FIRST: tuple[Right, ...] = ("keeper", "player", "watcher")
MOST_LET_IN = 20
"""So many single sessions are listed to who was let in to them one by one."""


class NotAKeeperError(Exception):
    """Somebody who may only look wants to write."""


class NoAccessError(Exception):
    """This device has no access to the scorebook it looks at, or not to what it asks for in it."""


def register(app: Flask) -> None:
    """Give the connection back at the end of each request, note who came, tell templates what a visitor may do."""
    app.extensions["visits"] = Visits(app.extensions["takuroku"])
    app.teardown_appcontext(_close)
    for told in (sees_all, may_sit):
        app.add_template_global(told)


def database() -> Database:
    """Where the record is kept."""
    return cast(Database, current_app.extensions["takuroku"])


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, as the visitor's role may use it.

    Raises NoAccessError, and DeletedScorebookError unless a deleted one is wanted too.
    """
    may = role()
    found = open_book(connection(), g.scorebook, may)
    if not deleted and "is_there" not in g:
        if found.deleted_at() is not None:
            raise DeletedScorebookError
        g.is_there = True
    return found


def is_keeper() -> bool:
    """Whether the visitor may write; where the record cannot say, or shuts him out, not."""
    try:
        return role() == "keeper"
    except (NoAccessError, UnavailableError):
        return False


def role() -> Right:
    """What the visitor may do with what is asked for; raises NoAccessError."""
    if "role" not in g:
        g.role = _role()
    return cast(Right, g.role)


def may_sit() -> bool:
    """Whether the visitor may sit down at the table that is asked for; as `is_keeper` where that cannot be said."""
    try:
        return role() != "watcher"
    except (NoAccessError, UnavailableError):
        return False


def sees_all() -> bool:
    """Whether the visitor has the whole scorebook, and not only single sessions of it."""
    try:
        role()
    except (NoAccessError, UnavailableError):
        return False
    return bool(g.sees_all)


def sessions_let_in() -> list[tuple[Session, Right]]:
    """The sessions of the scorebook that the visitor was let in to one by one, the last first, and what for.

    Those that are deleted or cannot be read are left out.
    """
    scorebook = visitor.scorebook()
    mine = held(connection(), device=device_hash(), scorebook=scorebook)
    found: dict[str, Right] = {}
    for each in sorted(mine, key=lambda each: (each.since, each.id), reverse=True):
        if each.session is not None:
            found[each.session] = min(each.role, found.get(each.session, each.role), key=BEST_FIRST.index)
    seen = open_book(connection(), scorebook, "watcher")
    return [] if seen.deleted_at() is not None else [*_loaded(seen, found)]


def _loaded(seen: Book, found: Mapping[str, Right]) -> Iterator[tuple[Session, Right]]:
    for session, right in islice(found.items(), MOST_LET_IN):
        with suppress(NoSuchSessionError, UnreadableSessionError):
            if (loaded := seen.load(session)).discarded_at is None:
                yield loaded, right


def mark() -> str | None:
    """The mark that the session which is asked for had when the request came; None where there is none.

    It is as good as `role` of saying that somebody has no access: raises NoAccessError.
    """
    role()
    found = cast("Look | None", g.look)
    return found.mark if found else None


def own_access() -> Access | None:
    """What of the scorebook the visitor's device has for this request, None as long as nothing is written in it."""
    role()
    return cast("Access | None", g.access)


def device_hash() -> str:
    """By what the record knows the visitor's device."""
    return hashed(visitor.secret())


def other_scorebooks() -> list[Shelved]:
    """All scorebooks that the visitor's device has access to."""
    return scorebooks_of(connection(), device_hash())


def _role() -> Right:
    _gather()
    mine = _accesses()
    g.sees_all = any(each.session is None for each in mine)
    # Who watches everything and joins a table sits there, and does not only look.
    g.access = found = min(filter(_reaches, mine), key=lambda each: BEST_FIRST.index(each.role), default=None)
    g.scorebook = scorebook = found.scorebook if found else visitor.scorebook()
    if found is not None:
        _turn_to(scorebook)
        cast(Visits, current_app.extensions["visits"]).note(found.id)
        return found.role
    if visitor.own() != scorebook or is_claimed(connection(), scorebook):
        raise NoAccessError
    with suppress(UnavailableError):
        if not _claim(scorebook):
            raise NoAccessError
    g.sees_all = True
    return "keeper"


def _accesses() -> Sequence[Access]:
    """What the device has of the scorebook of the session that is asked for, else of the one it looks at.

    One query tells it, and how that session looks; of one that is somebody else's nothing is told.
    """
    looks_at, device = visitor.scorebook(), device_hash()
    asked = (request.view_args or {}).get("session")
    found = look(connection(), device=device, session=asked) if asked else None
    if found is not None and found.scorebook != looks_at and not any(map(_reaches, found.accesses)):
        found = None
    g.look = found
    if found is None:
        return held(connection(), device=device, scorebook=looks_at)
    if not found.deleted:
        g.is_there = True
    return found.accesses


def _turn_to(scorebook: str) -> None:
    """Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes nothing."""
    if scorebook != visitor.scorebook() and request.method == "GET" and not request.if_none_match:
        visitor.look_at(scorebook)


def _claim(scorebook: str) -> bool:
    """See `store.access.claim`."""
    name = name_of(request.user_agent.string)
    return claim(
        connection(), device=device_hash(), scorebook=scorebook, name=name, at=stamp(now()), author=visitor.device()
    )


def _gather() -> None:
    """Let this device have what its browser wrote by another cookie of its first visit, see `web.workings.cookie`.

    Where nothing is written in the scorebook it looks at, it looks at the other.
    """
    others = visitor.others()
    if not others:
        return
    looks_at, device = visitor.scorebook(), device_hash()
    with suppress(UnavailableError):
        for secret, _ in others:
            gather(connection(), device=device, other=hashed(secret))
        written = [each for each in (looks_at, *(own for _, own in others)) if _is_kept(each, device)]
        if written and written[0] != looks_at:
            visitor.take_over(written[0])


def _is_kept(scorebook: str, device: str) -> bool:
    """Whether this device keeps a scorebook; one that nobody claimed yet it claims."""
    return _claim(scorebook) and bool(held(connection(), device=device, scorebook=scorebook))


def _reaches(access: Access) -> bool:
    """Whether an access is to the whole scorebook, or to the session whose page is asked for."""
    asked = (request.view_args or {}).get("session")
    return access.session is None or (request.blueprint in OF_ONE_SESSION and asked == access.session)


def connection() -> Connection:
    """This request's connection."""
    if "db" not in g:
        g.db = database().borrow()
    return cast(Connection, g.db)


def keepers_book(*, deleted: bool = False) -> KeepersBook:
    """The visitor's scorebook to write in; raises NotAKeeperError, TooManyError, and what `book` raises."""
    found = book(deleted=deleted)
    if not isinstance(found, KeepersBook):
        raise NotAKeeperError
    if request.method == "POST" and own_access() is None:
        _expect_room(found.scorebook)
    return found


def _expect_room(scorebook: str) -> None:
    """Raise TooManyError where a scorebook would begin now and too many did; once a request, however often asked."""
    if "has_room" not in g and not is_begun(connection(), scorebook):
        limits.take("scorebooks", connection())
    g.has_room = True


def players_book() -> PlayersBook:
    """The same, to sit down in and speak for a seat; raises as `keepers_book` does."""
    found = book()
    if not isinstance(found, PlayersBook):
        raise NotAKeeperError
    return found


def load(session: str) -> Session:
    """A session of the visitor's scorebook; raises NoSuchSessionError."""
    return book().load(session)


def author() -> Author:
    """This visitor as the author of what the form says, under the form's key."""
    return author_of(request.form.get("key", ""))


def author_of(key: str) -> Author:
    """This visitor as the author of something; without a key of its own it gets a fresh one."""
    access = own_access()
    name = access.name if access else name_of(request.user_agent.string)
    return Author(device=visitor.device(), key=key or new_key(), at=now(), name=name)


def now() -> datetime:
    return datetime.now(UTC)


def new_key() -> str:
    """An idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The position that the page had seen which sent this form."""
    return request.form.get("position", default=-1, type=int)


def _close(_error: BaseException | None) -> None:
    connection: Connection | None = g.pop("db", None)
    if connection is None:
        return
    try:
        database().give_back(connection)
    except Exception as error:
        # The answer is made already. The next request gets another connection, or says why there is none.
        current_app.logger.warning("A connection was not given back: %s", " ".join(str(error).split()))
