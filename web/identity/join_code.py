"""Join codes: the keeper's device makes a link for a table and shows it as a QR code.

The record has only the link's hash; the secret stays in the signed cookie of the device that made it.
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
"""How long others can join by the link; who has joined keeps access."""
MAX_LINKS_KEPT = 2
"""Links kept in the cookie, which must stay small."""


def invite(session: str) -> None:
    """Make a link for joining the table, unless this device has a valid one.

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
    """The address for joining the table; None without a keeper's role or a valid link on this device."""
    secret = _secret(session) if is_keeper() else None
    return None if secret is None else url_for("joining.ask", secret=secret, _external=True)


def _secret(session: str) -> str | None:
    """The secret of a valid link to the session, made for it or for an earlier one of its series."""
    for _, secret in reversed(_kept()):
        link = link_of(connection(), secret, at=now_stamp())
        if link is not None and link.session == session:
            return secret
    return None


def _kept() -> list[list[str]]:
    """Session and secret of each link in the cookie, the oldest first."""
    found = cookie.get("invites", [])
    assert isinstance(found, list), "the cookie is signed"
    return found


def is_only_here() -> bool:
    """Whether the site was opened by a loopback address, which no other device can open."""
    name = urlsplit(request.host_url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
