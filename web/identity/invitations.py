"""Invitations: what a link offers, joining by it, and everything the device has access to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from flask import request

from record.errors import UnreadableSessionError
from record.session import Session
from store.access import secrets
from store.access.grants import Access, ScorebookAccess, accesses_of, scorebooks_of
from store.access.secrets import Link, covering_access, join, link_of, was_removed
from store.book import ROLES_BEST_FIRST, Book, Role
from store.errors import NoSuchError
from store.scorebooks import deleted_at, scorebook_name
from store.sessions.history import line_ups
from store.sessions.loading import load
from web.identity import visitor
from web.identity.current import now_stamp
from web.identity.device_names import name_of
from web.identity.permissions import device_hash
from web.request.connection import connection

MAX_LET_IN = 20
"""Single sessions listed for a device that has no access to the whole scorebook."""


@dataclass(frozen=True)
class Offer:
    """What a link gives access to: a scorebook with its name (None: unnamed), or one session of it.

    `inside`: this device has that access already.
    """

    link: Link
    called: str | None
    session: Session | None
    inside: bool


def other_scorebooks() -> list[ScorebookAccess]:
    """All scorebooks that the visitor's device has access to."""
    return scorebooks_of(connection(), device_hash(), at=now_stamp())


def players_in(scorebook_access: ScorebookAccess) -> tuple[str, ...]:
    """The last players of a scorebook, as far as the device may see them: they identify one without a name."""
    if scorebook_access.deleted_at is not None:
        return ()
    seen = Book(connection(), scorebook_access.scorebook, "watcher")
    if scorebook_access.session is None:
        return next((each.players for each in line_ups(seen, 1)), ())
    with suppress(NoSuchError, UnreadableSessionError):
        return load(seen, scorebook_access.session).sheet.table.players
    return ()


def offered(secret: str) -> Offer | None:
    """What a link offers; None where it is not valid, or a keeper removed this device."""
    return offer_of(link_of(connection(), secret, at=now_stamp()))


def offer_of(link: Link | None) -> Offer | None:
    """The same of a link that is known."""
    db = connection()
    if link is None or was_removed(db, device_hash(), link, at=now_stamp()):
        return None
    session, seen = None, Book(db, link.scorebook, "watcher")
    if link.session is not None:
        with suppress(NoSuchError, UnreadableSessionError):
            session = load(seen, link.session)
    inside = covering_access(db, device_hash(), link, at=now_stamp()) is not None
    return Offer(link, scorebook_name(seen), session, inside)


def was_for_evening(secret: str) -> bool:
    """Whether a link that lets nobody in was one to keep score for an evening."""
    return secrets.was_for_evening(connection(), secret)


def come_in(link: Link) -> Access:
    """Give the visitor's device access by a link, see `store.access.secrets.join`."""
    name = name_of(request.user_agent.string)
    return join(connection(), link, device=device_hash(), name=name, at=now_stamp(), author=visitor.device())


def sessions_let_in() -> list[tuple[Session, Role]]:
    """Single sessions of the scorebook that the visitor joined, the latest first, with the role.

    Deleted and unreadable ones are left out.
    """
    scorebook = visitor.scorebook()
    mine = accesses_of(connection(), device=device_hash(), scorebook=scorebook, at=now_stamp())
    found: dict[str, Role] = {}
    for each in sorted(mine, key=lambda each: (each.since, each.id), reverse=True):
        if each.session is not None:
            found[each.session] = min(each.role, found.get(each.session, each.role), key=ROLES_BEST_FIRST.index)
    seen = Book(connection(), scorebook, "watcher")
    return [] if deleted_at(seen) is not None else [*_loaded(seen, found)]


def _loaded(seen: Book, found: Mapping[str, Role]) -> Iterator[tuple[Session, Role]]:
    for session, right in islice(found.items(), MAX_LET_IN):
        with suppress(NoSuchError, UnreadableSessionError):
            if (loaded := load(seen, session)).discarded_at is None:
                yield loaded, right
