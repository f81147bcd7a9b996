"""The current request: the visitor's scorebook with their role in it, the requested session, the author of an entry.

Which scorebook and role is looked up once a request, in one query with the session's version.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import cast

from flask import current_app, g, request

from record.log import Author, stamp
from record.session import Session
from store.access.grants import Access, accesses_of, claim, is_claimed
from store.book import ROLES_BEST_FIRST, Book, Role
from store.errors import RoleError, UnavailableError
from store.scorebooks import expect_not_deleted, lock_scorebook, scorebook_exists
from store.seats.pending_step import pending_step
from store.sessions.loading import fold, read_head
from store.sessions.snapshot import Snapshot, find_head
from web.errors import NoAccessError
from web.identity import visitor
from web.request import connection, now
from web.request.page import asked_page


def check_access() -> None:
    """Raise NoAccessError or RoleError unless the visitor may see the requested page."""
    page = asked_page()
    if page is None or page.audience in ("anyone", "program"):
        return
    if not book(deleted=True).allows(cast(Role, page.audience)):
        book()  # a deleted scorebook is the first error
        raise RoleError


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, for the visitor's role.

    `g.access` is the access that gives the role, None as long as nothing is written in the scorebook.

    Raises NoAccessError, and DeletedScorebookError unless `deleted`.
    """
    if "book" not in g:
        g.is_refused = True
        g.book = _find_book()
        g.is_refused = False
    if not deleted and not g.is_there:
        expect_not_deleted(g.book)
        g.is_there = True
    return cast(Book, g.book)


def role() -> Role:
    """The visitor's role for this request; raises NoAccessError."""
    return book(deleted=True).role


def is_keeper() -> bool:
    """Whether the visitor may write; False without access or database."""
    return _role_if_known() == "keeper"


def may_sit() -> bool:
    """Whether the visitor may take a seat at the requested table; False without access or database."""
    return _role_if_known() in ("keeper", "player")


def can_see_scorebook() -> bool:
    """Whether the visitor has access to the whole scorebook and not only to single sessions."""
    return _role_if_known() is not None and bool(g.can_see_scorebook)


def own_access_id(*, begin: bool = False) -> str:
    """The id of the visitor's access; "" as long as nothing is written in the scorebook.

    `begin` stores such a scorebook first, so that whoever shares it comes first.
    """
    scorebook = book(deleted=True)
    if begin and g.access is None:
        with connection().writing():
            lock_scorebook(scorebook, at=stamp(now()))
        del g.book
        book(deleted=True)
    return g.access.id if g.access else ""


def is_newcomer() -> bool:
    """Whether the visitor's scorebook is not stored yet: the first write creates it."""
    if "is_newcomer" not in g:
        scorebook = book(deleted=True).scorebook
        g.is_newcomer = g.access is None and not scorebook_exists(connection(), scorebook)
    return bool(g.is_newcomer)


def load(session: str) -> Session:
    """The session as of the start of the request; raises NoSuchError.

    It is read once, from the row that was read with the visitor's role. After a write take `loading.load`.
    """
    found = book()
    if "session" not in g or g.session.id != session:
        seen = g.session_head
        known = seen is not None and (seen["scorebook"], seen["id"]) == (found.scorebook, session)
        g.head = seen if known else read_head(found, session)
        g.session = fold(found.db, g.head)
    return cast(Session, g.session)


def snapshot(session: str) -> Snapshot:
    """The session and its pending input as of the start of the request; after a write take `read_snapshot`."""
    now = load(session)
    if "snapshot" not in g or g.snapshot.session is not now:
        g.snapshot = Snapshot(now, pending_step(book(), now, g.head), g.head)
    return cast(Snapshot, g.snapshot)


def author() -> Author:
    """The visitor as author, with the form's idempotency key, or a new one."""
    book(deleted=True)
    name = g.access.name if g.access else visitor.device_name()
    return Author(device=visitor.device(), key=request.form.get("key") or new_key(), at=now(), name=name)


def new_key() -> str:
    """A new idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The log position that the page had seen when it sent the form."""
    return request.form.get("position", default=-1, type=int)


def _role_if_known() -> Role | None:
    """The role, or None; a page that says why it is not known does not ask again."""
    if not g.get("is_refused"):
        with suppress(NoAccessError, UnavailableError):
            return role()
    return None


def _find_book() -> Book:
    """The scorebook of the requested session, else the one that the device looks at; raises NoAccessError."""
    looks_at = visitor.scorebook()
    access, claims = _find_access(looks_at), False
    if access is None and visitor.own() == looks_at:
        claims = not is_claimed(connection(), looks_at)
        with suppress(UnavailableError):
            claims = claims and claim(
                connection(),
                device=visitor.device_hash(),
                scorebook=looks_at,
                name=visitor.device_name(),
                at=stamp(now()),
                author=visitor.device(),
            )
        # The access that was just given, maybe to another request of the same device.
        access = _find_access(looks_at)
    g.access = access
    if access is None:
        if not claims:
            raise NoAccessError
        g.can_see_scorebook = True
        return Book(connection(), looks_at, "keeper")
    if access.scorebook != looks_at and request.method == "GET" and not request.if_none_match:
        # Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes nothing.
        visitor.look_at(access.scorebook)
    current_app.extensions["visits"].note(access.id)
    return Book(connection(), access.scorebook, access.role)


def _find_access(looks_at: str) -> Access | None:
    """The device's best access to the scorebook of the requested session, else to the one it looks at.

    A watcher of the scorebook may be a player of the session. The same query reads the session's version; a session
    that the device may not see counts as not there.
    """
    page, session = asked_page(), (request.view_args or {}).get("session")
    # An access to one session covers the pages of that session alone.
    covering = (None, session) if page is not None and page.of_session else (None,)
    device, at = visitor.device_hash(), stamp(now())
    found = find_head(connection(), device=device, session=session, at=at) if session else None
    if found and found[0]["scorebook"] != looks_at and all(each.session not in covering for each in found[1]):
        found = None
    g.session_head, held = found or (None, accesses_of(connection(), device=device, scorebook=looks_at, at=at))
    g.is_there = found is not None and found[0]["deleted_at"] is None
    g.can_see_scorebook = any(each.session is None for each in held)
    useful = (each for each in held if each.session in covering)
    return min(useful, key=lambda each: ROLES_BEST_FIRST.index(each.role), default=None)
