"""Two steps wait without a network at the tables of the other games, and are sent as they were entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser.stored import UNSENT, count
from tests.kit.browser.table import OFFLINE, Phone

Act = Callable[[Phone], None]


def rounds(*numbers: int) -> Act:
    def enter(phone: Phone) -> None:
        fields = phone.page.locator("form.step input[type=text]").all()
        assert len(fields) == len(numbers)
        for field, number in zip(fields, numbers, strict=True):
            field.fill(str(number))
        phone.tap(phone.action)

    return enter


def bids(*numbers: int) -> Act:
    def enter(phone: Phone) -> None:
        phone.bids(numbers)
        phone.tap(phone.action)

    return enter


def tricks(*numbers: int) -> Act:
    def enter(phone: Phone) -> None:
        phone.takes(numbers)
        phone.tap(phone.action)

    return enter


def lights(number: int) -> Act:
    def enter(phone: Phone) -> None:
        phone.tap(phone.page.locator(f"[data-lights] .chip:has(input[value='{number}'])"))
        phone.tap(phone.action)

    return enter


def nobody_stops(phone: Phone) -> None:
    phone.tap(phone.page.locator(".stops .chip").last)
    phone.tap(phone.action)


def goes_to(winners: int) -> Act:
    """A round of Satat, which the tap on the team saves."""
    return lambda phone: phone.tap(phone.page.locator(f".acts [value='{winners}']"))


@dataclass(frozen=True)
class Case:
    """A game, its players, and two steps with what is written of them."""

    game: str
    players: tuple[str, ...]
    first: Act
    second: Act
    written: tuple[dict[str, Any], ...]


THREE, TWO, FOUR = ("Ann", "Ben", "Cleo"), ("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")
CASES = {
    each.game: each
    for each in (
        Case("wizard", THREE, bids(1, 0, 1), tricks(1, 0, 0), ({"bids": [1, 0, 1]}, {"tricks": [1, 0, 0]})),
        Case("skull-king", THREE, bids(1, 0, 0), tricks(1, 0, 0), ({"bids": [1, 0, 0]}, {"tricks": [1, 0, 0]})),
        Case("score-pad", TWO, rounds(3, 4), rounds(5, 6), ({"points": [3, 4]}, {"points": [5, 6]})),
        Case("satat", FOUR, goes_to(0), goes_to(1), ({"winners": 0}, {"winners": 1})),
        Case("koi-koi", TWO, lights(1), nobody_stops, ({"lights": 1}, {"winner": "nobody"})),
    )
}


IN_THE_GATE = ("satat", "koi-koi")
"""A step with a button for each side, and one that depends on the step before it; those of the others are alike."""


@pytest.mark.parametrize(
    "game", [game if game in IN_THE_GATE else pytest.param(game, marks=pytest.mark.long) for game in CASES]
)
def test_two_steps_wait_and_are_each_sent_once(phone: Phone, game: str) -> None:
    case = CASES[game]
    phone.expects(OFFLINE)
    session = phone.begins(case.players, game=game)
    with phone.page.expect_response("**/ahead"):
        phone.goes_to(f"/s/{session}")
    phone.context.set_offline(True)
    case.first(phone)
    expect(phone.page.locator(".said p")).to_contain_text("waiting")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    case.second(phone)
    expect(phone.page.locator(".sending p")).to_contain_text("Two steps can wait")
    assert phone.page.evaluate(count(UNSENT)) == 2
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    expect(phone.page.locator(".sending, .unsent")).to_have_count(0)
    entries = phone.entries(session)
    assert len(entries) == len(case.written)
    for entry, written in zip(entries, case.written, strict=True):
        assert entry.items() >= written.items(), entry
