"""Permissions: the role of the visitor's device for the scorebook or session of this request.

Looked up once a request, in one query with the session's version.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g, request

from record.log import stamp
from store.access.grants import Access, accesses_of, claim, is_claimed
from store.access.secrets import hashed
from store.book import ROLES_BEST_FIRST, Book, Role
from store.errors import UnavailableError
from store.scorebooks import lock_scorebook
from store.sessions.snapshot import find_head
from web.errors import NoAccessError
from web.identity import visitor
from web.identity.device_names import name_of
from web.identity.last_seen import keep_visits, note_visit
from web.request.connection import connection
from web.request.page import asked_page


def register(app: Flask) -> None:
    """Note visits, and give templates the permission functions."""
    keep_visits(app)
    for told in (is_keeper, may_sit, can_see_scorebook):
        app.add_template_global(told)


def role() -> Role:
    """The visitor's role for this request; raises NoAccessError."""
    if "role" not in g:
        try:
            g.role = _role()
        except (NoAccessError, UnavailableError):
            g.no_role = True
            raise
    return cast(Role, g.role)


def is_keeper() -> bool:
    """Whether the visitor may write; False without access or database."""
    return _role_if_known() == "keeper"


def may_sit() -> bool:
    """Whether the visitor may take a seat at the requested table; False without access or database."""
    return _role_if_known() in ("keeper", "player")


def can_see_scorebook() -> bool:
    """Whether the visitor has access to the whole scorebook and not only to single sessions."""
    return _role_if_known() is not None and bool(g.can_see_scorebook)


def own_access() -> Access | None:
    """The access that this request uses; None as long as nothing is written in the scorebook."""
    role()
    return cast("Access | None", g.access)


def own_access_id() -> str:
    """The id of the visitor's access; "" as long as nothing is written in the scorebook."""
    access = own_access()
    return access.id if access else ""


def claimed_access_id() -> str:
    """The same; a scorebook in which nothing is written yet is begun first, so that whoever shares it comes first."""
    if own_access() is None:
        with connection().writing():
            lock_scorebook(Book(connection(), g.scorebook, role()), at=stamp(datetime.now(UTC)))
        del g.role
    return own_access_id()


def device_hash() -> str:
    """The hash by which the record knows the visitor's device."""
    return hashed(visitor.secret())


def _role_if_known() -> Role | None:
    """The role, or None; a page that says why it is not known does not ask again."""
    try:
        return None if "no_role" in g else role()
    except (NoAccessError, UnavailableError):
        return None


def _role() -> Role:
    looks_at = visitor.scorebook()
    found = _best_access(looks_at)
    # Another request of the same device may have claimed its scorebook since that query.
    claimed = found is None and visitor.own() == looks_at and is_claimed(connection(), looks_at)
    if claimed:
        found = _best_access(looks_at)
    g.access = found
    g.scorebook = scorebook = found.scorebook if found else looks_at
    if found is not None:
        if scorebook != looks_at and request.method == "GET" and not request.if_none_match:
            # Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes
            # nothing.
            visitor.look_at(scorebook)
        note_visit(current_app, found.id)
        return found.role
    if claimed or visitor.own() != scorebook:
        raise NoAccessError
    with suppress(UnavailableError):
        if not _claim(scorebook):
            raise NoAccessError
        g.access = _best_access(scorebook)
    g.can_see_scorebook = True
    return "keeper"


def _best_access(looks_at: str) -> Access | None:
    """The device's best access to the scorebook of the requested session, else to the one it looks at.

    A watcher of the scorebook may be a player of the session. The same query reads the session's version; a session
    that the device may not see counts as not there.
    """
    device, asked, at = device_hash(), (request.view_args or {}).get("session"), stamp(datetime.now(UTC))
    found = find_head(connection(), device=device, session=asked, at=at) if asked else None
    if found is not None and found[0]["scorebook"] != looks_at and not any(map(_reaches, found[1])):
        found = None
    g.session_head = found and found[0]
    if found is not None and found[0]["deleted_at"] is None:
        g.is_there = True
    mine = found[1] if found else accesses_of(connection(), device=device, scorebook=looks_at, at=at)
    g.can_see_scorebook = any(each.session is None for each in mine)
    return min(filter(_reaches, mine), key=lambda each: ROLES_BEST_FIRST.index(each.role), default=None)


def _claim(scorebook: str) -> bool:
    """See `store.access.grants.claim`."""
    name = name_of(request.user_agent.string)
    return claim(
        connection(),
        device=device_hash(),
        scorebook=scorebook,
        name=name,
        at=stamp(datetime.now(UTC)),
        author=visitor.device(),
    )


def _reaches(access: Access) -> bool:
    """Whether an access covers the requested page: the whole scorebook, or that session."""
    if access.session is None:
        return True
    page, session = asked_page(), (request.view_args or {}).get("session")
    return page is not None and page.of_session and session == access.session
