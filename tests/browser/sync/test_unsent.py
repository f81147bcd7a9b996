"""An entry that is under way when the page goes: it lies in the phone, is named, and is saved once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.sending import BIDS, SAVED, bids_at_a_shut_site, opens, sends_in_vain, shut
from tests.kit.browser.stored import TAPS, UNSENT, count, waits_until_none
from tests.kit.browser.table import ANN, DAN, NOT_FOUND, OFFLINE, STALE, Phone
from tests.kit.web.page import forms, parse

STORED = count(UNSENT)
WORDS = "You entered: Ann 3, Ben 2, Cleo 4, Dan 2 · Your entry stays on this phone until it is saved or you discard it."


@pytest.fixture
def sender(phone: Phone) -> Phone:
    """A phone on the sheet of four with everybody's bid tapped, at a site that takes no entry before `opens`."""
    bids_at_a_shut_site(phone)
    return phone


@pytest.fixture
def sending(sender: Phone) -> Phone:
    """The same with the bids under way."""
    sends_in_vain(sender)
    return sender


def test_a_reload_in_the_middle_of_sending_sends_on(sending: Phone) -> None:
    sending.page.reload()
    expect(sending.page.locator(".sending")).to_contain_text("No answer.")
    expect(sending.page.locator("form.step")).to_have_js_property("inert", True)
    assert [sending.bid_of(seat).text_content() for seat in range(4)] == [*map(str, BIDS)]
    opens(sending.context)
    expect(sending.sheet).to_have_attribute("data-position", "1")
    assert sending.entries() == SAVED
    assert sending.page.evaluate(STORED) == 0


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
NOTES_DURABILITY = """() => {
    const begin = IDBDatabase.prototype.transaction;
    globalThis.durable = [];
    IDBDatabase.prototype.transaction = function (store, mode, settings) {
        if (mode === "readwrite") durable.push(settings?.durability);
        return begin.call(this, store, mode, settings);
    };
}"""


def test_it_is_said_to_be_kept_only_when_it_is_on_the_disk(sender: Phone) -> None:
    sender.page.evaluate(NOTES_DURABILITY)
    sender.page.evaluate(HOLD)
    line = sender.page.locator(".sending p")
    sender.tap(sender.action)
    expect(line).to_have_text("Saving…")
    sender.page.evaluate("globalThis.holds = false")
    expect(line).to_have_text("No answer. Your entry is kept; retrying every second.")
    assert "strict" in sender.page.evaluate("durable")


def test_without_a_database_less_is_promised_and_what_lies_elsewhere_is_sent_all_the_same(sender: Phone) -> None:
    in_local_storage = "Object.keys(localStorage).filter((name) => name.startsWith('unsent:')).length"
    sender.page.evaluate(NO_DATABASE)
    line = sender.page.locator(".sending p")
    sender.tap(sender.action)
    expect(line).to_have_text("No answer. Retrying every second while this page is open.")
    # There earlier releases kept it.
    assert sender.page.evaluate(in_local_storage) == 1
    sender.page.reload()
    expect(line).to_have_text("No answer. Your entry is kept; retrying every second.")
    assert (sender.page.evaluate(in_local_storage), sender.page.evaluate(STORED)) == (0, 1)
    opens(sender.context)
    expect(sender.sheet).to_have_attribute("data-position", "1")
    assert sender.entries() == SAVED


def test_another_page_names_it_and_sends_it_on(sending: Phone) -> None:
    session = sending.session
    # The taps, and what was there before them.
    assert sending.page.evaluate(count(TAPS)) == 2
    sending.goes_to("/")
    waiting = sending.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text("Not saved yet: Oh Hell deal 1 of 19 · Bids")
    expect(waiting.get_by_role("link")).to_have_attribute("href", f"/s/{session}")
    opens(sending.context)
    expect(waiting).to_have_count(0)
    expect(sending.page.locator("#live")).to_have_text("Saved now: Oh Hell deal 1 of 19 · Bids")
    waits_until_none(sending.page, UNSENT, TAPS)
    assert sending.entries(session) == SAVED


def test_what_another_keeper_was_faster_with_is_named_and_shown_on_its_sheet(sending: Phone) -> None:
    sending.expects(STALE)
    session = sending.session
    sending.goes_to("/")
    sending.writes(session, {"step": "bids", "bids": [1, 1, 1, 1]})
    opens(sending.context)
    link = sending.page.locator(".unsent").get_by_role("link")
    expect(link).to_have_text("Not saved, please check: Oh Hell deal 1 of 19 · Bids")
    sending.tap(link)
    alert = sending.page.get_by_role("alert").first
    expect(alert).to_contain_text("Another entry was saved first.")
    expect(alert).to_contain_text("Your entryBids: Ann 3, Ben 2, Cleo 4, Dan 2")
    assert len(sending.entries(session)) == 1
    assert sending.page.evaluate(STORED) == 0


def test_without_access_it_is_named_in_words_and_kept_and_saved_when_access_is_back(open_phone: OpenPhone) -> None:
    keeper, second = open_phone(), open_phone()
    session = keeper.sits_down(dealer=DAN)

    def comes_by_a_link() -> None:
        made = parse(submits(keeper, "/links", "/links", **{"for": "keep"})).one("input", id="made").get("value")
        submits(second, made, made.rpartition("/")[2])

    comes_by_a_link()
    second.expects(OFFLINE, NOT_FOUND)
    keep_ahead_away(second)
    second.goes_to(f"/s/{session}")
    second.bids(BIDS)
    shut(second.context)
    sends_in_vain(second)
    submits(keeper, "/links", "/revoke")
    opens(second.context)
    waiting = second.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text("Not saved (No access): Oh Hell deal 1 of 19 · Bids")
    expect(waiting).to_contain_text(WORDS)
    second.page.reload()
    expect(waiting).to_contain_text(WORDS)
    assert keeper.entries(session) == []
    comes_by_a_link()
    second.goes_to("/history")
    second.tap(waiting.get_by_role("link"))
    expect(second.sheet).to_have_attribute("data-position", "1")
    assert keeper.entries(session) == SAVED
    assert second.page.evaluate(STORED) == 0


def submits(phone: Phone, page: str, ending: str, **typed: str) -> str:
    """Send the first form of a page whose address ends so, behind the open page's back, and return the answer."""
    asked = phone.context.request.get(page)
    form = next(each for each in forms(parse(asked.text()), page) if each.action.endswith(ending))
    answer = phone.context.request.post(form.action, form=form.values | typed)
    assert answer.ok, answer.text()
    return answer.text()


def test_taken_back_in_one_window_it_is_not_sent_by_the_other(sending: Phone) -> None:
    session = sending.session
    other = sending.another_window()
    other.goes_to("/")
    other.tap(other.page.locator(".unsent").get_by_role("button"))
    expect(sending.page.locator(".sending")).to_have_count(0)
    opens(sending.context)
    expect(sending.page.locator("form.step")).to_have_js_property("inert", False)
    expect(sending.bid_of(ANN)).to_have_text("3")
    assert sending.entries(session) == []


def test_with_two_windows_it_is_saved_once_and_both_show_it(sending: Phone) -> None:
    session = sending.session
    other = sending.another_window()
    other.goes_to("/")
    expect(other.page.locator(".unsent")).to_have_count(1)
    opens(sending.context)
    expect(other.page.locator(".unsent")).to_have_count(0)
    expect(sending.sheet).to_have_attribute("data-position", "1")
    expect(sending.page.locator(".sending")).to_have_count(0)
    assert sending.entries(session) == SAVED
