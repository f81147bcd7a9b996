"""The page of the plan of what is left to play, without script: every tap saves a new plan."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def three(phone: Phone) -> Sitting:
    """Three after the first of five deals with 3, 2, 1, 2 and 3 cards."""
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    return table


def buttons(page: Page) -> dict[str, str]:
    """The hands that each button of the page saves, by its label; those of deals by deal and label."""
    form = page.root.one("form", class_="plan")
    found = {each.text: each.get("value") for each in form.all("button") if not _on_deal(each)}
    for panel in form.all("div", class_="on-deal"):
        for each in panel.all("button"):
            found[f"{panel.get('aria-label')}: {each.text}"] = each.get("value")
    return found


def _on_deal(element: Element) -> bool:
    parent = element.parent
    return parent is not None and (parent.get("class") == "on-deal" or _on_deal(parent))


def taps(table: Sitting, label: str) -> Page:
    page = table.behind("plan")
    return table.tries({"hands": buttons(page)[label]}, form=page.form("/entries"))


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
    assert [each.one("b").text for each in page.root.one("div", class_="deals").all("label")] == ["3", *left]
    assert f"{len(left)} deals left" in page.root.one("section", class_="what-is-left").text


def test_a_plan_of_wizard_says_that_each_hand_is_dealt_once(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="wizard", deals="3")
    taps(table, "Deal 2: Leave out")
    assert table.entries == [{"step": "plan", "hands": [1, 3], "each_once": True}]
    # Also where it was undone, and is changed otherwise.
    table.undoes()
    taps(table, "Deal 3: Leave out")
    assert table.entries == [{"step": "plan", "hands": [1, 2], "each_once": True}]


def test_one_undo_takes_it_back_and_the_plan_is_shown_again(three: Sitting) -> None:
    taps(three, "Deal 3: Leave out")
    page = three.behind("plan")
    assert three.phone.sends(page.form("/undo")).location == f"{three.address}/plan"
    assert "4 deals left (2 → 1 → 3 cards)" in three.behind("plan").text
    assert "/undo" not in [form.action for form in three.behind("plan").forms]


def test_the_game_ends_after_the_deal_in_play_and_goes_on_with_three_more(three: Sitting) -> None:
    three.bids(1, 0, 0)
    assert taps(three, "End after deal 2").location == f"{three.address}/plan"
    three.takes(1, 1, 0)
    assert "final" in three.page.heading
    assert f"{three.address}/plan" in three.page.links()
    taps(three, "Play three more")
    assert "deal 3 of 5" in three.page.heading


def test_a_plan_that_ends_the_game_leads_to_its_end(three: Sitting) -> None:
    assert taps(three, "End after deal 1").location == three.address
    assert "final" in three.page.heading


def test_before_the_first_deal_at_least_one_is_left(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="1", format="short-falling")
    assert not [label for label in buttons(table.behind("plan")) if "Leave out" in label or "End after" in label]
    page = table.tries({"hands": "none"}, form=table.behind("plan").form("/entries"))
    assert (page.status, page.heading.split()[0]) == (422, "Plan")
    assert "Leave at least one deal to play." in page.text


def test_the_months_of_koi_koi_are_changed_by_a_tap_or_typed(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    page = table.behind("plan")
    values = {each.text: each.get("value") for each in page.root.one("form", class_="plan").all("button")}
    assert [values[label] for label in ("Play three more", "−", "+")] == ["15", "11", "13"]
    assert table.tries({"months": values["Play three more"]}, form=page.form("/entries")).status == 303
    assert table.behind("plan").form("/entries").values["months"] == "15"
    refused = table.tries({"months": "many"}, form=table.behind("plan").form("/entries"))
    assert (refused.status, refused.form("/entries").values["months"]) == (422, "many")


def test_three_more_end_a_pad_without_a_limit(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad")
    table.enters({"points-0": "5", "points-1": "7"})
    page = table.behind("plan")
    values = {each.text: each.get("value") for each in page.root.one("form", class_="plan").all("button")}
    assert (values["End here"], values["Three more, then the end"]) == ("1", "4"), "one round is played"
    assert table.tries({"rounds": "4"}, form=page.form("/entries")).status == 303
    page = table.behind("plan")
    assert page.form("/entries").values["rounds"] == "4"
    assert "Play three more" in buttons(page)


def test_a_tap_changes_a_target_by_a_round_number(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    page = table.behind("plan")
    values = {each.text: each.get("value") for each in page.root.one("form", class_="plan").all("button")}
    assert (values["−"], values["+"]) == ("90", "110")


def test_the_house_rules_say_which_plan_was_changed_last(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    assert "Changed during the game" not in table.behind("rules").text
    for target in ("120", "110"):
        assert table.tries({"target": target}, form=table.behind("plan").form("/entries")).status == 303
    assert "Changed during the game: Plan: to 110 points" in table.behind("rules").text
    table.undoes()
    assert "Changed during the game: Plan: to 120 points" in table.behind("rules").text


def test_a_game_that_was_ended_by_hand_has_no_plan(three: Sitting) -> None:
    three.ends()
    assert three.phone.opens(f"{three.address}/plan").location == three.address
