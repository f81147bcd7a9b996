"""An entry that is under way when the page goes: it lies in the phone, is named, and is saved once, in its order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.stored import UNSENT, count, waits_until_none
from tests.kit.browser.table import ANN, BEN, DAN, OFFLINE, REFUSED, STALE, Phone

BIDS = [3, 2, 4, 2]
SAVED = [{"step": "bids", "bids": BIDS}]
ENTRIES = "**/s/*/entries"
STORED = count(UNSENT)


@pytest.fixture
def sender(phone: Phone) -> Phone:
    """A phone on the sheet of four with everybody's bid tapped, at a site that takes no entry before `opens`."""
    bids_at_a_shut_site(phone)
    return phone


def bids_at_a_shut_site(phone: Phone) -> None:
    phone.expects(OFFLINE)
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(phone.context)


def shut(context: BrowserContext) -> None:
    """Pages come; what is sent does not get through."""
    context.route(ENTRIES, lambda route: route.abort())


def sends_in_vain(phone: Phone) -> None:
    phone.tap(phone.action)
    expect(phone.page.locator(".sending")).to_contain_text("No connection.")


def opens(context: BrowserContext) -> None:
    context.unroute(ENTRIES)


def test_a_reload_in_the_middle_of_sending_sends_on(sender: Phone) -> None:
    sends_in_vain(sender)
    sender.page.reload()
    expect(sender.page.locator(".sending")).to_contain_text("No connection.")
    expect(sender.page.locator("form.step")).to_have_js_property("inert", True)
    assert [sender.place(seat).locator("output").text_content() for seat in range(4)] == [*map(str, BIDS)]
    opens(sender.context)
    expect(sender.sheet).to_have_attribute("data-position", "1")
    assert sender.entries() == SAVED
    assert sender.page.evaluate(STORED) == 0


NO_DATABASE = """() => {
    IDBDatabase.prototype.transaction = () => { throw new DOMException("There is none", "InvalidStateError"); };
}"""
"""As in a window that keeps nothing; the next page has one again."""
HOLD = """() => {
    globalThis.holds = true;
    const request = indexedDB.open("takuroku", 1);
    return new Promise((holding) => {
        request.onsuccess = () => {
            const store = request.result.transaction("kept", "readwrite").objectStore("kept");
            const hold = () => { if (globalThis.holds) store.get("nothing").onsuccess = hold; holding(); };
            hold();
        };
    });
}"""
"""Nothing else gets to the database until it is let go."""


def local(phone: Phone) -> list[str]:
    names: list[str] = phone.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('unsent:'))")
    return names


def test_it_is_said_to_be_kept_only_when_it_is_on_the_disk(sender: Phone) -> None:
    sender.page.evaluate(
        """() => {
            const begin = IDBDatabase.prototype.transaction;
            globalThis.durable = [];
            IDBDatabase.prototype.transaction = function (store, mode, settings) {
                if (mode === "readwrite") durable.push(settings?.durability);
                return begin.call(this, store, mode, settings);
            };
        }"""
    )
    sender.page.evaluate(HOLD)
    line = sender.page.locator(".sending p")
    sender.tap(sender.action)
    expect(line).to_have_text("Sending…")
    sender.page.evaluate("globalThis.holds = false")
    expect(line).to_have_text("No connection. Your entry is kept; retrying every second.")
    assert "strict" in sender.page.evaluate("durable")


def test_without_a_database_less_is_promised_and_what_lies_elsewhere_is_sent_all_the_same(sender: Phone) -> None:
    sender.page.evaluate(NO_DATABASE)
    line = sender.page.locator(".sending p")
    sender.tap(sender.action)
    expect(line).to_have_text("No connection. Retrying every second while this page is open.")
    # There earlier releases kept it.
    assert len(local(sender)) == 1
    sender.page.reload()
    expect(line).to_have_text("No connection. Your entry is kept; retrying every second.")
    assert (len(local(sender)), sender.page.evaluate(STORED)) == (0, 1)
    opens(sender.context)
    expect(sender.sheet).to_have_attribute("data-position", "1")
    assert sender.entries() == SAVED


def test_another_page_names_it_and_sends_it_on(sender: Phone) -> None:
    session = sender.session
    sends_in_vain(sender)
    sender.goes_to("/")
    waiting = sender.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text("Not sent yet: Oh Hell deal 1 of 19 · Bids")
    expect(waiting.get_by_role("link")).to_have_attribute("href", f"/s/{session}")
    opens(sender.context)
    expect(waiting).to_have_count(0)
    expect(sender.page.locator("#live")).to_have_text("Saved now: Oh Hell deal 1 of 19 · Bids")
    assert sender.entries(session) == SAVED


@pytest.mark.long
def test_from_another_page_it_can_be_taken_back(sender: Phone) -> None:
    session = sender.session
    sends_in_vain(sender)
    sender.goes_to("/history")
    sender.tap(sender.page.locator(".unsent").get_by_role("button"))
    expect(sender.page.locator(".unsent")).to_have_count(0)
    opens(sender.context)
    sender.goes_to(f"/s/{session}")
    expect(sender.place(ANN).locator("output")).to_have_text("3")
    assert sender.entries() == []


@pytest.mark.long
def test_a_phone_that_was_off_sends_it_when_the_site_is_opened_again(
    sender: Phone, browser: Browser, site: str
) -> None:
    session = sender.session
    sends_in_vain(sender)
    kept = sender.context.storage_state(indexed_db=True)
    sender.page.close()
    sender.page = sender.context.new_page()
    assert sender.entries(session) == []
    restarted = browser.new_context(base_url=site, storage_state=kept, **PHONE)
    page = restarted.new_page()
    page.goto("/")
    waits_until_none(page, UNSENT)
    expect(page.locator(".unsent")).to_have_count(0)
    assert sender.entries(session) == SAVED
    restarted.close()


@pytest.mark.long
def test_what_the_site_had_taken_though_its_answer_was_lost_is_not_written_twice(sender: Phone) -> None:
    opens(sender.context)

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    sender.context.route(ENTRIES, lose_the_answer)
    sends_in_vain(sender)
    opens(sender.context)
    sender.page.reload()
    expect(sender.sheet).to_have_attribute("data-position", "1")
    expect(sender.page.locator(".sending")).to_have_count(0)
    waits_until_none(sender.page, UNSENT)
    assert sender.entries() == SAVED


def test_several_are_sent_in_the_order_in_which_they_were_entered(sender: Phone) -> None:
    first = sender.session
    sends_in_vain(sender)
    sender.sits_down(("Eve", "Finn", "Gil"), dealer=0)
    second = sender.session
    sender.bids([1, 1, 1])
    sends_in_vain(sender)
    sent: list[str] = []

    def note(route: Route) -> None:
        sent.append(route.request.url.split("/")[-2])
        route.continue_()

    opens(sender.context)
    sender.context.route(ENTRIES, note)
    expect(sender.sheet).to_have_attribute("data-position", "1")
    assert sent == [first, second]
    assert (len(sender.entries(first)), len(sender.entries(second))) == (1, 1)


def test_what_another_keeper_was_faster_with_is_named_and_shown_on_its_sheet(sender: Phone) -> None:
    sender.expects(STALE)
    session = sender.session
    sends_in_vain(sender)
    sender.goes_to("/")
    sender.writes(session, {"step": "bids", "bids": [1, 1, 1, 1]})
    opens(sender.context)
    link = sender.page.locator(".unsent").get_by_role("link")
    expect(link).to_have_text("Not saved, please check: Oh Hell deal 1 of 19 · Bids")
    sender.tap(link)
    alert = sender.page.get_by_role("alert").first
    expect(alert).to_contain_text("Someone else saved first.")
    expect(alert).to_contain_text("Your entryBids: Ann 3, Ben 2, Cleo 4, Dan 2")
    assert len(sender.entries(session)) == 1
    assert sender.page.evaluate(STORED) == 0


def test_what_breaks_a_rule_is_shown_in_the_form_with_what_was_typed(phone: Phone) -> None:
    phone.expects(OFFLINE, REFUSED)
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, None])
    shut(phone.context)
    # The script would keep this from being sent.
    phone.page.locator("form.step").evaluate("form => form.requestSubmit()")
    expect(phone.page.locator(".sending")).to_contain_text("No connection.")
    phone.page.close()
    phone.page = phone.context.new_page()
    opens(phone.context)
    phone.goes_to("/")
    link = phone.page.locator(".unsent").get_by_role("link")
    expect(link).to_contain_text("Not saved, please check")
    phone.tap(link)
    expect(phone.page.locator(".wrong[role=alert]").first).to_be_visible()
    expect(phone.bid_of(BEN)).to_have_text("2")
    assert phone.entries() == []
