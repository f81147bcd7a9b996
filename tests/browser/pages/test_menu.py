"""The menu of a sheet: names corrected in the middle of a step, the setup opened again, rows to be hit by a thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.browser.fit import SMALLEST, USUAL, named
from tests.kit.browser.table import ANN, BEN, DAN, Phone

ROW = 56


def test_a_name_is_corrected_in_the_middle_of_the_bids(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.bids([3, 1, None, None])
    phone.taps = 0
    phone.tap(phone.page.locator(f"a[href='/s/{session}/more']"))
    phone.tap(phone.page.locator(f"a[href='/s/{session}/names']"))
    name = phone.page.locator("#name-1")
    expect(name).to_have_value("Ben")
    name.fill("Benedikt")
    phone.tap(phone.page.locator("form:has(#name-1) .main"))
    expect(phone.page).to_have_url(re.compile(f"/s/{session}$"))
    expect(phone.place(BEN)).to_contain_text("Benedikt")
    expect(phone.bid_of(ANN)).to_have_text("3")
    expect(phone.bid_of(BEN)).to_have_text("1")
    assert phone.taps == 3, "two to the names, and save"


def test_a_wrong_dealer_is_mended_with_three_taps_before_the_first_entry(phone: Phone) -> None:
    first = phone.sits_down(dealer=DAN)
    phone.taps = 0
    phone.tap(phone.page.locator("a.button[href$='/setup']"))
    phone.tap(phone.page.locator("label:has([name=dealer][value='1'])"))
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    assert phone.taps == 3
    assert phone.record(first)["document"]["dealer"] == 1


def test_a_deleted_game_is_restored_where_its_deletion_is_told(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.goes_to(f"/s/{session}/discard")
    phone.tap(phone.page.get_by_role("button", name="Yes, delete"))
    phone.tap(phone.page.get_by_role("button", name="Restore"))
    expect(phone.sheet).to_be_visible()
    expect(phone.page).to_have_url(re.compile(f"/s/{session}$"))


@pytest.mark.parametrize("size", [pytest.param(USUAL, marks=pytest.mark.long), SMALLEST], ids=named)
def test_a_row_is_as_high_as_a_thumb_wants_it(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    session = phone.sits_down()
    phone.goes_to(f"/s/{session}/more")
    heights = phone.page.locator(".menu-rows :is(a, button)").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert len(heights) == 15
    assert min(heights) >= ROW
