"""How a request comes to the record: what its visitor has access to, as a book, and who says what is written in it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
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
    hashed,
    held,
    is_claimed,
    link_of,
    scorebooks_of,
)
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.engine import Connection, Database
from store.errors import DeletedScorebookError, UnavailableError
from store.marks import Look, look
from store.scorebooks import name_of as scorebook_called
from web.workings import visitor
from web.workings.devices import name_of
from web.workings.visits import Visits

OF_ONE_SESSION = frozenset({"sheets", "exports", "following", "table", "seats"})
"""Whose pages somebody sees who has access to a single session."""


class NotAKeeperError(Exception):
    """Somebody who may only look wants to write."""


class NoAccessError(Exception):
    """This device has no access to the scorebook it looks at, or not to what it asks for in it."""


def register(app: Flask) -> None:
    """Give the connection back at the end of each request, and note who came."""
    app.extensions["visits"] = Visits(app.extensions["takuroku"])
    app.teardown_appcontext(_close)


def database() -> Database:
    """Where the record is kept."""
    return cast(Database, current_app.extensions["takuroku"])


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, as the visitor's role may use it.

    Raises NoAccessError, and DeletedScorebookError unless a deleted one is wanted too.
    """
    found = open_book(connection(), visitor.scorebook(), role())
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


def offered(secret: str) -> tuple[Link | None, str | None]:
    """The link, as long as it holds, and what its scorebook is called."""
    link = link_of(connection(), secret, at=stamp(now()))
    return link, None if link is None else scorebook_called(connection(), link.scorebook)


def come_in(secret: str) -> Access:
    """Let the visitor's device in by a link, see `store.access.come`."""
    name = name_of(request.user_agent.string)
    return come(connection(), secret, device=device_hash(), name=name, at=stamp(now()))


def _role() -> Right:
    scorebook, device = visitor.scorebook(), device_hash()
    found = next((each for each in _accesses(scorebook, device) if _reaches(each)), None)
    g.access = found
    if found is not None:
        cast(Visits, current_app.extensions["visits"]).note(found.id)
        return found.role
    if visitor.own() != scorebook or is_claimed(connection(), scorebook):
        raise NoAccessError
    with suppress(UnavailableError):
        name = name_of(request.user_agent.string)
        if not claim(connection(), device=device, scorebook=scorebook, name=name, at=stamp(now())):
            raise NoAccessError
    return "keeper"


def _accesses(scorebook: str, device: str) -> Sequence[Access]:
    """What the device has of the scorebook; one query tells it, and how the session looks that is asked for."""
    asked = (request.view_args or {}).get("session")
    g.look = asked and look(connection(), device=device, scorebook=scorebook, session=asked)
    if g.look is None:
        return held(connection(), device=device, scorebook=scorebook)
    if not g.look.deleted:
        g.is_there = True
    return cast(Look, g.look).accesses


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
