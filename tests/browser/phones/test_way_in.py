"""The pages between a link and the table: on every screen, with large letters, and as axe has it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import ON_ITS_SIDE, SHORT, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.seats import Begin
from tests.kit.browser.table import CLEO, FOUR, NOT_FOUND, OFFLINE, REFUSED, STALE, Phone

SCREENS = (USUAL, SMALLEST, SHORT, ON_ITS_SIDE, WIDE[1])


def fits(phone: Phone, axe: str) -> None:
    """The page as it stands fits every screen, also with large letters, and can be used without eyes."""
    phone.page.wait_for_load_state()
    fit = faults_on(phone, *SCREENS)
    phone.page.set_viewport_size(USUAL)
    assert (fit, wrong_in_any_light(phone.page, axe)) == ({}, {})
    assert stays_small(phone) == []
    assert faults_on(phone, USUAL, note=", letters at 200 %") == {}
    phone.page.evaluate("document.documentElement.style.fontSize = ''")


def main_button(page: Page) -> Locator:
    return page.locator("main form[method=post] button.main")


def test_from_the_link_to_a_table_that_fills_up(begin: Begin, axe: str) -> None:
    table = begin()
    link = f"/j/{table.invites('player')}"
    first, second = table.opens("ja-JP"), table.opens("ja-JP")
    for phone in (first, second):
        phone.goes_to(link)
    fits(first, axe)
    for seat in range(CLEO):
        table.sits(seat)
    table.sits(len(FOUR) - 1)
    # The second one hears nothing of the first, and both tap the only free name.
    second.expects(STALE, OFFLINE)
    second.page.route("**/follow*.js", lambda route: route.abort())
    for phone in (first, second):
        phone.tap(main_button(phone.page))
        expect(phone.page.locator(".seat-rows")).to_be_visible()
    fits(second, axe)
    for phone in (first, second):
        phone.tap(phone.page.locator(f"form[action$='/{CLEO}/take'] button"))
        if phone is first:
            expect(phone.page).to_have_url(re.compile(f"/seats/{CLEO}$"))
    expect(second.page.locator(".alert[data-announce]")).to_contain_text("Cleoの席")
    expect(second.page.locator(".word")).to_contain_text("どの席にも、もうスマホがあります。")
    fits(second, axe)


# --- six signs from one screen, typed on another ---------------------------------------

QUARTER = 15 * 60_000
"""Milliseconds."""


def shows_code(keeper: Phone, view: str, session: str) -> str:
    """Invite others on a view of the session; the code that it shows then."""
    keeper.goes_to(f"/s/{session}/{view}")
    keeper.tap(keeper.page.locator("form[action$='/seats/link'] .button"))
    signs = keeper.page.locator(".to-type .signs [aria-hidden]")
    expect(signs).to_be_visible()
    return signs.inner_text()


def types(phone: Phone, code: str) -> None:
    """The sixth sign opens."""
    phone.page.locator("#code").fill(code)


def test_six_signs_join_a_second_phone(open_phone: OpenPhone, axe: str) -> None:
    keeper, guest = open_phone("ja-JP"), open_phone("ja-JP", viewport=SMALLEST)
    session = keeper.begins(FOUR)
    code = shows_code(keeper, "seats", session)
    fits(keeper, axe)
    guest.goes_to("/")
    guest.tap(guest.page.locator("main a[href$='/scan']"))
    types(guest, f"{code[:3]} {code[3:]}".lower())
    expect(guest.page).to_have_url(re.compile("/join/link$"))
    fits(guest, axe)
    guest.tap(main_button(guest.page))
    expect(guest.page.locator(".seat-rows")).to_be_visible()


def test_a_code_that_does_not_work_is_told_at_its_field(open_phone: OpenPhone, axe: str) -> None:
    phone = open_phone("ja-JP", viewport=SMALLEST)
    phone.expects(NOT_FOUND, REFUSED)
    phone.goes_to("/scan")
    types(phone, "k7m 4xq")
    expect(phone.page.get_by_role("alert")).to_contain_text("この参加コードは使えません。")
    expect(phone.page.locator("#code")).to_have_value("k7m 4xq")
    expect(phone.page.locator("#code")).to_be_focused()
    fits(phone, axe)
    phone.page.locator("#code").fill("k7m 4x")
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_a_screen_reader_says_it_sign_by_sign(phone: Phone) -> None:
    code = shows_code(phone, "seats", phone.begins(FOUR))
    said = f"Join code: {', '.join(code)}"
    expect(phone.page.locator(".to-type .signs")).to_match_aria_snapshot(f'- text: "{said}"')


def test_a_page_that_stays_open_asks_for_its_code_again(open_phone: OpenPhone) -> None:
    phone = open_phone()
    session = phone.begins(FOUR)
    phone.page.clock.install()
    shows_code(phone, "seats", session)
    with phone.page.expect_response(re.compile(rf"/s/{session}/seats\?kind=play$")) as asked:
        phone.page.clock.fast_forward(QUARTER)
    assert asked.value.ok
    expect(phone.page.locator(".to-type")).to_be_visible()
    other = phone.another_window()
    other.goes_to("/links")
    other.tap(other.page.locator("form[action$=revoke] button"))
    expect(other.page.locator("main summary")).to_be_visible()
    phone.page.clock.fast_forward(QUARTER)
    expect(phone.page.locator(".to-type")).to_have_count(0)


# --- Invite, and who is not on the list ------------------------------------------------


def test_the_switch_and_a_phone_that_joins_change_the_open_page(begin: Begin) -> None:
    table = begin()
    keeper = table.keeper
    shows_code(keeper, "seats", table.session)
    keeper.page.evaluate("globalThis.stays = true")
    address = keeper.page.locator("#made").input_value()
    for kind in ("watch", "play"):
        keeper.tap(keeper.page.locator(f"#kind-{kind}"))
        expect(keeper.page.locator("[aria-pressed=true]")).to_have_id(f"kind-{kind}")
        expect(keeper.page.locator(f"#kind-{kind}")).to_be_focused()
    assert keeper.page.locator("#made").input_value() == address
    table.sits(CLEO)
    expect(keeper.page.locator(".sits").nth(CLEO).locator(".joined")).to_be_visible()
    assert keeper.page.evaluate("stays"), "no page was opened"


def test_a_newcomer_asks_on_one_phone_and_has_the_seat_by_a_tap_on_the_other(begin: Begin, axe: str) -> None:
    table = begin()
    keeper, guest = table.keeper, table.opens("ja-JP", viewport=SMALLEST)
    shows_code(keeper, "seats", table.session)
    guest.goes_to(f"/j/{table.invites('player')}")
    guest.tap(main_button(guest.page))
    guest.tap(guest.page.locator("summary"))
    guest.page.locator("#player").fill("ゆうか")
    fits(guest, axe)
    guest.tap(main_button(guest.page))
    expect(guest.page.locator("[data-announce]")).to_contain_text("ゆうかが入りたいそうです")
    expect(keeper.page.locator(".newcomer")).to_contain_text("ゆうか wants to join")
    fits(keeper, axe)
    keeper.tap(keeper.page.get_by_role("link", name="Make a seat"))
    keeper.tap(keeper.page.locator("#changes [name=sure]:visible"))
    expect(guest.page).to_have_url(re.compile(f"/seats/{len(FOUR)}$"))


def test_the_keeper_makes_the_seat_by_one_tap_on_the_sheet_and_what_was_tapped_stays(begin: Begin, axe: str) -> None:
    table = begin()
    keeper, guest = table.keeper, table.opens("en-GB", viewport=SMALLEST)
    keeper.goes_to(f"/s/{table.session}")
    keeper.tap(keeper.page.locator("[data-digit='1']"))
    guest.goes_to(f"/j/{table.invites('player')}")
    guest.tap(main_button(guest.page))
    guest.tap(guest.page.locator("summary"))
    guest.page.locator("#player").fill("Eva")
    guest.tap(main_button(guest.page))
    line = keeper.page.locator(".following")
    expect(line).to_be_visible(timeout=15_000)
    if line.get_by_role("button", name="Show").count():
        keeper.tap(line.get_by_role("button", name="Show"))
    expect(line).to_contain_text("Eva wants to join")
    assert wrong_in_any_light(keeper.page, axe) == {}
    keeper.tap(line.get_by_role("button", name="Make a seat"))
    expect(guest.page).to_have_url(re.compile(f"/seats/{len(FOUR)}$"))
    expect(keeper.page.locator(".place")).to_have_count(len(FOUR) + 1)
    expect(keeper.page.locator(".place output:not(:empty)")).to_have_count(1)
