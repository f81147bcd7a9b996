"""The page of how long a game still is, without script; playing on after the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import played, plays
from tests.web.conftest import Phone, Sitting

OVER = "div.icons button span"


@pytest.fixture
def three(phone: Phone) -> Sitting:
    """Three after the first of five deals with 3, 2, 1, 2 and 3 cards."""
    return played(phone, "110 111")


def leaves(table: Sitting, **typed: str) -> Page:
    """Save how long the game is."""
    return table.tries(typed, form=table.behind("plan").form("/plan", has=next(iter(typed))))


def bars(table: Sitting) -> list[tuple[str, str]]:
    """The deals that are drawn: the cards of each, and whether it is over, to come or left out."""
    drawn = table.behind("plan").root.one("ol")
    shown = {"": "over", "to-come": "to come", "to-come out": "left out"}
    return [(each.one("small").text, shown[each.get("class") if each.has("class") else ""]) for each in drawn.all("li")]


def plays_on(table: Sitting, label: str) -> Page:
    """A tap on a key of the end."""
    (key,) = [each for each in table.page.root.all("button", class_="key") if each.text == label]
    return table.tries({key.get("name"): key.get("value")}, form=table.page.form("/plan"))


@pytest.mark.parametrize(
    ("left", "hands"),
    [
        ("1", [2]),
        ("2", [2, 1]),
        # It went up to the largest hand: down again.
        ("7", [2, 1, 2, 3, 2, 1, 2]),
    ],
)
def test_how_many_more_are_played_is_one_number(three: Sitting, left: str, hands: list[int]) -> None:
    assert leaves(three, left=left).location == three.address
    assert three.entries[-1] == {"step": "plan", "hands": hands}
    assert f"deal 2 of {1 + len(hands)}" in three.page.heading or left == "1"


def test_the_deal_in_play_counts(three: Sitting) -> None:
    plays(three, "100")
    assert leaves(three, left="2").location == three.address
    assert three.entries[-1] == {"step": "plan", "hands": [1]}, "after the one in play"


def test_the_deals_are_drawn_as_over_to_come_and_left_out(three: Sitting) -> None:
    assert bars(three)[:5] == [("3", "over"), *((hand, "to come") for hand in "2123")]
    leaves(three, left="2")
    assert bars(three)[:5] == [("3", "over"), ("2", "to come"), ("1", "to come"), ("2", "left out"), ("3", "left out")]


@pytest.mark.parametrize(
    ("chosen", "hands"),
    [(["2", "", "2", "3", "", "", ""], [2, 2, 3]), (["2", "5", "1", "2", "3", "", ""], [2, 5, 1, 2, 3])],
)
def test_the_row_of_hands_is_chosen_deal_by_deal(three: Sitting, chosen: list[str], hands: list[int]) -> None:
    form = three.behind("plan").form("/plan", has="hand")
    assert three.tries({"hand": chosen}, form=form).location == three.address
    assert three.entries[-1] == {"step": "plan", "hands": hands}


def test_a_plan_of_wizard_says_that_each_hand_is_dealt_once(phone: Phone) -> None:
    table = played(phone, "game=wizard deals=3:")
    leaves(table, left="2")
    assert table.entries == [{"step": "plan", "hands": [1, 2], "each_once": True}]


def test_one_undo_takes_it_back(three: Sitting) -> None:
    leaves(three, left="2")
    assert "left (2 → 1 cards)" in three.page.text
    assert "deal 2 of 5" in plays(three, "undo").page.heading


def test_the_last_deal_says_so(three: Sitting) -> None:
    leaves(three, left="1")
    assert "last deal" in three.page.heading
    assert "Ends with this deal" in three.behind("plan").html


def test_a_lower_target_that_is_reached_makes_this_round_the_last(phone: Phone, stranger: Phone) -> None:
    table = played(phone, "Ann Ben game=score-pad target=100: points=60/7")
    leaves(table, target="50")
    phone.lets_in(stranger, role="watcher")
    assert "Ends with this round" in stranger.opens(f"{table.address}/plan").root.one("main").text


def test_what_is_so_already_is_not_written_again(three: Sitting) -> None:
    before = three.entries
    assert leaves(three, left="4").location == three.address
    assert three.entries == before


@pytest.mark.parametrize("left", ["0", "many", "99", "-1", "1.5"])
def test_a_number_that_cannot_be_is_refused_and_stays(three: Sitting, left: str) -> None:
    page = leaves(three, left=left)
    assert (page.status, page.form("/plan", has="left").typed("left")) == (422, left)
    assert page.alerts
    assert three.entries[-1]["step"] == "tricks"


@pytest.mark.parametrize(
    ("script", "before", "typed", "saved"),
    [
        ("Ann Ben game=koi-koi:", ("left", "12"), "3", {"months": 3}),
        # One round is played, and no number of them was set.
        ("Ann Ben game=score-pad: points=5/7", ("left", ""), "3", {"rounds": 4}),
        ("Ann Ben Chika Dan game=buki:", ("left", ""), "2", {"games": 2}),
        ("Ann Ben Chika Dan game=twin-shoot:", ("target", "100"), "110", {"target": 110}),
        ("Ann Ben game=score-pad target=1500: points=5/7", ("target", "1500"), "1400", {"target": 1400}),
        ("Ann Ben Chika game=boo-ray:", ("wins", "4"), "3", {"wins": 3}),
    ],
)
def test_a_game_is_as_long_as_a_number_says(
    phone: Phone, script: str, before: tuple[str, str], typed: str, saved: dict[str, Any]
) -> None:
    table, (field, value) = played(phone, script), before
    assert table.behind("plan").form("/plan").values[field] == value
    assert leaves(table, **{field: typed}).status == 303
    assert table.entries[-1].items() >= saved.items()
    refused = leaves(table, **{field: "many"})
    assert (refused.status, refused.form("/plan").values[field]) == (422, "many")


def test_somebody_else_was_faster(three: Sitting) -> None:
    form = three.behind("plan").form("/plan", has="left")
    plays(three, "100")
    page = three.tries({"left": "2"}, form=form)
    assert page.status == 409
    assert "Another entry was saved first." in page.text
    assert three.tries({}, form=page.form("/plan", has="left")).status == 303


def test_what_a_page_of_before_sends_is_still_taken(three: Sitting) -> None:
    """A plan that waited on a phone goes to where entries go."""
    sent = three.behind("adjustment").form("/entries")
    assert three.tries({"step": "plan", "hands": "2 1"}, form=sent).location == three.address
    assert three.entries[-1] == {"step": "plan", "hands": [2, 1]}
    page = three.tries({"step": "plan", "hands": "x"}, form=three.behind("adjustment").form("/entries"))
    assert (page.status, page.heading.split()[0]) == (422, "Game")


# Playing on.


@pytest.mark.parametrize(
    ("script", "keys", "tapped", "entry"),
    [
        ("top_hand=1 format=short-falling: 000 100", "12345", "2", {"hands": [1, 1]}),
        (
            "Ann Ben game=score-pad target=100: points=120/7",
            ["+50", "+100", "+200"],
            "+50",
            {"target": 150, "rounds": None},
        ),
        ("Ann Ben game=score-pad target=100: points=180/7", ["+100", "+200", "+500"], "+100", {"target": 200}),
        ("Ann Ben game=score-pad rounds=1: points=12/7", "12345", "3", {"rounds": 4}),
    ],
)
def test_one_tap_plays_on_and_the_next_step_is_there(
    phone: Phone, script: str, keys: str, tapped: str, entry: dict[str, Any]
) -> None:
    table = played(phone, script)
    assert table.page.reads(OVER) == ["Play on"]
    assert table.page.reads("form.more-keys button") == [*keys]
    page = phone.follows(plays_on(table, tapped))
    assert (page.address, "final" in page.heading) == (table.address, False)
    assert page.form("/entries", has="position").typed("step")
    assert {name: table.entries[-1].get(name) for name in entry} == entry
    assert plays(table, "undo").page.reads(OVER) == ["Play on"], "one undo, and it is over again"


def test_where_an_adjustment_after_the_last_month_leaves_nothing_there_is_no_playing_on(phone: Phone) -> None:
    """「どちらかの持ち点が0以下」: more months would not go on."""
    month = {"step": "deal", "lights": 0}, {"step": "result", "calls": [0, 0], "winner": "nobody"}
    document = {"game": "koi-koi", "players": ["Ann", "Ben"], "dealer": 0, "options": {"length": "half"}}
    session = phone.api.starts(**document)
    entries = (*month * 6, {"step": "adjustment", "seat": 0, "amount": -90, "reason": "lost"})
    for position, entry in enumerate(entries):
        answer = phone.api.asks("POST", f"/sessions/{session}/entries", {"position": position, "entry": entry})
        assert answer.status == 201, answer.json
    page = phone.opens(f"/s/{session}")
    assert (page.status, page.reads(OVER)) == (200, [])


def test_an_undone_target_is_called_so(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=score-pad target=100: points=120/7")
    phone.follows(plays_on(table, "+50"))
    assert "Undone: Target" in plays(table, "undo").page.text


def test_koi_koi_is_played_on_by_months(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=koi-koi:")
    leaves(table, left="1")
    plays(table, "lights=0, calls=0/0 winner=nobody")
    assert table.page.reads("form.more-keys button") == ["1", "2", "3", "6", "12"]


def test_a_game_that_was_ended_by_hand_is_not_played_on(three: Sitting) -> None:
    page = plays(three, "end").page
    assert (page.reads(OVER), page.reads("form.more-keys")) == ([], [])
    assert not [form for form in three.behind("plan").forms if form.action.endswith("/plan")]


# House rules.


def test_the_house_rules_say_which_plan_was_changed_last(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika Dan game=twin-shoot:")
    assert "Changed during the game" not in table.behind("plan").text
    for target in ("120", "110"):
        leaves(table, target=target)
    assert "Changed during the game: Plan: to 110 points" in table.behind("plan").text
    assert "Changed during the game: Plan: to 120 points" in plays(table, "undo").behind("plan").text


def test_where_the_house_rules_were_leads_to_them(three: Sitting) -> None:
    page = three.phone.follows(three.phone.opens(f"{three.address}/rules"))
    assert page.address.partition("?")[0] == f"{three.address}/plan"
    assert page.root.one("details", id="house-rules").has("open")


def test_a_mistake_in_the_rules_is_corrected_once_what_becomes_of_the_scores_was_seen(three: Sitting) -> None:
    before = three.totals
    form = three.behind("plan").form("/plan/correct")
    asked = three.tries({"scoring": "minus"}, form=form)
    assert (asked.status, three.totals) == (200, before)
    assert "Normal → Minus" in asked.text
    assert three.tries({}, form=asked.form("/plan/correct")).location == three.address
    assert three.kept["document"]["options"]["scoring"] == "minus"
    plays(three, "undo")
    assert three.kept["document"]["options"]["scoring"] == "normal"


def test_a_set_of_rules_is_filled_in_and_a_wrong_one_stays(three: Sitting) -> None:
    form = three.behind("plan").form("/plan/correct")
    filled = three.tries({"fill": "preset:minus"}, form=form)
    assert (filled.status, filled.form("/plan/correct").typed("scoring")) == (200, "minus")
    refused = three.tries({"top_hand": "99"}, form=three.behind("plan").form("/plan/correct"))
    assert (refused.status, bool(refused.wrong_at("top_hand"))) == (422, True)
