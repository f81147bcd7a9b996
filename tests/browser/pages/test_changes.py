"""Players, length and menu of a running game, by touch: what happens at a table is a few taps away from the sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.kit.browser.fit import RUNS_TOGETHER, SMALLEST, STICKS_OUT, THUMB, TOO_SMALL, USUAL, named
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.phrases import Word
from tests.kit.browser.playing import IN_VIEW, AtLeast, Seen, Steps, Walk, walks
from tests.kit.browser.table import BEN, DAN, Phone, deal

NAMES = {"en-GB": ("Ann", "Ben", "Chika", "Dan"), "ja-JP": ("彩花", "たくみ", "健二郎", "ゆき")}
OTHERWISE = pytest.mark.long(reason="Changes of a table in the other language and on the larger phone")


@pytest.fixture(
    params=[
        (SMALLEST, "ja-JP"),
        *(
            pytest.param(screen, marks=OTHERWISE)
            for screen in ((USUAL, "ja-JP"), (SMALLEST, "en-GB"), (USUAL, "en-GB"))
        ),
    ],
    ids=lambda screen: f"{named(screen[0])}-{screen[1]}",
)
def table(request: pytest.FixtureRequest, open_phone: OpenPhone) -> Phone:
    size, locale = request.param
    phone: Phone = open_phone(locale, viewport=size)
    return phone


def fits(phone: Phone) -> None:
    """Nothing is cut off, lies on another text or is too small for a thumb."""
    assert phone.page.evaluate(STICKS_OUT) == []
    assert phone.page.evaluate(RUNS_TOGETHER) == []
    assert phone.page.evaluate(TOO_SMALL, THUMB) == []


WORDS: Mapping[str, Word] = {
    "fits": fits,
    "choose": lambda phone, selector, value: phone.page.locator(selector).first.select_option(value),
    "face": ".deals[popovertarget=of-{}]",
}
PLAYERS, PLAN = (f"tap header a[href$='/more'], tap .menu-rows a[href$='/{page}']" for page in ("players", "plan"))
JOINS = f"{PLAYERS}, face n0"
SAVES = "tap #changes [name=sure]:visible"
# Left are 3, 2, 1, 2, 3 and 4 cards.
LEFT, RED, ONE_LESS = "[name=left]", ".action .main", "[data-by='-1']"
SHEET: Seen = {"main[data-sheet]": True}


def row(seat: int) -> str:
    return f"[data-chips] .place[data-seat='{seat}']"


CHANGES: dict[str, Steps] = {
    "somebody joins in five taps and a name, and stands last": (
        f"{JOINS}, type #new-0 Eva, tap #of-n0 > .button",
        {"#changes .effects li": 2},
        f"fits, {SAVES}",
        {**SHEET, "taps": 5, "entry": {"step": "join", "name": "Eva", "after": DAN, "start": "opening"}},
        {"[data-chips] .place": 5, "[data-chips] .place >> nth=4 >> .name": re.compile("Eva")},
    ),
    "a score is typed only where it is wanted": (
        f"{JOINS}, type #new-0 Eva",
        {"#points-0": False},
        "tap #of-n0 label:has([value=typed])",
        {"#points-0": True},
        f"type #points-0 7, tap #of-n0 > .button, {SAVES}",
        {**SHEET, "entry": {"points": 7}},
    ),
    "somebody sits out in five taps and is back in four": (
        f"{PLAYERS}, face 3, fits, tap #of-3 label:has([value=rests])",
        {"#table .elsewhere li": 1},
        f"fits, {SAVES}",
        {**SHEET, "taps": 5, "entry": {"step": "sit-out", "seat": DAN}, row(DAN): 0},
        f"{PLAYERS}, tap [name=back], {SAVES}",
        {**SHEET, "entry": {"step": "return", "seat": DAN}, row(DAN): True},
    ),
    "who deals now is said in five taps": (
        f"{PLAYERS}, face 2, tap #of-2 label:has([name=dealer])",
        {"#table [data-place='2'] .role": True},
        SAVES,
        {**SHEET, "taps": 5, "entry": {"step": "dealer", "seat": 2}},
    ),
    "two deals fewer are two taps, and what they mean is seen before they are saved": (
        PLAN,
        {LEFT: "6", ".to-come:not(.out)": 6, RED: re.compile("7")},
        f"fits, tap {ONE_LESS}, tap {ONE_LESS}",
        {LEFT: "4", "[type=range]": "4", ".to-come:not(.out)": 4, RED: re.compile("5")},
        f"tap {RED}",
        {**SHEET, "taps": 5, "entry": {"step": "plan", "hands": [3, 2, 1, 2]}},
    ),
    "a bar is the last one": (
        f"{PLAN}, tap [data-left='3']",
        {LEFT: "3", RED: re.compile("4")},
        f"tap [data-left='1'], tap {RED}",
        {**SHEET, "h1 small": re.compile("last deal|最後のディール"), "entry": {"hands": [3]}},
    ),
    "a game that is over is played on by two taps": (
        [{"step": "takeover", "seat": DAN, "name": "Zoe"}, {"step": "plan", "hands": []}],
        "reload",
        {".part-of-it": re.compile("Zoe"), "#more-deals": False},
        "fits, tap .icons button",
        {"#more-deals .key": [*"12345"]},
        "tap #more-deals .key >> nth=2",
        {**SHEET, "form.step": 1, "taps": 2, "entry": {"step": "plan", "hands": [3, 2, 1]}},
    ),
}
OTHER_CHANGES: dict[str, Steps] = {
    "somebody leaves out of competition": (
        f"{PLAYERS}, face 1, tap #of-1 label:has([value=unranked]), {SAVES}",
        {**SHEET, "entry": {"step": "leave", "seat": BEN}, ".unranked .name": True},
        "fits",
    ),
    "somebody takes over and the sheet says so": (
        f"{PLAYERS}, face 1, tap #of-1 details:has(#by-1) summary, type #by-1 Zoe, tap #of-1 .who button, {SAVES}",
        {**SHEET, "entry": {"step": "takeover", "seat": BEN, "name": "Zoe"}},
        {f"{row(BEN)} .name": re.compile("Zoe")},
    ),
    "what is said during a deal waits and is undone": (
        [{"step": "bids", "bids": [0, 0, 0, 0]}],
        f"reload, {PLAYERS}, face 3, tap #of-3 label:has([value=left]), {SAVES}",
        SHEET,
        PLAYERS,
        {"#table .elsewhere li": 1},
        f"fits, tap [name=back], {SAVES}",
        SHEET,
        PLAYERS,
        {"#table .elsewhere li": 0},
    ),
    "the row of hands is chosen deal by deal": (
        f"{PLAN}, tap .unfolds summary >> nth=0",
        {"[name=hand] >> nth=0": "3"},
        "fits, choose [name=hand] 5",
        "tap .unfolds:has(.row-of-hands) form button",
        {**SHEET, "entry": {"step": "plan", "hands": [5, 2, 1, 2, 3, 4]}},
    ),
}


def changes(table: Phone, promised: Mapping[str, Steps]) -> None:
    """Four at Oh Hell from 4 cards down to one and up, after the first deal; everybody made one bid but Dan."""
    size, names = table.page.viewport_size or USUAL, NAMES[table.page.evaluate("navigator.language")]
    for promise, steps in promised.items():
        first = deal([1, 1, 1, 0], [1, 1, 1, 1])
        walk = Walk(steps, names, before=first, options={"top_hand": "4"}, size=size)
        walks(table, "oh-hell", promise, walk, WORDS)


def test_a_change_of_the_table_is_a_few_taps_away_from_the_sheet(table: Phone) -> None:
    changes(table, CHANGES)


@pytest.mark.long
def test_every_other_change_of_the_table_is_as_near(table: Phone) -> None:
    changes(table, OTHER_CHANGES)


# --- the menu ---------------------------------------------------------------------------

MENU: dict[str, Steps] = {
    "a name is corrected in the middle of the bids": (
        "bids 3 1 - -, tap a[href$='/more'], tap a[href$='/players'], face 1, tap #of-1 details:has(#name-1) summary",
        {"#name-1": "Ben"},
        f"type #name-1 Benedikt, tap #of-1 .who button, {SAVES}",
        {f"{row(1)} .name": re.compile("Benedikt"), f"{row(0)} output": "3", f"{row(1)} output": "1"},
    ),
    "a wrong dealer is mended with four taps before the first entry": (
        f"tap a.button[href$='/players'], face 1, tap #of-1 label:has([name=dealer]), {SAVES}",
        {**SHEET, "taps": 4, "document": {"dealer": 1}},
    ),
    "a deleted game is restored where its deletion is told": (
        "open discard, tap role=button[name='Delete'], tap role=button[name='Restore']",
        SHEET,
    ),
    "a row is as high as a thumb wants it": (
        "open more",
        {".menu-rows :is(a, button)": 10},
        {".menu-rows :is(a, button):visible": AtLeast(44, 44)},
    ),
    "keeping rules does not jump away": (
        "open rules, type #rule_name Lunch, tap role=button[name='Save these house rules']",
        {"#main >> text=/^Saved$/": IN_VIEW},
        "tap role=link[name='Rules of Oh Hell'], tap role=link[name='Back']",
        {"#rule_name": True},
    ),
}


def test_the_menu_leads_to_names_dealer_rules_and_back_from_a_deletion(phone: Phone) -> None:
    for promise, steps in MENU.items():
        walks(phone, "oh-hell", promise, Walk(steps, dealer=DAN, size=SMALLEST), WORDS)
