"""The four tabs at the foot: on which pages they are, which is marked, what who sees single games finds there."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.pages import places, shown
from tests.kit.web.roles import Stage, staged
from tests.web.conftest import Phone

TABS = {"Table": "/", "Record": "/history", "Tools": "/tools", "Scorebook": "/scorebook"}
RECORD = (
    *("history.show", "history.evenings", "history.evening", "review.show"),
    *("players.list", "players.show", "players.pair", "statistics.league", "statistics.rating", "statistics.ratings"),
)
WHERE = {
    "home.show": "Table",
    **dict.fromkeys(RECORD, "Record"),
    **dict.fromkeys(("toolbox.show", "rules.index", "rules.show"), "Tools"),
    "scorebook.show": "Scorebook",
}
"""Every page that has them, with the one that is marked."""


@pytest.fixture(scope="module")
def stage(app: Flask) -> Stage:
    return staged(app)


def marked(phone: Phone, address: str) -> tuple[str, str] | None:
    """The tab that is marked, and how; None where there are none."""
    navs = phone.opens(address).root.all("nav", class_="tabs")
    if not navs:
        return None
    tabs = navs[0].all("a")
    assert [each.get("href") for each in tabs] == [*TABS.values()], address
    ((name, how),) = [(each.text, each.get("aria-current")) for each in tabs if each.has("aria-current")]
    return name.removesuffix(" recovery page missing"), how


def test_they_are_on_the_four_pages_and_those_below_them_alone(stage: Stage) -> None:
    phone, found = stage.phones["keeper"], {}
    for page in shown():
        if tab := marked(phone, places(page)[0].format_map(stage.values)):
            found[page.endpoint] = tab[0]
    assert found == WHERE


@for_each(
    "address, tab",
    [
        *((address, (name, "page")) for name, address in TABS.items()),
        ("/history?kind=archived", ("Record", "true")),
        ("/evenings", ("Record", "page")),
        ("/rules/oh-hell", ("Tools", "true")),
        # What a setup or a sheet leads to leads back there.
        ("/rules/oh-hell?from=/new/oh-hell", None),
    ],
)
def test_a_page_says_whether_it_is_the_tab_or_lies_below_it(
    phone: Phone, address: str, tab: tuple[str, str] | None
) -> None:
    assert marked(phone, address) == tab
    back = [each for each in phone.opens(address).root.one("header").all("a") if each.get("aria-label") == "Back"]
    assert len(back) == (0 if tab and tab[1] == "page" else 1), "a tab has no way back"


def test_who_was_let_in_to_single_games_finds_them_behind_every_tab(stage: Stage) -> None:
    guest = stage.phones["game"]
    for address in ("/", "/history", "/scorebook"):
        page = guest.opens(address)
        assert (page.status, f"/s/{stage.session}" in page.links()) == (200, True), address
        assert page.root.all("nav", class_="tabs") == []
        assert "/players" not in page.links()


def test_the_big_screen_is_that_of_the_newest_running_game(phone: Phone) -> None:
    assert phone.opens("/tools/screen").location == "/"
    phone.sits_down()
    table = phone.sits_down("Dan", "Eva", "Fay")
    assert phone.opens("/tools/screen").location == f"{table.address}/views"
