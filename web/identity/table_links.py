"""The links to a table, to play and to watch, on the keeper's device that shows them.

The record has only a link's hash. The secret stays in the signed cookie of the device that made the link, which shows
it as a QR code, sends and copies it.
"""

from __future__ import annotations

from contextlib import suppress

from flask import session as cookie

from record.log import stamp
from scoring.errors import EntryError
from store.access.secrets import Link, link_of, link_with, make_link, renew_link, secrets_of
from store.book import Role
from web.identity.visitor import book, is_keeper, own_access_id
from web.request import connection, now

MAX_LINKS_KEPT = 4
"""Links to tables kept in the cookie, which must stay small: two games, each to play and to watch."""


def create_table_link(session: str, role: Role, *, ends_at: str) -> None:
    """Make a link to the table that holds until then, to play there or to watch; so does one that this device has.

    Raises RoleError, NoSuchError, DeletedScorebookError, EntryError where there are too many links.
    """
    at = stamp(now())
    if known := table_link(session, role):
        renew_link(book(), known[0], at=at, ends_at=ends_at)
        return
    secret = make_link(book(), role=role, at=at, session=session, ends_at=ends_at, by=own_access_id())
    valid = [pair for pair in cookie.get("invites", []) if link_of(connection(), pair[1], at=at)]
    cookie["invites"] = [*valid, [session, secret]][-MAX_LINKS_KEPT:]


def table_link(session: str, role: Role = "player") -> tuple[str, Link] | None:
    """The secret and the link to the table; None without a keeper's role or a valid link on this device."""
    for _, secret in reversed(cookie.get("invites", []) if is_keeper() else []):
        link = link_of(connection(), secret, at=stamp(now()))
        # The link may have been made for an earlier session of the table.
        if link is not None and (link.session, link.role) == (session, role):
            return secret, link
    return None


def take_over_table_links(of: Link) -> None:
    """Show on the phone that has come by a link what its maker shows: links to the same tables, made anew."""
    for each in secrets_of(book(), Link):
        if each.made_by == of.made_by and each.session and each.ends_at:
            table = link_with(connection(), "id", each.id, at=stamp(now()))
            if table is not None and table.session:
                with suppress(EntryError):
                    create_table_link(table.session, table.role, ends_at=each.ends_at)
