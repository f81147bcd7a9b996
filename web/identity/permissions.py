"""What the visitor's device may do with what a request asks for, as the record says; raised where it may not.

It is looked up once a request, and together with what a page that follows a session has to know of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g, request

from record.author import stamp
from store.access.grants import Access, Right, claim, held, is_claimed
from store.access.secrets import hashed
from store.errors import UnavailableError
from store.sessions.version import Look, look
from web.identity import visitor
from web.identity.device_names import name_of
from web.identity.last_seen import keep_visits, note_visit
from web.request.connection import connection
from web.request.page import asked_page

BEST_FIRST: tuple[Right, ...] = ("keeper", "player", "watcher")


class NotAKeeperError(Exception):
    """Somebody who may only look wants to write."""


class NoAccessError(Exception):
    """This device has no access to the scorebook it looks at, or not to what it asks for in it."""


def register(app: Flask) -> None:
    """Note who came, and tell templates what a visitor may do."""
    keep_visits(app)
    for told in (is_keeper, may_sit, can_see_scorebook):
        app.add_template_global(told)


def role() -> Right:
    """What the visitor may do with what is asked for; raises NoAccessError."""
    if "role" not in g:
        g.role = _role()
    return cast(Right, g.role)


def is_keeper() -> bool:
    """Whether the visitor may write; where the record cannot say, or shuts him out, not."""
    return _role_if_known() == "keeper"


def may_sit() -> bool:
    """Whether the visitor may sit down at the table that is asked for; where that cannot be said, not."""
    return _role_if_known() in ("keeper", "player")


def can_see_scorebook() -> bool:
    """Whether the visitor has the whole scorebook, and not only single sessions of it; as `may_sit` otherwise."""
    return _role_if_known() is not None and bool(g.can_see_scorebook)


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


def _role_if_known() -> Right | None:
    try:
        return role()
    except (NoAccessError, UnavailableError):
        return None


def _role() -> Right:
    found = _best_access()
    own, looks_at = visitor.own(), visitor.scorebook()
    # A page that the same device opened at the same time may have claimed its scorebook since that look.
    claimed = found is None and own == looks_at and is_claimed(connection(), looks_at)
    if claimed:
        found = _best_access()
    g.access = found
    g.scorebook = scorebook = found.scorebook if found else looks_at
    if found is not None:
        if scorebook != looks_at and request.method == "GET" and not request.if_none_match:
            # Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes
            # nothing.
            visitor.look_at(scorebook)
        note_visit(current_app, found.id)
        return found.role
    if claimed or own != scorebook:
        raise NoAccessError
    with suppress(UnavailableError):
        if not _claim(scorebook):
            raise NoAccessError
    g.can_see_scorebook = True
    return "keeper"


def _best_access() -> Access | None:
    """What the device has of what is asked for, the most it may do: who watches everything and sits at a table sits."""
    mine = _accesses()
    g.can_see_scorebook = any(each.session is None for each in mine)
    return min(filter(_reaches, mine), key=lambda each: BEST_FIRST.index(each.role), default=None)


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
    """Whether an access is to the whole scorebook, or to the session whose page is asked for."""
    if access.session is None:
        return True
    page, session = asked_page(), (request.view_args or {}).get("session")
    return page is not None and page.of_session and session == access.session
