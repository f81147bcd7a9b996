"""No network: what was seen last says so, and how old it is; tools and rules open; without HTTPS nothing is offered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.sync.test_unsent import BIDS, SAVED, opens, sends_in_vain, shut
from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.fit import SMALLEST, USUAL, faults_on
from tests.kit.browser.opening import OpenPhone, phones_to_open
from tests.kit.browser.table import ANN, DAN, OFFLINE, STALE, Phone

LONGEST_INSTALL = 30_000
"""Milliseconds: a busy machine fetches all that is kept from the start."""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[OpenPhone]:
    """Phones whose browser lets the worker be, and has it; errors in their pages but for the network fail the test."""
    with phones_to_open(browser, site, service_workers="allow", hurried=True) as open_phone:

        def opened(locale: str = "en-GB") -> Phone:
            phone = open_phone(locale)
            phone.expects(OFFLINE)
            phone.goes_to("/")
            phone.page.wait_for_function(CONTROLLED, timeout=LONGEST_INSTALL)
            return phone

        yield opened


def heading(phone: Phone) -> str:
    return str(phone.page.locator("h1").inner_text())


@pytest.mark.parametrize(
    ("locale", "title"),
    [pytest.param("en-GB", "Oh Hell オーヘル", marks=pytest.mark.long), ("ja-JP", "オーヘル Oh Hell")],
)
def test_tools_and_rules_open_in_the_language_that_was_chosen(visit: OpenPhone, locale: str, title: str) -> None:
    phone = visit(locale)
    phone.context.set_offline(True)
    phone.goes_to("/tools/forbidden-bid")
    assert phone.page.locator("html").get_attribute("lang") == locale[:2]
    phone.tap(phone.page.locator("[data-next] a").nth(3))
    expect(phone.page.locator("[data-answer]")).to_have_text("7")
    for address in ("/tools/yaku", "/tools/hands", "/rules", "/rules/koi-koi?from=/s/x", "/rules/oh-hell"):
        phone.goes_to(address)
        expect(phone.page.locator("main")).to_be_visible()
        assert phone.page.locator("[data-again]").count() == 0, address
        assert phone.page.locator(".seen").count() == 0
    assert heading(phone) == title
    assert phone.page.evaluate("getComputedStyle(document.body).margin") == "0px", "the style is there"


def test_the_tools_answer_and_read_what_their_address_asks(visit: OpenPhone) -> None:
    phone = visit()
    phone.context.set_offline(True)
    answer = phone.page.locator("[data-answer]")
    phone.goes_to("/tools/forbidden-bid?hand=7&bid=3&bid=9&bid=x")
    expect(answer).to_have_text("4")
    expect(phone.page.locator("[data-gone]")).to_contain_text("9")
    phone.page.reload()
    expect(answer).to_have_text("4")

    phone.goes_to("/tools/yaku?card=03-1&card=08-1&exclusive_teppo=on")
    made = phone.page.locator("[data-made] li")
    expect(phone.page.locator("[data-away]")).to_contain_text("1 away: Teppo (chrysanthemum with sake cup)")
    phone.tap(phone.page.locator("label:has([value='09-1'])"))
    expect(made).to_have_text(["Teppo 5"])
    phone.page.reload()
    expect(made).to_have_text(["Teppo 5"])

    # By the ace above the king a pair of aces, with the ace low only the queens.
    phone.goes_to("/tools/hands?ace_high=yes&hand=ASJH9D7C5H&hand=QC8S6H3DTS")
    verdict = phone.page.locator("[data-verdict]")
    expect(verdict).to_have_text("Hand 1 winsone pair (A-A-J-9-7, wild 5♥)")
    phone.tap(phone.page.locator("[data-sets=ace_high][data-value=no]"))
    expect(verdict).to_contain_text("Hand 2 wins")
    phone.tap(phone.page.locator("[data-sets=game][data-value=low-shit]"))
    expect(phone.page.locator("[data-of=low-shit]")).to_be_visible()
    expect(phone.page.locator("[data-of=kalo]").first).to_be_hidden()
    expect(verdict).to_have_text("Hand 1 winsno pair (J-9-7-5-A)")


def test_the_sheet_that_was_seen_last_says_so_and_gives_way_to_the_live_one(visit: OpenPhone) -> None:
    phone = visit()
    session = phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    phone.saves()
    phone.context.set_offline(True)
    phone.page.reload()
    seen = phone.page.locator(".seen")
    expect(seen).to_have_text("No connection. You see this page as it was just now.")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    phone.writes(session, {"step": "tricks", "tricks": [3, 2, 3, 2]})
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2", timeout=15_000)
    expect(seen).to_have_count(0, timeout=15_000)


def test_home_is_looked_up_as_soon_as_the_network_is_back(visit: OpenPhone) -> None:
    phone = visit()
    phone.sits_down(dealer=DAN)
    phone.goes_to("/")
    phone.context.set_offline(True)
    # No timer runs, as in a phone that was put away.
    phone.page.clock.install()
    phone.page.reload()
    expect(phone.page.locator(".seen")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.page.locator(".seen")).to_have_count(0)
    expect(phone.page.locator(".on-table")).to_be_visible()


def test_how_old_it_is_goes_on(visit: OpenPhone) -> None:
    phone = visit()
    phone.sits_down(dealer=DAN)
    phone.context.set_offline(True)
    phone.page.clock.install()
    phone.page.reload()
    phone.page.clock.run_for(125_000)
    expect(phone.page.locator(".seen")).to_contain_text("2 minutes ago")
    phone.page.clock.fast_forward(3 * 3_600_000)
    expect(phone.page.locator(".seen")).to_contain_text("3 hours ago")


def bids_without_network(visit: OpenPhone) -> Phone:
    """A phone whose sheet is what it saw last, and everybody's bid on it under way."""
    phone = visit()
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.context.set_offline(True)
    shut(phone.context)
    phone.page.reload()
    phone.bids(BIDS)
    sends_in_vain(phone)
    return phone


def test_what_is_entered_on_it_waits_through_a_reload_and_is_saved_once(visit: OpenPhone) -> None:
    phone = bids_without_network(visit)
    session = phone.session
    phone.page.reload()
    expect(phone.page.locator(".sending")).to_contain_text("No connection.")
    expect(phone.bid_of(ANN)).to_have_text("3")
    phone.goes_to("/")
    expect(phone.page.locator(".unsent")).to_contain_text("Not sent yet")
    expect(phone.page.locator(".seen")).to_be_visible()
    assert phone.entries(session) == []
    # While the page gives way to the live one, neither says yet that something waits.
    with phone.page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/entries")):
        phone.context.set_offline(False)
        opens(phone.context)
    expect(phone.page.locator(".unsent")).to_have_count(0, timeout=15_000)
    assert phone.entries(session) == SAVED
    # Home itself is the live one again, with the step that was saved.
    expect(phone.page.locator(".seen")).to_have_count(0, timeout=15_000)


def test_what_was_entered_on_an_old_sheet_is_answered_by_the_live_one(visit: OpenPhone) -> None:
    phone = bids_without_network(visit)
    phone.expects(STALE)
    phone.writes(phone.session, {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.context.set_offline(False)
    opens(phone.context)
    expect(phone.page.get_by_role("alert").first).to_contain_text("Someone else saved first.")
    expect(phone.page.locator(".seen")).to_have_count(0)


def test_a_page_that_the_phone_does_not_have_says_so_and_comes_by_itself(visit: OpenPhone) -> None:
    phone = visit()
    phone.context.set_offline(True)
    phone.goes_to("/history")
    assert heading(phone) == "No connection"
    phone.context.set_offline(False)
    expect(phone.page.locator("h1")).to_have_text("History", timeout=15_000)


def test_what_is_no_longer_this_phones_is_not_kept(visit: OpenPhone) -> None:
    phone = visit()
    phone.expects("status of 404")
    session = phone.sits_down(dealer=DAN)
    phone.context.clear_cookies()
    phone.goes_to(f"/s/{session}")
    phone.context.set_offline(True)
    phone.page.reload()
    assert heading(phone) == "No connection"


def test_after_the_language_was_switched_the_kept_pages_are_in_it(visit: OpenPhone) -> None:
    phone = visit()
    phone.tap(phone.page.locator("button[value=ja]"))
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
    kept = "caches.match('/rules', { cacheName: '/ pages' }).then((page) => page.text())"
    comes_true(phone.page, f"() => {kept}.then((text) => text.includes('lang=\"ja\"'))")
    phone.context.set_offline(True)
    phone.goes_to("/rules")
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_what_is_shown_without_a_network_fits_and_axe_finds_nothing(visit: OpenPhone, axe: str, locale: str) -> None:
    phone = visit(locale)
    session = phone.sits_down(dealer=DAN)
    phone.goes_to("/")
    phone.context.set_offline(True)
    for address in (f"/s/{session}", "/", "/history"):
        phone.goes_to(address)
        assert faults_on(phone, USUAL, SMALLEST) == {}
        phone.page.set_viewport_size(USUAL)
        assert wrong_in_any_light(phone.page, axe) == {}
