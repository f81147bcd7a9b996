"""Six signs from one screen, typed on another: in both languages, on a small phone, without script, from afar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones.test_seats import OpenPhone
from tests.browser.phones.test_table_view import TELEVISIONS, outside
from tests.browser.phones.test_way_in import fits, main_button
from tests.kit.browser.fit import SMALLEST, named
from tests.kit.browser.table import DAN, FOUR, NOT_FOUND, REFUSED, Phone

QUARTER = 15 * 60_000
"""Milliseconds."""
WRONG = {"en-GB": "This join code does not work.", "ja-JP": "この参加コードは使えません。"}


def shows_code(keeper: Phone, view: str, session: str) -> str:
    """Invite others on a view of the session; the code that it shows then."""
    keeper.goes_to(f"/s/{session}/{view}")
    if (invite := keeper.page.locator("form.join button")).count():
        keeper.tap(invite)
    signs = keeper.page.locator(".to-type .signs [aria-hidden]")
    expect(signs).to_be_visible()
    return signs.inner_text()


def types(phone: Phone, code: str) -> None:
    phone.page.locator("#code").fill(code)
    phone.tap(phone.page.locator("form[action$='/join'] button"))


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_six_signs_join_a_second_phone(open_phone: OpenPhone, axe: str, locale: str) -> None:
    keeper, guest = open_phone(locale), open_phone(locale, viewport=SMALLEST)
    session = keeper.begins(FOUR)
    code = shows_code(keeper, "invite", session)
    fits(keeper, axe)
    guest.goes_to("/")
    types(guest, f"{code[:3]} {code[3:]}".lower())
    expect(guest.page).to_have_url(re.compile("/join/link$"))
    fits(guest, axe)
    guest.tap(main_button(guest.page))
    expect(guest.page.locator(".seat-rows")).to_be_visible()


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_a_code_that_does_not_work_is_told_at_its_field(open_phone: OpenPhone, axe: str, locale: str) -> None:
    phone = open_phone(locale, viewport=SMALLEST)
    phone.expects(NOT_FOUND, REFUSED)
    phone.goes_to("/join")
    types(phone, "k7m 4xq")
    expect(phone.page.get_by_role("alert")).to_contain_text(WRONG[locale])
    expect(phone.page.locator("#code")).to_have_value("k7m 4xq")
    expect(phone.page.locator("#code")).to_be_focused()
    fits(phone, axe)
    phone.page.locator("#code").fill("k7m 4x")
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_without_script_it_is_typed_all_the_same(open_phone: OpenPhone) -> None:
    keeper, guest = open_phone(), open_phone(java_script_enabled=False)
    code = shows_code(keeper, "seats", keeper.begins(FOUR))
    guest.page.goto("/")
    guest.page.locator("#code").fill(code)
    guest.page.locator("form[action$='/join'] button").tap()
    main_button(guest.page).tap()
    expect(guest.page.locator(".seat-rows")).to_be_visible()


def test_a_television_shows_it_to_all_who_sit_there(phone: Phone) -> None:
    phone.page.set_viewport_size(TELEVISIONS[0])
    shows_code(phone, "table", phone.begins(FOUR, dealer=DAN))
    signs = phone.page.locator(".to-type .signs")
    for size in TELEVISIONS:
        phone.page.set_viewport_size(size)
        height = signs.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert height > size["height"] / 20, named(size)
        expect(signs).to_be_in_viewport(ratio=1)
        assert outside(phone) == [], named(size)


def test_a_screen_reader_says_it_sign_by_sign(phone: Phone) -> None:
    code = shows_code(phone, "invite", phone.begins(FOUR))
    said = f"Join code: {', '.join(code)}"
    expect(phone.page.locator(".to-type .signs")).to_match_aria_snapshot(f'- text: "{said}"')


def test_a_page_that_stays_open_asks_for_its_code_again(open_phone: OpenPhone) -> None:
    phone = open_phone()
    session = phone.begins(FOUR)
    phone.page.clock.install()
    shows_code(phone, "invite", session)
    with phone.page.expect_response(f"**/s/{session}/invite") as asked:
        phone.page.clock.fast_forward(QUARTER)
    assert asked.value.ok
    expect(phone.page.locator(".to-type")).to_be_visible()
    other = phone.another_window()
    other.goes_to("/links")
    other.tap(other.page.locator("form[action$=withdraw] button"))
    expect(other.page.locator("main summary")).to_be_visible()
    phone.page.clock.fast_forward(QUARTER)
    expect(phone.page.locator(".to-type")).to_have_count(0)
