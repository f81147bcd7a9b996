"""Who was sent a link: what it is for, told to whoever has it, and how a device comes in by it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import request

from record.author import stamp
from record.errors import UnreadableSessionError
from record.session import Session
from store.access import Access, Link, come, given, link_of, was_removed
from store.book import open_book
from store.errors import NoSuchSessionError
from store.scorebooks import name_of as scorebook_called
from web.workings import visitor
from web.workings.access import connection, device_hash, now
from web.workings.devices import name_of


@dataclass(frozen=True)
class Offer:
    """What a link is for: the scorebook by its name, or None, and of a single session who plays what.

    `inside` is whether this device may do as much already.
    """

    link: Link
    called: str | None
    session: Session | None
    inside: bool


def offered(secret: str) -> Offer | None:
    """What a link is for; None where it does not hold, or not for this device, which a keeper removed."""
    db = connection()
    link = link_of(db, secret, at=stamp(now()))
    if link is None or was_removed(db, device_hash(), link):
        return None
    session = None
    if link.session is not None:
        with suppress(NoSuchSessionError, UnreadableSessionError):
            session = open_book(db, link.scorebook, "watcher").load(link.session)
    inside = given(db, device_hash(), link) is not None
    return Offer(link, scorebook_called(db, link.scorebook), session, inside)


def come_in(secret: str) -> Access:
    """Let the visitor's device in by a link, see `store.access.come`."""
    name = name_of(request.user_agent.string)
    return come(connection(), secret, device=device_hash(), name=name, at=stamp(now()), author=visitor.device())
