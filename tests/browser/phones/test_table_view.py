"""The TV view fits and can be read on every screen; on the centre view tricks are tapped that the sheet then knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scoring.catalogue import all_games, find_game
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, TABLET, USUAL, faults, named, screen, too_small
from tests.kit.browser.from_afar import TELEVISIONS, outside
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pages import SEVEN, Evening
from tests.kit.browser.table import BEN, DAN, FOUR, Phone, deal
from tests.kit.games import played

SCREENS = (*TELEVISIONS, screen(1024, 768))
FLAT = (USUAL, ON_ITS_SIDE, SMALLEST, screen(568, 320), TABLET, screen(1024, 768))
LEAST = 1 / 45
"""Of a screen's height: on a television half a metre high these letters are more than a centimetre tall."""


SMALL = """least => [...document.querySelectorAll("main *:not(.visually-hidden, svg *)")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(part => part.checkVisibility() && parseFloat(getComputedStyle(part).fontSize) < least * innerHeight)
    .map(part => `${getComputedStyle(part).fontSize}: ${part.className} ${part.textContent.trim().slice(0, 20)}`)"""


def addresses(evening: Evening) -> list[str]:
    """Every game early, in its middle and at its end, and Oh Hell with seven long names."""
    sessions = [evening.bids, evening.tricks, evening.over]
    for slug in all_games():
        entries = len(played(find_game(slug), 0).entries)
        sessions += [evening.played(slug, at) for at in (1, min(7, entries), entries)]
    return [f"/s/{session}" for session in sessions]


# --- the TV view -----------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_both_views_of_every_game_fit_every_screen(
    open_reader: Callable[[str], Phone], evening: Evening, locale: str
) -> None:
    phone = open_reader(locale)
    wrong = {}
    for address in addresses(evening):
        for view, sizes in (("table", SCREENS), ("flat", FLAT)):
            phone.goes_to(f"{address}/{view}")
            for size in sizes:
                phone.page.set_viewport_size(size)
                if found := (outside(phone), faults(phone) if view == "table" else {}):
                    wrong[phone.page.title(), address, view, named(size)] = found
    assert {where: what for where, what in wrong.items() if what != ([], {})} == {}


def test_its_letters_can_be_read_from_three_metres(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    phone = open_reader("en-GB")
    phone.goes_to(f"/s/{evening.tricks}/table")
    for size in TELEVISIONS:
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate(SMALL, LEAST) == [], named(size)
        assert min(heights(phone.page.locator(".ranking .total"))) > size["height"] / 20, named(size)


# --- the centre view ------------------------------------------------------------------


def test_each_half_is_read_from_a_long_side_and_a_thumb_hits_each_place(phone: Phone) -> None:
    session = phone.begins(FOUR, dealer=DAN, top_hand="5")
    phone.writes(session, deal([1, 2, 0, 1], [])[0])
    phone.goes_to(f"/s/{session}/flat")
    expect(place(phone, 0)).to_be_visible()
    near, far = (phone.page.locator(part) for part in (".half:not(.far)", ".half.far"))
    for size in FLAT:
        phone.page.set_viewport_size(size)
        one, other = near.bounding_box(), far.bounding_box()
        assert one and other
        assert (one["width"], one["height"]) == pytest.approx((other["width"], other["height"]), abs=2), named(size)
        if size["width"] > size["height"]:
            assert other["y"] + other["height"] <= one["y"] + 1, named(size)
        else:
            assert one["x"] + one["width"] <= other["x"] + 1, named(size)
        across, along = ("height", "width") if size["width"] > size["height"] else ("width", "height")
        assert one[along] > size[along] / 2, named(size)  # type: ignore[literal-required]
        assert one[across] > size[across] / 3, named(size)  # type: ignore[literal-required]
        assert too_small(phone) == [], named(size)


def place(phone: Phone, seat: int, half: str = ".half:not(.far)") -> Locator:
    return phone.page.locator(f"{half} [data-tap=tricks-{seat}]")


def counted(phone: Phone, half: str = ".half:not(.far)") -> list[str]:
    return phone.page.locator(f"{half} [data-count]").all_text_contents()


def test_tricks_tapped_in_play_are_filled_in_on_the_sheet(phone: Phone) -> None:
    session = phone.begins(FOUR, dealer=3, top_hand="5")
    phone.writes(session, deal([1, 2, 0, 1], [])[0])
    phone.goes_to(f"/s/{session}/flat")
    for seat in (0, 1, 1):
        phone.tap(place(phone, seat))
    phone.tap(place(phone, BEN, ".far"))
    assert counted(phone) == counted(phone, ".far") == ["1", "3", "0", "0"]
    phone.page.reload()
    # Kept in the phone.
    expect(phone.page.locator(".half:not(.far) [data-count]")).to_have_text(["1", "3", "0", "0"])
    phone.tap(phone.page.locator("[data-untap]"))
    assert counted(phone) == ["1", "2", "0", "0"]
    phone.tap(place(phone, 2))
    expect(phone.page.locator("[data-counted]")).to_have_text("4")
    phone.tap(place(phone, 3))
    for seat in range(4):
        expect(place(phone, seat)).to_be_disabled()
    phone.tap(phone.page.locator("[data-save]"))
    phone.expects_tricks([1, 2, 1, 1])
    expect(phone.action).not_to_have_class(re.compile("waiting"))
    phone.saves()
    assert phone.entries(session)[-1] == {"step": "tricks", "tricks": [1, 2, 1, 1]}
    phone.goes_to(f"/s/{session}/flat")
    expect(phone.page.locator("[data-tap]")).to_have_count(0)


def test_counted_tricks_stay_while_the_view_follows(phone: Phone) -> None:
    session = phone.begins(FOUR, dealer=DAN, top_hand="5")
    phone.writes(session, deal([1, 2, 0, 1], [])[0])
    phone.goes_to(f"/s/{session}/flat")
    for seat in (0, 1, 1):
        phone.tap(place(phone, seat))
    position = phone.page.locator("main").get_attribute("data-position")
    phone.writes(session, {"step": "note", "text": "Pizza came."})
    expect(phone.page.locator("main")).not_to_have_attribute("data-position", str(position))
    expect(place(phone, 0)).to_be_visible()
    assert counted(phone) == ["1", "2", "0", "0"]
    phone.tap(place(phone, 3))
    assert counted(phone) == ["1", "2", "0", "1"]


# --- sentences, and what is cut -----------------------------------------------------

SENTENCES = """() => [...document.querySelectorAll("main :is(p, figcaption, .sentence, strong)")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(part => part.checkVisibility() && !part.closest(".visually-hidden"))
    .map(part => [part.textContent.trim(), parseFloat(getComputedStyle(part).fontSize)])"""
"""All that is said in words, with the size of its letters."""


def test_what_is_said_and_the_codes_to_join_can_be_read_from_three_metres(phone: Phone) -> None:
    """Sentences are a twenty-second of a television high, the signs of the join code are a twentieth, the QR code is
    a quarter."""
    session = phone.begins(FOUR, dealer=DAN, top_hand="5")
    phone.writes(session, *deal([1, 2, 0, 1], [1, 3, 0, 1]), deal([1, 0, 0, 0], [])[0])
    phone.goes_to(f"/s/{session}/table")
    phone.tap(phone.page.locator("form.join button"))
    code, signs = phone.page.locator("figure.join .code"), phone.page.locator(".to-type .signs")
    expect(code).to_be_visible()
    for size in TELEVISIONS:
        phone.page.set_viewport_size(size)
        said: list[tuple[str, float]] = phone.page.evaluate(SENTENCES)
        assert said
        assert [each for each in said if each[1] < size["height"] / 22.5] == [], named(size)
        assert min(heights(phone.page.locator(".ranking .name"))) > size["height"] / 22.5, named(size)
        assert min(heights(signs)) > size["height"] / 20, named(size)
        expect(signs).to_be_in_viewport(ratio=1)
    for size in SCREENS:
        phone.page.set_viewport_size(size)
        box = code.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= size["height"] / 4, named(size)
        assert outside(phone) == [], named(size)
    phone.page.emulate_media(color_scheme="dark")
    assert code.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(255, 255, 255)"


def heights(letters: Locator) -> list[float]:
    found: list[float] = letters.evaluate_all("all => all.map(each => parseFloat(getComputedStyle(each).fontSize))")
    assert found
    return found


def test_the_end_names_who_won_in_large_letters_and_goes_on_naming_them(phone: Phone) -> None:
    phone.page.set_viewport_size(screen(1920, 1080))
    session = phone.begins(FOUR, dealer=DAN, top_hand="2")
    phone.writes(session, *deal([1, 0, 0, 0], [1, 1, 0, 0]), {"step": "end"})
    phone.goes_to(f"/s/{session}/table")
    called = phone.page.locator(".winner-afar .called")
    expect(called).to_have_text("Ann")
    assert min(heights(called)) >= 96
    position = str(phone.page.locator("main").get_attribute("data-position"))
    phone.writes(session, {"step": "note", "text": "Pizza came."})
    expect(phone.page.locator("main")).not_to_have_attribute("data-position", position)
    expect(called).to_have_text("Ann")


def test_on_a_phone_on_its_side_the_code_does_not_push_the_standings_away(phone: Phone) -> None:
    phone.page.set_viewport_size(ON_ITS_SIDE)
    session = phone.begins([*FOUR, "Eva", "Finn", "Gina"], dealer=0, top_hand="3")
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


# --- the centre view ------------------------------------------------------------------

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


def cuts_nothing(phone: Phone, session: str, *entries: Sequence[dict[str, Any]]) -> None:
    """Begun, and after each lot of entries."""
    for some in ([], *entries):
        phone.writes(session, *some)
        phone.goes_to(f"/s/{session}/flat")
        for size in (USUAL, SMALLEST, ON_ITS_SIDE, screen(1280, 900)):
            phone.page.set_viewport_size(size)
            assert [*phone.page.evaluate(CUT), *outside(phone)] == [], (named(size), some)


def test_the_flat_view_cuts_nothing(open_phone: OpenPhone) -> None:
    """Of four and seven with long names, of nine, and of partners."""
    phone = open_phone(locale="ja-JP")
    for players in (4, 7):
        bids, tricks = deal([1, 1, *[0] * players][:players], [2, 1, *[0] * players][:players])
        cuts_nothing(phone, phone.begins(NINE[:players], dealer=0, top_hand="3"), [bids], [tricks])
    points = [1234 * seat - 99 for seat in range(9)]
    pad = phone.begins(NINE, game="score-pad")
    cuts_nothing(phone, pad, [{"step": "round", "points": points}], [{"step": "end"}])
    entries = played(find_game("twin-shoot"), 0).entries
    cuts_nothing(phone, phone.begins(NINE[:4], game="twin-shoot"), entries[:2], entries[2:])


# --- the screen stays awake -----------------------------------------------------------

LOCKS = """() => {
    globalThis.locks = [];
    const request = async () => {
        const lock = new EventTarget();
        lock.release = async () => {
            lock.released = true;
            lock.dispatchEvent(new Event("release"));
        };
        locks.push(lock);
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    globalThis.shows = (shown) => {
        const state = shown ? "visible" : "hidden";
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
}"""
HELD = "() => locks.filter((lock) => !lock.released).length"
AWAKE = """async () => {
    const held = () => locks.some((lock) => !lock.released);
    for (let waits = 0; waits < 200 && !held(); waits++) await new Promise((next) => setTimeout(next, 100));
    return held();
}"""
"""Waits until the screen is held awake. What does so comes after the page."""


def test_the_screen_is_kept_awake_again_when_the_page_is_shown_again(open_phone: OpenPhone) -> None:
    phone = open_phone(accept_downloads=False)
    phone.context.add_init_script(f"({LOCKS})()")
    phone.sits_down(dealer=DAN)
    page = phone.page
    assert page.evaluate(AWAKE)
    # The browser takes it when the page is hidden.
    page.evaluate("() => { shows(false); locks.forEach((lock) => lock.release()); }")
    assert page.evaluate(HELD) == 0
    page.evaluate("() => { shows(true); shows(true); dispatchEvent(new Event('focus')); }")
    assert page.evaluate(AWAKE)
    assert page.evaluate("locks.length") == 2, "one at a time"
    phone.goes_to("/")
    assert page.evaluate("locks.length") == 0


# --- the time since the last entry -----------------------------------------------------


def test_the_time_since_the_last_entry_is_shown_on_a_phone_that_wants_it(open_phone: OpenPhone) -> None:
    phone = open_phone()
    page, asked = phone.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    in_strip, in_bar = (page.locator(f"{place} > small[aria-hidden=true]") for place in (".strip", "h1 small"))
    session = phone.begins(dealer=DAN)
    phone.goes_to(f"/s/{session}")
    expect(phone.sheet).to_be_visible()
    phone.goes_to("/scorebook")
    expect(in_strip.or_(in_bar)).to_have_count(0)
    switch = page.get_by_role("button", name="Show the time since the last entry")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert sum("timer.js" in each for each in asked) == 1, "for its switch"
    cookies = phone.context.cookies()
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.clock.install()
    phone.goes_to(f"/s/{session}")
    expect(in_bar).to_have_text(re.compile("· 0:0[0-4]"))
    page.clock.run_for(65_000)
    expect(in_bar).to_have_text(re.compile("· 1:(0[5-9]|1)"))
    page.reload()
    expect(in_bar).to_have_text(re.compile("· 1:(0[5-9]|1|2)"))
    phone.bids([3, 2, 1, 3])
    phone.saves()
    # Where no suits are tapped there is room above the rows.
    expect(in_strip).to_have_text(re.compile("0:0[0-9]"))
    expect(in_bar).to_have_count(0)
    assert phone.context.cookies() == cookies
    phone.goes_to("/scorebook")
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.goes_to(f"/s/{session}")
    expect(in_strip.or_(in_bar)).to_have_count(0)
