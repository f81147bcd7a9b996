"""Sitting down by keyboard and thumb, house rules in place, the forbidden bid without a session, bids by digits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.table import BEN, CLEO, DAN, FOUR, REFUSED, Phone

STAYED = "stayed"


def marks_the_page(phone: Phone) -> None:
    """Leave a sign on this page that no other page has."""
    phone.page.evaluate("sign => { document.body.dataset.sign = sign; }", STAYED)


def is_the_same_page(phone: Phone) -> bool:
    return bool(phone.page.evaluate("document.body.dataset.sign") == STAYED)


def top_of(part: Locator) -> int:
    box = part.bounding_box()
    assert box is not None
    return round(box["y"])


def name_of(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"#players-{seat}")


# --- who sits where -----------------------------------------------------------------


@pytest.mark.smoke
def test_enter_leads_from_seat_to_seat_and_at_last_to_the_start(phone: Phone) -> None:
    phone.goes_to("/new/satat")
    name_of(phone, 0).focus()
    for seat, name in enumerate(FOUR):
        expect(name_of(phone, seat)).to_be_focused()
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(phone.action).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.sheet).to_be_visible()
    assert phone.record()["document"]["players"] == list(FOUR)


@pytest.mark.smoke
def test_a_refusal_goes_when_the_names_change(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    name_of(phone, 1).fill("ann")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    alerts = phone.page.get_by_role("alert")
    expect(alerts).to_have_count(2)
    expect(alerts.first).to_contain_text("You have 2.")
    for seat, name in enumerate(FOUR):
        name_of(phone, seat).fill(name)
    expect(alerts).to_have_count(0)
    expect(phone.page.locator("[aria-invalid]")).to_have_count(0)
    phone.starts()


def test_a_look_at_the_rules_loses_nothing_that_was_typed(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    for seat, name in enumerate(FOUR):
        name_of(phone, seat).fill(name)
    phone.tap(phone.page.locator(".place-of.seat-2 .deals"))
    phone.tap(phone.page.locator("[data-rules] button").nth(3))
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    phone.tap(phone.page.get_by_role("link", name="Back"))
    expect(name_of(phone, 3)).to_have_value("Dan")
    phone.starts()
    document = phone.record()["document"]
    assert (document["players"], document["dealer"], document["options"]["scoring"]) == (list(FOUR), CLEO, "minus")


def test_a_new_game_that_is_begun_later_is_another_one(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    expect(phone.page).to_have_url(re.compile("/rules/oh-hell"))
    phone.goes_to("/")
    phone.goes_to("/new/oh-hell")
    expect(name_of(phone, 0)).to_have_value("")


# --- house rules --------------------------------------------------------------------


def test_a_set_of_rules_is_filled_in_where_it_stands(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    phone.tap(phone.page.locator("summary"))
    marks_the_page(phone)
    sets = phone.page.locator("[data-rules] button")
    scoring = phone.page.locator("#scoring")
    sets.nth(3).scroll_into_view_if_needed()
    before = top_of(sets.nth(3))
    phone.tap(sets.nth(3))
    expect(scoring).to_have_value("minus")
    expect(sets.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(sets.nth(0)).to_have_attribute("aria-pressed", "false")
    assert (is_the_same_page(phone), top_of(sets.nth(3))) == (True, before)
    expect(name_of(phone, 0)).to_have_value("Ann")
    sentences = phone.page.locator("#scoring-help p")
    expect(sentences.locator("visible=true")).to_have_text(
        "A made bid scores 10. A missed bid loses 10 for each trick over or under.", use_inner_text=True
    )
    scoring.select_option("plus")
    expect(sentences.locator("visible=true")).to_have_text(
        "A made bid scores 10 plus its tricks. A missed bid scores its tricks.", use_inner_text=True
    )
    expect(phone.page.locator("[data-rules] [aria-pressed=true]")).to_have_count(0)
    scoring.select_option("normal")
    expect(sets.nth(0)).to_have_attribute("aria-pressed", "true")


def test_keeping_rules_does_not_jump_away(phone: Phone) -> None:
    session = phone.sits_down()
    phone.goes_to(f"/s/{session}/more")
    phone.page.locator("#rule_name").fill("Lunch")
    phone.tap(phone.page.get_by_role("button", name="Save these house rules"))
    expect(phone.page.locator("#rules").get_by_text("Saved.")).to_be_in_viewport()
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    phone.tap(phone.page.get_by_role("link", name="Back"))
    expect(phone.page).to_have_url(re.compile(f"^[^?]*/s/{session}/more$"))


def test_the_switches_come_out_from_under_the_start(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    covered: list[str] = phone.page.locator(".switches button").evaluate_all(
        """all => all.filter(each => {
            const { left, top, width, height, bottom } = each.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return !each.contains(there) || top < 0 || bottom > innerHeight;
        }).map(each => each.textContent)"""
    )
    assert covered == []
    expect(phone.page.locator(".switches button")).not_to_have_count(0)


# --- the forbidden bid without a session ------------------------------------------------


def test_the_forbidden_bid_is_told_tap_by_tap_on_one_page(phone: Phone) -> None:
    phone.goes_to("/tools/forbidden-bid")
    marks_the_page(phone)
    answer = phone.page.locator("[data-answer]")
    hands = phone.page.locator("[data-hands] a")
    bids = phone.page.locator("[data-next] a")
    expect(phone.page.locator("[data-back] a").first).to_have_attribute("aria-disabled", "true")
    places = [top_of(hands.first), top_of(bids.first)]
    phone.context.set_offline(True)
    for number, told in ((3, "7"), (6, "1")):
        phone.tap(bids.nth(number))
        expect(answer).to_have_text(told)
    phone.tap(hands.nth(4))
    expect(answer).to_have_text("2")
    expect(phone.page.locator("[data-gone]")).to_have_text("Left out, more than 5 cards: 6")
    expect(bids.locator("visible=true")).to_have_count(6)
    phone.tap(bids.nth(4))
    expect(answer).to_have_text("any number")
    assert [top_of(hands.first), top_of(bids.first)] == places, "nothing jumps"
    phone.tap(phone.page.get_by_text("Undo last bid"))
    expect(answer).to_have_text("2")
    phone.tap(phone.page.get_by_text("Start over"))
    expect(answer).to_have_text("5")
    assert is_the_same_page(phone)
    phone.context.set_offline(False)
    phone.tap(bids.nth(1))
    phone.page.reload()
    expect(answer).to_have_text("4")


# --- digits -----------------------------------------------------------------------------


@pytest.mark.smoke
def test_four_bids_are_four_keys_and_enter(phone: Phone) -> None:
    phone.sits_down(dealer=DAN, top_hand="5")
    keys = phone.page.keyboard
    for digit in "1209":
        keys.press(digit)
    expect(phone.bid_of(CLEO)).to_have_text("0")
    assert phone.marked() == DAN, "nobody can bid 9 of 5"
    keys.press("2")
    expect(phone.reason).to_be_visible()
    assert phone.marked() == DAN, "2 is struck out"
    keys.press("1")
    expect(phone.action).to_be_focused()
    keys.press("Enter")
    expect(phone.page.locator("[data-counters]")).to_be_visible()
    assert phone.entries() == [{"step": "bids", "bids": [1, 2, 0, 1]}]
    for digit in "2111":
        keys.press(digit)
    expect(phone.action).to_be_focused()
    keys.press("Enter")
    expect(phone.page.locator("[data-chips]")).to_be_visible()
    assert phone.entries()[1] == {"step": "tricks", "tricks": [2, 1, 1, 1]}


def test_a_number_of_two_digits_is_typed_quickly_or_not_at_all(phone: Phone) -> None:
    phone.page.clock.install()
    phone.sits_down(dealer=DAN)
    keys = phone.page.keyboard
    keys.press("1")
    keys.press("0")
    expect(phone.bid_of(0)).to_have_text("10")
    keys.press("1")
    expect(phone.bid_of(BEN)).to_have_text("1")
    assert phone.marked() == BEN, "it may become a 10"
    phone.page.clock.run_for(1000)
    assert phone.marked() == CLEO
    keys.press("1")
    keys.press("4")
    expect(phone.bid_of(CLEO)).to_have_text("1")
    expect(phone.bid_of(DAN)).to_have_text("4")
    expect(phone.action).to_be_focused()


def test_a_digit_is_for_the_marked_row_and_what_is_typed_into_a_field_stays_there(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN, top_hand="5")
    phone.place(CLEO).locator("[data-mark]").focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("3")
    expect(phone.bid_of(CLEO)).to_have_text("3")
    assert phone.marked() == DAN
    phone.goes_to(f"/s/{session}/more")
    note = phone.page.locator("[name=text]")
    note.focus()
    phone.page.keyboard.type("10 minutes")
    expect(note).to_have_value("10 minutes")
