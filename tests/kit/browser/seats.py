"""A table with a phone each: who sits there, and what each is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Locator, expect

from record.log import stamp
from store.access import secrets
from store.book import Book, Role
from store.engines import database_at
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import Phone


@dataclass
class Table:
    """A session, its keeper's phone, and others that come by a link."""

    session: str
    keeper: Phone
    opens: OpenPhone
    invites: Callable[[Role], str]

    @property
    def address(self) -> str:
        return f"/s/{self.session}"

    def sees(self, role: Role, address: str = "", locale: str = "en-GB") -> Phone:
        """Another phone, come by a link, on a page of the session."""
        phone = self._joined(role, locale)
        phone.goes_to(f"{self.address}{address}")
        return phone

    def sits(self, seat: int, locale: str = "en-GB") -> Phone:
        """A phone that has come to join the table and taken the seat of its player."""
        phone = self._joined("player", locale)
        phone.takes_seat(self.session, seat)
        return phone

    def _joined(self, role: Role, locale: str) -> Phone:
        phone = self.opens(locale)
        phone.joins(self.invites(role))
        return phone


Begin = Callable[..., Table]


def link_of(record: Path, session: str, role: Role, *, of_table: bool) -> str:
    """A new link to the table of a session, or to its scorebook; `record` is the folder of the site."""
    with closing(database_at(record).connect()) as db:
        (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,))
        where = session if of_table else None
        return secrets.make_link(
            Book(db, row["scorebook"], "keeper"), role=role, session=where, at=stamp(datetime.now(UTC))
        )


def chips(phone: Phone) -> Locator:
    return phone.page.locator(".asked .says button:not(:disabled)")


def says(phone: Phone, value: object) -> None:
    """Tap a chip of what is asked, as soon as it is."""
    chip = phone.page.locator(f".asked .says button[value='{value}']")
    expect(chip).to_be_visible()
    phone.tap(chip)


def is_asked(phone: Phone, what: str) -> None:
    expect(phone.page.locator(".asked h2")).to_contain_text(what)


def all_say(players: Sequence[Phone], values: Sequence[object], what: str) -> None:
    for phone, value in zip(players, values, strict=True):
        is_asked(phone, what)
        says(phone, value)
        expect(phone.page.locator(".asked h2", has_text=what)).to_have_count(0)
