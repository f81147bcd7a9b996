"""Players and plan of a running game, by touch: what happens at a table is a few taps away from the sheet."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.fit import RUNS_TOGETHER, SMALLEST, STICKS_OUT, THUMB, TOO_SMALL, USUAL, named
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import BEN, DAN, REFUSED, Phone, deal

NAMES = {"en-GB": ("Ann", "Ben", "Chika", "Dan"), "ja-JP": ("彩花", "たくみ", "健二郎", "ゆき")}
Table: TypeAlias = Phone


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
def table(request: pytest.FixtureRequest, open_phone: OpenPhone) -> Table:
    """Four at Oh Hell from 4 cards down to one and up, after the first deal; everybody made one bid but Dan."""
    size, locale = request.param
    phone: Phone = open_phone(locale, viewport=size)
    session = phone.sits_down(NAMES[locale], top_hand="4")
    phone.writes(session, *deal([1, 1, 1, 0], [1, 1, 1, 1]))
    phone.goes_to(f"/s/{session}")
    return phone


def opens(phone: Phone, page: str) -> None:
    """Go from the sheet to a page behind its menu, by touch."""
    phone.tap(phone.page.locator("header a[href$='/more']"))
    phone.tap(phone.page.locator(f".menu-rows a[href$='/{page}']"))
    expect(phone.page.locator(".people-now, form.plan")).to_be_visible()


def fits(phone: Phone) -> None:
    """Nothing is cut off, lies on another text or is too small for a thumb."""
    assert phone.page.evaluate(STICKS_OUT) == []
    assert phone.page.evaluate(RUNS_TOGETHER) == []
    assert phone.page.evaluate(TOO_SMALL, THUMB) == []


def player(phone: Phone, place: int) -> Locator:
    """A player of the page, clockwise."""
    return phone.page.locator(".people-now > li").nth(place)


def change(phone: Phone, what: str) -> Locator:
    """The button of a change."""
    return phone.page.locator(f"form[action$='of={what}'] button:not([type=button])")


def last_entry(phone: Phone) -> dict[str, object]:
    expect(phone.sheet).to_be_visible()
    return phone.entries()[-1]


def test_somebody_joins_in_five_taps_and_a_name(table: Table) -> None:
    before = table.taps
    opens(table, "players")
    table.tap(table.page.locator(".joins > summary"))
    fits(table)
    table.page.locator("#join-name").fill("Eva")
    table.tap(table.page.locator(f"label:has([name=after][value='{BEN}'])"))
    table.tap(change(table, "join"))
    assert table.taps - before <= 5
    assert last_entry(table) == {"step": "join", "name": "Eva", "after": BEN, "start": "opening"}
    # The newcomer stands between Ben and Chika.
    assert [row.get_attribute("data-seat") for row in table.page.locator("[data-chips] .place").all()] == list("01423")


def test_a_score_is_typed_only_where_it_is_wanted(table: Table) -> None:
    opens(table, "players")
    table.tap(table.page.locator(".joins > summary"))
    points = table.page.locator("#join-points")
    expect(points).to_be_hidden()
    table.tap(table.page.locator("label:has([value=typed])"))
    expect(points).to_be_visible()
    table.expects(REFUSED)
    table.tap(change(table, "join"))
    # Both the name and the score are missing.
    expect(table.page.locator("#join-name-wrong")).to_be_visible()
    table.page.locator("#join-name").fill("Eva")
    points.fill("7")
    table.tap(change(table, "join"))
    assert last_entry(table)["points"] == 7


def test_somebody_sits_out_and_is_back(table: Table) -> None:
    opens(table, "players")
    table.tap(player(table, DAN).locator("summary"))
    fits(table)
    table.tap(change(table, f"sit-out-{DAN}"))
    assert last_entry(table) == {"step": "sit-out", "seat": DAN}
    expect(table.place(DAN)).to_have_count(0)
    opens(table, "players")
    table.tap(player(table, DAN).locator("summary"))
    table.tap(change(table, f"return-{DAN}"))
    assert last_entry(table) == {"step": "return", "seat": DAN}
    expect(table.place(DAN)).to_be_visible()


@pytest.mark.long
def test_somebody_leaves_out_of_competition(table: Table) -> None:
    opens(table, "players")
    table.tap(player(table, BEN).locator("summary"))
    table.tap(player(table, BEN).locator("label:has([value=no])"))
    table.tap(change(table, f"leave-{BEN}"))
    assert last_entry(table) == {"step": "leave", "seat": BEN, "ranked": False}
    expect(table.page.locator(".unranked .name")).to_be_visible()
    fits(table)


@pytest.mark.long
def test_somebody_takes_over_and_the_sheet_says_so(table: Table) -> None:
    opens(table, "players")
    table.tap(player(table, BEN).locator("summary"))
    table.page.locator(f"#takeover-{BEN}-name").fill("Zoe")
    table.tap(change(table, f"takeover-{BEN}"))
    assert last_entry(table) == {"step": "takeover", "seat": BEN, "name": "Zoe"}
    expect(table.place(BEN).locator(".name")).to_contain_text("Zoe")


@pytest.mark.long
def test_what_is_said_during_a_deal_waits_and_is_undone(table: Table) -> None:
    table.writes(table.session, {"step": "bids", "bids": [0, 0, 0, 0]})
    opens(table, "players")
    table.tap(player(table, DAN).locator("summary"))
    table.tap(change(table, f"leave-{DAN}"))
    expect(table.sheet).to_be_visible()
    opens(table, "players")
    fits(table)
    table.tap(table.page.locator(".later button"))
    expect(table.sheet).to_be_visible()
    opens(table, "players")
    expect(table.page.locator(".later")).to_have_count(0)


@pytest.mark.parametrize(
    ("button", "hands"),
    [
        # Left are 3, 2, 1, 2, 3 and 4 cards.
        (0, [3, 1, 2, 3, 4]),
        pytest.param(1, [3, 2, 1], marks=pytest.mark.long),
        pytest.param(2, [3, 2], marks=pytest.mark.long),
    ],
    ids=["left out", "down from here", "the last one"],
)
def test_a_deal_of_the_row_is_changed_by_two_taps(table: Table, button: int, hands: list[int]) -> None:
    opens(table, "plan")
    taps = table.taps
    table.tap(table.page.locator("label[for=deal-3]"))
    fits(table)
    table.tap(table.page.locator(".on-deal:visible .two button").nth(button))
    expect(table.page.locator("label.deal:not(.begun)")).to_have_count(len(hands))
    assert table.taps - taps == 2
    shown = table.page.locator("label.deal:not(.begun) b").all_text_contents()
    assert [int(hand) for hand in shown] == hands
    table.tap(table.page.locator(".what-is-left button"))
    expect(table.page.locator("label.deal:not(.begun)")).to_have_count(6)


@pytest.mark.long
def test_a_hand_is_put_in(table: Table) -> None:
    opens(table, "plan")
    table.tap(table.page.locator("label[for=deal-3]"))
    table.tap(table.page.locator(".on-deal:visible .sizes button", has_text="5").first)
    expect(table.page.locator("label.deal:not(.begun)")).to_have_count(7)
    shown = table.page.locator("label.deal:not(.begun) b").all_text_contents()
    assert shown == ["3", "2", "5", "1", "2", "3", "4"]


def test_a_game_ends_by_one_tap_and_goes_on_from_its_end(table: Table) -> None:
    session = table.session
    table.writes(session, {"step": "takeover", "seat": DAN, "name": "Zoe"})
    opens(table, "plan")
    end, more = (table.page.locator("form.plan > .two button").nth(place) for place in (0, 1))
    table.tap(end)
    expect(table.page.locator(".part-of-it")).to_contain_text("Zoe")
    fits(table)
    table.tap(table.page.locator(".icons a[href$='/plan']"))
    table.tap(table.page.locator("form.plan > .two button"))
    expect(table.page.locator("label.deal:not(.begun)")).to_have_count(3)
    expect(more).to_be_visible()
    assert table.entries(session)[-1]["step"] == "plan"
