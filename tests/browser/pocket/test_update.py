"""A phone with the site in it over time: a newer version, and records that older ones have left."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from store.admin.rebuild import bring_up_to_date
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.earlier import replace
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.phone import FIRST_START, PocketPhone, pocket_phone
from tests.kit.browser.pocket.record import faults, leave, put_record, record_in, said_in
from tests.kit.browser.pocket.site import NEWER, StaticHost
from tests.kit.store.release import RELEASES

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


@pytest.mark.long
@pytest.mark.parametrize("release", ["2026-11-22-1c5beb0", "2026-11-21-f29ad61"])
def test_a_record_of_before_version_1_is_brought_over_as_on_a_server(
    phone: PocketPhone, host: StaticHost, tmp_path: Path, release: str
) -> None:
    left = gzip.decompress((RELEASES / f"{release}.db.gz").read_bytes())
    window = phone.page.window
    leave(window, host)
    put_record(window, left)
    phone.page.opens()
    leave(window, host)
    here = record_in(window, tmp_path / "phone")
    there = tmp_path / "takuroku.db"
    there.write_bytes(left)
    replace(SQLite(there))
    bring_up_to_date(SQLite(there))
    assert faults(here) == []
    assert kept(here) == kept(there) != []


def kept(record: Path) -> list[dict[str, Any]]:
    """What it says of each session but of those deleted long ago, which leave as soon as the site is opened."""
    return [session for session in said_in(record)["sessions"] if not session["begun"][-1]]
