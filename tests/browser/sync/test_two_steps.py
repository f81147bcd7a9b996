"""Without a network two steps of a table can wait: the second is entered on the first, each is sent once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.kit.browser.sending import BIDS, BOTH, TRICKS, enters_bids, enters_both, knows_the_next_step
from tests.kit.browser.stored import UNSENT, count
from tests.kit.browser.table import ANN, BEN, DAN, STALE, Phone, deal

STORED = count(UNSENT)


@pytest.fixture
def one_waits(phone: Phone) -> Phone:
    """A phone that lost its network, where the bids wait and the tricks are asked."""
    knows_the_next_step(phone, dealer=DAN)
    phone.context.set_offline(True)
    enters_bids(phone)
    return phone


@pytest.fixture
def both_wait(phone: Phone) -> Phone:
    """A phone that lost its network, where the bids and the tricks wait."""
    knows_the_next_step(phone, dealer=DAN)
    phone.context.set_offline(True)
    enters_both(phone)
    return phone


def test_one_tap_each_takes_the_second_back_and_then_the_first(both_wait: Phone) -> None:
    phone, page = both_wait, both_wait.page
    phone.tap(page.locator(".sending button"))
    expect(page.locator(".sending")).to_have_count(0)
    assert page.evaluate(STORED) == 1
    assert [phone.counter(seat).input_value() for seat in range(4)] == [*map(str, TRICKS)]
    # The taps of the tricks are taken back first; a reload of the page would have them still.
    untap = page.locator("[data-untap]")
    while untap.is_visible():
        phone.tap(untap)
    phone.tap(page.get_by_role("button", name="Undo: Bids of deal 1"))
    expect(phone.sheet).to_have_attribute("data-position", "0")
    assert [phone.bid_of(seat).text_content() for seat in range(4)] == [*map(str, BIDS)]
    assert page.evaluate(STORED) == 0
    phone.context.set_offline(False)
    phone.saves()
    assert phone.entries() == BOTH[:1]


def test_what_is_tapped_stays_when_the_first_is_saved_meanwhile(one_waits: Phone) -> None:
    phone = one_waits
    phone.takes([3, 2, 3, 3])
    phone.context.set_offline(False)
    expect(phone.page.locator(".headline p")).to_have_text("Saved now: Bids of deal 1")
    assert [phone.counter(seat).input_value() for seat in range(4)] == ["3", "2", "3", "3"]
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries() == BOTH


def test_the_untouched_step_gives_way_to_the_real_one(one_waits: Phone) -> None:
    one_waits.context.set_offline(False)
    expect(one_waits.page.locator(".headline p")).to_contain_text("1 over")
    one_waits.undoes()
    assert one_waits.entries() == []


def test_where_others_were_faster_the_second_is_named_and_comes_back_with_its_step(both_wait: Phone) -> None:
    phone = both_wait
    phone.expects(STALE)
    phone.writes(phone.session, {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("alert").first).to_contain_text("Another entry was saved first.")
    held = phone.page.locator(".unsent")
    expect(held).to_contain_text("Not sent: Result of deal 1. The step before it was not saved.")
    expect(held).to_contain_text("Ann: Tricks 3, Ben: Tricks 2, Cleo: Tricks 3, Dan: Tricks 2 ·")
    expect(held).to_contain_text("What you entered comes back when this step is reached.")
    expect(held.get_by_role("button")).to_have_text("Discard entry")
    assert phone.entries() == [{"step": "bids", "bids": [1, 1, 1, 1]}]
    phone.tap(phone.page.get_by_role("link", name="Keep what was saved"))
    phone.expects_tricks(TRICKS)
    phone.saves()
    assert phone.entries() == [*deal([1, 1, 1, 1], TRICKS)]
    expect(held).to_have_count(0)


def test_a_reload_shows_both_again_and_sends_them_once(phone: Phone) -> None:
    knows_the_next_step(phone, dealer=DAN)
    phone.page.route("**/entries", lambda route: route.abort())
    enters_both(phone)
    phone.page.reload()
    expect(phone.page.locator(".sending p")).to_contain_text("Bids of deal 1: waiting · Result of deal 1: waiting")
    phone.expects_tricks(TRICKS)
    phone.page.unroute("**/entries")
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries() == BOTH


def test_where_the_next_step_depends_on_this_one_that_is_said(phone: Phone) -> None:
    knows_the_next_step(phone, game="boo-ray")
    phone.context.set_offline(True)
    for seat in (ANN, BEN):
        phone.tap(phone.page.locator(f"[data-entrant='{seat}'] label").first)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_have_text(
        "No answer. Your entry is kept; retrying every second. · You can continue as soon as this is saved."
    )


SAVES = ".action .main"
SATAT = ([".acts [value='0']"], [".acts [value='1']"])
"""A tap on the team that wins saves the round."""
KOI_KOI = ([".five .fuda:has(:enabled)", SAVES], [".stops .chip >> nth=-1", SAVES])
"""One bright, and nobody stops: of the deal the month depends."""


@pytest.mark.parametrize(
    ("game", "players", "steps", "written"),
    [
        ("satat", ("Ann", "Ben", "Cleo", "Dan"), SATAT, [{"winners": 0}, {"winners": 1}]),
        ("koi-koi", ("Ann", "Ben"), KOI_KOI, [{"lights": 1}, {"winner": "nobody"}]),
    ],
)
def test_two_steps_of_other_kinds_wait_as_well(
    phone: Phone, game: str, players: Sequence[str], steps: tuple[list[str], ...], written: list[dict[str, object]]
) -> None:
    knows_the_next_step(phone, players, game=game)
    phone.context.set_offline(True)
    for taps in steps:
        for target in taps:
            phone.tap(phone.page.locator(target).last)
        expect(phone.page.locator(".headline p")).to_contain_text("waiting")
    expect(phone.page.locator(".sending p")).to_contain_text("Two steps can wait")
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert [
        {name: entry[name] for name in each} for each, entry in zip(written, phone.entries(), strict=True)
    ] == written
