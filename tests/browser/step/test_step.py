"""The step at the table: chips, counters, and that nothing which was tapped gets lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.keyboard import WATCHED, tab_to
from tests.kit.browser.playing import plays
from tests.kit.browser.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    FOUR,
    OFFLINE,
    STALE,
    Phone,
    deal,
    taps_of_same_again,
)

# --- chips ------------------------------------------------------------------


def test_bids_go_round_the_table_with_their_sum_and_who_is_left(phone: Phone) -> None:
    phone.sits_down(dealer=BEN)
    expect(phone.action).to_have_text("4 left: Cleo")
    expect(phone.sum_of("bids")).to_have_text("0")
    marked = [phone.marked()]
    phone.bid(CLEO, 0)
    marked.append(phone.marked())
    # A bid of 0 is a bid, and none is not a bid of 0.
    expect(phone.bid_of(CLEO)).to_have_text("0")
    expect(phone.place(CLEO).locator("[value='0']")).to_be_checked()
    expect(phone.bid_of(DAN)).to_have_text("")
    expect(phone.place(DAN).locator("input:checked")).to_have_count(0)
    phone.bid(DAN, 3)
    marked.append(phone.marked())
    expect(phone.action).to_have_text("2 left: Ann")
    expect(phone.sum_of("bids")).to_have_text("3")
    phone.bid(ANN, 2)
    marked.append(phone.marked())
    phone.marks(DAN)
    expect(phone.key(3)).to_have_attribute("aria-pressed", "true")
    expect(phone.reason).to_have_text("Dan: Bids")
    phone.bid(DAN, 1)
    expect(phone.bid_of(DAN)).to_have_text("1")
    assert phone.marked() == BEN, "the mark goes to who has not bid yet, not to who has"
    phone.bid(BEN, 1)
    marked.append(phone.marked())
    assert marked == [CLEO, DAN, ANN, BEN, BEN], "who bids last keeps the mark"
    expect(phone.action).to_have_text("Save the bids")
    expect(phone.sum_of("bids")).to_have_text("4")


def test_a_save_too_early_names_who_has_not_bid(phone: Phone) -> None:
    phone.expects("status of 422")
    phone.sits_down(dealer=DAN)
    phone.bids([1, None, 2, None])
    phone.tap(phone.action)
    expect(phone.place(BEN).get_by_role("alert")).to_be_visible()
    expect(phone.place(DAN).locator("[role=alert]")).to_have_count(1)
    expect(phone.place(ANN).locator("[role=alert]")).to_have_count(0)
    assert phone.marked() == BEN, "the first who must still bid is marked"
    expect(phone.bid_of(CLEO)).to_have_text("2")


def test_the_forbidden_number_is_struck_out_as_soon_as_it_is_known_and_moves_with_the_bids(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    struck = phone.struck
    phone.bids([3, 2, None, None])
    expect(struck).to_have_count(0)
    phone.bid(CLEO, 4)
    expect(struck).to_have_count(1)
    expect(struck).to_have_text("1")
    expect(struck).to_have_css("background-image", re.compile("linear-gradient"))
    expect(phone.reason).to_have_text("1 is not allowed: the bids would add up to 10.")
    struck.tap(force=True)
    expect(phone.bid_of(DAN)).to_have_text("")
    expect(phone.page.locator("#live")).to_contain_text("1 is not allowed: the bids would add up to 10.")
    phone.bid(DAN, 2)
    phone.marks(ANN)
    phone.bid(ANN, 2)
    expect(phone.struck).to_have_text("2")
    expect(phone.bid_of(DAN)).to_have_text("")
    assert phone.marked() == DAN, "the dealer must bid again"
    phone.bid(DAN, 1)
    phone.saves()
    assert phone.entries() == [{"step": "bids", "bids": [2, 2, 4, 1]}]


def test_twenty_cards_are_bid_with_a_key_for_each_ten(phone: Phone) -> None:
    session = phone.begins(FOUR[:3], game="wizard", dealer=CLEO)
    for cards in range(1, 20):
        phone.writes(session, *deal([cards, 0, 0], [cards, 0, 0]))
    phone.goes_to(f"/s/{session}")
    first, second, third = phone.order("chips")
    phone.bid(first, 20)
    phone.bid(second, 13)
    expect(phone.bid_of(first)).to_have_text("20")
    expect(phone.bid_of(second)).to_have_text("13")
    assert phone.marked() == third
    expect(phone.page.locator("[data-tens]")).to_have_text("10+")
    phone.marks(second)
    expect(phone.page.locator(".key[aria-pressed=true]")).to_have_text("13")
    phone.tap(phone.page.locator("[data-clear]"))
    expect(phone.bid_of(second)).to_have_text("")
    phone.page.keyboard.type("17")
    expect(phone.bid_of(second)).to_have_text("17")


# --- counters ----------------------------------------------------------------


def test_the_tricks_are_filled_in_from_the_bids_whose_sum_stands_until_one_is_touched(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.saves()
    phone.expects_tricks([3, 2, 4, 2])
    expect(phone.sum_of("tricks")).to_have_text("11")
    expect(phone.action).to_have_text("1 too many")
    fact = phone.page.locator(".strip div:has([data-sum])")
    bids, tricks = fact.get_by_text("Bids"), fact.get_by_text("Tricks")
    expect(bids).to_be_visible()
    expect(tricks).to_be_hidden()
    expect(fact.locator("dd")).to_have_text("11 / 10")
    phone.takes([3, 2, 3, 2])
    expect(tricks).to_be_visible()
    expect(bids).to_be_hidden()
    expect(fact.locator("dd")).to_have_text("10 / 10")
    expect(phone.page.locator("[data-counters] [data-seat='2'] small")).to_have_text("bid 4 · 1 under")


def test_a_miss_of_many_is_one_tap_on_a_key(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.saves()
    phone.tap(phone.page.locator("[data-seat='2'] [data-mark]"))
    phone.tap(phone.key(0))
    expect(phone.counter(CLEO)).to_have_value("0")
    expect(phone.page.locator("[data-tally]")).to_have_text("7 / 10")
    expect(phone.action).to_have_text("3 missing")


def test_the_last_seat_that_nobody_touched_follows_from_the_others(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.saves()
    for seat, by in ((ANN, 1), (BEN, 1), (CLEO, -1)):
        phone.tap(phone.stepper(seat, by))
    expect(phone.counter(DAN)).to_have_value("0")
    expect(phone.sum_of("tricks")).to_have_text("10")
    expect(phone.action).to_have_text("Save deal 1")
    phone.saves()
    assert phone.entries()[-1] == {"step": "tricks", "tricks": [4, 3, 3, 0]}


# --- nothing gets lost ---------------------------------------------------------


def test_bids_that_were_not_saved_are_still_there_after_a_reload(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 0, None, None])
    phone.page.reload()
    expect(phone.bid_of(ANN)).to_have_text("3")
    expect(phone.bid_of(BEN)).to_have_text("0")
    assert phone.marked() == CLEO


def test_tricks_from_before_a_reload_are_not_overwritten_by_the_last_ones_tapped(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.saves()
    phone.tap(phone.stepper(0, 1))
    phone.page.reload()
    expect(phone.counter(ANN)).to_have_value("4")
    for seat in (BEN, CLEO, DAN):
        phone.tap(phone.stepper(seat, -1))
    expect(phone.counter(ANN)).to_have_value("4")


def test_a_draft_does_not_turn_up_in_the_next_deal(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.deal([3, 2, 4, 2], [3, 2, 3, 2])
    phone.page.reload()
    assert phone.position == 2
    expect(phone.page.locator("[data-chips] input:checked")).to_have_count(0)


def test_without_a_connection_the_entry_waits_and_is_sent_once_when_it_is_back(hurried_phone: Phone) -> None:
    phone = hurried_phone
    keep_ahead_away(phone)
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.context.set_offline(True)
    phone.tap(phone.action)
    line = phone.page.locator(".sending p")
    expect(line).to_have_text("No connection. Your entry is kept; retrying every second.")
    assert phone.entries() == []
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(line).to_have_count(0)
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 2]}]


def test_going_back_after_a_save_sends_nothing_again(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.deal([3, 2, 4, 2], [3, 2, 3, 2])
    phone.page.go_back()
    expect(phone.sheet).to_have_count(0)
    assert len(phone.entries(session)) == 2
    phone.page.go_forward()
    expect(phone.sheet).to_have_attribute("data-position", "2")
    phone.page.reload()
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert len(phone.entries(session)) == 2


@pytest.mark.long
def test_when_another_window_wrote_a_note_the_own_bids_are_kept_and_saved_the_second_time(phone: Phone) -> None:
    phone.expects(STALE)
    session = phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.another_window().writes(session, {"step": "note", "text": "Pizza came."})
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert")).to_contain_text("Someone else saved first.")
    assert phone.entries() == [{"step": "note", "text": "Pizza came."}]
    assert [phone.bid_of(seat).text_content() for seat in range(4)] == ["3", "2", "4", "2"]
    phone.saves()
    assert phone.entries()[-1] == {"step": "bids", "bids": [3, 2, 4, 2]}


def test_when_another_window_wrote_the_bids_first_the_own_ones_are_named_and_the_game_goes_on(phone: Phone) -> None:
    phone.expects(STALE)
    session = phone.sits_down(dealer=DAN)
    other = phone.another_window()
    other.goes_to(f"/s/{session}")
    other.bids([3, 2, 4, 0])
    phone.page.bring_to_front()
    phone.bids([3, 2, 4, 2])
    other.page.bring_to_front()
    other.saves()
    phone.page.bring_to_front()
    phone.tap(phone.action)
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Someone else saved first.")
    for words in ("Bids: Ann 3, Ben 2, Cleo 4, Dan 0", "Bids: Ann 3, Ben 2, Cleo 4, Dan 2"):
        expect(alert).to_contain_text(words)
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 0]}]
    phone.takes([3, 2, 4, 1])
    phone.saves()
    assert len(phone.entries()) == 2


@pytest.mark.long
def test_after_a_refusal_the_rows_of_the_scorecard_still_open(phone: Phone) -> None:
    phone.expects("status of 422")
    session = phone.sits_down(dealer=DAN)
    phone.writes(session, *deal([3, 2, 4, 2], [3, 2, 3, 2]))
    phone.goes_to(f"/s/{session}")
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    phone.tap(phone.page.locator("#row-0 th a"))
    expect(phone.page.locator(".opened")).to_contain_text("bid 3, took 3, made")


# --- other ways to enter a deal ---------------------------------------------------


def test_where_the_script_does_not_come_each_seat_shows_its_chips_after_a_while(phone: Phone) -> None:
    phone.expects(OFFLINE)
    phone.page.route("**/js/core/main.js", lambda route: route.abort())
    animations = phone.context.new_cdp_session(phone.page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 20})
    phone.sits_down(dealer=DAN)
    expect(phone.place(ANN).locator("label:has(input[value='3'])")).to_be_visible()
    animations.detach()
    plays(phone, JOURNEYS["oh-hell"], "fill bids-0 3, fill bids-1 2, fill bids-2 4, fill bids-3 2, save")
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 2]}]


def test_a_finger_gets_no_focus_on_a_field_and_no_keyboard_of_the_phone(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    phone.saves()
    expect(phone.page.locator("main")).to_be_focused()
    assert phone.page.evaluate("scrollY") == 0


def test_what_is_taken_back_by_the_keyboard_is_where_it_was(phone: Phone) -> None:
    phone.expects(OFFLINE)
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    tab_to(phone.page, phone.action)
    phone.page.evaluate(WATCHED)
    phone.context.set_offline(True)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#live")).to_contain_text("No connection.")
    tab_to(phone.page, phone.page.locator(".sending button"))
    phone.page.keyboard.press("Enter")
    expect(phone.action).to_be_focused()
    assert phone.page.evaluate("watched.lost") == 0
    phone.context.set_offline(False)


def test_the_link_to_the_content_leads_there(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    # The focus of a sheet that came without leaving the page is past the link already.
    phone.page.reload()
    phone.page.evaluate("window.same = true")
    phone.page.keyboard.press("Tab")
    expect(phone.page.locator(".skip")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("main")).to_be_focused()
    assert phone.page.evaluate("window.same === true"), "it is the same page, not one loaded anew"
    tab_to(phone.page, phone.page.locator("main *"), most=1)


# --- taps ---------------------------------------------------------------------


def test_same_again_takes_two_taps_from_home_to_the_first_bid(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    assert taps_of_same_again(phone) == 2
