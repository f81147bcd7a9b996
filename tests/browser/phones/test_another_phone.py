"""The page of the scorebook, and another phone by its code: two phones that see each other's taps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.phones.test_way_in import fits
from tests.kit.browser.finger import UNDER, Finger
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.sending import bids_at_a_shut_site, opens, sends_in_vain
from tests.kit.browser.table import FOUR, Phone


def signs_of(phone: Phone) -> str:
    signs = phone.page.locator(".to-type .signs [aria-hidden]")
    expect(signs).to_be_visible()
    return signs.inner_text()


def shows(phone: Phone) -> str:
    """From the page of the scorebook to the code for another phone; its six signs."""
    phone.goes_to("/scorebook")
    phone.tap(phone.page.locator("button[value=own]"))
    expect(phone.page).to_have_url(re.compile("/links/own$"))
    return signs_of(phone)


def yes(phone: Phone) -> Locator:
    return phone.page.locator("button[name=yes]")


def types(phone: Phone, signs: str) -> None:
    phone.goes_to("/join")
    phone.page.locator("#code").fill(signs)
    expect(phone.page).to_have_url(re.compile("/join/request$"))


COUNTS_CLICKS = """() => {
    globalThis.clicks = 0;
    document.addEventListener("click", (event) => {
        event.preventDefault();
        clicks += 1;
    });
}"""
"""Counts the taps that reach the page, and lets them lead nowhere."""


@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_the_page_of_the_scorebook_and_the_code_fit_every_screen(open_phone: OpenPhone, axe: str, locale: str) -> None:
    phone = open_phone(locale)
    phone.begins(FOUR)
    phone.goes_to("/scorebook")
    fits(phone, axe)
    for address in ("/scorebook/data", "/scorebooks", "/scorebooks/name", "/links/own"):
        phone.goes_to(address)
        fits(phone, axe)
    shows(phone)
    fits(phone, axe)


def test_signs_a_tap_and_the_other_phone_has_the_scorebook(open_phone: OpenPhone, axe: str) -> None:
    old, new = open_phone("ja-JP"), open_phone("ja-JP")
    session = old.begins(FOUR)
    types(new, shows(old))
    expect(old.page.locator("[data-left]")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    fits(new, axe)
    expect(yes(old)).to_be_visible()
    fits(old, axe)
    old.tap(yes(old))
    expect(new.page).to_have_url(re.compile("/$"))
    new.goes_to(f"/s/{session}")
    expect(new.page.locator("form.step")).to_be_visible()
    old.goes_to("/links/own")
    fits(old, axe)
    # It may ask who has come while it is being left, and is answered as a stranger.
    old.expects("/links/own")
    old.tap(old.page.locator("form[action$='/leave'] button"))
    expect(old.page.locator(".headline")).to_contain_text("この端末では、もう記録帳を開けません。")


def test_a_second_tap_on_yes_sends_nothing_and_hits_nothing_of_what_comes_in_its_place(open_phone: OpenPhone) -> None:
    """On the page with the switch, over a slow line: the link that it shows, and its kind, stay."""
    keeper, guest = open_phone(), open_phone()
    session = keeper.begins(FOUR)
    keeper.goes_to(f"/s/{session}/seats?kind=keep")
    keeper.tap(keeper.page.locator("form[action$='/seats/link'] .button.main"))
    types(guest, signs_of(keeper))
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    keeper.page.route("**/requests/*", hold)
    finger = Finger(keeper)
    with keeper.page.expect_request("**/requests/*"):
        finger.taps(yes(keeper))
    finger.again(after=60)
    finger.again(after=500)
    keeper.page.evaluate("new Promise(requestAnimationFrame)")
    assert len(sent) == 1
    sent[0].continue_()
    expect(keeper.page.locator(".newcomer")).to_contain_text("keeps score too")
    keeper.page.evaluate(COUNTS_CLICKS)
    keeper.page.locator("a[href$='/devices']").first.evaluate(UNDER, finger.place)
    for after in (120, 250, 500, 60_000):
        finger.again(after=after)
    keeper.page.wait_for_function("clicks > 0")
    assert keeper.page.evaluate("clicks") == 1
    expect(keeper.page.locator("[aria-pressed=true]")).to_have_id("kind-keep")
    assert "kind=keep" in keeper.page.url
    expect(guest.page).to_have_url(re.compile("/$"))


def test_the_phone_that_shows_the_code_says_by_itself_who_has_scanned_it(open_phone: OpenPhone) -> None:
    old, new = open_phone(), open_phone()
    old.begins(FOUR)
    shows(old)
    link = old.page.locator("#made").input_value()
    new.goes_to(link[link.index("/j/") :])
    new.tap(new.page.locator("main form[method=post] button.main"))
    expect(old.page.locator("form[action$='/leave'] button")).to_be_visible()
    expect(old.page.locator("#live")).to_contain_text("has opened this scorebook")


def test_the_old_phone_is_not_removed_while_it_has_entries_to_send(open_phone: OpenPhone) -> None:
    old, new = open_phone(), open_phone()
    bids_at_a_shut_site(old)
    sends_in_vain(old)
    shows(old)
    link = old.page.locator("#made").input_value()
    new.goes_to(link[link.index("/j/") :])
    new.tap(new.page.locator("main form[method=post] button.main"))
    remove = old.page.locator("form[action$='/leave'] button")
    expect(remove).to_be_disabled()
    expect(old.page.locator("[data-unsent]")).to_contain_text("entries that are not sent yet")
    opens(old.context)
    expect(remove).to_be_enabled()
    # It may ask who has come while it is being left, and is answered as a stranger.
    old.expects("/links/own")
    old.tap(remove)
    expect(old.page.locator(".headline")).to_contain_text("no longer opens the scorebook")
