"""The code by which others join a table: what the device that shows it keeps of the link.

The record has only the link's hash, so the secret stays in the signed cookie of the keeper's device that made it.
"""

from __future__ import annotations

import ipaddress
from datetime import timedelta
from urllib.parse import urlsplit

from flask import request, url_for
from flask import session as cookie

from record.author import stamp
from store.access.links import link_of
from web.identity.current import keepers_book, now, now_stamp
from web.identity.permissions import is_keeper
from web.request.connection import connection

HOLDS = timedelta(days=1)
"""So long others can come in by it; who has come stays."""
MAX_LINKS_KEPT = 2
"""Of so many sessions a device keeps the link: a cookie must stay small."""


def invite(session: str) -> None:
    """Make a link for those who join the table, unless this device has one that holds.

    Raises NotAKeeperError, NoSuchSessionError, DeletedScorebookError, EntryError where there are too many links.
    """
    keeper = keepers_book()
    if _secret(session) is not None:
        return
    at = now()
    secret = keeper.make_link(role="player", at=stamp(at), session=session, ends_at=stamp(at + HOLDS))
    others = [pair for pair in _kept() if pair[0] != session]
    cookie["invites"] = [*others, [session, secret]][-MAX_LINKS_KEPT:]


def invitation(session: str) -> str | None:
    """The address by which others join the table, on a keeper's device that has a link to it which still holds."""
    secret = _secret(session) if is_keeper() else None
    return None if secret is None else url_for("joining.ask", secret=secret, _external=True)


def _secret(session: str) -> str | None:
    """That of a link that leads to the session: made for it, or for one that its table played before."""
    for _, secret in reversed(_kept()):
        link = link_of(connection(), secret, at=now_stamp())
        if link is not None and link.session == session:
            return secret
    return None


def _kept() -> list[list[str]]:
    """The session and the secret of each link that this device made, the oldest first."""
    found = cookie.get("invites", [])
    assert isinstance(found, list), "the cookie is signed"
    return found


def is_only_here() -> bool:
    """Whether the address by which this device came leads no other device here."""
    name = urlsplit(request.host_url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
