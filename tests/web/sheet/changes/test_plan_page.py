"""The page of the plan of what is left to play, without script: every tap saves a new plan."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import played, plays
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def three(phone: Phone) -> Sitting:
    """Three after the first of five deals with 3, 2, 1, 2 and 3 cards."""
    return played(phone, "110 111")


def buttons(page: Page) -> dict[str, str]:
    """What each button of the page saves, by its label; those of deals by deal and label."""
    form = page.root.one("form", class_="plan")
    found = {each.text: each.get("value") for each in form.all("button")}
    for panel in form.all("div", class_="on-deal"):
        found |= {f"{panel.get('aria-label')}: {each.text}": each.get("value") for each in panel.all("button")}
    return found


def taps(table: Sitting, label: str) -> Page:
    return plans(table, "hands", buttons(table.behind("plan"))[label])


def plans(table: Sitting, field: str, value: str) -> Page:
    return table.tries({field: value}, form=table.behind("plan").form("/entries"))


@pytest.mark.parametrize(
    ("label", "left"),
    [
        ("Deal 3: Leave out", ["2", "2", "3"]),
        ("Deal 2: Down from here", ["2", "1"]),
        ("Deal 3: The last one", ["2", "1"]),
        ("Deal 2: 5", ["2", "5", "1", "2", "3"]),
        # It went up to the largest hand: down again.
        ("Play three more", ["2", "1", "2", "3", "2", "1", "2"]),
    ],
)
def test_one_tap_changes_the_plan_and_the_page_shows_it(three: Sitting, label: str, left: list[str]) -> None:
    assert taps(three, label).location == f"{three.address}/plan"
    assert three.entries[-1] == {"step": "plan", "hands": [int(hand) for hand in left]}
    page = three.behind("plan")
    assert page.reads("div.deals label b") == ["3", *left]
    assert f"{len(left)} deals left" in page.reads("section.what-is-left")[0]


def test_a_plan_of_wizard_says_that_each_hand_is_dealt_once(phone: Phone) -> None:
    table = played(phone, "game=wizard deals=3:")
    for label, hands in (("Deal 2: Leave out", [1, 3]), ("Deal 3: Leave out", [1, 2])):
        taps(table, label)
        assert table.entries == [{"step": "plan", "hands": hands, "each_once": True}]
        # Also where it was undone, and is changed otherwise.
        table.undoes()


def test_one_undo_takes_it_back_and_the_plan_is_shown_again(three: Sitting) -> None:
    taps(three, "Deal 3: Leave out")
    assert three.phone.sends(three.behind("plan").form("/undo")).location == f"{three.address}/plan"
    page = three.behind("plan")
    assert "4 deals left (2 → 1 → 3 cards)" in page.text
    assert "/undo" not in [form.action for form in page.forms]


def test_the_game_ends_after_the_deal_in_play_and_goes_on_with_three_more(three: Sitting) -> None:
    plays(three, "100")
    assert taps(three, "End after deal 2").location == f"{three.address}/plan"
    page = plays(three, "/110").page
    assert ("final" in page.heading, f"{three.address}/plan" in page.links()) == (True, True)
    taps(three, "Play three more")
    assert "deal 3 of 5" in three.page.heading


def test_a_plan_that_ends_the_game_leads_to_its_end(three: Sitting) -> None:
    assert taps(three, "End after deal 1").location == three.address
    assert "final" in three.page.heading


def test_before_the_first_deal_at_least_one_is_left(phone: Phone) -> None:
    table = played(phone, "top_hand=1 format=short-falling:")
    assert not [label for label in buttons(table.behind("plan")) if "Leave out" in label or "End after" in label]
    page = plans(table, "hands", "none")
    assert (page.status, page.heading.split()[0]) == (422, "Plan")
    assert "Leave at least one deal to play." in page.text


@pytest.mark.parametrize(
    ("script", "offered", "field", "saved"),
    [
        ("Ann Ben game=koi-koi:", {"Play three more": "15", "−": "11", "+": "13"}, "months", "15"),
        # One round is played.
        (
            "Ann Ben game=score-pad: points=5/7",
            {"End here": "1", "Three more, then the end": "4"},
            "rounds",
            "4",
        ),
        ("Ann Ben Chika Dan game=twin-shoot:", {"−": "90", "+": "110"}, "target", "110"),
        ("Ann Ben game=score-pad target=1500: points=5/7", {"−": "1400", "+": "1600"}, "target", "1400"),
    ],
)
def test_a_length_that_is_a_number_is_changed_by_a_tap_or_typed(
    phone: Phone, script: str, offered: dict[str, str], field: str, saved: str
) -> None:
    table = played(phone, script)
    assert offered.items() <= buttons(table.behind("plan")).items()
    assert plans(table, field, saved).status == 303
    page = table.behind("plan")
    assert (page.form("/entries").values[field], "Play three more" in buttons(page)) == (saved, field != "target")
    refused = plans(table, field, "many")
    assert (refused.status, refused.form("/entries").values[field]) == (422, "many")


def test_the_house_rules_say_which_plan_was_changed_last(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika Dan game=twin-shoot:")
    assert "Changed during the game" not in table.behind("rules").text
    for target in ("120", "110"):
        plans(table, "target", target)
    assert "Changed during the game: Plan: to 110 points" in table.behind("rules").text
    assert "Changed during the game: Plan: to 120 points" in plays(table, "undo").behind("rules").text


def test_a_game_that_was_ended_by_hand_has_no_plan(three: Sitting) -> None:
    assert three.phone.opens(f"{plays(three, 'end').address}/plan").location == three.address
