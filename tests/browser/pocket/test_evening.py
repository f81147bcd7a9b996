"""An evening with the site in the phone, without a network: it goes on where it was, in two tabs with one record."""

from __future__ import annotations

import pytest

from tests.kit.browser.expecting import expect
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pocket.phone import FIRST_START, PocketPhone
from tests.kit.browser.table import DAN, deal

FIRST, SECOND, THIRD = ((3, 2, 4, 2), (4, 3, 3, 2)), ((1, 3, 3, 3), (1, 4, 3, 3)), ((2, 2, 2, 2), (3, 3, 2, 2))
TAKES_OVER = 60_000
"""Milliseconds that a tab may need until it leads: it starts the engine."""


@pytest.fixture
def leading(open_phone_with_pocket: OpenPhone) -> PocketPhone:
    """The first tab, which leads, with its sheet of four."""
    phone = open_phone_with_pocket("ja-JP")
    assert isinstance(phone, PocketPhone)
    phone.sits_down(dealer=DAN, top_hand="12")
    return phone


def test_it_goes_on_where_it_was_and_a_second_tab_goes_on_when_the_first_is_closed(leading: PocketPhone) -> None:
    session = leading.session
    leading.bids((*FIRST[0][:2], None, None))
    # The whole tab is loaded anew, in the middle of a form.
    leading.page.window.reload(timeout=FIRST_START)
    leading.page.comes()
    assert leading.page.window.url == f"{leading.page.site}/s/{session}"
    expect(leading.bid_of(0)).to_have_text("3")
    leading.bids((None, None, *FIRST[0][2:]))
    leading.saves()
    leading.tap(leading.page.locator("header a").first)
    expect(leading.sheet).to_have_count(0)
    leading.page.window.go_back()
    expect(leading.sheet).to_have_attribute("data-position", "1")

    other = leading.another_window()
    other.goes_to(f"/s/{session}")
    other.takes(FIRST[1])
    other.saves()
    written = [*deal(*FIRST)]
    leading.goes_to(f"/s/{session}")
    assert leading.position == 2
    assert leading.entries() == written
    leading.bids(SECOND[0])
    leading.saves()

    other.page.reload()
    other.takes(SECOND[1])
    other.tap(other.action)
    # What is just being saved is saved once, by whoever can.
    leading.page.window.close()
    expect(other.sheet).to_have_attribute("data-position", "4", timeout=TAKES_OVER)
    written += deal(*SECOND)
    assert other.entries() == written
    # A bookmark, in a phone that was off meanwhile.
    other.page.window.goto("about:blank")
    other.page.opens(f"/s/{session}")
    other.deal(*THIRD)
    assert other.entries() == [*written, *deal(*THIRD)]
    assert len(other.scorecard()) == 3
