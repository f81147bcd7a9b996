"""Who has access in the record of a test, and how it is taken away."""

from __future__ import annotations

from store.access import grants, links, removal
from store.access.grants import Access
from store.engines.base import Connection
from store.errors import NoSuchLinkError

NEXT_DAY = "2026-11-23T12:00:00Z"


def held(db: Connection, device: str, scorebook: str, *, at: str = NEXT_DAY) -> list[Access]:
    return grants.held(db, device=device, scorebook=scorebook, at=at)


def comes(db: Connection, secret: str, *, device: str, name: str, at: str, author: str | None = None) -> Access:
    """Open a link by its secret and accept it; raises what `links.come` raises."""
    link = links.link_of(db, secret, at=at)
    if link is None:
        raise NoSuchLinkError
    return links.come(db, link, device=device, name=name, at=at, author=author)


def first_keeper(db: Connection, scorebook: str, *, at: str) -> str:
    """The access of who keeps it the longest; "" where nobody does."""
    return next((each.id for each in grants.devices(db, scorebook, at=at) if each.role == "keeper"), "")


def removes(db: Connection, scorebook: str, access: str, *, at: str, by: str | None = None) -> None:
    by = first_keeper(db, scorebook, at=at) if by is None else by
    removal.remove_device(db, scorebook=scorebook, access=access, by=by, at=at)


def withdraws(db: Connection, scorebook: str, link: str, *, at: str, by: str | None = None) -> None:
    by = first_keeper(db, scorebook, at=at) if by is None else by
    links.withdraw(db, scorebook=scorebook, link=link, by=by, at=at)
