"""A table with a phone each: who sits there, what each is asked, and all that the site has answered them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Response, expect

from record.log import stamp
from store.access import links
from store.access.grants import Right
from store.engines.sqlite.database import SQLite
from tests.kit.browser.opening import PATIENCE, OpenPhone
from tests.kit.browser.table import Phone

OFTEN = 50
"""Milliseconds from one look at what was answered to the next."""
ONE_TIME = re.compile(r'(name="(?:csrf_token|key)" value|data-etag)="[^"]*"')
"""What differs from page to page whatever is said on it."""


@dataclass
class Table:
    """A session, the phones that are open on it, and all that the site has answered them."""

    session: str
    keeper: Phone
    opens: OpenPhone
    invites: Callable[[Right], str]
    heard: list[Response] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"/s/{self.session}"

    def sees(self, role: Right, address: str = "", locale: str = "en-GB") -> Phone:
        """Another phone, come by a link, on a page of the session; its answers are kept."""
        phone = self._joined(role, locale)
        phone.goes_to(f"{self.address}{address}")
        return phone

    def sits(self, seat: int, locale: str = "en-GB") -> Phone:
        """A phone that has come to join the table and taken the seat of its player."""
        phone = self._joined("player", locale)
        phone.takes_seat(self.session, seat)
        return phone

    def _joined(self, role: Right, locale: str) -> Phone:
        phone = self.opens(locale)
        self.listens(phone)
        phone.joins(self.invites(role))
        return phone

    def listens(self, phone: Phone) -> None:
        # Playwright marks what it is given, which a method of a list does not suffer.
        phone.page.on("response", lambda response: self.heard.append(response))  # noqa: PLW0108

    def told(self) -> dict[str, set[str]]:
        """Every page that was answered since this was asked last, by its address, without what is good for once."""
        pages: dict[str, set[str]] = {}
        for response in self.heard:
            if response.status == 200 and "text/html" in response.headers["content-type"]:
                # An answer of a page that is left is gone with it.
                with suppress(Error):
                    text = ONE_TIME.sub("", response.text())
                    pages.setdefault(response.url, set()).add(text)
        self.heard.clear()
        return pages

    def told_until_asked(self, *wanted: str) -> dict[str, set[str]]:
        """The same as soon as all these paths are among the addresses."""
        pages: dict[str, set[str]] = {}
        for _ in range(PATIENCE // OFTEN):
            self.keeper.page.wait_for_timeout(OFTEN)
            for address, texts in self.told().items():
                pages.setdefault(address, set()).update(texts)
            if {*wanted} <= {urlsplit(address).path for address in pages}:
                return pages
        raise AssertionError(f"Of {wanted} only {[*pages]} were asked for.")


Begin = Callable[..., Table]


def link_of(record: Path, session: str, role: Right, *, of_table: bool) -> str:
    """A new link to the table of a session, or to its scorebook; `record` is the folder of the site."""
    with closing(SQLite.at(record).connect()) as db:
        (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
        where = session if of_table else None
        return links.make(db, scorebook=row["scorebook"], role=role, session=where, at=stamp(datetime.now(UTC)))


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
