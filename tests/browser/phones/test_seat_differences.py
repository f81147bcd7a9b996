"""A keeper's save beside what seats have said: both on one page, a tap for either; tricks beside bids that are laid."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from app import create_app
from record.author import Author
from store.book import KeepersBook
from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, OFFLINE, STALE, Phone

OpenPhone = Callable[..., Phone]
Constraints = Callable[[Phone, int, int], None]


@pytest.fixture
def says(record: Path) -> Constraints:
    """A seat bids on a phone of its own, whose page nobody looks at here."""
    site = create_app({"TAKUROKU_DATA": str(record)})
    keys = count()

    def said(phone: Phone, seat: int, bid: int) -> None:
        session = phone.session
        with closing(site.extensions["takuroku"].connect()) as db:
            (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
            book = KeepersBook(db, row["scorebook"])
            by = Author(f"phone-of-{seat}", f"{session} {next(keys)}", datetime.now(UTC))
            book.say_for(session, seat, {"bids": bid}, position=book.load(session).position, by=by)

    return said


def alert(phone: Phone) -> Locator:
    return phone.page.locator("form.step > .alert")


def answers(phone: Phone, which: str) -> None:
    """Tap one of the two versions."""
    position = phone.position
    phone.tap(alert(phone).locator(f"button[value={which}]"))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def test_another_bid_than_was_said_is_shown_beside_it_and_a_tap_takes_either(
    open_phone: OpenPhone, says: Constraints
) -> None:
    phone = open_phone()
    phone.expects(STALE)
    phone.sits_down(dealer=DAN, format="short-falling", top_hand="3")
    phone.bids([1, None, None, None])
    says(phone, ANN, 2)
    says(phone, BEN, 1)
    phone.bids([None, 0, 0, 1])
    phone.tap(phone.action)
    told = "Ann entered 2 on the phone. You entered 1.Ben entered 1 on the phone. You entered 0."
    expect(alert(phone)).to_contain_text(told)
    expect(alert(phone)).to_be_focused()
    assert phone.position == 0
    expect(phone.bid_of(ANN)).to_have_text("1")
    answers(phone, "take")
    assert phone.entries() == [{"step": "bids", "bids": [2, 1, 0, 1]}]
    phone.undoes()
    says(phone, CLEO, 2)
    expect(phone.bid_of(CLEO)).to_have_text("2")
    phone.bids([2, 1, 0, 1])
    phone.tap(phone.action)
    expect(alert(phone)).to_contain_text("Cleo entered 2 on the phone. You entered 0.")
    answers(phone, "mine")
    assert phone.entries()[-1] == {"step": "bids", "bids": [2, 1, 0, 1]}


def test_what_waited_for_the_network_comes_back_with_what_was_said_meanwhile(
    open_phone: OpenPhone, says: Constraints
) -> None:
    phone = open_phone("ja-JP")
    phone.expects(STALE, OFFLINE)
    keep_ahead_away(phone)
    phone.sits_down(("あや", "けんじ", "みほ", "たくや"), dealer=DAN, format="short-falling", top_hand="3")
    phone.bids([1, 0, 0, 1])
    phone.context.set_offline(True)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending")).to_be_visible()
    says(phone, ANN, 2)
    phone.context.set_offline(False)
    expect(alert(phone)).to_contain_text("あやの入力は 2、あなたの入力は 1 です。")
    answers(phone, "mine")
    assert phone.entries() == [{"step": "bids", "bids": [1, 0, 0, 1]}]


@pytest.mark.long
def test_one_phone_goes_round_with_the_bids_and_the_tricks_are_typed_into_the_sheet(open_phone: OpenPhone) -> None:
    phone = open_phone()
    phone.sits_down(FOUR, game="twin-shoot")
    phone.tap(phone.page.get_by_role("link", name="Pass the phone"))
    for name, bid in zip(FOUR, (3, 2, 4, 1), strict=True):
        phone.tap(phone.page.get_by_role("link", name=f"I am {name}"))
        phone.tap(phone.page.locator(f".asked .says button[value='{bid}']"))
        expect(phone.page.locator(".asked")).to_have_count(0)
    expect(phone.page.locator(".told-of-seats")).to_contain_text("Bids: everyone is in. Next, Tricks:")
    places = phone.page.locator("[data-shots] [data-seat]")
    expect(places.locator(".laid")).to_have_text(["entered ✓"] * 4)
    expect(phone.action).to_have_class("button main waiting")
    before = phone.taps
    for seat, tricks in enumerate((3, 2, 4)):
        for _ in range(tricks + 1):
            phone.tap(places.nth(seat).locator("[data-by='1']"))
    assert [each.input_value() for each in places.locator("input[type=number]").all()] == ["3", "2", "4", "1"]
    phone.saves()
    print(f"taps of the tricks: {phone.taps - before}")
    (entry,) = phone.entries()
    assert (entry["bids"], entry["tricks"]) == ([3, 2, 4, 1], [3, 2, 4, 1])
