"""Tools without a session, tap by tap: no page is loaded for a tap, and the address keeps what was tapped."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.fit import SMALLEST
from tests.kit.browser.playing import follows, goes_on, sees
from tests.kit.browser.table import Phone

THREES, QUEENS = ("KS", "JH", "3S", "3D", "2C"), ("QS", "QH", "9D", "8C", "2H")
LINE, VERDICT, WINNER = ".dealt li >> nth={}".format, "[data-verdict]", "[data-verdict] strong"
CARDS = {"card": "[id='{}']", "fuda": ".fuda:has([value='{}'])"}
STAYS = "document.body.dataset.stays = 'yes'"
ENHANCED = "async () => import(document.querySelector('[data-script]').dataset.script)"
STAYED = {"body[data-stays=yes]": 1}


def cards(*codes: str) -> str:
    return ", ".join(f"card {code}" for code in codes)


def test_hands_are_tapped_without_a_page_load_and_the_address_keeps_them(phone: Phone) -> None:
    phone.goes_to("/tools")
    phone.goes_to("/tools/hands")
    # Before the tool's script is there a tap is a link to the next page.
    comes_true(phone.page, ENHANCED)
    phone.page.evaluate(STAYS)
    steps = (
        cards(*THREES),
        {f"{LINE(0)} >> small": "three of a kind (3-3-3-K-J, wild 2♣)", f"{LINE(1)} >> a[aria-current=true]": 1},
        {"span[id=KS]": 1},
        cards(*QUEENS),
        {WINNER: "Hand 2 wins", f"{LINE(1)} >> .best svg": True, f"{LINE(1)} >> .wild": "2♥", **STAYED},
        # The whole hands passed on to a third; a card of the second is taken back and given again.
        {f"{LINE(2)} >> a[aria-current=true]": 1},
        f"tap {LINE(1)} >> a, card QH",
        {VERDICT: re.compile("Tap the five cards of each hand")},
        "card QH",
        {WINNER: "Hand 2 wins"},
        # Another house rule is another page with the same cards, and Back has them too.
        "tap role=link[name='All']",
        {WINNER: "Hand 1 wins"},
        "back",
        {WINNER: "Hand 2 wins"},
        "reload",
        {f"{LINE(0)} >> .slots span": ["K♠", "J♥", "3♠", "3♦", "2♣"]},
        # One step further back is the page from which one came: no tap was a step of its own.
        "back",
        {"role=link[name=/^Compare poker hands/]": True},
    )
    goes_on(phone, steps, CARDS)


def test_a_hand_is_emptied_one_more_is_opened_and_all_begins_anew(phone: Phone) -> None:
    steps = (
        "tap #more",
        {"#cards[aria-label='Cards of hand 3']": 1, "#more": False},
        f"tap {LINE(0)} >> a, tap role=link[name='Clear hand 1']",
        {f"{LINE(0)} >> .slots": "", VERDICT: re.compile("Tap the five cards of each hand")},
        "tap role=link[name='Start over']",
        {".dealt li:visible": 2, ".pack .taken": 0},
    )
    follows(phone, f"/tools/hands?hand={''.join(THREES)}&hand={''.join(QUEENS)}&at=1", "hands", steps)


def test_the_yaku_tool_answers_every_tap_and_keeps_it_in_its_address(phone: Phone) -> None:
    steps = (
        "fuda 03-1, fuda 08-1, fuda 09-1",
        {"[data-points]": "30", "[data-made] li": ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "[data-count]": "3"},
        "reload",
        {".fuda input:checked": 3},
        "tap details.rules > summary, tap .chip:has([name=sake][value=off])",
        {"[data-points]": "5"},
        "tap [data-clear]",
        {".fuda input:checked, [data-made] li": 0},
    )
    follows(phone, "/tools/yaku", "yaku", steps, CARDS)


HAND, NEXT = "tap [data-hands] a >> nth={}".format, "tap [data-next] a >> nth={}".format
TOPS = """() => ["[data-hands] a", "[data-next] a"]
    .map(part => Math.round(document.querySelector(part).getBoundingClientRect().y))"""


@pytest.mark.parametrize("hand", [11, 17])
def test_on_the_smallest_phone_the_tray_covers_no_key_of_the_hand(open_phone: Callable[..., Phone], hand: int) -> None:
    phone = open_phone(viewport=SMALLEST)
    phone.goes_to(f"/tools/forbidden-bid?hand={hand}&bid=3&bid=0")
    last, tray = (phone.page.locator(part).last.bounding_box() for part in ("[data-hands] .key", ".tray"))
    assert last and tray
    assert last["y"] + last["height"] <= tray["y"]
    if hand == 11:
        assert tray["y"] + tray["height"] <= SMALLEST["height"]


def test_the_forbidden_bid_is_told_tap_by_tap_on_one_page(phone: Phone) -> None:
    answer = "[data-answer]"
    phone.goes_to("/tools/forbidden-bid")
    sees(phone, "[data-back] a[aria-disabled=true]", True)
    phone.page.evaluate(STAYS)
    places = phone.page.evaluate(TOPS)
    phone.context.set_offline(True)
    steps = (
        NEXT(3),
        {answer: "7"},
        NEXT(6),
        {answer: "1"},
        HAND(4),
        # 5 − 3
        {answer: "2", "[data-gone]": "Left out, more than 5 cards: 6", "[data-next] a:visible": 6},
        NEXT(4),
        {answer: "any number"},
    )
    goes_on(phone, steps)
    assert phone.page.evaluate(TOPS) == places, "nothing jumps"
    goes_on(phone, ("tap text=Undo last tap", {answer: "2"}, "tap text=Start over", {answer: "5", **STAYED}))
    more, less = "tap [data-least] a:last-child", "tap [data-least] a:first-child"
    few = {answer: "any number", "[data-least] output": "Restriction from 6", **STAYED}
    goes_on(phone, (*[more] * 5, few, less, {answer: "5", "[data-least] output": "Restriction from 5"}))
    phone.context.set_offline(False)
    goes_on(phone, (NEXT(1), "reload", {answer: "4"}))
