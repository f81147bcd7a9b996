"""What only a browser can tell of Skull King: the keys of the bonuses, what they say, what the pack does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.games.skull_king.sheet import PLAYERS, ROUNDS, by_seat, entries
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.finger import Finger
from tests.kit.browser.fit import faults, stays_small
from tests.kit.browser.pages import SEVEN
from tests.kit.browser.table import REFUSED, Phone

OpenPhone = Callable[..., Phone]


def sits_down(phone: Phone, players: tuple[str, ...] = PLAYERS, **options: Any) -> str:
    phone.goes_to("/new/skull-king")
    return phone.fills_the_table(players, **options)


def place(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[data-counters] [data-seat='{seat}']")


def marks(phone: Phone, seat: int) -> None:
    if place(phone, seat).get_attribute("aria-current") is None:
        phone.tap(place(phone, seat).locator("[data-mark]"))


def bonus_key(phone: Phone, bonus: str) -> Locator:
    return phone.page.locator(f"[data-bonus={bonus}]")


def caught(phone: Phone, seat: int, bonus: str, number: int) -> None:
    """Tap what a player caught, once for each."""
    marks(phone, seat)
    while int(bonus_key(phone, bonus).locator("b").text_content() or 0) != number:
        phone.tap(bonus_key(phone, bonus))


def loot(phone: Phone, played: int, took: int) -> None:
    marks(phone, played)
    phone.tap(phone.page.locator("[data-loot]"))
    phone.tap(phone.page.locator(f"[data-ally='{took}']"))


def test_a_key_counts_each_quick_tap_and_one_of_which_there_is_one_is_not_taken_back(phone: Phone) -> None:
    phone.writes(session := phone.begins(game="skull-king"), {"step": "bids", "bids": [1, 0, 0, 0]})
    phone.goes_to(f"/s/{session}")
    finger = Finger(phone)
    finger.taps(bonus_key(phone, "fourteens"))
    for number, after in ((2, 60), (3, 120)):
        finger.again(after=after)
        expect(bonus_key(phone, "fourteens").locator("b")).to_have_text(str(number))
    finger.taps_twice(bonus_key(phone, "black"), 150)
    expect(bonus_key(phone, "black").locator("b")).to_have_text("1")


def test_the_page_says_at_once_what_becomes_of_a_bonus(phone: Phone) -> None:
    session = sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"), expansion="on")
    phone.writes(session, *entries(ROUNDS[:3]), {"step": "bids", "bids": [0, 2, 1, 1]})
    phone.page.reload()
    of_ben = place(phone, 1).locator("small")
    caught(phone, 1, "mermaids", 2)
    expect(phone.reason).to_have_text("Ben bonus +40")
    expect(of_ben).to_have_text("bid 2 · +40")
    phone.tap(bonus_key(phone, "mermaids"))
    expect(bonus_key(phone, "mermaids").locator("b")).to_be_empty()
    expect(of_ben).to_have_text("bid 2")
    expect(phone.reason).to_have_text("Ben: bonus")
    caught(phone, 1, "mermaids", 1)
    loot(phone, 0, 1)
    expect(phone.reason).to_have_text("Ann & Ben +20 each")
    expect(of_ben).to_have_text("bid 2 · +40")
    phone.page.reload()
    expect(of_ben).to_have_text("bid 2 · +40")
    marks(phone, 1)
    expect(bonus_key(phone, "mermaids")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("[data-loot] b")).to_have_text("1")
    phone.takes((0, 1, 2, 1))
    expect(phone.reason).to_have_text("Ben not counted: 20 (mermaid), 20 (loot with Ann)")
    expect(of_ben).to_have_text("bid 2 · 1 under · 0")


def test_a_loot_is_taken_back_by_the_same_key_and_two_are_all(phone: Phone) -> None:
    session = sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"), expansion="on")
    phone.writes(session, *entries(ROUNDS[:3]), {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.page.reload()
    loot(phone, 0, 1)
    phone.tap(phone.page.locator("[data-ally='2']"))
    phone.tap(phone.page.locator("[data-ally='3']"))
    pressed = phone.page.locator("[data-ally][aria-pressed=true]")
    expect(pressed).to_have_text(["Ben", "Cleo"])
    phone.tap(phone.page.locator("[data-ally='1']"))
    phone.tap(phone.page.locator("[data-ally='3']"))
    expect(pressed).to_have_text(["Cleo", "Dan"])
    phone.saves()
    assert sorted(each["took"] for each in phone.entries()[-1]["alliances"]) == [2, 3]


def test_what_the_pack_does_not_hold_is_refused_in_the_row(phone: Phone) -> None:
    session = sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"), expansion="on")
    phone.writes(session, *entries(ROUNDS[:3]), {"step": "bids", "bids": [1, 2, 1, 0]})
    phone.page.reload()
    caught(phone, 0, "pirates", 1)
    caught(phone, 1, "pirates", 1)
    loot(phone, 0, 3)
    expect(phone.reason).to_have_text("Dan took no tricks, so no loot either.")
    expect(place(phone, 0).locator("small")).to_have_text("bid 1 · +30")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    refused = place(phone, 1).locator(".wrong")
    expect(refused).to_have_text("There is only one Skull King, so Ann and Ben can’t both have taken pirates with him.")
    assert phone.marked() == 1
    expect(place(phone, 3).locator(".wrong")).to_have_text("Dan took no tricks, so no loot either.")
    # The pack has six pirates, but in a trick of four the king takes three at most.
    for _ in range(3):
        phone.tap(bonus_key(phone, "pirates"))
    loot(phone, 0, 3)
    phone.tap(phone.page.locator("[data-back]"))
    loot(phone, 3, 0)
    phone.saves()
    assert phone.entries()[-1]["pirates"] == by_seat({0: 1})
    assert phone.entries()[-1]["alliances"] == [{"played": 3, "took": 0}]


def test_a_cannonball_is_tapped_beside_the_bids_and_a_deal_is_corrected_with_its_bonus(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"), scoring="rascal", cannonball="on")
    phone.bids((1, 0, 0, 0))
    phone.tap(phone.page.locator("label:has([name=cannonballs][value='0'])"))
    phone.saves()
    phone.saves()
    expect(phone.place(0).locator("[data-total-of]")).to_have_text("15")
    phone.goes_to(f"/s/{phone.session}/rows/0")
    caught(phone, 0, "black", 1)
    expect(phone.page.locator("[data-becomes]")).to_contain_text("Ann made 1: +35")
    phone.tap(phone.action)
    expect(phone.page.locator("tr.opened")).to_contain_text(
        "cannonball, bid 1, took 1, made: 1 × 15 + 20 (black 14) = 35"
    )


def test_eight_of_long_names_fit_the_smallest_screen_with_all_that_can_be_said(open_phone: OpenPhone, axe: str) -> None:
    phone = open_phone("ja-JP", viewport={"width": 320, "height": 568})
    session = sits_down(phone, (*SEVEN, "Zoë"), scoring="rascal", cannonball="on", expansion="on")
    assert faults(phone) == {}
    phone.writes(session, {"step": "bids", "bids": [1, *[0] * 7], "cannonballs": ["0", "3"]})
    phone.page.reload()
    caught(phone, 0, "pirates", 6)
    caught(phone, 3, "king", 1)
    loot(phone, 1, 0)
    expect(place(phone, 0).locator("small")).to_contain_text("+180")
    assert faults(phone) == {}
    assert wrong_in_any_light(phone.page, axe) == {}
    assert stays_small(phone) == [], "the letters are large from here on"
    assert faults(phone) == {}
