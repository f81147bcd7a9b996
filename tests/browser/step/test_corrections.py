"""A correction keeps its place: what the site says of it comes between two taps, and moves nothing under the finger."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.finger import Finger
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, WIDE, stays_small
from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.pages import SEVEN
from tests.kit.browser.playing import STANDING, begins_short, plays, sees, totals
from tests.kit.browser.table import FOUR, REFUSED, Phone, deal

LISTED = ("oh-hell", "wizard", "skull-king")
"""The games whose bids and tricks are one list, which says what becomes of a total in its row."""
POINTS = "[data-list] [data-before]:not(:empty)"
PREVIEW = "**/rows/*/preview"
OFTEN = 20
"""Milliseconds between two looks."""
TARGET = 44
SETTLED = 700
"""Milliseconds after which a tap is no second one."""
AT_THE_FOOT = "() => scrollTo(0, document.documentElement.scrollHeight)"
"""Where a page that becomes shorter moves all that is on it."""
ENTERED = "() => [...new FormData(document.querySelector('form[data-preview]'))]"
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
TAPS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "oh-hell": (("less 3", False), ("more 2", True)),
    "wizard": (("less 2", False), ("more 3", True)),
    "skull-king": (("less 1", True), ("more 2", True)),
    "twin-shoot": (
        ("tap [data-shots] [data-seat='2'] [data-by='1']", False),
        ("tap [data-shots] [data-seat='3'] [data-by='-1']", True),
    ),
    "koi-koi": (("has inoshikacho, has akatan", False), ("has inoshikacho, has akatan", True)),
    "buki": (("out 1", True), ("out 0", True)),
    "boo-ray": (("best booray 1", False), ("best booray 0", True)),
    "satat": (("winners 0", True), ("winners 1", True)),
    "score-pad": (("type [name$=points-1]", False), ("type [name$=points-1] 4", True)),
}
"""Of the short deal of each game, and whether something is to be said after them: not while a number is wrong."""


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("boo-ray", "oh-hell", "twin-shoot") else pytest.param(game, marks=pytest.mark.long)
        for game in JOURNEYS
    ],
)
def test_what_the_site_says_of_a_correction_moves_nothing(phone: Phone, game: str) -> None:
    page, journey = phone.page, JOURNEYS[game]
    begins_short(phone, game, journey.short)
    row = len(totals(phone))
    plays(phone, journey, journey.short.taps)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(PREVIEW, hold)
    phone.goes_to(f"/s/{phone.session}/rows/{row}")
    page.evaluate(STANDING)
    is_answered(phone, asked)
    for taps, is_said in TAPS[game]:
        page.evaluate(AT_THE_FOOT)
        plays(phone, journey, taps)
        stood = page.evaluate(STANDING)
        is_answered(phone, asked)
        assert page.evaluate(STANDING) == stood, f"after “{taps}”"
        told = page.locator(POINTS if game in LISTED else "[data-becomes]")
        expect(told.first).to_be_visible(visible=is_said)


def test_what_a_void_deal_becomes_is_said_once_it_is_another(phone: Phone) -> None:
    session = phone.begins(FOUR)
    phone.writes(session, {"step": "void", "seat": 1, "fine": 5, "reason": "misdeal"})
    with phone.page.expect_response(PREVIEW) as answer:
        phone.goes_to(f"/s/{session}/rows/0")
    answer.value.finished()
    line = phone.page.locator("[data-becomes]")
    expect(line).to_have_text("Void deal 1, Ben −5, misdeal")
    expect(line).to_be_hidden()
    phone.page.locator("[name=e0-fine]").fill("7")
    expect(line).to_have_text("Void deal 1, Ben −7, misdeal")
    expect(line).to_be_visible()


def test_a_row_that_is_whole_in_view_stays_under_the_finger(phone: Phone) -> None:
    page, journey = phone.page, JOURNEYS["buki"]
    begins_short(phone, "buki", journey.short)
    row = len(totals(phone))
    plays(phone, journey, journey.short.taps)
    page.set_viewport_size(SMALLEST)
    phone.goes_to(f"/s/{phone.session}/rows/{row}")
    expect(page.locator("[data-counters] [data-by]:not([hidden])")).to_have_count(6)
    for place in page.locator("[data-counters] [data-seat]").all():
        stood = place.bounding_box()
        phone.tap(place.locator("[data-by]:visible").last)
        expect(place).to_have_attribute("aria-current", "true")
        assert place.bounding_box() == stood


def is_answered(phone: Phone, asked: list[Route]) -> None:
    """The site answers all that the page asks, until that is about what was tapped last, and the page shows it."""
    late = time.monotonic() + PATIENCE / 1000
    while not asked or not is_about(asked[-1], phone.page.evaluate(ENTERED)):
        assert time.monotonic() < late, "it asks"
        phone.page.wait_for_timeout(OFTEN)
    while asked:
        with phone.page.expect_response(PREVIEW) as answer:
            asked.pop(0).continue_()
        answer.value.finished()
    phone.page.evaluate(NEXT_FRAME)


def is_about(asked: Route, entered: list[list[str]]) -> bool:
    """Whether a question has these fields, and so is the last one that the taps bring."""
    body = asked.request.post_data or ""
    parts = [f'name="{name}"\r\n\r\n{value}\r\n' for name, value in entered]
    return body.count(' name="') == len(parts) and all(part in body for part in parts)


# The list of bids and tricks.

EDGES = "[data-list] .place, .tray, .action .main, .strip"
PLACES = f"""() => [...document.querySelectorAll("{EDGES}")].map(part => {{
    const {{ x, y, width, height }} = part.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
}})"""
CONTROLS = """() => [...document.querySelectorAll("a[href], button:enabled, input, summary")].filter(
    it => it.checkVisibility({visibilityProperty: true}) && !it.matches(".skip, .tray .key")
).length"""
MOST_CONTROLS = 14
SIZES = ((390, 844), (320, 568), (844, 390), (1280, 900))
HEIGHTS = {(390, 5): 80, (390, 7): 64, (320, 5): 56, (320, 7): 44}
PEOPLE = ("Ann", "Ben", "Chika", "Dan", "Eva", "Fay", "Gus")


DEALS = {"oh-hell": ((2, 1, 1), (2, 1, 2)), "skull-king": ((1, 1, 1), (1, 0, 0))}
"""Bids and tricks of the first three; all others bid and took nothing."""
RULES: Mapping[str, Mapping[str, Any]] = {"oh-hell": {"format": "short-falling", "top_hand": "5"}, "skull-king": {}}


def opened(phone: Phone, players: int, game: str = "oh-hell", people: Sequence[str] = PEOPLE) -> None:
    """The correction of a first deal, with the bids of the next one entered."""
    bids, tricks = ([*first, *[0] * (players - 3)] for first in DEALS[game])
    session = phone.begins(people[:players], game=game, **RULES[game])
    phone.writes(session, *deal(bids, tricks), {"step": "bids", "bids": [0] * players})
    phone.goes_to(f"/s/{session}/rows/0")
    expect(phone.page.locator("[data-list] [aria-current]")).to_have_count(1)


def row(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[data-list] [data-seat='{seat}']")


def opens_row(phone: Phone, seat: int) -> None:
    phone.tap(row(phone, seat).locator("[data-mark]"))


def number(phone: Phone, seat: int, what: str) -> Locator:
    return row(phone, seat).locator(f"[data-number={what}]")


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]} × {size[1]}")
def test_everybodys_bid_and_tricks_are_on_one_screen_and_nothing_moves(
    phone: Phone, size: tuple[int, int], players: int
) -> None:
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(phone, players)
    stood = page.evaluate(PLACES)
    assert page.evaluate("[...document.querySelectorAll('html, .now')].every(it => it.scrollHeight <= it.clientHeight)")
    heights = {
        round(box["height"]) for box in map(Locator.bounding_box, page.locator("[data-list] [data-seat]").all()) if box
    }
    assert heights == {HEIGHTS.get((size[0], players), *heights)}, heights
    assert min(heights) >= TARGET
    phone.tap(row(phone, 0).locator("[data-by='-1']"))
    opens_row(phone, players - 1)
    phone.tap(row(phone, players - 1).locator("[data-by='1']"))
    expect(row(phone, 0).locator("[data-old=tricks]")).to_have_text("2")
    expect(row(phone, 0).locator("small")).to_contain_text("12 →")
    assert page.evaluate(CONTROLS) <= MOST_CONTROLS
    assert page.evaluate(PLACES) == stood, "with tricks black"
    for target in (number(phone, players - 1, "bids"), page.locator("[data-suit]")):
        phone.tap(target)
        assert page.evaluate(CONTROLS) <= MOST_CONTROLS
        assert page.evaluate(PLACES) == stood


def test_one_number_is_black_and_hears_the_keys(phone: Phone) -> None:
    page = phone.page
    opened(phone, 5)
    black = page.locator("[data-list] .number[aria-pressed]")
    opens_row(phone, 3)
    expect(black).to_have_attribute("data-number", "tricks")
    page.keyboard.press("1")
    expect(number(phone, 3, "tricks")).to_have_text("1")
    expect(phone.action).to_have_text("1 trick too many")
    opens_row(phone, 2)
    page.keyboard.press("1")
    expect(phone.action).to_have_text("Correct")
    phone.tap(number(phone, 2, "bids"))
    expect(black).to_have_attribute("data-number", "bids")
    expect(row(phone, 2).locator("[data-by]").first).to_be_hidden()
    # Of 2, 1, 1, 0, 0 and five cards Chika may not bid 2.
    expect(page.locator("[data-for=bids] [aria-disabled]")).to_have_text("2")
    expect(page.locator("[data-for=bids] [data-reason]")).to_have_text("2 is not allowed: the bids would add up to 5.")
    page.keyboard.press("2")
    expect(number(phone, 2, "bids")).to_have_text("1")
    phone.tap(page.locator("[data-digit='3']"))
    expect(number(phone, 2, "bids")).to_have_text("3")
    phone.tap(number(phone, 2, "tricks"))
    expect(black).to_have_attribute("data-number", "tricks")
    expect(row(phone, 2).locator("[data-old=bids]")).to_have_text("1")
    phone.tap(phone.action)
    expect(page.locator("[data-correcting]")).to_have_count(0)
    assert [each["bids"] for each in phone.entries()[:1]] == [[2, 1, 3, 0, 0]]


def test_the_button_says_the_one_change_and_is_an_outline_while_there_is_none(phone: Phone) -> None:
    opened(phone, 5)
    expect(phone.action).to_have_class(re.compile("waiting"))
    opens_row(phone, 1)
    phone.tap(number(phone, 1, "bids"))
    phone.tap(phone.page.locator("[data-digit='3']"))
    expect(phone.action).to_have_text("Correct: Ben −11")
    expect(phone.action).not_to_have_class(re.compile("waiting"))
    phone.tap(phone.page.locator("[data-digit='1']"))
    expect(phone.action).to_have_class(re.compile("waiting"))


def test_a_cell_of_the_scorecard_leads_to_its_own_row(phone: Phone) -> None:
    page = phone.page
    opened(phone, 5)
    page.goto(page.url.partition("/rows")[0])
    cell = page.locator("#row-0 td").nth(3)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box
    page.wait_for_timeout(SETTLED)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.tap(page.locator(".opened .button"))
    expect(row(phone, 3)).to_have_attribute("aria-current", "true")


def test_a_forgotten_suit_is_given_by_its_chip(phone: Phone) -> None:
    page = phone.page
    opened(phone, 5)
    chip = page.locator("[data-suit]")
    expect(chip).to_have_text(re.compile(r"\?"))
    phone.tap(chip)
    phone.tap(page.locator("[data-sign-of=hearts]"))
    expect(chip).to_have_text(re.compile("♥"))
    phone.tap(phone.action)
    expect(page.locator("#row-0 .trumps")).to_have_text("♥")


@pytest.mark.parametrize("apart", [60, 150, 300])
def test_a_double_tap_on_a_row_opens_it_and_changes_no_number(phone: Phone, apart: int) -> None:
    opened(phone, 5)
    finger = Finger(phone)
    for by in ("-1", "1"):
        for seat in (1, 2):
            finger.taps(row(phone, seat).locator(".arrow"))
            box = row(phone, seat).locator(f"[data-by='{by}']").bounding_box()
            assert box
            opens_row(phone, 4)
            finger.place, finger.at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), finger.at + 2
            finger.again(after=0)
            finger.again(after=apart)
            expect(row(phone, seat)).to_have_attribute("aria-current", "true")
    assert [number(phone, seat, "tricks").inner_text() for seat in range(5)] == ["2", "1", "2", "0", "0"]


def test_skull_kings_bonuses_are_keys_of_the_open_row(phone: Phone) -> None:
    page = phone.page
    opened(phone, 4, "skull-king")
    phone.tap(page.locator("[data-bonus=fourteens]"))
    expect(row(phone, 0).locator("small")).to_contain_text("20 →")
    expect(row(phone, 0).locator("[data-after]")).to_have_text("30")
    expect(phone.action).to_have_text("Correct: Ann +10")
    phone.tap(number(phone, 0, "bids"))
    expect(page.locator("[data-bonus]").first).to_be_hidden()
    phone.tap(phone.action)
    assert phone.entries()[1]["fourteens"][0] == 1


def test_a_refused_bonus_opens_its_row_and_its_red_goes_whichever_bonus_mends_it(phone: Phone) -> None:
    page = phone.page
    opened(phone, 4, "skull-king")
    opens_row(phone, 1)
    phone.tap(number(phone, 1, "bids"))
    phone.tap(page.locator("[data-digit='0']"))
    opens_row(phone, 1)
    phone.tap(row(phone, 1).locator("[data-by='1']"))
    opens_row(phone, 0)
    phone.tap(row(phone, 0).locator("[data-by='-1']"))
    opens_row(phone, 1)
    for bonus in ("mermaids", "pirates"):
        phone.tap(page.locator(f"[data-bonus={bonus}]"))
    phone.expects(REFUSED)
    phone.tap(phone.action)
    wrong = row(phone, 1).locator("> .wrong")
    expect(wrong).to_be_visible()
    expect(row(phone, 1)).to_have_attribute("aria-current", "true")
    mermaids = page.locator("[data-bonus=mermaids]")
    while mermaids.get_attribute("aria-pressed") == "true":
        phone.tap(mermaids)
    expect(wrong).to_have_count(0)


@pytest.mark.parametrize("game", DEALS)
def test_the_list_fits_with_long_names_and_large_letters_and_axe_finds_nothing(
    phone: Phone, axe: str, game: str
) -> None:
    opened(phone, 7, game, SEVEN)
    for part in (number(phone, 0, "bids"), number(phone, 0, "tricks")):
        phone.tap(part)
        sees(phone, "fits", (SMALLEST, USUAL, ON_ITS_SIDE, WIDE[0]))
        assert wrong_in_any_light(phone.page, axe) == {}
    assert stays_small(phone) == [], "the letters are large from here on"
    sees(phone, "fits", (SMALLEST,))
