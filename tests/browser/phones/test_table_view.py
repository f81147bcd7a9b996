"""The table view fits and can be read on every screen; on the flat view tricks are tapped that the sheet then knows."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, expect

from scoring.catalogue import all_games, find_game
from tests.browser.phones.test_at_the_table import AWAKE, HELD, LOCKS
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, TABLET, USUAL, faults, faults_on, named, screen, too_small
from tests.kit.browser.pages import Evening
from tests.kit.browser.table import BEN, DAN, FOUR, Phone, deal
from tests.kit.games import played

TELEVISIONS = (screen(1280, 720), screen(1920, 1080), screen(3840, 2160))
SCREENS = (*TELEVISIONS, screen(1024, 768))
FLAT = (USUAL, ON_ITS_SIDE, SMALLEST, screen(568, 320), TABLET, screen(1024, 768))
LEAST = 1 / 45
"""Of a screen's height: on a television half a metre high these letters are more than a centimetre tall."""


OUTSIDE = """() => {
    const wrong = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const part = text.parentElement;
        if (!text.textContent.trim() || part.closest(".visually-hidden, .skip, svg")) continue;
        if (!part.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        // What is shortened with an ellipsis is measured by its box.
        const cut = part.closest(".name, dd, .sentence, .badge, .deals li, button");
        const { left, top, right, bottom } = (cut ?? range).getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
            wrong.push(`${text.textContent.trim().slice(0, 30)}: ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const part of document.querySelectorAll(".code, .seats li, aside .button")) {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(part.className);
    }
    return wrong;
}"""
"""What lies beyond the edge of a screen that nobody scrolls."""

SMALL = """least => [...document.querySelectorAll("main *:not(.visually-hidden, svg *)")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(part => part.checkVisibility() && parseFloat(getComputedStyle(part).fontSize) < least * innerHeight)
    .map(part => `${getComputedStyle(part).fontSize}: ${part.className} ${part.textContent.trim().slice(0, 20)}`)"""


def outside(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(OUTSIDE)
    return found


def addresses(evening: Evening) -> list[str]:
    """Every game early, in its middle and at its end, and Oh Hell with seven long names."""
    sessions = [evening.bids, evening.tricks, evening.over]
    for slug in all_games():
        entries = len(played(find_game(slug), 0).entries)
        sessions += [evening.played(slug, at) for at in (1, min(7, entries), entries)]
    return [f"/s/{session}" for session in sessions]


# --- the table view -----------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_table_view_of_every_game_fits_every_screen(
    open_reader: Callable[[str], Phone], evening: Evening, locale: str
) -> None:
    phone = open_reader(locale)
    wrong = {}
    for address in addresses(evening):
        phone.goes_to(f"{address}/table")
        for size in SCREENS:
            phone.page.set_viewport_size(size)
            if found := (outside(phone), faults(phone)):
                wrong[phone.page.title(), address, named(size)] = found
    assert {where: what for where, what in wrong.items() if what != ([], {})} == {}


def test_its_letters_can_be_read_from_three_metres(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    phone = open_reader("en-GB")
    phone.goes_to(f"/s/{evening.tricks}/table")
    for size in TELEVISIONS:
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate(SMALL, LEAST) == [], named(size)
        totals = phone.page.locator(".ranking .total")
        heights = totals.evaluate_all("all => all.map(each => parseFloat(getComputedStyle(each).fontSize))")
        assert len(heights) == 7
        assert min(heights) > size["height"] / 20, named(size)


def test_on_a_phone_it_is_a_page_that_scrolls(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    phone = open_reader("en-GB")
    phone.goes_to(f"/s/{evening.tricks}/table")
    assert faults_on(phone, USUAL, SMALLEST) == {}


# --- the flat view --------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_flat_view_of_every_game_fits_every_screen(
    open_reader: Callable[[str], Phone], evening: Evening, locale: str
) -> None:
    phone = open_reader(locale)
    wrong = {}
    for address in addresses(evening):
        phone.goes_to(f"{address}/flat")
        for size in FLAT:
            phone.page.set_viewport_size(size)
            if found := outside(phone):
                wrong[phone.page.title(), address, named(size)] = found
    assert wrong == {}


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


def test_what_was_tapped_on_the_sheet_is_counted_on_from_there(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Chika", "Dan"), game="twin-shoot")
    phone.goes_to(f"/s/{session}/flat")
    phone.tap(place(phone, 2))
    phone.tap(place(phone, 2))
    phone.goes_to(f"/s/{session}")
    expect(phone.page.locator("input[name=tricks-2]")).to_have_value("2")
    phone.goes_to(f"/s/{session}/flat")
    phone.tap(place(phone, 0))
    assert counted(phone) == ["1", "0", "2", "0"]


def test_without_script_all_is_to_be_read_and_nothing_to_be_tapped(browser: Browser, site: str, phone: Phone) -> None:
    session = phone.begins(FOUR, top_hand="5")
    phone.writes(session, deal([1, 2, 0, 1], [])[0])
    cookies = phone.context.storage_state()
    plain = Phone(browser.new_context(base_url=site, java_script_enabled=False, storage_state=cookies, **PHONE))
    plain.goes_to(f"/s/{session}/flat")
    expect(plain.page.locator(".half:not(.far) .declared b")).to_have_text(["1", "2", "0", "1"])
    expect(place(plain, 0)).to_be_hidden()
    assert plain.unexpected == []
    plain.context.close()


# --- both -------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["table", pytest.param("flat", marks=pytest.mark.long)])
def test_the_code_to_join_is_large_enough_to_be_read(phone: Phone, view: str) -> None:
    phone.page.set_viewport_size(TELEVISIONS[0])
    session = phone.begins(FOUR, top_hand="5")
    phone.writes(session, *deal([1, 2, 0, 1], [1, 3, 0, 1]))
    phone.goes_to(f"/s/{session}/{view}")
    if invite := phone.page.locator("form.join button").all():
        phone.tap(invite[0])
    code = phone.page.locator(".join .code")
    for size in (*TELEVISIONS[:2], screen(1024, 768)):
        phone.page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            phone.page.emulate_media(color_scheme=scheme)
            box = code.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= min(size["width"], size["height"]) / 4, named(size)
            assert code.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(255, 255, 255)"
            assert outside(phone) == [], named(size)


@pytest.mark.parametrize("view", ["table", pytest.param("flat", marks=pytest.mark.long)])
def test_what_is_written_on_the_sheet_is_seen_in_time(phone: Phone, view: str) -> None:
    session = phone.sits_down(FOUR, dealer=DAN, top_hand="5")
    afar = phone.another_window()
    afar.goes_to(f"/s/{session}/{view}")
    half = afar.page.locator("main" if view == "table" else ".half:not(.far)")
    bids, tricks = deal([1, 2, 0, 1], [1, 3, 0, 1])
    phone.writes(session, bids)
    expect(half.locator(".declared b")).to_have_text(["1", "2", "0", "1"])
    phone.writes(session, tricks)
    expect(half.locator(".declared")).to_have_count(0)
    expect(half.locator(".total")).to_have_text(["11", "11", "10", "0"] if view == "table" else ["11", "0", "10", "11"])


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


def test_of_two_phones_that_count_the_one_that_saves_has_counted(open_phone: Callable[..., Phone]) -> None:
    one = open_phone()
    session = one.begins(FOUR, dealer=DAN, top_hand="5")
    one.writes(session, deal([1, 2, 0, 1], [])[0])
    other = open_phone()
    other.context.add_cookies(one.context.storage_state()["cookies"])  # type: ignore[arg-type]
    for phone, seats in ((one, (0, 1, 1, 2, 3)), (other, (0, 0, 0))):
        phone.goes_to(f"/s/{session}/flat")
        for seat in seats:
            phone.tap(place(phone, seat))
    assert (counted(one), counted(other)) == (["1", "2", "1", "1"], ["3", "0", "0", "0"])
    one.tap(one.page.locator("[data-save]"))
    one.saves()
    expect(other.page.locator("[data-tap]")).to_have_count(0)
    assert one.entries(session)[-1] == {"step": "tricks", "tricks": [1, 2, 1, 1]}


@pytest.mark.parametrize("view", ["table", pytest.param("flat", marks=pytest.mark.long)])
def test_the_screen_stays_awake_and_does_so_again_when_it_is_shown_again(
    open_phone: Callable[..., Phone], view: str
) -> None:
    phone = open_phone(accept_downloads=False)
    phone.context.add_init_script(f"({LOCKS})()")
    session = phone.begins(FOUR, dealer=DAN, top_hand="5")
    page = phone.page
    phone.goes_to(f"/s/{session}/{view}")
    assert page.evaluate(AWAKE)
    page.evaluate("() => { shows(false); locks.forEach((lock) => lock.release()); }")
    assert page.evaluate(HELD) == 0
    page.evaluate("() => shows(true)")
    assert page.evaluate(AWAKE)
    phone.writes(session, deal([1, 2, 0, 1], [])[0])
    expect(page.locator(".declared").first).to_be_visible()
    assert page.evaluate(HELD) == 1, "what follows takes no second one"


def test_a_player_says_what_was_counted_for_the_own_seat(open_phone: Callable[..., Phone]) -> None:
    keeper = open_phone()
    session = keeper.begins(FOUR, dealer=DAN, top_hand="5")
    keeper.writes(session, deal([1, 2, 0, 1], [])[0])
    keeper.goes_to(f"/s/{session}/seats")
    keeper.tap(keeper.page.locator("form.join button"))
    expect(keeper.page.locator("figure.join")).to_be_visible()
    keeper.goes_to(f"/links?session={session}")
    player = open_phone()
    player.goes_to(address_of_the_code(keeper))
    player.tap(player.page.locator("main form[method=post] button"))
    player.tap(player.page.locator(f"form[action$='/seats/{BEN}/take'] button"))
    expect(player.page.locator(".own-card")).to_be_visible()
    player.goes_to(f"/s/{session}/flat")
    expect(player.page.locator(".half:not(.far) [data-tap]")).to_have_count(1)
    for _ in range(2):
        player.tap(place(player, BEN))
    player.tap(player.page.locator("[data-tells] button"))
    expect(player.page.locator(".own-card")).to_be_visible()
    keeper.goes_to(f"/s/{session}/table")
    expect(keeper.page.locator(".declared", has_text="Tricks")).to_have_text("Tricks 2")


def address_of_the_code(phone: Phone) -> str:
    """Where the code leads that this keeper's phone shows, as its cookie has it."""
    (cookie,) = [each for each in phone.context.cookies() if each.get("name") == "takuroku"]
    payload = cookie["value"].lstrip(".").split(".")[0]
    packed = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    text = zlib.decompress(packed) if cookie["value"].startswith(".") else packed
    ((_, secret),) = json.loads(text)["invites"]
    return f"/j/{secret}"
