"""How a request comes to the record: what its visitor has access to, as a book, and who says what is written in it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g, request

from record.author import Author, stamp
from record.session import Session
from store.access import (
    Access,
    Link,
    Right,
    Shelved,
    claim,
    come,
    gather,
    hashed,
    held,
    held_of_session,
    is_claimed,
    link_of,
    note_visit,
    scorebooks_of,
)
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.engine import Connection, Database
from store.errors import DeletedScorebookError, UnavailableError
from store.scorebooks import name_of as scorebook_called
from web.workings import visitor
from web.workings.devices import name_of

OF_ONE_SESSION = frozenset({"sheets", "exports", "following", "table", "seats"})
"""Whose pages somebody sees who has access to a single session."""


class NotAKeeperError(Exception):
    """Somebody who may only look wants to write."""


class NoAccessError(Exception):
    """This device has no access to the scorebook it looks at, or not to what it asks for in it."""


def register(app: Flask) -> None:
    """Give the connection back at the end of each request."""
    app.teardown_appcontext(_close)


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


def offered(secret: str) -> tuple[Link | None, str | None]:
    """The link, as long as it holds, and what its scorebook is called."""
    link = link_of(connection(), secret, at=stamp(now()))
    return link, None if link is None else scorebook_called(connection(), link.scorebook)


def come_in(secret: str) -> Access:
    """Let the visitor's device in by a link, see `store.access.come`."""
    name = name_of(request.user_agent.string)
    return come(connection(), secret, device=device_hash(), name=name, at=stamp(now()), author=visitor.device())


def _role() -> Right:
    _gather()
    g.access = found = _held()
    g.scorebook = scorebook = found.scorebook if found else visitor.scorebook()
    if found is not None:
        # Where nothing can be written now, what is asked can be answered all the same.
        with suppress(UnavailableError):
            note_visit(connection(), found, at=stamp(now()))
        return found.role
    if visitor.own() != scorebook or is_claimed(connection(), scorebook):
        raise NoAccessError
    with suppress(UnavailableError):
        if not _claim(scorebook):
            raise NoAccessError
    return "keeper"


def _held() -> Access | None:
    """What the visitor's device has of what is asked for: of the scorebook of that session, or of the one it looks at.

    Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes nothing of it.
    """
    looks_at, device = visitor.scorebook(), device_hash()
    if session := (request.view_args or {}).get("session"):
        of_session = held_of_session(connection(), device=device, session=session)
        if found := next((each for each in of_session if _reaches(each)), None):
            if found.scorebook != looks_at and request.method == "GET" and request.blueprint != "following":
                visitor.look_at(found.scorebook)
            return found
    return next((each for each in held(connection(), device=device, scorebook=looks_at) if _reaches(each)), None)


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
    """The visitor's scorebook to write in; raises NotAKeeperError, and what `book` raises."""
    found = book(deleted=deleted)
    if not isinstance(found, KeepersBook):
        raise NotAKeeperError
    return found


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
