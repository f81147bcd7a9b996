"""The scripts of the pages where these lie in a frame and the site runs in the browser: what they ask, keep and say."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.kit.browser.opening import LONGEST_WAY, OpenPhone
from tests.kit.browser.sending import BIDS, opens, shut
from tests.kit.browser.stored import names
from tests.kit.browser.table import DAN, OFFLINE

QUIET = 6_000
"""Milliseconds in which a page of a site on a server asks twice what is new."""
SHELL = (
    "<!DOCTYPE html><title>Shell</title><iframe src='/' style='width: 390px; height: 800px' allow='web-share'></iframe>"
)


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


def test_what_is_not_answered_is_tried_again_in_words_of_its_own_and_lies_apart_from_another_site(
    visit: OpenPhone,
) -> None:
    phone = visit("ja-JP")
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(phone.context)
    phone.tap(phone.action)
    bar, words = phone.page.locator(".sending"), "応答がありません。入力は残っています。1 秒ごとにやり直します。"
    expect(bar.locator("p")).to_have_text(words)
    expect(bar.locator("button")).to_have_text("記録をやめる")
    kept: list[str] = phone.page.evaluate(names("pocket / takuroku"))
    assert [name for name in kept if name.startswith("unsent:")] == []
    assert [name for name in kept if name.startswith("pocket / unsent:")] != []
    assert phone.page.evaluate("document.cookie") == ""
    assert phone.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    expect(phone.page.locator("link[rel=manifest]")).to_have_count(0)
    phone.page.reload()
    expect(bar.locator("p")).to_have_text(words)
    opens(phone.context)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(bar).to_have_count(0)


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
