"""A whole sitting of Satat, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from scoring.catalogue import find_game
from tests.games.satat.sheet import ENTRIES, SESSION, SHEET
from tests.kit.browser.table import Phone
from tests.kit.games import played

OpenPhone = Callable[..., Phone]
FOUR = tuple(SESSION["players"])
GOAL = 2


def sits_down(phone: Phone, players: Sequence[str] = FOUR) -> None:
    phone.sits_down(players, game="satat")


def sits_down_by_hand(phone: Phone, players: Sequence[str] = FOUR, *, leader: int = 0, **options: str) -> None:
    phone.goes_to("/new/satat")
    phone.page.locator("details:has(select) > summary").click()
    if length := options.pop("length", ""):
        phone.page.locator("[name=length]").fill(length)
    phone.fills_the_table(players, dealer=leader, **options)


def team(phone: Phone, winners: int) -> Locator:
    return phone.page.locator(f".acts [value='{winners}']")


def wins(phone: Phone, winners: int, kind: str = "plain") -> None:
    position = phone.position
    if kind != "plain":
        phone.tap(phone.page.locator(f"[name=kind][value='{kind}']"))
    phone.tap(team(phone, winners))
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def scorecard(phone: Phone) -> list[list[str]]:
    cells: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    return [[" ".join(cell.split()) for cell in row] for row in cells]


ON_PAPER = [
    ["0", "+1 1"],
    ["0", "7–0 3"],
    ["13–0 3", "3"],
    ["+1 4", "3"],
    ["7–0 6", "3"],
    ["6", "+1 4"],
    ["6", "7–0 6"],
    ["+1 7", "6"],
]
EXCHANGED = {"none": "なし", "1 card": "1 枚", "2 cards": "2 枚"}


@pytest.mark.pocket
def test_a_sitting_comes_out_as_on_the_sheet_worked_by_hand(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    sits_down_by_hand(
        phone,
        leader=SESSION["dealer"],
        end="wins",
        length="7",
        played_on="plain",
        weight_seven="2",
        weight_thirteen="3",
    )
    assert phone.record()["document"]["options"] == SESSION["options"]
    exchange = "none"
    for number, (leader, winners, kind, _, then) in enumerate(SHEET, start=1):
        shown = phone.page.locator(".strip dd")
        expect(shown.nth(0)).to_have_text(FOUR[leader])
        expect(shown.nth(1)).to_have_text(FOUR[leader - 1])
        expect(shown.nth(2)).to_have_text(EXCHANGED[exchange])
        wins(phone, winners, kind)
        expect(phone.page.locator(".card tbody tr")).to_have_count(number)
        assert scorecard(phone) == ON_PAPER[:number]
        exchange = then
    expect(phone.page.locator("form.step")).to_have_count(0)
    expect(phone.page.locator(".winner strong")).to_have_text("あんな＆千夏の勝ち、1 点差")
    assert [(each.place, each.gap, each.total) for each in phone.standings()] == [("1", "", "7"), ("2", "−1", "6")]
    assert phone.entries() == ENTRIES


@pytest.mark.parametrize(
    ("kind", "taps"),
    [("plain", 1), ("7-0", 2), *(pytest.param(kind, 2, marks=pytest.mark.long) for kind in ("13-0", "7-0-failed"))],
)
def test_a_deal_takes_no_more_taps_than_the_goal(phone: Phone, kind: str, taps: int) -> None:
    assert taps_of_a_deal(phone, kind) == taps <= GOAL


def taps_of_a_deal(phone: Phone, kind: str) -> int:
    """All the taps of a deal won like that."""
    sits_down(phone)
    before = phone.taps
    wins(phone, 1, kind)
    return phone.taps - before


@pytest.mark.long
def test_the_exchange_says_who_gives_whom(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    wins(phone, 0, "7-0")
    told = phone.page.locator(".step .before li")
    expect(told.nth(0)).to_contain_text("Ben → Ann, Dan → Cleo: 1 trump each")
    expect(told.nth(1)).to_contain_text("Ann → Ben, Cleo → Dan: 1 unwanted card each")
    expect(phone.page.locator(".said")).to_contain_text("Next Cleo leads, Ben deals.")


@pytest.mark.smoke
def test_a_wrong_team_is_taken_back_with_a_tap_and_how_it_won_stays_ticked(phone: Phone) -> None:
    sits_down(phone)
    wins(phone, 0, "13-0")
    phone.undoes()
    expect(phone.page.locator("[name=kind][value='13-0']")).to_be_checked()
    assert [each.total for each in phone.standings()] == ["0", "0"]


@pytest.mark.long
def test_a_past_deal_is_corrected_and_the_later_ones_follow(phone: Phone) -> None:
    sits_down(phone, ("Ann", "Ben", "Cleo", "Dan"))
    wins(phone, 0)
    wins(phone, 0)
    phone.goes_to(f"/s/{phone.session}/rows/0")
    phone.tap(phone.page.locator("[name$='-winners'][value='1']"))
    phone.tap(phone.page.locator("[name$='-kind'][value='13-0']"))
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    assert [each.total for each in phone.standings()] == ["1", "1"]
    # Ben led the second deal now; Ann and Cleo won it, so Cleo leads
    expect(phone.page.locator(".strip dd").first).to_have_text("Cleo")


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_the_teams_are_large_and_nothing_scrolls_sideways(open_phone: OpenPhone, width: int) -> None:
    phone = open_phone("ja-JP", viewport={"width": width, "height": 844})
    sits_down(phone, ("Maximilian von Hohenstein-Berg", "ベン", "Wolfeschlegelsteinhausenberger", "大輔"))
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    for winners in (0, 1):
        box = team(phone, winners).bounding_box()
        assert box is not None
        assert box["height"] >= 56
        assert box["width"] >= 130


@pytest.mark.long
def test_without_script_a_deal_is_entered_all_the_same(open_phone: OpenPhone) -> None:
    phone = open_phone(java_script_enabled=False)
    sits_down(phone)
    wins(phone, 1, "7-0")
    wins(phone, 0)
    assert [(each.total) for each in phone.standings()] == ["1", "1"]


ON_ONE_LINE = """part => [...part.textContent.matchAll(/\\d+\\u2060?–\\u2060?\\d+\\s×\\s\\d+/g)].map(found => {
    const range = document.createRange();
    range.setStart(part.firstChild, found.index);
    range.setEnd(part.firstChild, found.index + found[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""


def test_how_often_a_team_won_by_how_much_breaks_nowhere_within(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Chika", "Dan"), game="satat")
    phone.writes(session, *played(find_game("satat"), 0).entries)
    phone.goes_to(f"/s/{session}")
    tallies = phone.page.locator(".standings small.quiet")
    for width in (320, 340, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 664})
        lines = [each for tally in tallies.all() for each in tally.evaluate(ON_ONE_LINE)]
        assert lines
        assert set(lines) == {1}, width
