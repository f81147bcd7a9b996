"""How a request comes to the record: the book that its visitor may use, and who says what is written in it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g, request

from record.author import Author
from record.session import Session
from store.book import Book, KeepersBook, open_book
from store.engine import Connection, Database
from store.errors import DeletedScorebookError
from web.workings import visitor
from web.workings.devices import name_of


class NotAKeeperError(Exception):
    """Somebody who may only look wants to write."""


def register(app: Flask) -> None:
    """Give the connection back at the end of each request."""
    app.teardown_appcontext(_close)


def database() -> Database:
    """Where the record is kept."""
    return cast(Database, current_app.extensions["takuroku"])


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, as the visitor's role may use it.

    Raises DeletedScorebookError, unless a deleted one is wanted too.
    """
    found = open_book(connection(), visitor.scorebook(), visitor.role())
    if not deleted and "is_there" not in g:
        if found.deleted_at() is not None:
            raise DeletedScorebookError
        g.is_there = True
    return found


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


def load(session: str) -> Session:
    """A session of the visitor's scorebook; raises NoSuchSessionError."""
    return book().load(session)


def author() -> Author:
    """This visitor as the author of what the form says, under the form's key."""
    return author_of(request.form.get("key", ""))


def author_of(key: str) -> Author:
    """This visitor as the author of something; without a key of its own it gets a fresh one."""
    name = name_of(request.user_agent.string)
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
