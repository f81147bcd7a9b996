"""A whole evening of Oh Hell at the table, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from tests.games.oh_hell.sheet import DEALS, PLAYERS, SHORT_DEALS, Deal, entries
from tests.kit.browser.expecting import expect
from tests.kit.browser.table import REFUSED, Cell, Phone, Place

SAID = {"made": "成功", "missed": "失敗"}


@dataclass(frozen=True)
class Evening:
    """A score sheet and where the keeper slips; deals are counted from 0."""

    deals: tuple[Deal, ...]
    taken_back: int
    """Here the first bid is heard wrong, saved and taken back."""
    miscounted: int
    miscount: tuple[int, ...]
    noticed: int
    """The miscounted deal is corrected when this one is done."""
    stubborn: int
    """Here, with one card, 千夏 wants the bid that she may not make."""
    standings: tuple[Place, ...]
    won: str
    options: Mapping[str, str] = field(default_factory=dict)


LONG = Evening(
    DEALS,
    taken_back=2,
    miscounted=6,
    miscount=(1, 0, 1, 2),
    noticed=8,
    stubborn=9,
    standings=(
        Place("1", "ベン", "", "141"),
        Place("2", "大輔", "−7", "134"),
        Place("3", "あんな", "−9", "132"),
        Place("3", "千夏", "−9", "132"),
    ),
    won="ベンの勝ち、7 点差",
)
SHORT = Evening(
    SHORT_DEALS,
    taken_back=1,
    miscounted=2,
    miscount=(1, 1, 1, 0),
    noticed=3,
    stubborn=4,
    standings=(
        Place("1", "あんな", "", "41"),
        Place("2", "大輔", "−9", "32"),
        Place("3", "ベン", "−10", "31"),
        Place("4", "千夏", "−20", "21"),
    ),
    won="あんなの勝ち、9 点差",
    options={"format": "short-falling", "top_hand": "5"},
)


def line_of(deal: Deal) -> list[Cell]:
    marks = ["made" if bid == tricks else "missed" for bid, tricks in zip(deal.bids, deal.tricks, strict=True)]
    return [
        Cell(str(bid), str(taken), mark, SAID[mark], str(total))
        for bid, taken, mark, total in zip(deal.bids, deal.tricks, marks, deal.totals, strict=True)
    ]


@pytest.mark.pocket
@pytest.mark.parametrize(
    "evening", [pytest.param(SHORT, id="five deals"), pytest.param(LONG, id="nineteen deals", marks=pytest.mark.long)]
)
def test_an_evening_of_four_comes_out_as_on_the_sheet_worked_by_hand(
    open_phone: Callable[..., Phone], evening: Evening
) -> None:
    plays(open_phone("ja-JP"), evening)


def plays(phone: Phone, evening: Evening) -> None:
    sits_down_from_the_home_page(phone, evening)
    for number, deal in enumerate(evening.deals):
        expect(phone.page.locator(".strip dd").nth(0)).to_have_text(str(deal.cards))
        assert phone.order("chips")[-1] == deal.dealer, "the dealer bids last"
        if number == evening.taken_back:
            hears_a_bid_wrong_and_takes_it_back(phone, deal)
        if number == evening.stubborn:
            wants_the_forbidden_bid(phone, deal)
        phone.bids(deal.bids)
        phone.saves()
        phone.takes(evening.miscount if number == evening.miscounted else deal.tricks)
        phone.saves()
        if number == evening.noticed:
            corrects_the_deal(phone, evening)
        if not evening.miscounted <= number < evening.noticed:
            shows_as_on_paper(phone, evening.deals[: number + 1])
    the_evening_is_over(phone, evening)


def sits_down_from_the_home_page(phone: Phone, evening: Evening) -> None:
    phone.goes_to("/")
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
    phone.tap(phone.page.locator("main > a[href$='/new']"))
    phone.tap(phone.page.locator("a[href$='/new/oh-hell']").first)
    phone.fills_the_table(PLAYERS, dealer=evening.deals[0].dealer, **evening.options)


def shows_as_on_paper(phone: Phone, deals: tuple[Deal, ...]) -> None:
    """Every cell: the bid, made or missed, the running total."""
    assert phone.scorecard() == [line_of(deal) for deal in deals]


def hears_a_bid_wrong_and_takes_it_back(phone: Phone, deal: Deal) -> None:
    first = phone.order("chips")[0]
    misheard = [*deal.bids]
    misheard[first] += 1
    phone.bids(misheard)
    phone.saves()
    expect(phone.page.locator("[data-counters]")).to_be_visible()
    phone.undoes()
    expect(phone.page.locator(".said")).to_be_visible()
    expect(phone.page.locator("[data-chips]")).to_be_visible()
    expect(phone.bid_of(first)).to_have_text(str(misheard[first]))


def wants_the_forbidden_bid(phone: Phone, deal: Deal) -> None:
    dealer, wanted = deal.dealer, deal.cards - sum(deal.bids[seat] for seat in range(4) if seat != deal.dealer)
    phone.bids([None if seat == dealer else bid for seat, bid in enumerate(deal.bids)])
    expect(phone.struck).to_have_text(str(wanted))
    expect(phone.reason).to_contain_text(str(wanted))

    # An old page, or another phone, could send it all the same: the server knows the rule too.
    phone.place(dealer).locator(f"[value='{wanted}']").evaluate("input => { input.checked = true; }")
    phone.expects(REFUSED)
    position = phone.position
    phone.tap(phone.action)
    refusal = phone.place(dealer).locator("[role=alert]")
    expect(refusal).to_contain_text(PLAYERS[dealer])
    expect(refusal).to_contain_text(str(deal.cards))
    assert phone.position == position, "nothing was written"
    assert phone.marked() == dealer, "who must change is marked"
    for seat in set(range(4)) - {dealer}:
        expect(phone.bid_of(seat)).to_have_text(str(deal.bids[seat]))


def corrects_the_deal(phone: Phone, evening: Evening) -> None:
    number = evening.miscounted
    deal = evening.deals[number]
    assert phone.scorecard()[number] != line_of(deal), "it was miscounted"
    phone.tap(phone.page.locator(f"#row-{number} th a"))
    expect(phone.page.locator(".opened dd")).to_have_count(4)
    phone.tap(phone.page.locator(".opened a"))
    expect(phone.page.locator("[data-counters]")).to_be_visible()
    phone.takes(deal.tricks)
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    phone.goes_to(f"/s/{phone.session}")


def the_evening_is_over(phone: Phone, evening: Evening) -> None:
    expect(phone.page.locator("form.step")).to_have_count(0)
    expect(phone.page.locator(".winner strong")).to_have_text(evening.won)
    assert phone.standings() == list(evening.standings)
    assert phone.entries() == entries(evening.deals), "the record has what was said, the slips mended"
