"""The scripts of the pages where these lie in a frame and the site runs in the browser: what they ask, keep and say."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.sync.test_unsent import BIDS, opens, shut
from tests.kit.browser.opening import LONGEST_WAY, OpenPhone
from tests.kit.browser.stored import names
from tests.kit.browser.table import DAN, OFFLINE

QUIET = 6_000
"""Milliseconds in which a page of a site on a server asks twice what is new."""
SHELL = (
    "<!DOCTYPE html><title>Shell</title><iframe src='/' style='width: 390px; height: 800px' allow='web-share'></iframe>"
)
WORDS = {
    "en-GB": ("Not saved yet. Your entry is kept; trying again every second.", "Discard entry"),
    "ja-JP": ("まだ記録できていません。入力は残っています。1 秒ごとにやり直します。", "記録をやめる"),
}


def test_another_window_shows_at_once_what_was_saved_and_hardly_asks_besides(visit: OpenPhone) -> None:
    phone = visit()
    session = phone.sits_down(dealer=DAN)
    other = phone.another_window()
    asked: list[str] = []
    other.page.clock.install()
    with other.page.expect_response("**/now", timeout=LONGEST_WAY):
        other.goes_to(f"/s/{session}")
    other.page.on("request", lambda request: asked.append(request.url))
    other.page.clock.run_for(QUIET)
    # What is asked after it comes after it.
    other.page.evaluate("fetch(location.href)")
    assert [urlsplit(address).path for address in asked] == [f"/s/{session}"]
    phone.bids(BIDS)
    phone.saves()
    expect(other.sheet).to_have_attribute("data-position", "1")
    phone.tap(phone.page.locator("a[href$='/more']"))
    phone.tap(phone.page.locator("a[href$='/adjustment']"))
    phone.tap(phone.page.locator("label:has([name=seat][value='1'])"))
    phone.page.locator("#amount").fill("-5")
    phone.page.locator("#reason").fill("late")
    phone.tap(phone.page.locator("form:has(#amount) button.main"))
    expect(other.sheet).to_have_attribute("data-position", "2")


def test_what_another_window_saved_is_nobody_elses(visit: OpenPhone) -> None:
    phone = visit()
    session = phone.sits_down(dealer=DAN)
    other = phone.another_window()
    with other.page.expect_response("**/now", timeout=LONGEST_WAY):
        other.goes_to(f"/s/{session}")
    other.bids([1, None, None, None])
    phone.bids(BIDS)
    phone.saves()
    expect(other.page.locator(".following")).to_contain_text("Saved now: Bids 3 · 2 · 4 · 2")


@pytest.mark.parametrize("locale", WORDS)
def test_what_is_not_answered_is_tried_again_in_words_of_its_own(visit: OpenPhone, locale: str) -> None:
    phone = visit(locale)
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(phone.context)
    phone.tap(phone.action)
    words, button = WORDS[locale]
    expect(phone.page.locator(".sending p")).to_have_text(words)
    expect(phone.page.locator(".sending button")).to_have_text(button)
    phone.page.reload()
    expect(phone.page.locator(".sending p")).to_have_text(words)
    opens(phone.context)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(phone.page.locator(".sending")).to_have_count(0)


def test_on_the_host_of_another_site_nothing_of_the_two_is_mixed(visit: OpenPhone) -> None:
    phone = visit()
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(phone.context)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_be_visible()
    kept: list[str] = phone.page.evaluate(names("pocket / takuroku"))
    assert [name for name in kept if name.startswith("unsent:")] == []
    assert [name for name in kept if name.startswith("pocket / unsent:")] != []
    assert phone.page.evaluate("document.cookie") == ""
    assert phone.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    expect(phone.page.locator("link[rel=manifest]")).to_have_count(0)


def test_in_a_frame_an_entry_is_saved_and_the_way_back_is_that_of_the_page(visit: OpenPhone) -> None:
    phone = visit()
    session = phone.begins(("Ann", "Ben", "Cleo"))
    phone.context.route("**/shell", lambda route: route.fulfill(content_type="text/html", body=SHELL))
    phone.goes_to("/shell")
    frame = phone.page.frame_locator("iframe")
    phone.tap(frame.locator(f"a[href='/s/{session}']"))
    for _ in range(3):
        phone.tap(frame.locator("[data-digit='1']"))
    phone.tap(frame.locator(".action .main"))
    sheet = frame.locator("main[data-sheet]")
    expect(sheet).to_have_attribute("data-position", "1")
    phone.page.evaluate("history.back()")
    expect(frame.locator("h1")).to_have_text("Takuroku")
    phone.page.evaluate("history.forward()")
    expect(sheet).to_have_attribute("data-position", "1")
