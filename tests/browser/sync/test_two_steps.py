"""Without a network two steps of a table can wait: the second is entered on the first, each is sent once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.kit.browser.stored import UNSENT, count
from tests.kit.browser.table import ANN, BEN, DAN, OFFLINE, REFUSED, STALE, Phone, deal

BIDS, TRICKS = [3, 2, 4, 2], [3, 2, 3, 2]
BOTH = [*deal(BIDS, TRICKS)]
STORED = count(UNSENT)
OpenPhone = Callable[..., Phone]


def sits_down(phone: Phone, **options: str) -> None:
    """A new game, whose second step the phone knows."""
    phone.expects(OFFLINE)
    session = phone.begins(dealer=DAN, **options)
    with phone.page.expect_response("**/ahead"):
        phone.goes_to(f"/s/{session}")


def enters_bids(phone: Phone) -> None:
    """Where nothing can be sent: the bids of the first deal wait, and the tricks are asked."""
    phone.bids(BIDS)
    phone.tap(phone.action)
    expect(phone.page.locator(".said p")).to_contain_text("Bids of deal 1: waiting")
    phone.expects_tricks(BIDS)


def enters_both(phone: Phone) -> None:
    """Where nothing can be sent: the bids and the tricks of the first deal wait."""
    enters_bids(phone)
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_contain_text("Result of deal 1: waiting")


def enters_without_network(phone: Phone) -> None:
    phone.context.set_offline(True)
    enters_bids(phone)


def both_wait(phone: Phone) -> None:
    phone.context.set_offline(True)
    enters_both(phone)


@pytest.mark.smoke
def test_bids_and_tricks_wait_by_name_and_are_each_sent_once(phone: Phone) -> None:
    sits_down(phone)
    session = phone.session
    enters_without_network(phone)
    expect(phone.page.locator("h1")).to_have_text("Oh Hell deal 1 of 19")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(phone.page.locator("[data-seat='0'] [data-from]").first).to_have_text("bid 3")
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_have_text(
        "Bids of deal 1: waiting · Result of deal 1: waiting · "
        "No connection. Two steps can wait; the next one can be entered when these are saved."
    )
    expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
    assert phone.page.evaluate(STORED) == 2
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    expect(phone.page.locator("h1")).to_have_text("Oh Hell deal 2 of 19")
    expect(phone.page.locator(".sending, .unsent")).to_have_count(0)
    assert phone.entries(session) == BOTH
    assert phone.page.evaluate(STORED) == 0


@pytest.mark.long
def test_tricks_and_the_next_deals_bids_wait(phone: Phone) -> None:
    sits_down(phone)
    phone.bids(BIDS)
    with phone.page.expect_response("**/ahead"):
        phone.saves()
    phone.context.set_offline(True)
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.page.locator(".said p")).to_contain_text("Result of deal 1: waiting")
    expect(phone.page.locator("h1")).to_have_text("Oh Hell deal 2 of 19")
    # What everybody has is not known before the tricks are saved.
    expect(phone.page.locator("[data-chips] [data-total-of]")).to_have_count(0)
    phone.bids([1, 1, 1, 1])
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_contain_text("Bids of deal 2: waiting")
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "3")
    assert phone.entries() == [*BOTH, {"step": "bids", "bids": [1, 1, 1, 1]}]


def test_one_tap_each_takes_the_second_back_and_then_the_first(phone: Phone) -> None:
    sits_down(phone)
    both_wait(phone)
    phone.tap(phone.page.locator(".sending button"))
    expect(phone.page.locator(".sending")).to_have_count(0)
    assert phone.page.evaluate(STORED) == 1
    assert [phone.counter(seat).input_value() for seat in range(4)] == [*map(str, TRICKS)]
    # The taps of the tricks are taken back first; a reload of the page would have them still.
    untap = phone.page.locator("[data-untap]")
    while untap.is_visible():
        phone.tap(untap)
    phone.tap(phone.page.get_by_role("button", name="Undo: Bids of deal 1"))
    expect(phone.sheet).to_have_attribute("data-position", "0")
    assert [phone.bid_of(seat).text_content() for seat in range(4)] == [*map(str, BIDS)]
    assert phone.page.evaluate(STORED) == 0
    phone.context.set_offline(False)
    phone.saves()
    assert phone.entries() == BOTH[:1]


def test_what_is_tapped_stays_when_the_first_is_saved_meanwhile(phone: Phone) -> None:
    sits_down(phone)
    enters_without_network(phone)
    phone.takes([3, 2, 3, 3])
    phone.context.set_offline(False)
    expect(phone.page.locator(".said p")).to_have_text("Saved now: Bids of deal 1")
    assert [phone.counter(seat).input_value() for seat in range(4)] == ["3", "2", "3", "3"]
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries() == BOTH


def test_the_untouched_step_gives_way_to_the_real_one(phone: Phone) -> None:
    sits_down(phone)
    enters_without_network(phone)
    phone.context.set_offline(False)
    expect(phone.page.locator(".said p")).to_contain_text("1 over")
    phone.undoes()
    assert phone.entries() == []


def test_where_others_were_faster_the_second_is_named_and_comes_back_with_its_step(
    phone: Phone, open_phone: OpenPhone
) -> None:
    phone.expects(STALE)
    sits_down(phone)
    both_wait(phone)
    phone.writes(phone.session, {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("alert").first).to_contain_text("Someone else saved first.")
    held = phone.page.locator(".unsent")
    expect(held).to_contain_text("Not sent: Result of deal 1. The step before it was not saved.")
    expect(held).to_contain_text("Ann: Tricks 3, Ben: Tricks 2, Cleo: Tricks 3, Dan: Tricks 2 ·")
    expect(held).to_contain_text("What you entered comes back when this step is reached.")
    expect(held.get_by_role("button")).to_have_text("Discard this")
    assert phone.entries() == [{"step": "bids", "bids": [1, 1, 1, 1]}]
    phone.tap(phone.page.get_by_role("link", name="Keep what was saved"))
    phone.expects_tricks(TRICKS)
    phone.saves()
    assert phone.entries() == [*deal([1, 1, 1, 1], TRICKS)]
    expect(held).to_have_count(0)


def test_a_first_that_is_refused_holds_the_second(phone: Phone) -> None:
    phone.expects(REFUSED)
    sits_down(phone)
    phone.context.set_offline(True)
    # The dealer's bid makes ten, which a bad hand at the keys enters without the script that forbids it.
    phone.bids([3, 2, 4, 2])
    phone.page.locator("[data-seat='3'] input[value='1']").evaluate("it => { it.checked = true; }")
    phone.tap(phone.action)
    expect(phone.page.locator(".said p")).to_contain_text("Bids of deal 1: waiting")
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_contain_text("Result of deal 1: waiting")
    phone.context.set_offline(False)
    expect(phone.page.locator(".wrong").first).to_contain_text("Total bids can’t equal 10.")
    expect(phone.page.locator(".unsent")).to_contain_text("Not sent: Result of deal 1.")
    assert phone.entries() == []
    phone.bid(DAN, 2)
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    phone.expects_tricks(TRICKS)
    phone.saves()
    assert phone.entries() == BOTH


def test_another_page_names_both_and_sends_them_in_their_order(phone: Phone) -> None:
    sits_down(phone)
    session = phone.session
    phone.page.route("**/entries", lambda route: route.abort())
    enters_both(phone)
    phone.goes_to("/")
    waiting = phone.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text(
        ["Not sent yet: Oh Hell deal 1 of 19 · Bids", "Not sent yet: Oh Hell deal 1 of 19 · Tricks"]
    )
    phone.page.unroute("**/entries")
    expect(waiting).to_have_count(0)
    assert phone.entries(session) == BOTH


@pytest.mark.long
def test_another_window_with_the_same_sheet_names_both_and_sends_them(phone: Phone) -> None:
    sits_down(phone)
    other = phone.another_window()
    with other.page.expect_response("**/ahead"):
        other.goes_to(f"/s/{phone.session}")
    session = phone.session
    both_wait(phone)
    waiting = other.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text(
        ["Not sent yet: Oh Hell deal 1 of 19 · Bids", "Not sent yet: Oh Hell deal 1 of 19 · Tricks"]
    )
    phone.page.goto("about:blank")
    other.context.set_offline(False)
    expect(other.sheet).to_have_attribute("data-position", "2")
    expect(waiting).to_have_count(0)
    assert other.entries(session) == BOTH


def test_a_reload_shows_both_again_and_sends_them_once(phone: Phone) -> None:
    sits_down(phone)
    phone.page.route("**/entries", lambda route: route.abort())
    enters_both(phone)
    phone.page.reload()
    expect(phone.page.locator(".sending p")).to_contain_text("Bids of deal 1: waiting · Result of deal 1: waiting")
    phone.expects_tricks(TRICKS)
    phone.page.unroute("**/entries")
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries() == BOTH


def test_where_the_next_step_depends_on_this_one_that_is_said(phone: Phone) -> None:
    phone.expects(OFFLINE)
    session = phone.begins(game="boo-ray")
    with phone.page.expect_response("**/ahead"):
        phone.goes_to(f"/s/{session}")
    phone.context.set_offline(True)
    for seat in (ANN, BEN):
        phone.tap(phone.page.locator(f"[data-entrant='{seat}'] label").first)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_have_text(
        "No connection. Your entry is kept; retrying every second. · "
        "The next step depends on this one, so it comes when this one is saved."
    )


def test_without_a_worker_the_page_must_stay_open_and_says_so(phone: Phone) -> None:
    sits_down(phone)
    enters_without_network(phone)
    expect(phone.page.locator(".said p")).to_have_text("Don’t close this. · Bids of deal 1: waiting")
    expect(phone.page.locator("#live")).to_contain_text("Bids of deal 1: waiting")
    expect(phone.page.locator("#live")).to_contain_text("Tricks")


@pytest.mark.long
def test_only_the_first_answer_counts(phone: Phone) -> None:
    """The answer to the bids is lost, twice: they are saved once."""
    sits_down(phone)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.page.route("**/entries", lose, times=2)
    phone.bids(BIDS)
    phone.tap(phone.action)
    phone.expects_tricks(BIDS)
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries() == BOTH
