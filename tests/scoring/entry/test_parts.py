"""Every game says whose part of an entry is whose; the parts together are the entry."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from scoring.catalogue import all_games
from scoring.core import enter, read_entry, replay
from scoring.entry.fields import Own
from scoring.entry.pending import PendingInput, stages
from scoring.errors import EntryError
from tests.kit.expected import ANY_TIME, HIDDEN, IN_TURN, LIVE, expected
from tests.kit.for_each import for_each
from tests.kit.games import played, random_answer
from tests.kit.scoring.parts import all_say, parts_of_entry, sheet_of

SEEDS = range(4)


def manner(parts: PendingInput) -> str:
    return LIVE if parts.live else HIDDEN if parts.hidden else IN_TURN if parts.in_turn else ANY_TIME


@pytest.mark.parametrize("slug", all_games())
def test_each_game_says_which_steps_have_parts_of_the_players_own(slug: str) -> None:
    found: dict[str, str] = {}
    for sheet in played(all_games()[slug], 0).sheets[:-1]:
        if sheet.ask and (parts := PendingInput(sheet)).seats:
            found[sheet.ask.step] = manner(parts)
    assert found == expected()[slug].own_parts


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_the_parts_together_are_the_entry(game: Any, seed: int) -> None:
    play = played(game, seed)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        parts = PendingInput(sheet)
        if sheet.ask is None or entry["step"] != sheet.ask.step or not parts.seats:
            continue
        said = all_say(parts, said=parts_of_entry(entry, parts))
        by_seats = {name for part in said.entered.values() for name in part}
        left = {field.name for field in sheet.ask.fields if field.name not in by_seats}
        assert said.missing == () or "winner" in left
        whole = said.together() | {name: entry[name] for name in left if name in entry}
        assert read_entry(sheet, whole).to_json() == entry
        assert enter(sheet, whole).totals == enter(sheet, entry).totals


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", SEEDS)
def test_a_seat_is_asked_its_own_part_alone(game: Any, seed: int) -> None:
    for sheet in played(game, seed).sheets[:-1]:
        parts = PendingInput(sheet)
        for seat in sheet.table.seats:
            own = parts.ask_of(seat)
            assert (own is None) == (seat not in parts.seats)
            for field in own.fields if own else ():
                assert field.seats in ((seat,), ())
                if isinstance(field.suggested, tuple):
                    assert all(value is None for at, value in enumerate(field.suggested) if at != seat)
        assert sheet.over or parts.missing == parts.seats


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_what_is_hidden_is_shown_to_nobody_before_all_is_said(game: Any) -> None:
    rng = random.Random(game.slug)
    for seed in SEEDS:
        for sheet in played(game, seed).sheets[:-1]:
            parts = PendingInput(sheet)
            if not parts.hidden or sheet.ask is None:
                continue
            unseen = {field.name for field in parts.fields if field.own is Own.HIDDEN}
            for seat, part in parts_of_entry(random_answer(sheet, sheet.ask, rng), parts).items():
                assert not any(unseen.intersection(told) for told in parts.public_input.values())
                parts = parts.with_input(seat, part)
            assert parts.public_input.keys() == set(parts.seats)


Step: TypeAlias = tuple[int, dict[str, object]]


def said(game: str, *steps: Step, entered: tuple[dict[str, Any], ...] = (), **rules: Any) -> PendingInput:
    """What seats said one after the other, of the step after these entries."""
    parts = PendingInput(replay(sheet_of(game, **rules), entered))
    for seat, part in steps:
        parts = parts.with_input(seat, part)
    return parts


def each(*seats: int, **part: object) -> tuple[Step, ...]:
    """The same of each of these seats."""
    return tuple((seat, part) for seat in seats)


def forbidden(parts: PendingInput, seat: int) -> int | None:
    own: Any = parts.ask_of(seat)
    (field,) = own.fields
    number: int | None = field.not_total
    return number


NO_BIDS = ({"step": "bids", "bids": [0, 0, 0, 0]},)
READERS: dict[str, Callable[[PendingInput], Any]] = {
    "may_enter": lambda parts: [parts.may_enter(seat) for seat in range(4)],
    "bound": lambda parts: parts.bound(0),
    "doubt": lambda parts: parts.doubt and str(parts.doubt.question),
    "entry": PendingInput.together,
    "told_at": lambda parts: [(problem.field, problem.seat) for problem in parts.problems],
    "forbidden": lambda parts: [forbidden(parts, seat) for seat in (parts.turn, 1) if seat is not None],
    "stages": lambda parts: [[field.name for field in stage] for stage in stages(parts.fields)],
}
LAID = {"bids", "first_suit", "second_suit"}

SHOWN: dict[str, tuple[PendingInput, dict[str, Any]]] = {
    **{
        f"nobody is told the forbidden number before the last in turn ({turn} is asked)": (
            said("oh-hell", *each(*before, bids=0), dealer=1, top_hand=10),
            {"seats": (2, 3, 0, 1), "turn": turn, "forbidden": [None, None]},
        )
        for turn, before in ((2, ()), (3, (2,)), (0, (2, 3)))
    },
    "the last in turn is told the forbidden number": (
        said("oh-hell", *each(2, 3, 0, bids=0), dealer=1, top_hand=10),
        {"turn": 1, "forbidden": [10, 10]},
    ),
    "and bids another": (said("oh-hell", *each(2, 3, 0, 1, bids=0), dealer=1, top_hand=10), {"settled": True}),
    "in turn nobody speaks before the turn": (
        said("oh-hell", dealer=3),
        {"may_enter": [True, False, False, False]},
    ),
    "what is said may be mended": (
        said("oh-hell", *each(0, bids=1), dealer=3),
        {"may_enter": [True, True, False, False], "bound": {}},
    ),
    "until the next one has spoken": (
        said("oh-hell", *each(0, 1, bids=1), dealer=3),
        {
            **{"may_enter": [False, True, True, False], "bound": {"bids": 1}},
            "public_input": {0: {"bids": 1}, 1: {"bids": 1}},
        },
    ),
    "hidden bids are said in any order": (
        said("wizard", bidding="hidden"),
        {"turn": None, "may_enter": [True] * 4},
    ),
    "and nobody is bound": (
        said("wizard", *each(3, 1, 0, bids=0), bidding="hidden"),
        {"missing": (2,), "public_input": {}, "settled": False, "bound": {}},
    ),
    "until they are revealed": (
        said("wizard", *each(3, 1, 0, bids=0), (2, {"bids": 1}), bidding="hidden"),
        {"settled": True, "entry": {"step": "bids", "bids": [0, 0, 1, 0]}, "bound": {"bids": 0}},
    ),
    "tricks that do not add up stand": (
        said("wizard", *each(0, 1, tricks=1), *each(2, 3, tricks=0), entered=NO_BIDS, bidding="hidden"),
        {"missing": (), "settled": False, "told_at": [("tricks", None)]},
    ),
    "until somebody mends them": (
        said("wizard", *each(0, 1, tricks=1), *each(2, 3, 1, tricks=0), entered=NO_BIDS, bidding="hidden"),
        {"settled": True},
    ),
    "what is most likely a slip is asked about of the whole": (
        said("skull-king", *each(*range(4), tricks=0), entered=NO_BIDS, expansion="on"),
        {"settled": True, "doubt": "1 trick is missing. Did nobody take it?"},
    ),
    "mended it is not": (
        said("skull-king", *each(*range(4), tricks=0), *each(2, tricks=1), entered=NO_BIDS, expansion="on"),
        {"doubt": None},
    ),
    "a bid that is laid can be laid again": (said("twin-shoot", *each(0, 1, 2, bids=3)), {"bound": {}}),
    "a bid that is laid is kept until the tricks are said": (
        said("twin-shoot", *each(*range(4), bids=3)),
        {
            **{"missing": (0, 1, 2, 3), "public_input": {}, "stages_done": 1, "to_enter": (0, 1, 2, 3), "closed": LAID},
            **{"laid": dict.fromkeys(range(4), LAID), "stages": [["bids", "first_suit", "second_suit"], ["tricks"]]},
        },
    ),
    "the tricks can be said again": (
        said("twin-shoot", *each(0, 1, 2, bids=3), (3, {"bids": 4}), *each(0, tricks=2)),
        {"bound": {"bids": 3}},
    ),
    "everybody saw them being taken": (
        said("twin-shoot", *each(*range(4), bids=3), *each(0, 1, 2, tricks=3)),
        {"public_input": {0: {"tricks": 3}, 1: {"tricks": 3}, 2: {"tricks": 3}}},
    ),
    "with the last tricks the bids are open": (
        said("twin-shoot", *each(*range(4), bids=3), *each(0, 1, 2, tricks=3), *each(3, tricks=1)),
        {
            **{"laid": {}, "settled": True, "entered_fields": dict.fromkeys(range(4), frozenset({"bids", "tricks"}))},
            "entry": {
                **{"step": "result", "bids": [3] * 4, "tricks": [3, 3, 3, 1]},
                **{"first_suit": [None] * 4, "second_suit": [None] * 4},
            },
        },
    ),
    # What is the keeper's keeps a step from being written by the seats alone.
    "trumps may be left out": (said("oh-hell"), {"needs_no_keeper": True}),
    "spectators too": (said("buki"), {"needs_no_keeper": True}),
    "bids are the seats' own": (said("skull-king"), {"needs_no_keeper": True}),
    "cannonballs are the keeper's": (said("skull-king", scoring="rascal", cannonball="on"), {"needs_no_keeper": False}),
    "yaku are read from the cards": (said("koi-koi", players=2), {"needs_no_keeper": True}),
    "who won a deal of Satat is the keeper's": (said("satat"), {"needs_no_keeper": False}),
}


@pytest.mark.parametrize(("parts", "shown"), SHOWN.values(), ids=SHOWN)
def test_what_the_seats_say(parts: PendingInput, shown: dict[str, Any]) -> None:
    assert {name: READERS[name](parts) if name in READERS else getattr(parts, name) for name in shown} == shown


@pytest.mark.parametrize(
    ("parts", "part", "field"),
    [
        (said("oh-hell"), {}, "bids"),
        (said("oh-hell"), {"bids": "many"}, "bids"),
        (said("oh-hell"), {"bids": [1, 1]}, "bids"),
        (said("oh-hell"), {"bids": 99}, "bids"),
        (said("oh-hell"), {"bids": 1, "trump": "spades"}, "trump"),
        # 0 + 0 + 0 + 10
        (said("oh-hell", *each(2, 3, 0, bids=0), dealer=1, top_hand=10), {"bids": 10}, "bids"),
        (said("buki"), {"stakes": ""}, "stakes"),
        (said("twin-shoot"), {"first_suit": "heart"}, "second_suit"),
        (said("twin-shoot"), {"tricks": 4}, "bids"),
    ],
    ids=str,
)
def test_a_part_that_breaks_a_rule_of_its_own_is_refused(parts: PendingInput, part: dict[str, Any], field: str) -> None:
    with pytest.raises(EntryError) as refused:
        parts.with_input(parts.missing[0], part)
    assert [problem.field for problem in refused.value.problems] == [field]
