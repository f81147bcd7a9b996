"""A save that does not come through: it waits, can be taken back, and is written once."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.keyboard import WATCHED, tab_to
from tests.kit.browser.table import ANN, BEN, DAN, OFFLINE, STALE, Phone

BIDS = [3, 2, 4, 2]
ENTRIES = "**/entries"


def has_bid(phone: Phone) -> None:
    """One step waits, not two."""
    keep_ahead_away(phone)
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)


def test_without_a_connection_the_entry_waits_can_be_taken_back_and_is_sent_once_as_it_is_then(
    hurried_phone: Phone,
) -> None:
    phone = hurried_phone
    has_bid(phone)
    tab_to(phone.page, phone.action)
    phone.page.evaluate(WATCHED)
    phone.context.set_offline(True)
    phone.page.keyboard.press("Enter")
    bar = phone.page.locator(".sending")
    expect(bar.locator("p")).to_have_text("No answer. Your entry is kept; retrying every second.")
    expect(phone.page.locator("#live")).to_contain_text("No answer.")
    expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
    tab_to(phone.page, bar.locator("button"))
    phone.page.keyboard.press("Enter")
    expect(bar).to_have_count(0)
    expect(phone.action).to_be_focused()
    assert phone.page.evaluate("watched.lost") == 0
    for seat in (ANN, BEN):
        phone.marks(seat)
        phone.bid(seat, 1)
    phone.tap(phone.action)
    expect(bar).to_be_visible()
    assert phone.entries() == []
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(bar).to_have_count(0)
    assert phone.entries() == [{"step": "bids", "bids": [1, 1, 4, 2]}], "what stands there now, not what stood there"


def test_a_slow_save_is_shown_and_what_was_written_meanwhile_is_not_written_over(hurried_phone: Phone) -> None:
    phone = hurried_phone
    has_bid(phone)
    phone.expects(STALE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)
            route.fetch(max_redirects=0)

    phone.page.route(ENTRIES, hold)
    phone.tap(phone.action)
    bar = phone.page.locator(".sending")
    expect(bar).to_contain_text("Saving…")
    phone.tap(bar.locator("button"))
    phone.marks(ANN)
    phone.bid(ANN, 1)
    phone.tap(phone.action)
    alert = phone.page.locator(".alert")
    expect(alert).to_contain_text("This was already saved with different values.")
    assert phone.entries() == [{"step": "bids", "bids": BIDS}]
    phone.tap(alert.locator("form button"))
    expect(phone.page.locator(".headline p")).to_contain_text("Corrected: Bids of deal 1.")
    assert phone.entries() == [{"step": "bids", "bids": [1, 2, 4, 2]}]
    held[0].abort()


def test_a_form_that_is_submitted_twice_at_once_is_sent_once(phone: Phone) -> None:
    has_bid(phone)
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/entries") else None)
    phone.page.locator("form.step").evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert len(sent) == 1


def test_a_server_that_does_not_answer_is_asked_again_after_ten_seconds(phone: Phone) -> None:
    phone.page.clock.install()
    has_bid(phone)
    asked: list[Route] = []

    def keeps_silent(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    phone.page.route(ENTRIES, keeps_silent)
    with phone.page.expect_request(ENTRIES):
        phone.tap(phone.action)
    expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
    phone.page.clock.fast_forward(9_000)
    assert len(asked) == 1
    for milliseconds in (2_500, 1_500):
        phone.page.clock.fast_forward(milliseconds)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert (len(asked), len(phone.entries())) == (2, 1)
