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
