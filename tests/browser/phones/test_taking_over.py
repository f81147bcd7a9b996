"""Somebody takes over a seat while phones bid: the phone that sat there is told, and the new player's is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phones.test_seats import Begin, begin, chips, is_asked, keeper, says
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, Phone

__all__ = ["begin", "keeper"]


@pytest.mark.long
def test_a_phone_whose_seat_is_taken_over_while_others_bid_is_told_and_the_new_one_bids(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3", bidding="written")
    ann, ben = table.sits(ANN), table.sits(BEN)
    says(ann, 2)
    keeper.goes_to(f"{table.address}/players")
    row = keeper.page.locator("details[name=player]").nth(ANN)
    keeper.tap(row.locator("summary"))
    row.locator("input[type=text]").fill("Zoe")
    says(ben, 1)
    keeper.tap(row.get_by_role("button", name="Takes over"))
    # Nobody touches the phone.
    expect(ann.page.locator("main")).to_contain_text("Zoe plays here from deal 1 on.")
    expect(chips(ann)).to_have_count(0)
    keeper.goes_to(table.address)
    expect(keeper.page.locator(".told-of-seats")).to_contain_text("Ann’s entry is void: Zoe plays here now.")
    zoe = table.sits(ANN)
    is_asked(zoe, "Zoe: Bids")
    says(zoe, 0)
    for seat in (CLEO, DAN):
        says(table.sits(seat), 1)
    expect(keeper.sheet).to_have_attribute("data-position", "2")
    assert keeper.entries(table.session)[-1] == {"step": "bids", "bids": [0, 1, 1, 1]}
