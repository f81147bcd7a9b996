"""Deals of Wizard, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.wizard.sheet import DEALS, FIRST_DEALER, PLAYERS, Deal, entries
from tests.kit.browser.table import Cell, Phone, Place, deal

OpenPhone = Callable[..., Phone]
SAID = {"made": "成功", "missed": "失敗"}
GOAL = 7


def sits_down(phone: Phone, *, dealer: int = FIRST_DEALER, **options: str) -> str:
    phone.goes_to("/new/wizard")
    return phone.fills_the_table(PLAYERS, dealer=dealer, **options)


def plays(phone: Phone, one: Deal) -> None:
    phone.bids(one.bids)
    if one.trump:
        phone.tap(phone.page.locator(f"label:has([name=trump][value='{one.trump}'])"))
    phone.saves()
    phone.takes(one.tricks)
    phone.saves()


def line_of(one: Deal) -> list[Cell]:
    marks = ["made" if bid == tricks else "missed" for bid, tricks in zip(one.bids, one.tricks, strict=True)]
    return [
        Cell(str(bid), str(taken), mark, SAID[mark], str(total).replace("-", "−"))
        for bid, taken, mark, total in zip(one.bids, one.tricks, marks, one.totals, strict=True)
    ]


@pytest.mark.long
@pytest.mark.pocket
def test_the_first_deals_and_the_last_come_out_as_on_the_sheet_worked_by_hand(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    session = sits_down(phone)
    told = phone.page.locator(".strip dd")
    for cards, each in enumerate(DEALS[:2], start=1):
        expect(told.nth(0)).to_have_text(str(cards))
        assert phone.order("chips")[-1] == each.dealer, "the dealer bids last"
        plays(phone, each)
    assert phone.scorecard() == [line_of(each) for each in DEALS[:2]]
    assert phone.entries() == entries(DEALS[:2])

    phone.writes(session, *entries(DEALS[2:-1]))
    phone.page.reload()
    expect(phone.page.locator(".strip")).to_contain_text("切り札なし")
    expect(phone.page.locator("[name=trump]")).to_have_count(0)
    expect(phone.page.locator("main")).to_contain_text("配り残りがないので、切り札なしです。")
    plays(phone, DEALS[-1])
    expect(phone.page.locator(".winner")).to_contain_text("ベンの勝ち、10 点差")
    assert phone.scorecard() == [line_of(each) for each in DEALS]
    assert phone.standings() == [
        Place("1", "ベン", "", "410"),
        Place("2", "あんな", "−10", "400"),
        Place("3", "大輔", "−190", "220"),
        Place("4", "千夏", "−260", "150"),
    ]


@pytest.mark.long
def test_the_forbidden_bid_is_struck_out_where_the_table_has_agreed_on_it(phone: Phone) -> None:
    sits_down(phone, dealer=3, restriction="on")
    phone.bids((0, 0, 0, None))
    expect(phone.struck).to_have_text("1")
    expect(phone.key(0)).to_be_enabled()
    expect(phone.reason).to_contain_text("1 is not allowed")


def test_twenty_cards_are_bid_with_a_key_for_each_ten(phone: Phone) -> None:
    phone.goes_to("/new/wizard")
    session = phone.fills_the_table(PLAYERS[:3], dealer=2)
    for cards in range(1, 20):
        phone.writes(session, *deal([cards, 0, 0], [cards, 0, 0]))
    phone.page.reload()
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


def test_a_deal_needs_no_more_taps_than_its_goal(phone: Phone) -> None:
    assert taps_of_a_deal(phone) <= GOAL


def taps_of_a_deal(phone: Phone) -> int:
    """All the taps of a fifth deal, bids 1 2 0 1, tricks 1 2 1 1; trumps are not noted."""
    session = sits_down(phone)
    phone.writes(session, *entries(DEALS[:4]))
    phone.page.reload()
    before = phone.taps
    phone.deal((1, 2, 0, 1), (1, 2, 1, 1))
    assert len(phone.scorecard()) == 5, "the deal stands on the scorecard"
    return phone.taps - before
