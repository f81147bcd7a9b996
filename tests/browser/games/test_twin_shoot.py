"""What only a browser can tell of Twin Shoot: bids by two suits, tricks that follow the bids, six at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.finger import Finger
from tests.kit.browser.journeys import FRIENDS
from tests.kit.browser.table import Phone

OpenPhone = Callable[..., Phone]


def sits_down(phone: Phone, players: Sequence[str] = FRIENDS) -> None:
    phone.sits_down(players, game="twin-shoot")


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
