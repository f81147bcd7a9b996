"""A phone with the site in it over time: a newer version, and records that older ones have left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.phone import FIRST_START, PocketPhone, pocket_phone
from tests.kit.browser.pocket.site import NEWER, StaticHost

LOOKS_FOR_A_NEWER = "async () => { await (await navigator.serviceWorker.ready).update(); }"
HAS_IT = "async () => Boolean((await navigator.serviceWorker.ready).waiting)"
LONG_ENOUGH = 1_500
"""Milliseconds in which a line that is to come has come."""


@pytest.fixture
def phone(browser: Browser, host: StaticHost) -> Iterator[PocketPhone]:
    phone = pocket_phone(browser, host)
    yield phone
    phone.context.close()
    assert phone.unexpected == []


def newer(phone: PocketPhone) -> Locator:
    """The page, if it is of the newer version."""
    found: Locator = phone.page.locator(f"html[{NEWER}]")
    return found


@pytest.mark.long(reason="A second build")
def test_a_newer_version_waits_for_the_end_of_the_game_and_goes_on_with_the_record(
    phone: PocketPhone, host: StaticHost, newer_pocket_folder: Path
) -> None:
    session = phone.sits_down(("Ann", "Ben"), game="score-pad")
    other = phone.another_window()
    other.goes_to("/history")
    host.folder = newer_pocket_folder
    window = phone.page.window
    window.evaluate(LOOKS_FOR_A_NEWER)
    comes_true(window, HAS_IT, timeout=FIRST_START)
    for points in ("7", "5"):
        for seat in range(2):
            phone.page.locator(f"[name=points-{seat}]").fill(points)
        phone.saves()
        window.wait_for_timeout(LONG_ENOUGH)
        expect(window.locator("[data-line=update]")).to_have_count(0)
    phone.tap(phone.page.get_by_role("button", name="End the game"))
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.goes_to(f"/s/{session}")
    expect(newer(phone)).to_have_count(0)
    window.locator("[data-line=update] button").first.tap()
    for each in (phone, other):
        expect(newer(each)).to_have_count(1, timeout=FIRST_START)
    assert [entry.get("points") for entry in phone.entries(session)] == [[7, 7], [5, 5], None]
    expect(phone.page.locator(".winner")).to_be_visible()
