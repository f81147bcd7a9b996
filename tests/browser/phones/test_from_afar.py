"""What is seen from afar: a television's sentences and its winner, and a flat view that cuts nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scoring.catalogue import find_game
from tests.browser.phones.test_table_view import outside
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, faults, named, screen
from tests.kit.browser.pages import SEVEN
from tests.kit.browser.table import DAN, FOUR, Phone, deal
from tests.kit.games import played

# --- the table view -----------------------------------------------------------------

SENTENCES = """() => [...document.querySelectorAll("main :is(p, figcaption, .sentence, strong)")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(part => part.checkVisibility() && !part.closest(".visually-hidden"))
    .map(part => [part.textContent.trim(), parseFloat(getComputedStyle(part).fontSize)])"""
"""All that is said in words, with the size of its letters."""


@pytest.mark.parametrize(
    "at",
    [
        pytest.param("begun", marks=pytest.mark.long),
        "first deal",
        pytest.param("second deal", marks=pytest.mark.long),
        "over",
    ],
)
def test_sentences_are_a_twenty_second_of_a_television_high(phone: Phone, at: str) -> None:
    phone.page.set_viewport_size(screen(1920, 1080))
    session = phone.begins(FOUR, dealer=DAN, top_hand="2")
    bids, tricks = deal([1, 0, 0, 0], [1, 1, 0, 0])
    if at != "begun":
        phone.writes(session, bids)
    if at in ("second deal", "over"):
        phone.writes(session, tricks)
    if at == "over":
        phone.writes(session, {"step": "end"})
    phone.goes_to(f"/s/{session}/table")
    if invite := phone.page.locator("form.join button").all():
        phone.tap(invite[0])
        expect(phone.page.locator("figure.join")).to_be_visible()
    said: list[tuple[str, float]] = phone.page.evaluate(SENTENCES)
    assert said
    assert [each for each in said if each[1] < 48] == []
    names = phone.page.locator(".ranking .name").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert len(names) == 4
    assert min(names) > 48
    assert outside(phone) == []


def test_the_end_names_who_won_in_large_letters_and_goes_on_naming_them(phone: Phone) -> None:
    phone.page.set_viewport_size(screen(1920, 1080))
    session = phone.begins(FOUR, dealer=DAN, top_hand="2")
    phone.writes(session, *deal([1, 0, 0, 0], [1, 1, 0, 0]), {"step": "end"})
    phone.goes_to(f"/s/{session}/table")
    called = phone.page.locator(".winner-afar .called")
    expect(called).to_have_text("Ann")
    assert called.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 96
    position = str(phone.page.locator("main").get_attribute("data-position"))
    phone.writes(session, {"step": "note", "text": "Pizza came."})
    expect(phone.page.locator("main")).not_to_have_attribute("data-position", position)
    expect(called).to_have_text("Ann")


def test_in_the_first_deal_the_right_half_says_what_the_game_will_be(phone: Phone) -> None:
    phone.page.set_viewport_size(screen(1920, 1080))
    session = phone.begins(FOUR, dealer=DAN, top_hand="5")
    phone.goes_to(f"/s/{session}/table")
    right = phone.page.locator(".right")
    expect(right.locator(".name")).to_have_text(FOUR)
    expect(right.locator(".sentence").first).to_have_text("5 → 1 → 5 cards")
    expect(right.locator(".total, .rank")).to_have_count(0)
    ends = right.locator(".foot").bounding_box()
    assert ends
    assert ends["y"] + ends["height"] > 1080 * 0.85


@pytest.mark.parametrize("players", [pytest.param(4, marks=pytest.mark.long), 7])
def test_on_a_phone_on_its_side_the_code_does_not_push_the_standings_away(phone: Phone, players: int) -> None:
    phone.page.set_viewport_size(ON_ITS_SIDE)
    names = [*FOUR, "Eva", "Finn", "Gina"][:players]
    session = phone.begins(names, dealer=0, top_hand="3")
    phone.goes_to(f"/s/{session}/table")
    phone.tap(phone.page.locator("form.join button"))
    expect(phone.page.locator("figure.join")).to_be_visible()
    first = phone.page.locator(".ranking li").first.bounding_box()
    code = phone.page.locator("figure.join").bounding_box()
    assert first
    assert code
    assert first["y"] < 1
    assert first["x"] >= code["x"] + code["width"] - 1
    assert faults(phone) == {}


# --- the flat view --------------------------------------------------------------------

CUT = """() => [...document.querySelectorAll("main, main *")]
    .filter(part => part.checkVisibility() && !part.closest(".visually-hidden, svg") && part.clientWidth)
    .filter(part => getComputedStyle(part).display !== "inline")
    .filter(part => part.scrollWidth > part.clientWidth + 1
        || part.matches(".half, .lines, .tiles, .seats, aside")
        && part.scrollHeight > part.clientHeight + parseFloat(getComputedStyle(part).fontSize) / 4)
    .map(part => `${part.className} ${part.scrollWidth} × ${part.scrollHeight} in ${part.clientWidth} × `
        + `${part.clientHeight}: ${part.textContent.trim().slice(0, 30)}`)"""
"""What is longer than its box: an ellipsis is no excuse on a view that has room for two lines. A quarter of a letter
below the last line is its descender's room, where no ink is."""

NINE = (*SEVEN[:6], "Ann", "Marie-Antoinette", "Daisuke")


def nothing_is_cut(phone: Phone, session: str) -> dict[str, list[str]]:
    phone.goes_to(f"/s/{session}/flat")
    wrong = {}
    for size in (USUAL, SMALLEST, ON_ITS_SIDE, screen(1280, 900)):
        phone.page.set_viewport_size(size)
        wrong[named(size)] = [*phone.page.evaluate(CUT), *outside(phone)]
    return {size: found for size, found in wrong.items() if found}


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.long), 4, 7])
def test_the_flat_view_cuts_nothing(open_phone: Callable[..., Phone], players: int, locale: str) -> None:
    phone = open_phone(locale=locale)
    session = phone.begins(NINE[:players], dealer=0, top_hand="3")
    assert nothing_is_cut(phone, session) == {}
    bids = [1, 1, *[0] * players][:players]
    phone.writes(session, {"step": "bids", "bids": bids})
    assert nothing_is_cut(phone, session) == {}
    phone.writes(session, {"step": "tricks", "tricks": [2, 1, *[0] * players][:players]})
    assert nothing_is_cut(phone, session) == {}


@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.long), pytest.param(5, marks=pytest.mark.long), 9]
)
def test_the_flat_view_cuts_no_name_of_those_at_the_score_pad(phone: Phone, players: int) -> None:
    session = phone.begins(NINE[:players], game="score-pad")
    phone.writes(session, {"step": "round", "points": [1234 * seat - 99 for seat in range(players)]})
    assert nothing_is_cut(phone, session) == {}
    phone.writes(session, {"step": "end"})
    assert nothing_is_cut(phone, session) == {}


def test_the_flat_view_cuts_no_partners_and_none_of_their_sentences(phone: Phone) -> None:
    session = phone.begins(NINE[:4], game="twin-shoot")
    assert nothing_is_cut(phone, session) == {}
    entries = played(find_game("twin-shoot"), 0).entries
    phone.writes(session, *entries[:2])
    assert nothing_is_cut(phone, session) == {}
    phone.writes(session, *entries[2:])
    assert nothing_is_cut(phone, session) == {}
