"""The pages between a link and the table: on every screen, with large letters, without script, and as axe has it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.phones.test_seats import Begin, OpenPhone, begin, keeper
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.fit import ON_ITS_SIDE, SHORT, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.table import CLEO, FOUR, NOT_FOUND, OFFLINE, STALE, Phone

__all__ = ["begin", "keeper"]
SCREENS = (USUAL, SMALLEST, SHORT, ON_ITS_SIDE, WIDE[1])
FULL = {"en-GB": "Every name has a phone.", "ja-JP": "どの名前にもスマホが着いています。"}
TAKEN = {"en-GB": "Cleo’s seat was just taken by another phone", "ja-JP": "Cleoの席"}


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


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_from_the_link_to_a_table_that_fills_up(begin: Begin, axe: str, locale: str) -> None:
    table = begin()
    link = f"/j/{table.invites('player')}"
    first, second = table.opens(locale), table.opens(locale)
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
    expect(second.page.locator(".alert[data-told]")).to_contain_text(TAKEN[locale])
    expect(second.page.locator(".word")).to_contain_text(FULL[locale])
    fits(second, axe)


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_who_comes_by_a_recovery_page_removes_the_lost_phone(open_phone: OpenPhone, axe: str, locale: str) -> None:
    lost, owner = open_phone(locale), open_phone(locale)
    lost.expects(NOT_FOUND)
    lost.begins(FOUR)
    lost.goes_to("/links")
    lost.tap(lost.page.locator("button[value=recovery]"))
    owner.goes_to(lost.page.locator("#made").input_value())
    owner.tap(main_button(owner.page))
    expect(owner.page).not_to_have_url(re.compile("/j/"))
    lost.goes_to("/devices")
    cannot = lost.page.locator("details:not(:has(form[action$=remove]))")
    expect(cannot).to_have_count(1)
    lost.tap(cannot.locator("summary"))
    fits(lost, axe)
    owner.goes_to("/devices")
    others = owner.page.locator("li:not(:has(.badge)) details")
    owner.tap(others.locator("summary"))
    fits(owner, axe)
    owner.tap(others.locator("form[action$=remove] button"))
    expect(owner.page.locator("details")).to_have_count(1)
    lost.goes_to("/devices")
    expect(lost.page.locator("form[action$='/scorebooks/new']")).to_be_visible()


def test_three_phones_sit_down_and_bid_without_script(begin: Begin, browser: Browser, site: str) -> None:
    table = begin(FOUR[:3], dealer=2, top_hand="3")
    link = f"/j/{table.invites('player')}"
    for seat, bid in enumerate((1, 1, 0)):
        context = browser.new_context(base_url=site, locale="en-GB", java_script_enabled=False, **PHONE)
        page = context.new_page()
        page.goto(link)
        main_button(page).tap()
        page.locator(f"form[action$='/{seat}/take'] button").tap()
        expect(page.locator(".asked h2")).to_contain_text("your turn: Bids")
        page.locator(f".asked .says button[value='{bid}']").tap()
        expect(page.locator(".asked h2", has_text="Bids")).to_have_count(0)
        context.close()
    expect(table.keeper.sheet).to_have_attribute("data-position", "1")
    assert table.keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0]}]
