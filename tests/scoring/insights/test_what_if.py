"""A session by other rules: the same entries, and plain words for what of them does not apply."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import replay
from scoring.errors import EntryError
from scoring.insights.what_if import WhatIf, verdict, what_if
from scoring.sheets.sheet import Sheet
from tests.support.for_each import for_each
from tests.support.games import played, random_value

THREE = ("Ann", "Ben", "Chika")
Entries = list[dict[str, Any]]


def start(game: str, players: tuple[str, ...] = THREE, **options: Any) -> Sheet[Any]:
    return find_game(game).start({"players": players, "options": options})


def rescored(blank: Sheet[Any], entries: Entries, game: str = "oh-hell", **options: Any) -> WhatIf:
    """The entries under the rules of the blank sheet with these options in place of its own."""
    return what_if(blank, entries, start(game, blank.table.players, **(blank.options.to_json() | options)))


def oh_hell_deals(*deals: tuple[list[int], list[int]]) -> Entries:
    return [
        entry
        for bids, tricks in deals
        for entry in ({"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks})
    ]


def notes(result: WhatIf) -> list[str]:
    return [str(note) for note in result.notes]


FALLING = start("oh-hell", format="short-falling", top_hand=3)
EVENING = oh_hell_deals(([3, 0, 1], [3, 0, 0]), ([2, 1, 1], [0, 2, 0]), ([0, 1, 1], [1, 0, 0]))
"""Ann 13, Ben 10, Chika 0; by minus scoring Ann 10 − 20 − 10, Ben 10 − 10 − 10, Chika three times −10."""


def test_another_scoring_gives_other_points_for_the_same_entries() -> None:
    result = rescored(FALLING, EVENING, scoring="minus")
    assert (result.sheet.totals, result.notes, result.against) == ((-20, -10, -30), (), ())
    assert result.comparable
    before = replay(FALLING, EVENING)
    assert before.totals == (13, 10, 0)
    assert str(verdict(before, result.sheet, "Minus")) == "Under “Minus”, Ben would have won."


def test_the_same_winner_is_told_as_well() -> None:
    result = rescored(FALLING, EVENING, scoring="plus")
    told = verdict(replay(FALLING, EVENING), result.sheet, "Plus")
    assert str(told) == "Under “Plus”, Ann would still have won."


def test_of_a_game_that_runs_it_is_told_who_would_lead() -> None:
    before = replay(FALLING, EVENING[:4])
    assert str(verdict(before, rescored(FALLING, EVENING[:4], scoring="minus").sheet, "Minus")) == (
        "Under “Minus”, Ben would lead."
    )
    assert str(verdict(before, rescored(FALLING, EVENING[:4], scoring="plus").sheet, "Plus")) == (
        "Under “Plus”, Ann would still lead."
    )


def test_what_comes_after_an_earlier_end_is_left_out_and_that_is_said() -> None:
    blank = start("oh-hell", format="long", top_hand=3)
    entries = [*EVENING, *oh_hell_deals(([1, 0, 0], [1, 1, 0]), ([1, 1, 0], [1, 1, 1]))]
    result = rescored(blank, [*entries, {"step": "note", "text": "tea"}], format="short-falling")
    assert notes(result) == [
        "The game would have ended sooner, so later entries aren’t counted: All 3 deals have been played."
    ]
    assert result.sheet.totals == (13, 10, 0)


def test_an_adjustment_after_an_earlier_end_is_left_out_one_at_the_end_is_not() -> None:
    blank = start("oh-hell", format="long", top_hand=3)
    fine = {"step": "adjustment", "seat": 2, "amount": 20, "reason": "lent"}
    assert rescored(blank, [*EVENING, fine], format="short-falling").sheet.totals == (13, 10, 0)
    assert rescored(FALLING, [*EVENING, fine], scoring="plus").sheet.totals[2] == 20


def test_a_game_that_would_go_on_is_said_not_to_be_over() -> None:
    result = rescored(FALLING, EVENING, format="long")
    assert notes(result) == ["The game wouldn’t be over yet."]
    assert not result.comparable
    assert str(verdict(replay(FALLING, EVENING), result.sheet, "Long")) == "Under “Long”, Ann would still lead."


def test_a_bid_that_would_be_forbidden_is_counted_and_told() -> None:
    free = start("oh-hell", format="short-falling", top_hand=2, restriction=False)
    entries = oh_hell_deals(([1, 1, 0], [1, 1, 0]), ([1, 0, 0], [0, 1, 0]))
    result = rescored(free, entries, restriction=True)
    assert result.sheet.totals == replay(free, entries).totals
    assert not result.comparable
    assert [str(told) for told in result.against[0].told] == ["Bids: Ben 1, Chika 0, Ann 1"]
    assert [(str(each.called), [str(problem.message) for problem in each.problems]) for each in result.against] == [
        ("Bids of deal 1", ["Total bids can’t equal 2. Ann deals and must change their bid."]),
        ("Bids of deal 2", ["Total bids can’t equal 1. Ben deals and must change their bid."]),
    ]


def test_other_hands_cannot_be_scored() -> None:
    result = rescored(FALLING, EVENING, top_hand=4)
    assert (result.scored, result.whole) == (False, False)
    assert notes(result) == [
        "These rules can’t score the game from “Bids of deal 1” on: "
        "Bids: you played with 3 cards each, these rules deal 4."
    ]


def test_other_hands_later_leave_what_came_before() -> None:
    # Seven players: the old pack of 66 gives 9 cards each in the tenth round, the current one 10.
    blank = start("skull-king", tuple("ABCDEFG"))
    entries = oh_hell_deals(*(([0] * 7, [hand, *(0,) * 6]) for hand in range(1, 11)))
    result = rescored(blank, entries, "skull-king", edition="old")
    assert (result.sheet.deals, result.whole) == (9, False)
    assert notes(result) == [
        "These rules can’t score the game from “Bids of deal 10” on: "
        "Bids: you played with 10 cards each, these rules deal 9."
    ]


def test_what_is_no_longer_asked_is_left_out_once_for_all() -> None:
    blank = start("koi-koi", ("Ann", "Ben"))
    month = [{"step": "deal", "lights": 2}, {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["hanami"]}]
    result = rescored(blank, month * 2, "koi-koi", field_lights="off")
    assert notes(result) == ["Ignored, because these rules don’t use it: Brights on the field."]
    # 5 for the yaku, and no bright multiplies.
    assert [row.points[0] for row in result.sheet.rows] == [5, 5]


def test_half_a_deal_that_cannot_be_finished_is_taken_off() -> None:
    # With seven tiles a hand can have 90 pips, with six 79.
    blank = start("buki", (*THREE, "Dan"), tiles="7")
    blocked = {"step": "result", "out": "nobody", "pips": [85, 9, 8, 7]}
    result = rescored(blank, [{"step": "stakes", "stakes": [None, 2, 2, 2]}, blocked], "buki", tiles="6")
    assert (result.sheet.pending, result.scored) == ((), False)
    assert notes(result)[0].startswith("These rules can’t score the game from “Result of game 1” on: ")


def test_an_end_by_hand_is_not_wanted_twice() -> None:
    blank = start("satat", (*THREE, "Dan"), end="open")
    entries: Entries = [{"step": "result", "winners": 0, "kind": "plain"}] * 3 + [{"step": "end"}]
    result = rescored(blank, entries, "satat", end="wins", length=3)
    assert (result.sheet.over, result.sheet.ended_early, notes(result)) == (True, False, [])


def test_a_target_that_is_nearer_ends_it_sooner() -> None:
    blank = start("satat", (*THREE, "Dan"), end="wins", length=3)
    entries: Entries = [{"step": "result", "winners": 1, "kind": "plain"}] * 3
    result = rescored(blank, entries, "satat", length=2)
    assert result.sheet.totals == (0, 2, 0, 2)
    assert notes(result) == ["The game would have ended sooner, so later entries aren’t counted: Ben & Dan has 2 wins."]


@pytest.mark.parametrize("slug", all_games())
@for_each("seed", range(5))
def test_the_same_rules_change_nothing(slug: str, seed: int) -> None:
    play = played(find_game(slug), seed)
    result = what_if(play.sheets[0], play.entries, play.sheets[0])
    assert (result.sheet, result.notes, result.against) == (play.last, (), ())


@pytest.mark.parametrize("slug", all_games())
@for_each("seed", range(4))
def test_every_game_can_be_scored_by_any_rules_or_says_why_not(slug: str, seed: int) -> None:
    game, rng = find_game(slug), random.Random(f"{slug} {seed}")
    play = played(game, seed)
    before = deepcopy(play.entries)
    own = play.sheets[0].options.to_json()
    for field in game.options.fields():
        options = own | {field.name: random_value(field, play.sheets[0].table, rng)}
        try:
            blank = game.start(play.session | {"options": options})
        except EntryError:
            continue
        result = what_if(play.sheets[0], play.entries, blank)
        assert result.sheet.options == blank.options
        assert str(verdict(play.last, result.sheet, "other rules"))
        if not result.notes and not result.against and not play.last.ended_early:
            assert result.sheet == replay(blank, play.entries)
        assert result.sheet.written <= len(play.entries)
        assert [row.entries for row in result.sheet.rows] == [
            row.entries for row in play.last.rows[: len(result.sheet.rows)]
        ]
    assert play.entries == before
