"""House rules: read, completed, refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from scoring.entry.choices import YES_NO, Choice, Pick, Switch
from scoring.entry.fields import Number
from scoring.errors import EntryError
from scoring.games.oh_hell import OhHellOptions
from scoring.message import say
from scoring.options import Options, option, read_options, switch
from scoring.table import Table
from tests.kit.expected import LEGACY_DEFAULTS, WRITTEN_DEFAULTS
from tests.kit.scoring.toy_games import PennyOptions

FOUR = Table(("あんな", "ベン", "千夏", "大輔"))
TWO = Table(("あんな", "ベン"))


@dataclasses.dataclass(frozen=True, kw_only=True)
class PubOptions(Options):
    hats: bool = switch(say("Hats"), default=True, on=say("Hats stay on."), off=say("Hats are taken off."))
    singing: bool = switch(say("Singing"), default=False, words=YES_NO)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ChangedOptions(Options):
    """Released with hats on, 10 chips and no end; by now new tables are offered something else."""

    hats: bool = switch(say("Hats"), default=False, legacy_default=True)
    chips: int = option(Number(label=say("Chips"), low=1, high=99), 20, legacy_default=10)
    rounds: int | None = option(Number(label=say("Rounds"), low=1, high=9, unset=say("open")), 5, legacy_default=None)
    mood: str = option(Pick(label=say("Mood"), choices=(Choice("calm", "Calm"), Choice("wild", "Wild"))), "calm")


@dataclasses.dataclass(frozen=True, kw_only=True)
class GrownOptions(Options):
    """Released with hats, of which some are tall since; documents and keys of before stay as they are."""

    hats: bool = switch(say("Hats"), default=True, of_kind=True)
    height: int = option(
        Number(label=say("Height"), low=1, high=9), 1, of_kind=True, only_with=("hats", "on"), sparse=True
    )
    chips: int = option(Number(label=say("Chips"), low=1, high=99), 10, of_kind=True)


ON, OFF = {"hats": "on", "singing": "yes"}, {"hats": "off", "singing": "no"}
WAS, NOW = (
    {"hats": "on", "chips": 10, "rounds": None, "mood": "calm"},
    {"hats": "off", "chips": 20, "rounds": 5, "mood": "calm"},
)
USUAL = WRITTEN_DEFAULTS["oh-hell"] | {"top_hand": 10}


@pytest.mark.parametrize(
    ("kind", "raw", "written"),
    [
        # What nobody named is as usual.
        (OhHellOptions, {}, USUAL),
        # As a page sends it.
        (
            OhHellOptions,
            {"top_hand": " １２ ", "scoring": "minus", "format": ""},
            USUAL | {"top_hand": 12, "scoring": "minus"},
        ),
        # What goes with custom scoring has no effect without it.
        (
            OhHellOptions,
            {"scoring": "numbers", "trick_points": 7},
            USUAL | {"scoring": "numbers", "trick_points": 7},
        ),
        (OhHellOptions, {"trick_points": 7}, USUAL),
        (OhHellOptions, {"scoring": "minus", "trick_points": 7}, USUAL | {"scoring": "minus"}),
        # Half chips exactly.
        (PennyOptions, {"chips": "7.5"}, {"rounds": 3, "chips": "7.5", "mood": "calm"}),
        (PennyOptions, {"mood": "wild"}, {"rounds": 3, "chips": 10, "mood": "wild"}),
        # A switch in either pair of words; left empty it is at its default.
        *((PubOptions, {"hats": raw, "singing": raw}, ON) for raw in ("on", "yes", "true", True)),
        *((PubOptions, {"hats": raw, "singing": raw}, OFF) for raw in ("off", "no", "false", False)),
        *((PubOptions, {"hats": raw, "singing": raw}, ON | {"singing": "no"}) for raw in (None, "", " ")),
        # A document that does not say is scored by what was the default, and can say what is usual now.
        (ChangedOptions, {}, WAS),
        (ChangedOptions, WAS, WAS),
        (ChangedOptions, NOW, NOW),
        # What is new is written only where it is not as it was.
        *((GrownOptions, raw, {"hats": "on", "chips": 10}) for raw in ({}, {"height": 1}, {"height": None})),
        (GrownOptions, {"height": 2}, {"hats": "on", "height": 2, "chips": 10}),
    ],
)
def test_rules_are_written_out_and_read_again(kind: Any, raw: dict[str, object], written: dict[str, object]) -> None:
    options = read_options(kind, raw, FOUR)
    assert options.to_json() == written
    assert read_options(kind, written, FOUR) == options


@pytest.mark.parametrize(
    ("kind", "raw", "words"),
    [
        # Everything at once.
        (
            OhHellOptions,
            {"scoring": "double", "top_hand": "many", "hook": "on"},
            {
                "top_hand": "Largest hand: “many” is not a whole number.",
                "scoring": "Scoring: “double” can’t be chosen. "
                "Choose one of these: Normal, Plus, Minus, Bonus, Custom.",
                "hook": "“hook” is not asked for here.",
            },
        ),
        # What this table cannot play by.
        (PennyOptions, {"mood": "wild"}, {"mood": "2 players are too few to be wild."}),
        *(
            (
                PubOptions,
                {"singing": raw},
                {"singing": f"Singing: “{raw}” can’t be chosen. Choose one of these: No, Yes."},
            )
            for raw in ("perhaps", "On", 1, 0, 2, ["on"], {"on": True})
        ),
    ],
)
def test_what_cannot_be_a_rule_is_refused(kind: Any, raw: dict[str, object], words: dict[str, str]) -> None:
    with pytest.raises(EntryError) as caught:
        read_options(kind, raw, TWO)
    assert {problem.field: str(problem.message) for problem in caught.value.problems} == words


def test_what_was_settled_is_settled_for_good() -> None:
    options = read_options(OhHellOptions, {"bidding": "written", "restriction": "on"}, FOUR)
    assert options.restriction is False
    assert options.resolve_defaults(FOUR) == options


def test_each_rule_is_asked_with_its_name_and_its_default() -> None:
    fields = OhHellOptions.fields()
    asked = [(field.name, field.written(field.suggested)) for field in fields]
    offered = {"trump_order": ["spades", "hearts", "diamonds", "clubs", "none"]}
    assert asked == [*(LEGACY_DEFAULTS["oh-hell"] | offered).items()]
    assert all(field.optional for field in fields)


def test_a_key_of_before_an_option_stays_as_it_was() -> None:
    kinds = [read_options(GrownOptions, raw, FOUR).kind for raw in ({}, {"height": 2}, {"height": 2, "hats": "off"})]
    assert kinds == ["on.10", "on.10.2", "off.10"]
    assert str(GrownOptions.name_of_kind("on.10.2", among=["on.10"])) == "Height: 2"
    assert str(GrownOptions.name_of_kind("on.10", among=["on.10.2"])) == "Hats: On, Chips: 10"


def test_rules_cannot_be_changed_and_the_callers_are_left_alone() -> None:
    raw: dict[str, object] = {"bidding": "written"}
    options = read_options(OhHellOptions, raw, FOUR)
    assert raw == {"bidding": "written"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        options.scoring = "plus"  # type: ignore[misc]


@pytest.mark.parametrize(("scoring", "matters"), [("numbers", True), ("normal", False), ("minus", False)])
def test_an_option_that_goes_with_another_applies_with_it(scoring: str, matters: bool) -> None:
    options = read_options(OhHellOptions, {"scoring": scoring}, FOUR)
    assert [options.applies(name) for name in ("scoring", "trick_points")] == [True, matters]


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


def test_a_changed_default_is_offered_to_new_tables() -> None:
    assert ChangedOptions().to_json() == NOW


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
