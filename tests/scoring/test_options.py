"""House rules: read, completed, refused."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.oh_hell.options import OhHellOptions
from scoring.options import read_options
from scoring.table import Table
from tests.scoring.toy_games import PennyOptions

FOUR = Table(("あんな", "ベン", "千夏", "大輔"))
TWO = Table(("あんな", "ベン"))


def refused(kind: Any, raw: dict[str, object], table: Table) -> list[tuple[str, str]]:
    with pytest.raises(EntryError) as caught:
        read_options(kind, raw, table)
    return [(problem.field, str(problem.message)) for problem in caught.value.problems]


def test_rules_that_nobody_named_are_the_usual_ones_written_out() -> None:
    assert read_options(OhHellOptions, {}, FOUR).to_json() == {
        "format": "long",
        "top_hand": 10,
        "scoring": "normal",
        "bidding": "in-turn",
        "restriction": "on",
    }


def test_rules_may_come_as_a_page_sends_them() -> None:
    options = read_options(OhHellOptions, {"top_hand": " １２ ", "scoring": "minus", "format": ""}, FOUR)
    assert (options.top_hand, options.scoring, options.format) == (12, "minus", "long")


def test_every_rule_that_cannot_be_read_is_told_at_once() -> None:
    told = refused(OhHellOptions, {"scoring": "double", "top_hand": "many", "hook": "on"}, FOUR)
    assert [field for field, _ in told] == ["top_hand", "scoring", "hook"]
    assert told[0][1] == "Top hand: “many” is not a whole number."
    assert told[1][1] == "Scoring: “double” cannot be chosen; choose one of these: Normal, Plus, Minus, Bonus."
    assert told[2][1] == "“hook” is not asked for here."


def test_a_rule_that_this_table_cannot_play_by_is_refused() -> None:
    assert refused(PennyOptions, {"mood": "wild"}, TWO) == [("mood", "2 players are too few to be wild.")]
    assert read_options(PennyOptions, {"mood": "wild"}, FOUR).mood == "wild"


def test_half_chips_are_written_exactly_and_read_again() -> None:
    options = read_options(PennyOptions, {"chips": "7.5"}, TWO)
    assert options.chips == Fraction(15, 2)
    assert options.to_json() == {"rounds": 3, "chips": "7.5", "mood": "calm"}
    assert read_options(PennyOptions, options.to_json(), TWO) == options


def test_what_was_settled_is_settled_for_good() -> None:
    options = read_options(OhHellOptions, {"bidding": "written", "restriction": "on"}, FOUR)
    assert options.restriction == "off"
    assert options.settled(FOUR) == options


def test_each_rule_is_asked_with_its_name_and_its_default() -> None:
    fields = OhHellOptions.fields()
    assert [field.name for field in fields] == ["format", "top_hand", "scoring", "bidding", "restriction"]
    assert [field.suggested for field in fields] == ["long", None, "normal", "in-turn", "on"]
    assert all(field.optional for field in fields)


def test_rules_cannot_be_changed_and_the_callers_are_left_alone() -> None:
    raw: dict[str, object] = {"bidding": "written"}
    options = read_options(OhHellOptions, raw, FOUR)
    assert raw == {"bidding": "written"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        options.scoring = "plus"  # type: ignore[misc]
