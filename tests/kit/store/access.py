"""Who has access in the record of a test, and how it is taken away."""

from __future__ import annotations

from datetime import datetime, timedelta

from record.log import stamp
from store.access import grants, joining, secrets
from store.access.grants import Access
from store.book import Book, Role
from store.engines.base import Connection
from store.errors import NoSuchError

NEXT_DAY = "2026-11-23T12:00:00Z"


def comes(db: Connection, secret: str, *, device: str, name: str, at: str, author: str | None = None) -> Access:
    """Open a link by its secret and accept it; raises what `joining.join` raises."""
    link = secrets.link_of(db, secret, at=at)
    if link is None:
        raise NoSuchError("no link")
    return joining.join(db, link, device=device, name=name, at=at, author=author)


class Guests:
    """The devices that come to a scorebook, a minute after their links were made; each writes under its own name."""

    def __init__(self, db: Connection, scorebook: str, *, at: str) -> None:
        self.db, self.scorebook, self.at = db, scorebook, at
        self.book = Book(db, scorebook, "keeper")
        self.came = stamp(datetime.fromisoformat(at) + timedelta(minutes=1))

    def link(self, role: Role = "keeper", session: str | None = None, *, at: str = "", **given: object) -> str:
        """The secret of a new link."""
        return secrets.make_link(self.book, role=role, session=session, at=at or self.at, **given)  # type: ignore[arg-type]

    def comes(self, secret: str, device: str, *, at: str = "") -> Access:
        return comes(self.db, secret, device=device, name=f"{device}'s", at=at or self.came, author=device)

    def joins(
        self, device: str, role: Role = "keeper", session: str | None = None, *, at: str = "", **given: object
    ) -> Access:
        """By a link of its own."""
        return self.comes(self.link(role, session, at=at, **given), device, at=at)

    def held(self, device: str, *, at: str = NEXT_DAY) -> list[Access]:
        return grants.accesses_of(self.db, device=device, scorebook=self.scorebook, at=at)

    def has(self, device: str, *, at: str = NEXT_DAY) -> set[tuple[str, str | None]]:
        """As what a device is let in, and to which session alone."""
        return {(each.role, each.session) for each in self.held(device, at=at)}

    def id_of(self, device: str) -> str:
        return next(each.id for each in grants.devices(self.book, at=self.at) if each.device == device)

    def removes(self, access: str, *, by: str | None = None, at: str = "") -> None:
        """By whoever keeps it the longest, if nobody else is named."""
        at = at or self.at
        grants.remove_device(self.book, access=access, by=self._keeper(by, at), at=at)

    def revokes(self, link: str, *, by: str | None = None, at: str = "") -> None:
        at = at or self.at
        secrets.revoke_link(self.book, link=link, by=self._keeper(by, at), at=at)

    def _keeper(self, named: str | None, at: str) -> str:
        devices = grants.devices(self.book, at=at)
        return next((each.id for each in devices if each.role == "keeper"), "") if named is None else named
