"""A keeper who taps for players without a phone, beside others who have theirs."""

from __future__ import annotations

import pytest

from tests.browser.phones.test_seats import Begin, begin, chips, is_asked, keeper, says
from tests.kit.browser.expecting import expect
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, OFFLINE, Phone

__all__ = ["begin", "keeper"]


def test_nobody_waits_for_whom_the_keeper_taps(begin: Begin, keeper: Phone) -> None:
    """Ann and Dan have no phone: Ann is first, Dan deals and is last."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ben, cleo = table.sits(BEN), table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 3']")).to_be_visible()
    expect(ben.page.locator(".word")).to_contain_text("Waiting for Ann")

    keeper.bid(ANN, 1)
    is_asked(ben, "Ben, your turn: Bids")
    expect(ben.page.locator(".others")).to_contain_text("Ann 1")
    keeper.tap(keeper.page.locator("[data-untap]"))
    expect(chips(ben)).to_have_count(0)
    expect(keeper.bid_of(ANN)).to_have_text("")
    keeper.bid(ANN, 2)
    is_asked(ben, "Ben, your turn: Bids")
    expect(keeper.page.locator(".following")).to_have_count(0)
    says(ben, 1)
    says(cleo, 0)

    # What the players said comes on request, and with it the tap can still be undone.
    keeper.tap(keeper.page.locator(".following").get_by_role("button", name="Show"))
    expect(keeper.bid_of(BEN)).to_have_text("1")
    expect(keeper.bid_of(ANN)).to_have_text("2")
    keeper.tap(keeper.page.locator("[data-untap]"))
    expect(keeper.bid_of(ANN)).to_have_text("")
    keeper.bids([1, None, None, 0])
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0]}]


def test_a_player_whose_tap_is_taken_back_stays_marked_on_the_page_that_comes(begin: Begin, keeper: Phone) -> None:
    """Ann is still to bid before Dan, and she has no phone either."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ben = table.sits(BEN)
    expect(keeper.page.locator("[data-tapped='0 2 3']")).to_be_visible()
    keeper.bid(DAN, 2)
    expect(ben.page.locator(".others")).to_contain_text("Dan 2")
    before = str(keeper.sheet.get_attribute("data-etag"))
    keeper.tap(keeper.page.locator("[data-untap]"))
    expect(keeper.sheet).not_to_have_attribute("data-etag", before)
    keeper.tap(keeper.key(0))
    expect(keeper.bid_of(DAN)).to_have_text("0")
    expect(keeper.bid_of(ANN)).to_have_text("")
    # Nor does it move when somebody sits down.
    keeper.tap(keeper.page.locator("[data-untap]"))
    table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 3']")).to_be_visible()
    assert keeper.marked() == DAN


@pytest.mark.long
def test_hidden_bids_go_on_by_themselves_when_the_last_phone_has_entered(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3", bidding="written")
    ben, cleo = table.sits(BEN), table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 3']")).to_be_visible()
    keeper.bid(ANN, 1)
    keeper.bid(DAN, 3)
    expect(ben.page.locator(".others li", has_text="✓")).to_have_count(2)
    says(ben, 0)
    says(cleo, 2)
    expect(keeper.sheet).to_have_attribute("data-position", "1")
    expect(keeper.page.locator(".said")).to_contain_text("Bids 1 · 0 · 2 · 3")
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 0, 2, 3]}]


def test_what_is_tapped_without_a_connection_is_sent_when_it_is_back(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    # Tapped before there was any phone.
    keeper.bid(DAN, 0)
    ben = table.sits(BEN)
    keeper.page.reload()
    expect(ben.page.locator(".others")).to_contain_text("Dan 0")
    keeper.expects(OFFLINE)
    keeper.context.set_offline(True)
    keeper.bid(ANN, 1)
    keeper.bid(ANN, 3)
    keeper.context.set_offline(False)
    is_asked(ben, "Ben, your turn: Bids")
    expect(ben.page.locator(".others")).to_contain_text("Ann 3")
    assert keeper.entries(table.session) == []
