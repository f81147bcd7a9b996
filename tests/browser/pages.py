"""Every page that there is, on an evening with long names and three deals played, and how to get to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Browser, StorageState, expect

from tests.browser.chromium import PHONE
from tests.browser.table import NOT_FOUND, REFUSED, Phone, deal

# As long as a name may be, with and without a place to break it.
SEVEN = (
    "Maximilian von Hohenstein-Berg",
    "ベンジャミン・フランクリン・ジュニア",
    "千夏",
    "Wolfeschlegelsteinhausenberger",
    "Jo",
    "大輔・クリストファー",
    "Bartholomew the Younger, Ashby",
)


@dataclass(frozen=True)
class Evening:
    """Sessions in one scorebook: one asks the bids, one the tricks, one is over; `cookies` open the scorebook."""

    cookies: StorageState
    bids: str
    tricks: str
    over: str


def long_evening(browser: Browser, site: str) -> Evening:
    """Seven people with long names, who play three sessions."""
    context = browser.new_context(base_url=site, locale="en-GB", **PHONE)
    phone = Phone(context)
    first_deal = deal([3, 2, 1, 0, 1, 0, 1], [3, 1, 1, 1, 1, 0, 0])
    second_deal = deal([0, 1, 0, 2, 1, 0, 3], [0, 1, 0, 2, 1, 0, 2])
    third_deal = deal([1, 0, 0, 2, 1, 0, 2], [1, 0, 0, 2, 1, 1, 0])
    over = phone.sits_down(SEVEN, dealer=6, format="short-falling", top_hand="1")
    phone.writes(over, *deal([1, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 0]))
    tricks = phone.sits_down(SEVEN, dealer=6, format="long", top_hand="7")
    phone.writes(tricks, *first_deal, *second_deal, third_deal[0])
    bids = phone.sits_down(SEVEN, dealer=6, format="long", top_hand="7")
    phone.writes(bids, *first_deal, *second_deal, {"step": "note", "text": "Pizza came."}, *third_deal)
    evening = Evening(context.storage_state(), bids=bids, tricks=tricks, over=over)
    assert phone.unexpected == []
    context.close()
    return evening


Opens = Callable[[Phone, Evening], None]


def at(address: str) -> Opens:
    """The page at an address; `{bids}`, `{tricks}` and `{over}` stand for the sessions."""
    return lambda phone, evening: phone.goes_to(
        address.format(bids=evening.bids, tricks=evening.tricks, over=evening.over)
    )


def forbidden_is_struck(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.bids}")
    *others, dealer = phone.order("chips")
    for seat in others:
        phone.tap(phone.chip(seat, 0))
    expect(phone.place(dealer).locator("[data-forbidden]")).to_be_visible()


def bid_is_refused(phone: Phone, evening: Evening) -> None:
    forbidden_is_struck(phone, evening)
    phone.expects(REFUSED)
    struck = phone.page.locator(".forbidden input")
    struck.evaluate("input => { input.disabled = false; input.checked = true; }")
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def tricks_are_refused(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.tricks}")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def nobody_sits(phone: Phone, evening: Evening) -> None:
    phone.goes_to("/new/oh-hell")
    for name in phone.page.locator("input[type=text]").all():
        name.fill("Jo") if name.is_visible() else None
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def nothing_is_here(phone: Phone, evening: Evening) -> None:
    phone.expects(NOT_FOUND)
    phone.goes_to("/s/nobody-played-this")


PAGES: dict[str, Opens] = {
    "home": at("/"),
    "choose": at("/new"),
    "setup": at("/new/oh-hell"),
    "setup refused": nobody_sits,
    "bids": at("/s/{bids}"),
    "bids, one forbidden": forbidden_is_struck,
    "bids refused": bid_is_refused,
    "tricks": at("/s/{tricks}"),
    "tricks refused": tricks_are_refused,
    "opened row": at("/s/{bids}?row=1#row-1"),
    "over": at("/s/{over}"),
    "correction": at("/s/{bids}/rows/1"),
    "more": at("/s/{bids}/more"),
    "history": at("/history"),
    "history, filtered": at("/history?game=oh-hell"),
    "rules": at("/rules"),
    "rules of Oh Hell": at("/rules/oh-hell"),
    "forbidden bid": at("/tools/forbidden-bid?hand=12&bid=3&bid=0"),
    "error": nothing_is_here,
}
