"""The score pad at the table, tap by tap: Hearts to 60, the lowest total wins, worked by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.kit.browser.table import REFUSED, Phone, Place

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
ROUNDS = ((10, 0, 16, 0), (26, 13, 0, -13), (25, 1, 5, 27))
TOTALS = ((10, 0, 16, 0), (36, 13, 16, -13), (61, 14, 21, 14))
TWELVE = ("あんな", "ベン", "千夏", "大輔", "恵美", "フミ", "源", "花", "一郎", "順子", "健", "Lea")


def sits_down(phone: Phone, players: Sequence[str], **options: str) -> None:
    phone.sits_down(players, game="score-pad", dealer=1, **options)


def sits_down_by_hand(phone: Phone, players: Sequence[str], **options: str) -> None:
    phone.goes_to("/new/score-pad")
    for name, value in options.items():
        field = phone.page.locator(f"[name={name}]")
        if not field.is_visible():
            phone.tap(phone.page.locator("details:has(select) > summary"))
        if name == "best":
            field.select_option(value)
        else:
            field.fill(value)
    phone.fills_the_table(players, dealer=1)


def writes_down(phone: Phone, points: Sequence[int]) -> None:
    """A number a seat; a minus is a tap on the sign beside it."""
    for seat, number in enumerate(points):
        field = phone.page.locator(f"[name=points-{seat}]")
        phone.tap(field)
        if number < 0:
            phone.tap(field.locator("xpath=..").locator("[data-sign]"))
        phone.page.keyboard.type(str(abs(number)))


def shown(phone: Phone) -> list[list[str]]:
    found: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        'rows => rows.map(row => [...row.querySelectorAll(".total")].map(total => total.textContent.trim()))'
    )
    return found


@pytest.mark.pocket
def test_three_rounds_come_out_as_worked_by_hand(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone("ja-JP")
    sits_down_by_hand(phone, PLAYERS, best="lowest", target="60")
    for number, points in enumerate(ROUNDS):
        writes_down(phone, points)
        phone.saves()
        assert shown(phone) == [[str(each).replace("-", "−") for each in totals] for totals in TOTALS[: number + 1]]
    expect(phone.page.locator(".winner strong")).to_have_text("ベンと大輔の同点優勝、7 点差")
    assert phone.standings() == [
        Place("1", "ベン", "", "14"),
        Place("1", "大輔", "", "14"),
        Place("3", "千夏", "+7", "21"),
        Place("4", "あんな", "+47", "61"),
    ]


@pytest.mark.smoke
def test_the_others_get_nothing_with_one_tap(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    phone.page.locator("[name=points-2]").fill("13")
    rest = phone.page.get_by_role("button", name="Fill the rest with 0")
    expect(phone.action).to_have_text("3 left: ベン")
    phone.tap(rest)
    expect(phone.action).to_have_text("Save round 1")
    phone.saves()
    assert phone.entries()[-1]["points"] == [0, 0, 13, 0]


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


@pytest.mark.long
def test_a_missing_number_is_said_beside_it_and_the_others_stay(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    for seat, typed in enumerate(("5", "x", "", "-2")):
        phone.page.locator(f"[name=points-{seat}]").fill(typed)
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.locator("[data-pad] [data-seat='1'] .wrong")).to_contain_text("“x” is not a whole number")
    expect(phone.page.locator("[data-pad] [data-seat='2'] .wrong")).to_contain_text("points are missing")
    expect(phone.page.locator("[name=points-3]")).to_have_value("-2")


@pytest.mark.long
def test_the_sign_can_be_changed_to_and_fro(phone: Phone) -> None:
    sits_down(phone, PLAYERS)
    field = phone.page.locator("[name=points-0]")
    sign = field.locator("xpath=..").locator("[data-sign]")
    field.fill("12")
    phone.tap(sign)
    expect(field).to_have_value("-12")
    phone.tap(sign)
    expect(field).to_have_value("12")
    expect(field).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("script", [True, False])
def test_a_round_is_corrected_with_and_without_script(open_phone: Callable[..., Phone], script: bool) -> None:
    phone = open_phone(java_script_enabled=script)
    phone.goes_to("/new/score-pad")
    phone.page.locator("#players-0").fill("あんな")
    phone.page.locator("#players-1").fill("ベン")
    phone.tap(phone.page.locator(".action .main"))
    for seat, number in enumerate(("7", "-3")):
        phone.page.locator(f"[name=points-{seat}]").fill(number)
    phone.tap(phone.action)
    phone.tap(phone.page.locator("#row-0 th a"))
    phone.tap(phone.page.locator(".opened a"))
    phone.page.locator("[name$='-points-1']").fill("-4")
    phone.tap(phone.action)
    expect(phone.page.locator(".opened")).to_contain_text("0 − 4 = −4")


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
