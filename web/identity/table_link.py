"""The link to a table: a keeper's device makes it, shows it as a QR code, sends and copies it.

The record has only the link's hash; the secret stays in the signed cookie of the device that made it.
"""

from __future__ import annotations

from flask import session as cookie

from store.access.secrets import Link, link_of, make_link, renew_link
from web.identity.current import book, now_stamp
from web.identity.permissions import is_keeper, own_access_id
from web.request.connection import connection

MAX_LINKS_KEPT = 2
"""Links kept in the cookie, which must stay small."""


def invite(session: str, *, ends_at: str) -> None:
    """Make a link to the table that holds until then; so does one that this device has.

    Raises RoleError, NoSuchError, DeletedScorebookError, EntryError where there are too many links.
    """
    scorebook, at = book(), now_stamp()
    if known := _known(session):
        renew_link(scorebook, known[0], at=at, ends_at=ends_at)
        return
    secret = make_link(scorebook, role="player", at=at, session=session, ends_at=ends_at, by=own_access_id())
    others = [pair for pair in _kept() if pair[0] != session]
    cookie["invites"] = [*others, [session, secret]][-MAX_LINKS_KEPT:]


def invitation(session: str) -> tuple[str, Link] | None:
    """The secret and the link to the table; None without a keeper's role or a valid link on this device."""
    return _known(session) if is_keeper() else None


def _known(session: str) -> tuple[str, Link] | None:
    """A valid link to the session, made for it or for an earlier one of its table."""
    for _, secret in reversed(_kept()):
        link = link_of(connection(), secret, at=now_stamp())
        if link is not None and link.session == session:
            return secret, link
    return None


def _kept() -> list[list[str]]:
    """Session and secret of each link in the cookie, the oldest first."""
    found = cookie.get("invites", [])
    assert isinstance(found, list), "the cookie is signed"
    return found
