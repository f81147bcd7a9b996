"""A whole sitting of Twin Shoot, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.step.test_double_taps import Finger
from tests.games.twin_shoot.sheet import ENTRIES, RUNNING, SESSION
from tests.kit.browser.table import REFUSED, Phone

OpenPhone = Callable[..., Phone]
FOUR = tuple(SESSION["players"])
GOAL = 10


def sits_down(phone: Phone, players: Sequence[str] = FOUR) -> None:
    phone.sits_down(players, game="twin-shoot")


def sits_down_by_hand(phone: Phone, players: Sequence[str] = FOUR, *, first: int = 0) -> None:
    phone.goes_to("/new/twin-shoot")
    phone.fills_the_table(players, dealer=first)


def player(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[data-shots] [data-seat='{seat}']")


def marks(phone: Phone, seat: int) -> None:
    if phone.marked() != seat:
        phone.tap(player(phone, seat).locator("[data-mark]"))


def bids(phone: Phone, seat: int, number: int) -> None:
    marks(phone, seat)
    phone.tap(phone.key(number))


def suit_key(phone: Phone, suit: str) -> Locator:
    return phone.page.locator(f"[data-suit={suit}]")


def lays(phone: Phone, seat: int, *suits: str) -> None:
    marks(phone, seat)
    for suit in suits:
        phone.tap(suit_key(phone, suit))


def bid_of(phone: Phone, seat: int) -> Locator:
    return player(phone, seat).locator("output")


def tricks(phone: Phone, seat: int) -> Locator:
    return player(phone, seat).locator("input[type=number]")


def took(phone: Phone, taken: Sequence[int]) -> None:
    """Mend the tricks with − and +; what stands there right already is left alone."""
    for seat, number in enumerate(taken):
        while difference := number - int(tricks(phone, seat).input_value()):
            phone.tap(player(phone, seat).locator(f"[data-by='{1 if difference > 0 else -1}']"))


def opens(phone: Phone, word: str) -> None:
    position = phone.position
    phone.tap(phone.page.locator(f".acts [value={word}]"))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def result(phone: Phone, entry: dict[str, Any]) -> None:
    for seat, number in enumerate(entry["bids"]):
        if number is None:
            lays(phone, seat, entry["first_suit"][seat], entry["second_suit"][seat])
        else:
            bids(phone, seat, number)
    took(phone, entry["tricks"])
    phone.saves()


def scorecard(phone: Phone) -> list[list[str]]:
    """Every cell as a screen reader says it: both bids and tricks, made or missed, and the running total."""
    cells: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    return [[" ".join(cell.split()) for cell in row] for row in cells]


ON_PAPER = [
    ["4 獲得 4 成功 3 獲得 2 失敗 16", "2 獲得 2 成功 1 獲得 2 失敗 14"],
    ["5 獲得 5 成功 1 獲得 1 成功 82", "オープン 3 獲得 3 成功 0 獲得 1 失敗 28"],
    ["2 獲得 2 成功 4 獲得 3 失敗 97", "オープン 3 獲得 3 成功 2 獲得 2 成功 93"],
    ["3 獲得 1 失敗 3 獲得 3 成功 111", "4 獲得 4 成功 1 獲得 2 失敗 109"],
]


@pytest.mark.pocket
def test_a_sitting_of_four_comes_out_as_on_the_sheet_worked_by_hand(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    sits_down_by_hand(phone)
    leaders = iter(["あんな", "千夏", "ベン", "大輔"])
    rounds = 0
    for entry in ENTRIES:
        if entry["step"] == "open":
            expect(phone.page.locator(".acts")).to_contain_text("千夏＆大輔")
            opens(phone, entry["open"])
            continue
        expect(phone.page.locator(".strip dd").first).to_have_text(next(leaders))
        expect(phone.page.locator("[data-shots]")).to_be_visible()
        result(phone, entry)
        rounds += 1
        expect(phone.page.locator(".card tbody tr")).to_have_count(rounds)
        assert scorecard(phone) == ON_PAPER[:rounds]
    assert [int(cell.split()[-1]) for cell in scorecard(phone)[-1]] == list(RUNNING[-1])
    expect(phone.page.locator("form.step")).to_have_count(0)
    expect(phone.page.locator(".winner strong")).to_have_text("あんな＆ベンの勝ち、2 点差")
    assert [(each.place, each.gap, each.total) for each in phone.standings()] == [("1", "", "111"), ("2", "−2", "109")]
    recorded = phone.entries()
    assert [entry["step"] for entry in recorded] == [entry["step"] for entry in ENTRIES]
    assert recorded[4]["first_suit"] == [None, None, "club", "heart"]


def taps_of_a_round(phone: Phone) -> int:
    """All the taps of a round of four with two misses."""
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    before = phone.taps
    result(phone, {"bids": [4, 3, 2, 3], "tricks": [4, 2, 2, 2]})
    return phone.taps - before


@pytest.mark.smoke
def test_a_round_of_four_with_two_misses_takes_no_more_taps_than_the_goal(phone: Phone) -> None:
    taps = taps_of_a_round(phone)
    assert taps == 7, "four bids, two misses, the save"
    assert taps <= GOAL


@pytest.mark.long
def test_the_open_bid_takes_one_tap_more(phone: Phone) -> None:
    sits_down(phone)
    result(phone, {"bids": [4, 3, 2, 1], "tricks": [4, 3, 2, 1]})
    before = phone.taps
    opens(phone, "yes")
    result(phone, {"bids": [5, 1, 3, 0], "tricks": [5, 1, 3, 1]})
    assert phone.taps - before == 1 + 4 + 1 + 1


def test_a_bid_is_two_suits_as_well_as_their_number(phone: Phone) -> None:
    sits_down(phone)
    lays(phone, 0, "cross")
    expect(bid_of(phone, 0)).to_have_text("4+")
    expect(phone.reason).to_contain_text("cross 4, then the second suit")
    assert phone.marked() == 0
    lays(phone, 0, "heart")
    expect(bid_of(phone, 0)).to_have_text("6")
    expect(tricks(phone, 0)).to_have_value("6")
    assert phone.marked() == 1
    marks(phone, 0)
    expect(phone.key(6)).to_have_attribute("aria-pressed", "true")
    expect(suit_key(phone, "heart")).to_have_attribute("aria-pressed", "true")
    # Another first suit is another bid, and a number is one without suits.
    lays(phone, 0, "leaf", "leaf")
    expect(bid_of(phone, 0)).to_have_text("10")
    bids(phone, 0, 5)
    expect(player(phone, 0).locator(".suits input:checked")).to_have_count(0)
    expect(tricks(phone, 0)).to_have_value("5")


def test_the_same_suit_twice_is_two_quick_taps_on_its_key(phone: Phone) -> None:
    sits_down(phone)
    finger = Finger(phone)
    finger.taps(suit_key(phone, "cross"))
    expect(bid_of(phone, 0)).to_have_text("4+")
    finger.again(after=60)
    expect(bid_of(phone, 0)).to_have_text("8")
    assert phone.marked() == 1


def test_nothing_moves_while_a_round_is_entered(phone: Phone) -> None:
    sits_down(phone)
    expect(player(phone, 3).locator("[data-by]").first).to_be_visible()
    before = places(phone)
    bids(phone, 0, 4)
    lays(phone, 1, "leaf")
    assert places(phone) == before
    lays(phone, 1, "diamond")
    bids(phone, 2, 3)
    bids(phone, 3, 0)
    assert places(phone) == before
    took(phone, [4, 4, 2, 0])
    assert places(phone) == before


def places(phone: Phone) -> list[list[float]]:
    """Where the rows, their controls, the keys and the action stand."""
    found: list[list[float]] = phone.page.locator(
        ".place, .counter, .place > output, [data-tray] button, .action .main"
    ).evaluate_all(
        "all => all.map(it => { const box = it.getBoundingClientRect(); return [box.x, box.y, box.height]; })"
    )
    return found


def test_the_tricks_start_at_the_bid_and_the_action_says_what_is_over_or_missing(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    expect(phone.action).to_have_text("4 left: Ann")
    for seat, number in enumerate([4, 3, 2, 3]):
        bids(phone, seat, number)
    expect(phone.action).to_have_text("2 too many")
    expect(phone.action).to_have_class(re.compile("waiting"))
    took(phone, [4, 2, 2, 2])
    expect(phone.action).to_have_text("Save round 1")
    expect(player(phone, 1).locator("[data-outcome]")).to_have_text("missed by 1")
    expect(player(phone, 0).locator("[data-outcome]")).to_have_text("hit")
    expect(phone.page.locator(".said p")).to_have_text("Ann & Ben +16, Cleo & Dan +14")


def test_what_was_tapped_survives_a_reload(phone: Phone) -> None:
    sits_down(phone)
    bids(phone, 0, 4)
    lays(phone, 1, "leaf", "diamond")
    phone.tap(player(phone, 1).locator("[data-by='-1']"))
    phone.page.reload()
    expect(bid_of(phone, 0)).to_have_text("4")
    expect(bid_of(phone, 1)).to_have_text("5")
    expect(tricks(phone, 1)).to_have_value("4")
    assert phone.marked() == 2


def test_what_is_filled_in_again_is_shown_again(phone: Phone) -> None:
    sits_down(phone)
    bids(phone, 0, 4)
    bids(phone, 1, 3)
    phone.page.locator("form.step").evaluate(
        """form => {
            form.querySelector("[name=bids-0][value='6']").checked = true;
            form.querySelector("[name=tricks-0]").value = "5";
            for (const bid of form.querySelectorAll("[name=bids-1]")) bid.checked = false;
            form.querySelector("[name=tricks-1]").value = "";
            form.dispatchEvent(new Event("restored", {bubbles: true}));
        }"""
    )
    expect(bid_of(phone, 0)).to_have_text("6")
    expect(player(phone, 0).locator("[data-outcome]")).to_have_text("missed by 1")
    expect(bid_of(phone, 1)).to_be_empty()
    assert phone.marked() == 1


@pytest.mark.long
def test_keys_enter_the_bids(phone: Phone) -> None:
    sits_down(phone)
    for digit in ("4", "3", "2", "1"):
        phone.page.keyboard.press(digit)
    # A 1 may still become 10.
    expect(bid_of(phone, 3)).to_have_text("1")
    expect(phone.action).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".acts")).to_be_visible()
    assert phone.entries()[0]["bids"] == [4, 3, 2, 1]


@pytest.mark.long
def test_a_save_too_early_names_whose_bid_is_missing(phone: Phone) -> None:
    phone.expects(REFUSED)
    sits_down(phone)
    for seat, number in ((0, 4), (1, 3), (3, 1)):
        bids(phone, seat, number)
    tricks(phone, 2).fill("2")
    phone.tap(phone.action)
    expect(player(phone, 2).get_by_role("alert")).to_contain_text("bid is missing")
    assert phone.marked() == 2
    expect(bid_of(phone, 0)).to_have_text("4")


@pytest.mark.long
def test_a_past_round_is_corrected_with_its_open_bid(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    result(phone, ENTRIES[0])
    opens(phone, "yes")
    result(phone, ENTRIES[2])
    phone.goes_to(f"/s/{phone.session}/rows/1")
    phone.tap(phone.page.locator("[name$='-open'][value=no]"))
    expect(bid_of(phone, 3)).to_have_text("0")
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    # without the thirty: 16 + 36 = 52, and 28 as before
    assert [each.total for each in phone.standings()] == ["52", "28"]


SIZES = ((320, 568), (390, 664), (390, 844))


@pytest.mark.parametrize(
    ("width", "height"), [SIZES[0], *(pytest.param(*size, marks=pytest.mark.long) for size in SIZES[1:])]
)
def test_six_players_fit_and_nothing_scrolls_sideways(open_phone: OpenPhone, width: int, height: int) -> None:
    phone = open_phone("ja-JP", viewport={"width": width, "height": height})
    sits_down(
        phone, ("Maximilian von Hohenstein-Berg", "ベン", "千夏", "Wolfeschlegelsteinhausenberger", "Emi", "Fumi")
    )
    keys = phone.page.locator("[data-tray] button")
    boxes = [key.bounding_box() for key in keys.all()]
    assert len(boxes) == 11 + 1 + 6
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    for seat in range(6):
        bids(phone, seat, 1)
        expect(bid_of(phone, seat)).to_have_text("1")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    # The marked row lies above the keys.
    row, tray = player(phone, 5).bounding_box(), phone.page.locator("[data-tray]").bounding_box()
    assert row is not None
    assert tray is not None
    assert row["y"] + row["height"] <= tray["y"] + 1


@pytest.mark.long
def test_without_script_a_round_is_entered_all_the_same(open_phone: OpenPhone) -> None:
    phone = open_phone(java_script_enabled=False)
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    for seat, (number, taken) in enumerate(zip([4, 3, 2, 1], [4, 2, 2, 2], strict=True)):
        phone.tap(player(phone, seat).locator(".chips .chip").nth(number))
        tricks(phone, seat).fill(str(taken))
    phone.saves()
    opens(phone, "no")
    expect(phone.page.locator("[data-shots]")).to_be_visible()
    assert [each.total for each in phone.standings()] == ["16", "14"]
