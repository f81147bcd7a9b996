"""Bids that are tapped while the table changes stay with their people, and undo goes back in the order of time."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.step.test_undo import buttons
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, Phone


def bids_by_name(phone: Phone) -> dict[str, str]:
    """Who has which bid on the sheet, in the order of the seats."""
    players = phone.record()["document"]["players"]
    return {name: phone.bid_of(seat).text_content() or "" for seat, name in enumerate(players)}


def test_two_who_change_seats_keep_their_bids_and_an_undo_brings_both_back(phone: Phone) -> None:
    session = phone.sits_down(FOUR, dealer=DAN)
    phone.bids([3, 0, 2, None])
    phone.goes_to(f"/s/{session}/setup")
    for seat in (BEN, CLEO):
        phone.tap(phone.page.locator(f"[data-place='{seat}'] [data-move]"))
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(phone.bid_of(BEN)).to_have_text("2")
    assert bids_by_name(phone) == {"Ann": "3", "Cleo": "2", "Ben": "0", "Dan": ""}
    assert phone.marked() == DAN
    phone.bid(DAN, 1)
    expect(phone.page.locator("[data-untap]")).to_be_visible()
    phone.tap(phone.page.locator("[data-untap]"))
    expect(phone.bid_of(DAN)).to_have_text("")
    expect(phone.page.locator("[data-untap]")).to_be_hidden()
    assert buttons(phone) == ["Undo: Correction of the setup"], "the correction came after the bids"
    phone.undoes()
    expect(phone.bid_of(BEN)).to_have_text("0")
    assert bids_by_name(phone) == {"Ann": "3", "Ben": "0", "Cleo": "2", "Dan": ""}
    expect(phone.page.locator("[data-untap]")).to_be_visible()


@pytest.mark.long
def test_who_sits_out_after_the_bids_is_back_before_a_bid_is_taken_back(phone: Phone) -> None:
    session = phone.sits_down(FOUR, dealer=DAN)
    phone.bids([1, 0, 2, None])
    phone.writes(session, {"step": "sit-out", "seat": DAN})
    phone.page.reload()
    expect(phone.bid_of(CLEO)).to_have_text("2")
    phone.undoes()
    expect(phone.bid_of(CLEO)).to_have_text("2")
    phone.tap(phone.page.locator("[data-untap]"))
    expect(phone.bid_of(CLEO)).to_have_text("")
    expect(phone.bid_of(ANN)).to_have_text("1")


@pytest.mark.long
def test_the_bid_that_the_dealer_may_not_make_any_more_is_named_and_asked_again(phone: Phone) -> None:
    """3, 2, 3 and 2 are the ten cards of the hand."""
    session = phone.sits_down(FOUR, dealer=DAN, restriction="off")
    phone.bids([3, 2, 3, 2])
    phone.goes_to(f"/s/{session}/setup")
    phone.page.locator("[name=restriction]").evaluate("field => field.closest('details')?.setAttribute('open', '')")
    phone.page.locator("[name=restriction]").select_option("on")
    phone.tap(phone.action)
    expect(phone.page.locator("main")).to_contain_text("Bids: Dan will be asked again.")
    phone.tap(phone.page.locator(".action .main"))
    expect(phone.bid_of(CLEO)).to_have_text("3")
    assert [phone.bid_of(seat).text_content() for seat in range(4)] == ["3", "2", "3", ""]
    assert phone.marked() == DAN
