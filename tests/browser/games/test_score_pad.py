"""What only a browser can tell of the score pad: signs, Enter from seat to seat, many players."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.kit.browser.table import Phone

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
TWELVE = ("あんな", "ベン", "千夏", "大輔", "恵美", "フミ", "源", "花", "一郎", "順子", "健", "Lea")


def sits_down(phone: Phone, players: Sequence[str], **options: str) -> None:
    phone.sits_down(players, game="score-pad", dealer=1, **options)


def writes_down(phone: Phone, points: Sequence[int]) -> None:
    """A number a seat; a minus is a tap on the sign beside it."""
    for seat, number in enumerate(points):
        field = phone.page.locator(f"[name=points-{seat}]")
        phone.tap(field)
        if number < 0:
            phone.tap(field.locator("xpath=..").locator("[data-sign]"))
        phone.page.keyboard.type(str(abs(number)))


def test_what_is_filled_in_again_is_counted_again(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    phone.page.locator("form.step").evaluate(
        """form => {
            for (const field of form.querySelectorAll("[name^=points-]")) field.value = "7";
            form.dispatchEvent(new Event("restored", {bubbles: true}));
        }"""
    )
    expect(phone.action).not_to_have_class(re.compile("waiting"))


def test_the_sign_of_a_japanese_keyboard_is_a_sign(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    field = phone.page.locator("[name=points-0]")
    field.fill("ー３")
    phone.tap(field.locator("xpath=..").locator("[data-sign]"))
    expect(field).to_have_value("３")


def test_a_long_gain_stands_above_its_total(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone("ja-JP")
    sits_down(phone, (*PLAYERS, "恵美"), name="ハーツ")
    writes_down(phone, (0, 5, -20, 110, 0))
    phone.saves()
    expect(phone.page.locator("h1")).to_contain_text("ハーツ")
    tall: list[float] = phone.page.locator(".card tbody td").evaluate_all("all => all.map(it => it.clientHeight)")
    assert max(tall) <= 56, "no cell is taller than its row is for the thumb"
    phone.tap(phone.page.get_by_role("button", name="終わる"))
    expect(phone.page.locator(".winner strong")).to_have_text("大輔の勝ち、105 点差")


def test_enter_goes_to_the_next_seat_and_saves_at_the_last(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    phone.tap(phone.page.locator("[name=points-1]"))
    for number in ("5", "6", "7", "8"):
        phone.page.keyboard.type(number)
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".card")).to_be_visible()
    # ベン enters first, あんな last.
    assert phone.entries()[-1]["points"] == [8, 5, 6, 7]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_twelve_players_fit_across(open_phone: Callable[..., Phone], width: int) -> None:
    phone = open_phone(viewport={"width": width, "height": 844})
    sits_down(phone, TWELVE)
    writes_down(phone, [1234 * (-1) ** seat for seat in range(12)])
    phone.saves()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
    narrow: list[list[float]] = phone.page.locator(".card td").evaluate_all(
        "all => all.map(it => [it.scrollWidth, it.clientWidth])"
    )
    assert all(needed <= given for needed, given in narrow), "no number is cut"


def test_one_alone_has_the_row_below_the_title(phone: Phone) -> None:
    phone.sits_down(("Ann",), game="score-pad")
    row, said = (phone.page.locator(part).bounding_box() for part in (".rows > .place", ".step > .said"))
    assert row and said
    assert row["y"] == said["y"] + said["height"]
    assert row["height"] <= 80
