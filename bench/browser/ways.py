"""Ways through a scorebook by touch, and what its pages say at their end."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from playwright.sync_api import Locator, Page

from tests.kit.browser.table import Phone


def way(*steps: str | Callable[[Page], Locator]) -> Callable[[Phone], None]:
    """Taps one after the other; a word is the link of this name."""

    def go(phone: Phone) -> None:
        for step in steps:
            page = phone.page
            target = page.get_by_role("link", name=step, exact=True) if isinstance(step, str) else step(page)
            if not target.count() and not isinstance(step, str):
                continue
            if target.first.get_attribute("href") is None:
                phone.tap(target.first)
                continue
            with page.expect_navigation():
                phone.tap(target.first)

    return go


def opened(name: str) -> Callable[[Page], Locator]:
    """The line that unfolds a game; nothing where it is open already."""
    return lambda page: page.locator("details.game:not([open]) > summary").filter(has_text=re.compile(rf"^\s*{name}\b"))


def folded(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator("summary").filter(has_text=re.compile(rf"^\s*{name}"))


def beside(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator("[aria-labelledby=against] a").filter(has_text=name)


def games_of(name: str) -> Callable[[Page], Locator]:
    return lambda page: fold(page, name).get_by_role("link", name="Recent games, one by one")


def table_of(name: str, *more: str | Callable[[Page], Locator]) -> Callable[[Phone], None]:
    """To the table of a game, open, which may be put away with those that are seldom played."""

    def go(phone: Phone) -> None:
        way("Record", "League table")(phone)
        if not fold(phone.page, name).count():
            way("Show all")(phone)
        way(opened(name), *more)(phone)

    return go


def own_game(me: str, name: str) -> Callable[[Phone], None]:
    """To one's figures of a game; of the game that was played most they are open."""
    return way("Record", "Players", me, opened(name))


# --- what a page says -------------------------------------------------------


def fold(page: Page, name: str) -> Locator:
    return page.locator("details.game", has=page.locator("summary :is(b, h2)", has_text=re.compile(rf"^{name}$")))


def cells(row: Locator) -> list[str]:
    """The name of a row and its figures, without what stands small beside them."""
    said = row.evaluate(
        "row => [...row.cells].map(cell => { const own = cell.cloneNode(true);"
        " own.querySelectorAll('small, [aria-hidden], .visually-hidden, .crown').forEach(each => each.remove());"
        " return own.textContent.trim(); })"
    )
    return [" ".join(each.split()) for each in said]


def row_of(page: Page, table: str, name: str) -> list[str]:
    return cells(page.locator(f"[aria-labelledby={table}] tr", has=page.get_by_text(name, exact=True)))


def line(label: str) -> Callable[[Page], str]:
    """A line of the year in review."""

    def read(page: Page) -> str:
        item = page.locator(".year li", has=page.get_by_role("heading", name=label, exact=True))
        return " ".join(item.locator("p").inner_text().split())

    return read


def figure(label: str, *, first: bool = False) -> Callable[[Page], str]:
    """One of the figures at the head of a page, or in the fold that was opened last."""

    def read(page: Page) -> str:
        found = page.locator("dl > div:visible", has=page.locator("dt", has_text=re.compile(rf"^{label}$")))
        return " ".join((found.first if first else found.last).locator("dd").inner_text().split())

    return read


def number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-").replace(",", ""))


def session_of(label: str) -> Callable[[Page], str]:
    def read(page: Page) -> str:
        item = page.locator(".year li", has=page.get_by_role("heading", name=label, exact=True))
        return str(item.locator("a").get_attribute("href")).removeprefix("/s/").partition("?")[0]

    return read


def league(game: str, name: str = "") -> Callable[[Page], list[str]]:
    """Who has played a game, how many and how many were won: of somebody, or of who stands first."""

    def read(page: Page) -> list[str]:
        rows = fold(page, game).locator("tbody tr")
        return cells((rows.filter(has_text=name) if name else rows).first)[:3]

    return read
