"""The scorecard and the end: a row opens where it stands, the result is seen first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.browser.expecting import expect
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, named
from tests.kit.browser.table import DAN, Phone, deal

SIX = [entry for cards in range(10, 4, -1) for entry in deal([1, 0, 0, 2], [1, 0, cards - 1, 0])]


@pytest.fixture
def six_deals(phone: Phone) -> Phone:
    """Six deals of four; the scorecard lies in the middle of the screen."""
    session = phone.begins(dealer=DAN, format="long", top_hand="10", restriction="off")
    phone.writes(session, *SIX)
    phone.goes_to(f"/s/{session}")
    return phone


def link(phone: Phone, row: int) -> Any:
    return phone.page.locator(f"#row-{row} th a")


def top(phone: Phone, row: int) -> float:
    return float(phone.page.locator(f"#row-{row}").evaluate("row => row.getBoundingClientRect().top"))


@pytest.mark.parametrize("size", [USUAL, pytest.param(ON_ITS_SIDE, marks=pytest.mark.long)], ids=named)
def test_a_row_opens_where_it_stands_and_closes_again(six_deals: Phone, size: Any) -> None:
    phone = six_deals
    phone.page.set_viewport_size(size)
    phone.page.evaluate("document.body.dataset.stays = 'yes'")
    phone.page.locator("#row-1").evaluate("row => row.scrollIntoView({ block: 'center' })")
    before = top(phone, 1)
    phone.tap(link(phone, 1))
    expect(phone.page.locator("#row-1 + .opened")).to_contain_text("bid 1, took 1, made")
    assert top(phone, 1) == pytest.approx(before, abs=1)
    assert phone.page.url.endswith("?row=1#row-1"), "a reload shows the same row"
    link(phone, 3).scroll_into_view_if_needed()
    before = top(phone, 3)
    phone.tap(link(phone, 3))
    expect(phone.page.locator("#row-3 + .opened")).to_be_visible()
    expect(phone.page.locator(".opened")).to_have_count(1)
    assert top(phone, 3) == pytest.approx(before, abs=1), "what closed above did not move it"
    expect(link(phone, 1)).to_have_attribute("aria-expanded", "false")
    expect(link(phone, 3)).to_have_attribute("aria-expanded", "true")
    phone.tap(link(phone, 3))
    expect(phone.page.locator(".opened")).to_have_count(0)
    assert "row=" not in phone.page.url.partition("#")[0]
    expect(phone.page.locator("body")).to_have_attribute("data-stays", "yes")


@pytest.mark.parametrize("size", [pytest.param(USUAL, marks=pytest.mark.long), SMALLEST], ids=named)
def test_at_the_end_the_standings_are_seen_first_and_one_button_is_red(six_deals: Phone, size: Any) -> None:
    phone = six_deals
    phone.page.set_viewport_size(size)
    phone.writes(phone.session, {"step": "end"})
    phone.page.reload()
    expect(phone.page.locator(".winner")).to_be_visible()
    # Ann 6 × 11, Ben 6 × 10; the others made nothing.
    assert [each.total for each in phone.standings()] == ["66", "60", "0", "0"]
    for part in (".standings li", ".over .main"):
        box = phone.page.locator(part).last.bounding_box()
        assert box and box["y"] + box["height"] <= size["height"], part
    expect(phone.page.locator(".button.main")).to_have_count(1)
    bars = phone.page.locator(".standings rect:nth-child(2)").evaluate_all(
        "all => all.map(bar => bar.getAttribute('width'))"
    )
    assert bars == ["100.0%", "90.9%", "0.0%", "0.0%"]
