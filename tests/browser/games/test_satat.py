"""What only a browser can tell of Satat: the exchange, a team that is taken back, large teams."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from scoring.catalogue import find_game
from tests.kit.browser.journeys import FRIENDS
from tests.kit.browser.table import Phone
from tests.kit.games import played

OpenPhone = Callable[..., Phone]


def sits_down(phone: Phone, players: Sequence[str] = FRIENDS) -> None:
    phone.sits_down(players, game="satat")


def team(phone: Phone, winners: int) -> Locator:
    return phone.page.locator(f".acts [value='{winners}']")


def wins(phone: Phone, winners: int, kind: str = "plain") -> None:
    position = phone.position
    if kind != "plain":
        phone.tap(phone.page.locator(f"[name=kind][value='{kind}']"))
    phone.tap(team(phone, winners))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


@pytest.mark.long
def test_the_exchange_says_who_gives_whom(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    wins(phone, 0, "7-0")
    told = phone.page.locator(".step .before li")
    expect(told.nth(0)).to_contain_text("Ben → Ann, Dan → Cleo: 1 trump each")
    expect(told.nth(1)).to_contain_text("Ann → Ben, Cleo → Dan: 1 unwanted card each")
    expect(phone.page.locator(".said")).to_contain_text("Next Cleo leads, Ben deals.")


def test_a_wrong_team_is_taken_back_with_a_tap_and_how_it_won_stays_ticked(phone: Phone) -> None:
    sits_down(phone)
    wins(phone, 0, "13-0")
    phone.undoes()
    expect(phone.page.locator("[name=kind][value='13-0']")).to_be_checked()
    assert [each.total for each in phone.standings()] == ["0", "0"]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_the_teams_are_large_and_nothing_scrolls_sideways(open_phone: OpenPhone, width: int) -> None:
    phone = open_phone("ja-JP", viewport={"width": width, "height": 844})
    sits_down(phone, ("Maximilian von Hohenstein-Berg", "ベン", "Wolfeschlegelsteinhausenberger", "大輔"))
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    for winners in (0, 1):
        box = team(phone, winners).bounding_box()
        assert box is not None
        assert box["height"] >= 56
        assert box["width"] >= 130


ON_ONE_LINE = """part => [...part.textContent.matchAll(/\\d+\\u2060?–\\u2060?\\d+\\s×\\s\\d+/g)].map(found => {
    const range = document.createRange();
    range.setStart(part.firstChild, found.index);
    range.setEnd(part.firstChild, found.index + found[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""


def test_how_often_a_team_won_by_how_much_breaks_nowhere_within(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Chika", "Dan"), game="satat")
    phone.writes(session, *played(find_game("satat"), 0).entries)
    phone.goes_to(f"/s/{session}")
    tallies = phone.page.locator(".standings small.quiet")
    for width in (320, 340, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 664})
        lines = [each for tally in tallies.all() for each in tally.evaluate(ON_ONE_LINE)]
        assert lines
        assert set(lines) == {1}, width
