"""An evening, a player and the league table on paper: nothing to tap, nothing folded or cut; and on wide screens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scoring.catalogue import find_game
from tests.kit.browser.fit import screen, sticks_out
from tests.kit.browser.paper import PAPER
from tests.kit.browser.table import FOUR, Phone, deal
from tests.kit.games import played


@pytest.fixture
def evening(phone: Phone) -> str:
    """Two games of four, played to an end: the address of one of them."""
    first = phone.begins(FOUR, top_hand="2")
    phone.writes(first, *deal([1, 0, 0, 0], [2, 0, 0, 0]), {"step": "end"})
    phone.writes(phone.begins(FOUR, game="satat"), *played(find_game("satat"), 0).entries)
    return first


def player_page(phone: Phone) -> str:
    phone.goes_to("/players")
    return str(phone.page.locator("main .list a[href^='/players/']").first.get_attribute("href"))


@pytest.mark.parametrize("page", ["evening", "player", "table"])
def test_on_paper_there_is_nothing_to_tap_and_nothing_is_folded_or_cut(phone: Phone, evening: str, page: str) -> None:
    address = {"evening": f"/evenings/{evening}", "table": "/players/table"}.get(page) or player_page(phone)
    phone.goes_to(address)
    phone.page.set_viewport_size(PAPER)
    phone.page.emulate_media(media="print")
    visible = "all => all.filter(each => each.checkVisibility()).map(each => each.outerHTML.slice(0, 80))"
    assert (
        phone.page.locator("main :is(a.button, a.year-card, button, textarea, nav), .tabs").evaluate_all(visible) == []
    )
    for folded in phone.page.locator("main details.game > div").all():
        assert folded.evaluate(
            "each => each.checkVisibility({ contentVisibilityAuto: true }) && each.offsetHeight > 20"
        )
    assert sticks_out(phone) == []
    if page == "evening":
        expect(phone.page.locator("details.on-screen")).to_be_hidden()
    phone.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for moment in phone.page.locator("main time[datetime*=T]").all_text_contents():
        assert re.fullmatch(r"\w{3}, \w{3} \d+, \d{4} \d+:\d\d\s[AP]M", moment), "on paper there is no today"


def test_on_a_wide_screen_tables_stand_beside_each_other(phone: Phone, evening: str) -> None:
    phone.goes_to("/players/table")
    for width, columns in ((390, 1), (1280, 2)):
        phone.page.set_viewport_size(screen(width, 800))
        lefts = phone.page.locator("main > details.game").evaluate_all(
            "all => all.map(each => Math.round(each.getBoundingClientRect().left))"
        )
        assert len(set(lefts)) == columns
        assert sticks_out(phone) == []


def test_who_played_few_games_is_pale_where_they_stand_below(phone: Phone, evening: str) -> None:
    phone.goes_to("/players/table?by=rate")
    rows = phone.page.locator("tr.few")
    expect(rows.first).to_be_visible()
    colours = rows.first.evaluate(
        "each => [getComputedStyle(each).color, getComputedStyle(document.querySelector('main > p.quiet')).color]"
    )
    assert colours[0] == colours[1], "as quiet as what is said below"
