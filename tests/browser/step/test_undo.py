"""Second thoughts at the table: undo and redo, a tap taken back, a save that does not come through."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.stored import TAPS, count, names, waits_until_none
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, OFFLINE, STALE, Phone, deal

BIDS, TRICKS = [3, 2, 4, 2], [3, 2, 3, 2]


def buttons(phone: Phone) -> list[str]:
    """The icons for undo and redo in the bar, by their names."""
    shown = phone.page.locator(".bar button:visible")
    return [str(button.get_attribute("aria-label")) for button in shown.all()]


# --- an end by hand that is taken back --------------------------------------------


def ends(phone: Phone, session: str) -> None:
    phone.goes_to(f"/s/{session}/end")
    phone.tap(phone.page.get_by_role("button", name="End the game"))
    expect(phone.page.locator("[data-ended=by-hand]")).to_be_visible()


def test_bids_that_were_tapped_are_there_again_when_the_end_is_taken_back(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.bids([3, 0, None, None])
    ends(phone, session)
    phone.page.reload()
    expect(phone.page.locator("[data-ended=by-hand]")).to_be_visible()
    phone.tap(phone.page.locator("#undo button"))
    expect(phone.bid_of(ANN)).to_have_text("3")
    expect(phone.bid_of(BEN)).to_have_text("0")
    assert phone.marked() == CLEO
    assert phone.entries() == []


def test_of_games_that_were_ended_by_hand_the_phone_keeps_the_taps_of_the_last(phone: Phone) -> None:
    sessions = []
    for _ in range(2):
        sessions.append(phone.sits_down(dealer=DAN))
        phone.bids([3, None, None, None])
        ends(phone, sessions[-1])
    waits_until_none(phone.page, f"{TAPS}{sessions[0]}")
    phone.goes_to(f"/s/{sessions[0]}")
    expect(phone.page.locator("[data-ended=by-hand]")).to_be_visible()
    assert phone.page.evaluate(count(f"{TAPS}{sessions[1]}")) == 1, (
        "an older game that is looked at takes nothing from it"
    )


# --- undo, redo, and the last tap ---------------------------------------------------


def test_while_a_step_is_being_entered_undo_takes_back_the_last_tap(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.writes(session, *deal(BIDS, TRICKS))
    phone.goes_to(f"/s/{session}")
    order = phone.order("chips")
    for seat, bid in zip(order[:2], (1, 2), strict=True):
        phone.bid(seat, bid)
    assert buttons(phone) == ["Undo last tap"]
    phone.tap(phone.page.locator("[data-untap]"))
    expect(phone.bid_of(order[1])).to_have_text("")
    expect(phone.bid_of(order[0])).to_have_text("1")
    assert phone.marked() == order[1]
    phone.page.reload()
    expect(phone.bid_of(order[0])).to_have_text("1")
    phone.tap(phone.page.locator("[data-untap]"))
    assert buttons(phone) == ["Undo: Result of deal 1"]
    assert len(phone.entries()) == 2


def test_an_adjustment_here_and_on_another_phone_empties_no_chip_in_the_middle_of_a_step(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.bids([3, 2, None, None])
    phone.tap(phone.page.locator(f"a[href='/s/{session}/more']"))
    phone.tap(phone.page.locator(f"a[href='/s/{session}/adjustment']"))
    phone.tap(phone.page.locator("label:has([name=seat][value='1'])"))
    phone.page.locator("#amount").fill("-5")
    phone.page.locator("#reason").fill("late")
    phone.tap(phone.page.locator("form:has(#amount) button.main"))
    expect(phone.sheet).to_have_attribute("data-position", "1")
    for seat, bid in zip((ANN, BEN, CLEO), ("3", "2", ""), strict=True):
        expect(phone.bid_of(seat)).to_have_text(bid)
    phone.writes(session, {"step": "adjustment", "seat": 0, "amount": -5, "reason": "late"})
    phone.page.reload()
    for seat, bid in zip((ANN, BEN, CLEO), ("3", "2", ""), strict=True):
        expect(phone.bid_of(seat)).to_have_text(bid)


def test_trumps_that_were_tapped_are_untapped_by_another_tap(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    hearts = phone.page.locator("label:has(input[name=trump][value=hearts])")
    phone.tap(hearts)
    expect(hearts.locator("input")).to_be_checked()
    phone.tap(hearts)
    expect(hearts.locator("input")).not_to_be_checked()
    phone.bids(BIDS)
    phone.saves()
    assert phone.entries() == [{"step": "bids", "bids": BIDS}]


def test_a_finished_game_leaves_no_draft_in_the_phone(phone: Phone) -> None:
    phone.sits_down(dealer=DAN, format="short-falling", top_hand="1")
    phone.bids([1, 0, 0, 1])
    assert drafts(phone) != []
    phone.saves()
    phone.takes([1, 0, 0, 0])
    phone.saves()
    expect(phone.page.locator(".winner")).to_be_visible()
    assert drafts(phone) == []


def drafts(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(names())
    return found


# --- a save that does not come through -------------------------------------------------


def test_what_is_being_sent_is_locked_and_can_be_taken_back_and_mended(hurried_phone: Phone) -> None:
    phone = hurried_phone
    keep_ahead_away(phone)
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.context.set_offline(True)
    phone.tap(phone.action)
    bar = phone.page.locator(".sending")
    expect(bar).to_contain_text("No connection.")
    expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
    phone.tap(bar.locator("button"))
    expect(bar).to_have_count(0)
    phone.marks(ANN)
    phone.bid(ANN, 1)
    phone.marks(BEN)
    phone.bid(BEN, 1)
    phone.tap(phone.action)
    expect(bar).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert phone.entries() == [{"step": "bids", "bids": [1, 1, 4, 2]}], "what stands there now, not what stood there"


def test_a_slow_save_is_shown_and_what_was_written_meanwhile_is_not_written_over(hurried_phone: Phone) -> None:
    phone = hurried_phone
    keep_ahead_away(phone)
    phone.expects(STALE, OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)
            route.fetch(max_redirects=0)

    phone.page.route("**/entries", hold)
    phone.tap(phone.action)
    bar = phone.page.locator(".sending")
    expect(bar).to_contain_text("Sending…")
    phone.tap(bar.locator("button"))
    phone.marks(ANN)
    phone.bid(ANN, 1)
    phone.tap(phone.action)
    alert = phone.page.locator(".alert")
    expect(alert).to_contain_text("This was already saved with different values.")
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 2]}]
    phone.tap(alert.locator("form button"))
    expect(phone.page.locator(".said p")).to_contain_text("Corrected: Bids of deal 1.")
    assert phone.entries() == [{"step": "bids", "bids": [1, 2, 4, 2]}]
    held[0].abort()


def test_a_proxys_page_is_no_answer(hurried_phone: Phone) -> None:
    phone = hurried_phone
    keep_ahead_away(phone)
    phone.expects("status of 502")
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    answers: list[int] = []

    def proxy(route: Route) -> None:
        answers.append(502)
        if len(answers) == 1:
            route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")
        else:
            route.continue_()

    phone.page.route("**/entries", proxy)
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert (len(answers), len(phone.entries())) == (2, 1)


def test_a_server_that_does_not_answer_is_asked_again_after_ten_seconds(phone: Phone) -> None:
    phone.page.clock.install()
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    asked: list[Route] = []

    def keeps_silent(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    phone.page.route("**/entries", keeps_silent)
    with phone.page.expect_request("**/entries"):
        phone.tap(phone.action)
    expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
    phone.page.clock.fast_forward(9_000)
    assert len(asked) == 1
    phone.page.clock.fast_forward(2_500)
    phone.page.clock.fast_forward(1_500)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert (len(asked), len(phone.entries())) == (2, 1)


def test_back_from_a_new_sheet_leads_to_no_filled_form(phone: Phone) -> None:
    phone.goes_to("/")
    phone.goes_to("/new")
    phone.tap(phone.page.locator("a[href='/new/oh-hell']"))
    phone.fills_the_table(dealer=DAN)
    phone.page.go_back()
    expect(phone.page.locator("[data-setup]")).to_have_count(0)
    expect(phone.page).to_have_url(re.compile("/new$"))
