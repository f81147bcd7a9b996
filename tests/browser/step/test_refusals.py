"""What is refused is opened, seen and told; its red goes when it is mended; a correction says what it changes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.fit import SHORT, SMALLEST
from tests.kit.browser.playing import WAITING, WHOLE, Walk, sees, walks
from tests.kit.browser.stored import TAPS, names
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, REFUSED, Phone, deal

TEN = (*FOUR, "Eva", "Fay", "Gus", "Hal", "Ida", "Jo")
ALERT, COUNTERS = ".alert[role=alert]", "[data-counters] .counter input"
LISTED, CHANGED = "[data-list] [name*=tricks-]", "[data-changed] li"
AMOUNT, SAVE = "[name=amount]", "form:has([name=amount]) button:not([type=button])"
SIGN = f"{AMOUNT} >> xpath=.. >> [data-sign]"
TRICKS = "bids 1 2 0 1, save"
REFUSALS = {
    "score-pad": {
        "a wrong number below the fold is scrolled to, and its red goes when it is mended": Walk(
            (
                *(
                    f"type [name=points-{seat}] {typed}"
                    for seat, typed in enumerate(["1", "ー２", "3点", "4", "5", "＋6", "7", "8", "x", "9.5"])
                ),
                "refused",
                {"#points-8-wrong": "Ida, Points: “x” is not a whole number.", "[name=points-8]:focus": 1},
                {"#points-8-wrong": WHOLE, "[data-wrong-places]": 0},
                "type [name=points-8] 2",
                {"#points-8-wrong, [name=points-8][aria-invalid=true], .place.bad[data-seat='8']": 0},
                {"#points-9-wrong": True},
                "type [name=points-9] 9",
                {".wrong[role=alert], .bad": 0},
                "save",
                {"entry": {"points": [1, -2, 3, 4, 5, 6, 7, 8, 2, 9]}},
            ),
            TEN,
            dealer=1,
            size=SHORT,
        ),
        # 50 and 20
        "the question of a correction is seen, and goes with the next change": Walk(
            (
                "open rows/0, type [name=e0-points-0] 100, refused",
                {".action [role=alert]": WHOLE, "text=This ends the game": 2},
                {"text=This ends the game >> visible=true": 1},
                "type [name=e0-points-0] 50",
                {".action [role=alert]": 0},
                "tap role=button[name='Correct']",
                {"main[data-sheet]": True, ".card tbody tr:last-child td >> nth=0 >> .total": "70"},
            ),
            FOUR[:2],
            before=[{"step": "round", "points": points} for points in ([40, 10], [20, 10])],
            options={"target": "100"},
        ),
    },
    "oh-hell": {
        "a wrong sum goes when any of its parts is changed, and nothing moves": Walk(
            (TRICKS, "refused", {f"{ALERT}:focus": 1, "moved": []}, "more 2", {ALERT: False, "moved": []}, "save"),
            dealer=DAN,
            options={"top_hand": "5"},
        ),
        "a number out of bounds kills no button and brings no bubble": Walk(
            (
                TRICKS,
                "type [name=tricks-0] 9, refused",
                {"#tricks-0-wrong": re.compile("9 is too high"), "[name=tricks-0]:focus": 1},
                "less 0",
                {"[name=tricks-0]": "5", "#tricks-0-wrong": 0},
                "type [name=tricks-0], more 0",
                {"[name=tricks-0]": "0"},
                "type [name=tricks-0] -3, more 0",
                {"[name=tricks-0]": "0"},
            ),
            dealer=DAN,
            options={"top_hand": "5"},
        ),
        # Of bids of 3, 1, 2 and 2 Ann made hers, and with 1, 3 and 3 tricks Ben his.
        "a correction leaves the others alone and says what it changes": Walk(
            (
                {"#row-0 .total": ["13", "0", "0", "0"]},
                "open rows/0",
                {"h1": "Correct deal 1", ".headline [data-changes]": re.compile("^2 deals after this will")},
                {LISTED: ["3", "0", "3", "4"]},
                "less 3",
                {LISTED: ["3", "0", "3", "3"], WAITING: "1 trick to go"},
                "more 1",
                {LISTED: ["3", "1", "3", "3"], WAITING: 0},
                {CHANGED: ["BBenTricks 0 → 10 → +11", "DDanTricks 4 → 30 → 0"]},
                "tap .action .main",
                {"[data-correcting]": 0, "#row-0 .total": ["13", "11", "0", "0"]},
            ),
            dealer=DAN,
            before=[
                *deal([3, 1, 2, 2], [3, 0, 3, 4]),
                *deal([1, 1, 2, 0], [1, 1, 2, 5]),
                *deal([1, 1, 2, 0], [1, 1, 2, 4]),
            ],
            options={"format": "long", "top_hand": "10"},
        ),
        "an adjustment opens the number keys and has a sign": Walk(
            (
                "open adjustment",
                {f"{AMOUNT}[inputmode=numeric]": 1},
                f"type {AMOUNT} 10点, tap {SIGN}",
                {AMOUNT: "−10点"},
                f"tap {SIGN}",
                {AMOUNT: "10点"},
                f"type {AMOUNT} ー１０, type [name=reason] 反則, refused {SAVE}",
                {"#seat-wrong": True, "[name=seat]:focus": 1},
                "tap form:has([name=amount]) .chip >> nth=1",
                {"#seat-wrong": 0},
                f"tap {SAVE}",
                {
                    "main[data-sheet]": True,
                    "entry": {"step": "adjustment", "seat": 1, "amount": -10, "reason": "反則"},
                },
            ),
        ),
    },
    "buki": {
        "what is wrong in a folded box is opened": Walk(
            (
                "tap [data-spectators] summary, type [name=spectators-0-name] Eva, type [name=spectators-0-chips] x",
                "tap [data-spectators] summary",
                {"[name=spectators-0-chips]": False},
                "refused",
                {"#spectators-0-chips-wrong": WHOLE},
                "type [name=spectators-0-chips] 2",
                {"#spectators-0-chips-wrong": 0},
            ),
        ),
    },
}


@pytest.mark.parametrize("game", REFUSALS)
def test_what_is_wrong_is_seen_and_its_red_goes_when_it_is_mended(phone: Phone, game: str) -> None:
    for promise, walk in REFUSALS[game].items():
        walks(phone, game, promise, walk)


def test_without_script_the_wrong_places_are_told_above_the_fold(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(java_script_enabled=False, viewport=SMALLEST)
    phone.expects(REFUSED)
    phone.sits_down(dealer=DAN)
    for seat, bid in ((ANN, 3), (BEN, 3), (CLEO, 2), (DAN, 2)):
        phone.place(seat).locator(f"input[value='{bid}']").press("Space")
    phone.action.click()
    told = phone.page.locator("[data-wrong-places] a")
    expect(told).to_have_text("Total bids can’t equal 10. Dan deals and must change their bid.")
    box = told.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < SMALLEST["height"] - 80
    told.click()
    sees(phone, "#bids-3-wrong", WHOLE)


def test_what_is_refused_stands_there_again_whatever_was_tapped_in_another_window(phone: Phone) -> None:
    phone.expects(REFUSED)
    session = phone.sits_down(dealer=DAN)
    phone.bids([1, None, 2, None])
    other = phone.another_window()
    other.goes_to(f"/s/{session}")
    expect(other.bid_of(CLEO)).to_have_text("2")
    other.bid(ANN, 3)
    expect(other.bid_of(ANN)).to_have_text("3")
    phone.page.bring_to_front()
    phone.tap(phone.action)
    sees(phone, "[data-chips] [role=alert]", 2)
    # As long as it takes to read what is kept, a draft may take to come.
    kept = phone.page.evaluate(names())
    assert len([name for name in kept if name.startswith(TAPS) and not name.endswith(":first")]) == 1
    sees(phone, "[data-chips] output", ["1", "", "2", ""])
