"""The current request: the visitor's scorebook with their role in it, the requested session, the author of an entry.

Which scorebook and role is looked up once a request, in one query with the session's version.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from flask import current_app, g, request

from record.log import Author, stamp
from record.session import Session
from store.access.grants import Access, accesses_of, claim, is_claimed
from store.book import ROLES_BEST_FIRST, Book, Role
from store.engines.base import Row
from store.errors import RoleError, UnavailableError
from store.scorebooks import expect_not_deleted, lock_scorebook, scorebook_exists
from store.seats.pending_step import pending_step
from store.sessions.loading import fold, read_head
from store.sessions.snapshot import Snapshot, find_head
from web.errors import NoAccessError
from web.identity import visitor
from web.request import asked_page, connection, now


@dataclass
class Visit:
    """What was found out about a request's visitor; `access` is None as long as nothing is written in the scorebook."""

    book: Book
    access: Access | None
    head: Row | None
    """The requested session's row, if the visitor may see it."""
    can_see_scorebook: bool
    is_unsaved: bool
    """Whether the scorebook is not stored yet: the first write creates it."""
    is_known_to_exist: bool
    """Whether it is known that the scorebook is not deleted."""
    session: Session | None = None
    snapshot: Snapshot | None = None


def check_access() -> None:
    """Raise NoAccessError or RoleError unless the visitor may see the requested page."""
    page = asked_page()
    if page is None or page.audience in ("anyone", "program"):
        return
    if not _visit().book.allows(cast(Role, page.audience)):
        book()  # a deleted scorebook is the first error
        raise RoleError


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, for the visitor's role.

    Raises NoAccessError, and DeletedScorebookError unless `deleted`.
    """
    visit = _visit()
    if not deleted and not visit.is_known_to_exist:
        expect_not_deleted(visit.book)
        visit.is_known_to_exist = True
    return visit.book


def role() -> Role:
    """The visitor's role for this request; raises NoAccessError."""
    return _visit().book.role


def is_keeper() -> bool:
    """Whether the visitor may write; False without access or database."""
    return (visit := _visit_if_known()) is not None and visit.book.role == "keeper"


def may_sit() -> bool:
    """Whether the visitor may take a seat at the requested table; False without access or database."""
    return (visit := _visit_if_known()) is not None and visit.book.role in ("keeper", "player")


def can_see_scorebook() -> bool:
    """Whether the visitor has access to the whole scorebook and not only to single sessions."""
    return (visit := _visit_if_known()) is not None and visit.can_see_scorebook


def own_access_id(*, begin: bool = False) -> str:
    """The id of the visitor's access; "" as long as nothing is written in the scorebook.

    `begin` stores such a scorebook first, so that whoever shares it comes first.
    """
    visit = _visit()
    if begin and visit.access is None:
        with connection().writing():
            lock_scorebook(visit.book, at=stamp(now()))
        del g.visit
        visit = _visit()
    return visit.access.id if visit.access else ""


def is_scorebook_unsaved() -> bool:
    """Whether the visitor's scorebook is not stored yet: the first write creates it."""
    return _visit().is_unsaved


def requested_head() -> Row | None:
    """The requested session's row, as it was read with the visitor's role; None where there is no such session."""
    return _visit().head


def requested_session(session: str) -> Session:
    """The session as of the start of the request; raises NoSuchError.

    It is read once, from the row that was read with the visitor's role. After a write take `loading.load`.
    """
    scorebook, visit = book(), _visit()
    if visit.session is None or visit.session.id != session:
        if visit.head is None or (visit.head["scorebook"], visit.head["id"]) != (scorebook.scorebook, session):
            visit.head = read_head(scorebook, session)
        visit.session = fold(scorebook.db, visit.head)
    return visit.session


def snapshot(session: str) -> Snapshot:
    """The session and its pending input as of the start of the request; after a write take `read_snapshot`."""
    current, visit = requested_session(session), _visit()
    if visit.snapshot is None or visit.snapshot.session is not current:
        assert visit.head is not None, "the session was folded from it"
        visit.snapshot = Snapshot(current, pending_step(visit.book, current, visit.head), visit.head)
    return visit.snapshot


def author() -> Author:
    """The visitor as author, with the form's idempotency key, or a new one."""
    access = _visit().access
    name = access.name if access else visitor.device_name()
    return Author(device=visitor.device(), key=request.form.get("key") or new_key(), at=now(), name=name)


def new_key() -> str:
    """A new idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The log position that the page had seen when it sent the form."""
    return request.form.get("position", default=-1, type=int)


def _visit_if_known() -> Visit | None:
    """The visit, or None; a page that says why it is not known does not ask again."""
    if "visit" not in g:
        with suppress(NoAccessError, UnavailableError):
            _visit()
    return cast("Visit | None", g.visit)


def _visit() -> Visit:
    """The visit to the scorebook of the requested session, else to the one that the device looks at.

    It is found once a request; raises NoAccessError.
    """
    if visit := g.get("visit"):
        return cast(Visit, visit)
    g.visit = None
    looks_at = visitor.scorebook()
    access, head, sees_all = _find_access(looks_at)
    is_claimable = is_unsaved = False
    if access is None and visitor.claimable_scorebook() == looks_at:
        # The first page makes the device's id: of two forms that are sent at once each would make one.
        author_id = visitor.device()
        is_unsaved = not scorebook_exists(connection(), looks_at)
        is_claimable = is_unsaved or not is_claimed(connection(), looks_at)
        if not is_unsaved:
            with suppress(UnavailableError):
                is_claimable = is_claimable and claim(
                    connection(),
                    device=visitor.device_hash(),
                    scorebook=looks_at,
                    name=visitor.device_name(),
                    at=stamp(now()),
                    author=author_id,
                )
            # The access that was just given, maybe to another request of the same device.
            access, head, sees_all = _find_access(looks_at)
    if access is None and not is_claimable:
        raise NoAccessError
    if access is not None:
        if access.scorebook != looks_at and request.method == "GET" and not request.if_none_match:
            # Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes
            # nothing.
            visitor.switch_scorebook(access.scorebook)
        current_app.extensions["visits"].note(access.id)
    visit = g.visit = Visit(
        Book(connection(), access.scorebook if access else looks_at, access.role if access else "keeper"),
        access,
        head,
        can_see_scorebook=sees_all or access is None,
        is_unsaved=is_unsaved,
        is_known_to_exist=head is not None and head["deleted_at"] is None,
    )
    return visit


def _find_access(looks_at: str) -> tuple[Access | None, Row | None, bool]:
    """The device's best access to the scorebook of the requested session, else to the one it looks at.

    With it the session's row, and whether the device has access to the whole scorebook. A watcher of the scorebook may
    be a player of the session. A session that the device may not see counts as not there.
    """
    page, session = asked_page(), (request.view_args or {}).get("session")
    # An access to one session covers the pages of that session alone.
    covering = (None, session) if page is not None and page.of_session else (None,)
    db, device, at = connection(), visitor.device_hash(), stamp(now())
    found = find_head(db, device=device, session=session, at=at) if session else None
    if found and found[0]["scorebook"] != looks_at and all(each.session not in covering for each in found[1]):
        found = None
    head, held = found or (None, accesses_of(db, device=device, scorebook=looks_at, at=at))
    useful = (each for each in held if each.session in covering)
    access = min(useful, key=lambda each: ROLES_BEST_FIRST.index(each.role), default=None)
    return access, head, any(each.session is None for each in held)
