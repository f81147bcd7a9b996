"""House rules: read, completed, refused."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from scoring.entry.choices import YES_NO, Choice, Pick, Switch
from scoring.entry.fields import Number
from scoring.errors import EntryError
from scoring.games.oh_hell.options import OhHellOptions
from scoring.message import say
from scoring.options import Options, option, read_options, switch
from scoring.table import Table
from tests.kit.scoring.toy_games import PennyOptions

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
        "made_points": 10,
        "trick_points": 2,
        "missed_points": 2,
        "bidding": "in-turn",
        "restriction": "on",
    }


def test_rules_may_come_as_a_page_sends_them() -> None:
    options = read_options(OhHellOptions, {"top_hand": " １２ ", "scoring": "minus", "format": ""}, FOUR)
    assert (options.top_hand, options.scoring, options.format) == (12, "minus", "long")


def test_every_rule_that_cannot_be_read_is_told_at_once() -> None:
    told = refused(OhHellOptions, {"scoring": "double", "top_hand": "many", "hook": "on"}, FOUR)
    assert [field for field, _ in told] == ["top_hand", "scoring", "hook"]
    assert told[0][1] == "Largest hand: “many” is not a whole number."
    scorings = "Normal, Plus, Minus, Bonus, Own numbers"
    assert told[1][1] == f"Scoring: “double” can’t be chosen. Choose one of these: {scorings}."
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
    assert options.restriction is False
    assert options.resolve_defaults(FOUR) == options


def test_each_rule_is_asked_with_its_name_and_its_default() -> None:
    fields = OhHellOptions.fields()
    numbers = ["made_points", "trick_points", "missed_points"]
    assert [field.name for field in fields] == ["format", "top_hand", "scoring", *numbers, "bidding", "restriction"]
    usual = [field.written(field.suggested) for field in fields]
    assert usual == ["long", None, "normal", 10, 2, 2, "in-turn", "on"]
    assert all(field.optional for field in fields)


def test_rules_cannot_be_changed_and_the_callers_are_left_alone() -> None:
    raw: dict[str, object] = {"bidding": "written"}
    options = read_options(OhHellOptions, raw, FOUR)
    assert raw == {"bidding": "written"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        options.scoring = "plus"  # type: ignore[misc]


@pytest.mark.parametrize(("scoring", "matters"), [("numbers", True), ("normal", False), ("minus", False)])
def test_an_option_that_goes_with_another_has_no_effect_without_it(scoring: str, matters: bool) -> None:
    options = read_options(OhHellOptions, {"scoring": scoring, "trick_points": 7}, FOUR)
    assert [options.applies(name) for name in ("scoring", "trick_points")] == [True, matters]
    assert options.trick_points == (7 if matters else 2)


# Switches


@dataclasses.dataclass(frozen=True, kw_only=True)
class PubOptions(Options):
    hats: bool = switch(say("Hats"), default=True, on=say("Hats stay on."), off=say("Hats are taken off."))
    singing: bool = switch(say("Singing"), default=False, words=YES_NO)


@pytest.mark.parametrize("raw", ["on", "yes", "true", True])
def test_a_switch_is_true_in_either_pair_of_words(raw: object) -> None:
    options = read_options(PubOptions, {"hats": raw, "singing": raw}, TWO)
    assert (options.hats, options.singing) == (True, True)
    assert options.to_json() == {"hats": "on", "singing": "yes"}


@pytest.mark.parametrize("raw", ["off", "no", "false", False])
def test_a_switch_is_false_in_either_pair_of_words(raw: object) -> None:
    options = read_options(PubOptions, {"hats": raw, "singing": raw}, TWO)
    assert (options.hats, options.singing) == (False, False)
    assert options.to_json() == {"hats": "off", "singing": "no"}


@pytest.mark.parametrize("raw", ["perhaps", "On", 1, 0, 2, ["on"], {"on": True}])
def test_a_switch_is_nothing_else(raw: object) -> None:
    told = refused(PubOptions, {"singing": raw}, TWO)
    assert [field for field, _ in told] == ["singing"]
    assert told[0][1].endswith("can’t be chosen. Choose one of these: No, Yes.")


@pytest.mark.parametrize("raw", [None, "", " "])
def test_a_switch_left_empty_is_at_its_default(raw: object) -> None:
    assert read_options(PubOptions, {"hats": raw, "singing": raw}, TWO) == PubOptions(hats=True, singing=False)


def test_a_switch_is_offered_as_a_choice_of_its_two_words_the_usual_one_first() -> None:
    hats, singing = PubOptions.fields()
    assert isinstance(hats, Switch)
    assert hats.choices == (
        Choice("on", say("On"), say("Hats stay on.")),
        Choice("off", say("Off"), say("Hats are taken off.")),
    )
    assert isinstance(singing, Switch)
    assert singing.choices == (Choice("no", say("No")), Choice("yes", say("Yes")))
    assert hats.describe() == {
        "name": "hats",
        "kind": "pick",
        "label": "Hats",
        "optional": True,
        "suggested": "on",
        "choices": ["on", "off"],
    }
    assert [str(hats.label_of(value)) for value in (True, False, "off")] == ["On", "Off", "Off"]


# What a document that does not say is scored by


@dataclasses.dataclass(frozen=True, kw_only=True)
class ChangedOptions(Options):
    """Released with hats on, 10 chips and no end; by now new tables are offered something else."""

    hats: bool = switch(say("Hats"), default=False, legacy_default=True)
    chips: int = option(Number(label=say("Chips"), low=1, high=99), 20, legacy_default=10)
    rounds: int | None = option(Number(label=say("Rounds"), low=1, high=9, unset=say("open")), 5, legacy_default=None)
    mood: str = option(Pick(label=say("Mood"), choices=(Choice("calm", "Calm"), Choice("wild", "Wild"))), "calm")


def test_a_changed_default_is_offered_to_new_tables_only() -> None:
    assert ChangedOptions().to_json() == {"hats": "off", "chips": 20, "rounds": 5, "mood": "calm"}
    was = {"hats": "on", "chips": 10, "rounds": None, "mood": "calm"}
    assert read_options(ChangedOptions, {}, TWO).to_json() == was
    assert read_options(ChangedOptions, was, TWO).to_json() == was


def test_what_is_usual_now_can_be_said() -> None:
    said = ChangedOptions().to_json()
    assert read_options(ChangedOptions, said, TWO).to_json() == said


def test_a_changed_default_is_told_with_what_was_the_default() -> None:
    told = [field.describe() for field in ChangedOptions.fields()]
    assert [(each.get("suggested"), each.get("unsaid")) for each in told] == [
        ("off", "on"),
        (20, 10),
        (5, None),
        ("calm", None),
    ]


def test_what_is_left_open_by_leaving_it_out_can_be_left_open_again() -> None:
    options = read_options(ChangedOptions, {}, TWO)
    assert options.strip_defaults(TWO).to_json()["rounds"] is None


def test_an_option_cannot_be_open_where_leaving_it_out_means_something() -> None:
    with pytest.raises(TypeError, match="is open where a document does not say"):
        option(Number(label=say("Rounds"), low=1, high=9), None, legacy_default=3)
