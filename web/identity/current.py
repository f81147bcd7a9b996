"""The current request's book, session snapshot and author."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import cast

from flask import current_app, g, request

from record.log import Author, stamp
from record.session import Session
from store.book import Book, Role
from store.errors import RoleError
from store.scorebooks import expect_not_deleted, is_begun
from store.seats.step import pending_step
from store.sessions.loading import folded, head_of
from store.sessions.snapshot import Snapshot
from web.identity import visitor
from web.identity.device_names import name_of
from web.identity.permissions import own_access, role
from web.request import rate_limit
from web.request.connection import connection
from web.request.page import asked_page


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, for the visitor's role.

    Raises NoAccessError, DeletedScorebookError unless `deleted`, and TooManyError where a keeper's write would create
    one of too many scorebooks.
    """
    may = role()
    found = Book(connection(), g.scorebook, may)
    if not deleted and "is_there" not in g:
        expect_not_deleted(found)
        g.is_there = True
    page = asked_page()
    is_keepers = page is not None and page.audience == "keeper"
    if current_app.config["LIMITS"] and request.method == "POST" and is_keepers and is_newcomer():
        rate_limit.expect_room("scorebooks", connection())
    return found


def check_access() -> None:
    """Raise NoAccessError or RoleError unless the visitor may see the requested page."""
    page = asked_page()
    if page is None or page.audience in ("anyone", "program"):
        return
    may = role()
    if not Book(connection(), g.scorebook, may).allows(cast(Role, page.audience)):
        book()  # a deleted scorebook is the first error
        raise RoleError


def is_newcomer() -> bool:
    """Whether the visitor's scorebook is not stored yet: the first write creates it."""
    if "is_newcomer" not in g:
        g.is_newcomer = own_access() is None and not is_begun(connection(), g.scorebook)
    return bool(g.is_newcomer)


def load(session: str) -> Session:
    """The session as of the start of the request; raises NoSuchError.

    It is read once, from the row that was read with the visitor's role. After a write take `loading.load`.
    """
    found = book()
    if "session" not in g or g.session.id != session:
        seen = g.session_head
        known = seen is not None and (seen["scorebook"], seen["id"]) == (found.scorebook, session)
        g.head = seen if known else head_of(found, session)
        g.session = folded(found.db, g.head)
    return cast(Session, g.session)


def snapshot(session: str) -> Snapshot:
    """The session and its pending input as of the start of the request; after a write take `read_snapshot`."""
    now = load(session)
    if "snapshot" not in g or g.snapshot.session is not now:
        g.snapshot = Snapshot(now, pending_step(book(), now, g.head), g.head)
    return cast(Snapshot, g.snapshot)


def author() -> Author:
    """The visitor as author, with the form's idempotency key, or a new one."""
    access, key = own_access(), request.form.get("key")
    name = access.name if access else name_of(request.user_agent.string)
    return Author(device=visitor.device(), key=key or new_key(), at=now(), name=name)


def now() -> datetime:
    return datetime.now(UTC)


def now_stamp() -> str:
    """Now as a timestamp of the record."""
    return stamp(now())


def new_key() -> str:
    """A new idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The log position that the page had seen when it sent the form."""
    return request.form.get("position", default=-1, type=int)
