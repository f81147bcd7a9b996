"""The setup mended from the sheet: two seats in five taps, the wrong game in two, and a phone keeps its person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.browser.table import BEN, CLEO, FOUR, Phone

OpenPhone: TypeAlias = Callable[..., Phone]
UPRIGHT, SMALL = ViewportSize(width=390, height=844), ViewportSize(width=320, height=568)
ENTRIES: tuple[dict[str, Any], ...] = (
    {"step": "bids", "bids": [3, 2, 1, 3]},
    {"step": "tricks", "tricks": [3, 2, 2, 3]},
    {"step": "bids", "bids": [2, 3, 1, 2]},
    {"step": "tricks", "tricks": [2, 4, 1, 2]},
    {"step": "join", "name": "Eva", "after": BEN},
)


def is_joined_after_two_deals(phone: Phone) -> str:
    session = phone.begins(FOUR)
    for position, entry in enumerate(ENTRIES):
        writes(phone, session, entry, position)
    phone.goes_to(f"/s/{session}")
    return session


def writes(phone: Phone, session: str, entry: dict[str, Any], position: int) -> None:
    answer = phone.context.request.post(
        f"/api/v1/sessions/{session}/entries",
        headers={**phone.as_program, "Idempotency-Key": f"{session}-{position}"},
        data={"position": position, "entry": entry},
    )
    assert answer.status == 201, answer.text()


def drags(phone: Phone, seat: int, to: int) -> None:
    """One seat dragged to another: one touch."""
    handle = phone.page.locator(f"[data-place='{seat}'] [data-move]")
    expect(handle).to_be_visible()
    handle.scroll_into_view_if_needed()
    here, there = handle.bounding_box(), phone.face(to).bounding_box()
    assert here and there
    mouse = phone.page.mouse
    mouse.move(here["x"] + 20, here["y"] + 20)
    mouse.down()
    for part in (0.5, 1):
        mouse.move(here["x"] + 20 + part * (there["x"] - here["x"]), here["y"] + 20 + part * (there["y"] - here["y"]))
    mouse.up()
    phone.taps += 1


@pytest.mark.parametrize(
    ("locale", "viewport"),
    [
        ("ja-JP", SMALL),
        pytest.param("ja-JP", UPRIGHT, marks=pytest.mark.long),
        pytest.param("en-GB", SMALL, marks=pytest.mark.long),
        pytest.param("en-GB", UPRIGHT, marks=pytest.mark.long),
    ],
    ids=["ja-320", "ja-390", "en-320", "en-390"],
)
def test_the_wrong_seat_order_is_mended_in_five_taps(
    open_phone: OpenPhone, locale: str, viewport: ViewportSize
) -> None:
    phone = open_phone(locale=locale, viewport=viewport)
    session = is_joined_after_two_deals(phone)
    before = phone.taps
    phone.tap(phone.page.locator(f"main a[href='/s/{session}/setup']"))
    for seat in (BEN, CLEO):
        phone.tap(phone.page.locator(f"[data-place='{seat}'] [data-move]"))
    # Who joined later keeps their neighbour.
    expect(phone.page.locator(".place-of:visible .initial")).to_have_text(["A", "C", "B", "E", "D"])
    phone.tap(phone.action)
    expect(phone.page.locator("ul.told li")).to_have_count(1)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap(phone.page.locator(".action .main"))
    expect(phone.sheet).to_be_visible()
    assert phone.taps - before == 5
    kept = phone.record(session)
    assert kept["document"]["players"] == ["Ann", "Cleo", "Ben", "Dan"]
    assert kept["report"]["table"]["order"] == [0, 1, 2, 4, 3]
    assert kept["report"]["totals"] == [25, 11, 12, 25, 0]


@pytest.mark.long
def test_the_wrong_game_leads_to_the_filled_setup_of_another_in_two_taps(phone: Phone) -> None:
    session = phone.sits_down(FOUR)
    before = phone.taps
    phone.tap(phone.page.locator(f"a[href='/new?instead={session}']"))
    phone.tap(phone.page.locator(f"a[href='/new/wizard?instead={session}']"))
    expect(phone.page.locator("#players-3")).to_have_value("Dan")
    assert phone.taps - before == 2
    phone.starts()
    phone.goes_to("/history")
    expect(phone.page.locator(f"a[href='/s/{session}']")).to_have_count(0)


def test_a_phone_at_a_seat_stays_with_its_person(open_phone: OpenPhone) -> None:
    phone, other = open_phone(), open_phone()
    session = phone.sits_down(FOUR)
    phone.takes_seat(session, BEN)
    expect(phone.page.locator("h1")).to_contain_text("Ben")
    phone.goes_to(f"/s/{session}/setup")
    drags(phone, BEN, CLEO)
    phone.tap(phone.action)
    # Before it is saved the address begins with that of the sheet too.
    expect(phone.sheet).to_be_visible()
    phone.goes_to(f"/s/{session}/seats/{CLEO}")
    expect(phone.page.locator("h1")).to_contain_text("Ben")
    assert other.errors == []
