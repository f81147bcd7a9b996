"""Two tabs of one phone: one record, whoever of them leads."""

from __future__ import annotations

import pytest

from tests.kit.browser.expecting import expect
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pocket.phone import PocketPhone
from tests.kit.browser.table import DAN, deal

FIRST, SECOND, THIRD = ((3, 2, 4, 2), (4, 3, 3, 2)), ((1, 3, 3, 3), (1, 4, 3, 3)), ((2, 2, 2, 2), (3, 3, 2, 2))
TAKES_OVER = 60_000
"""Milliseconds that a tab may need until it leads: it starts the engine."""


@pytest.fixture
def tabs(open_phone_with_pocket: OpenPhone) -> tuple[PocketPhone, PocketPhone]:
    """The tab that leads and another one, both at the same sheet."""
    leading = open_phone_with_pocket()
    assert isinstance(leading, PocketPhone)
    session = leading.sits_down(dealer=DAN, top_hand="12")
    other = leading.another_window()
    other.goes_to(f"/s/{session}")
    return leading, other


def test_they_share_one_record_and_one_goes_on_when_the_other_is_closed(tabs: tuple[PocketPhone, PocketPhone]) -> None:
    leading, other = tabs
    written = deal(*FIRST)
    other.deal(*FIRST)
    leading.goes_to(f"/s/{leading.session}")
    assert leading.position == 2
    assert leading.entries() == [*written]
    leading.bids(SECOND[0])
    leading.saves()

    other.page.reload()
    other.takes(SECOND[1])
    position = other.position
    other.tap(other.action)
    # What is just being saved is saved once, by whoever can.
    leading.page.window.close()
    expect(other.sheet).to_have_attribute("data-position", str(position + 1), timeout=TAKES_OVER)
    assert other.entries() == [*written, *deal(*SECOND)]
    other.deal(*THIRD)
    assert other.entries() == [*written, *deal(*SECOND), *deal(*THIRD)]
    assert len(other.scorecard()) == 3


@pytest.mark.long
def test_the_same_step_said_in_both_is_written_once(tabs: tuple[PocketPhone, PocketPhone]) -> None:
    leading, other = tabs
    leading.bids(FIRST[0])
    other.bids(SECOND[0])
    leading.saves()
    other.expects("status of 409")
    other.tap(other.action)
    expect(other.page.locator("[role=alert]").first).to_be_visible()
    assert other.entries() == [{"step": "bids", "bids": [*FIRST[0]]}]
