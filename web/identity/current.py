"""The visitor's scorebook as a book in the visitor's hands, and who says what is written in it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import cast

from flask import current_app, g, request

from record.author import Author, stamp
from record.session import Session
from store.book import Book, KeepersBook, PlayersBook, open_book
from store.errors import DeletedScorebookError
from store.scorebooks import is_begun
from store.sessions.snapshot import Snapshot
from web.identity import visitor
from web.identity.device_names import name_of
from web.identity.permissions import BEST_FIRST, NotAKeeperError, own_access, role
from web.request import rate_limit
from web.request.connection import connection
from web.request.page import asked_page


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


def keepers_book(*, deleted: bool = False) -> KeepersBook:
    """The visitor's scorebook to write in; raises NotAKeeperError, TooManyError, and what `book` raises."""
    found = book(deleted=deleted)
    if not isinstance(found, KeepersBook):
        raise NotAKeeperError
    if current_app.config["LIMITS"] and request.method == "POST" and is_newcomer():
        rate_limit.expect_room("scorebooks", connection())
    return found


def check_access() -> None:
    """Raise NoAccessError or NotAKeeperError where the page that is asked for is for others, as its view declares."""
    page = asked_page()
    if page is None or page.audience in ("anyone", "program"):
        return
    enough = BEST_FIRST[: BEST_FIRST.index(page.audience) + 1]
    if role() not in enough:
        book()  # that it is deleted is said first
        raise NotAKeeperError


def is_newcomer() -> bool:
    """Whether nothing is written in the visitor's scorebook yet: what is written now begins it."""
    if "is_newcomer" not in g:
        g.is_newcomer = own_access() is None and not is_begun(connection(), g.scorebook)
    return bool(g.is_newcomer)


def players_book() -> PlayersBook:
    """The same, to sit down in and speak for a seat; raises as `keepers_book` does."""
    found = book()
    if not isinstance(found, PlayersBook):
        raise NotAKeeperError
    return found


def snapshot(session: str) -> Snapshot:
    """The session that is asked for, as it stood when the request came; raises NoSuchSessionError.

    It is read once, with what the visitor may do. After a write, `book().snapshot` tells how it stands by then.
    """
    found, seen = book(), g.look
    if "snapshot" not in g or g.snapshot.session.id != session:
        known = seen is not None and (seen.scorebook, seen.head["id"]) == (found.scorebook, session)
        g.snapshot = found.snapshot_of(seen.head) if known else found.snapshot(session)
    return cast(Snapshot, g.snapshot)


def load(session: str) -> Session:
    """The same without what is said of it besides."""
    return snapshot(session).session


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


def now_stamp() -> str:
    """Now, as the record writes it."""
    return stamp(now())


def new_key() -> str:
    """An idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The position that the page had seen which sent this form."""
    return request.form.get("position", default=-1, type=int)
