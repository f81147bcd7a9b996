"""A keeper's entry and what seats have said make one entry, or are told side by side."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import read_entry, replay
from scoring.entry.fields import Own
from scoring.entry.pending import PendingInput, fill_gaps, input_of, merge, stages
from scoring.errors import EntryError
from tests.kit.for_each import for_each
from tests.kit.games import played, random_answer
from tests.kit.scoring.parts import all_say, parts_of_entry, sheet_of

SEEDS = range(4)
ALL_GAMES = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
LEAF, SPADE, CLUB, DIAMOND = "leaf", "spade", "club", "diamond"


def bids(*values: object) -> dict[str, Any]:
    return {"step": "bids", "bids": list(values)}


def said(
    game: str, by_seat: Mapping[int, Mapping[str, object]], *entered: dict[str, Any], **rules: Any
) -> PendingInput:
    return all_say(PendingInput(replay(sheet_of(game, **rules), entered)), said=by_seat)


THREE: dict[str, Any] = {"players": 3, "dealer": 2}
BID_TWO = said("oh-hell", {0: {"bids": 2}}, **THREE)
TWO_BIDS = said("oh-hell", {0: {"bids": 2}, 1: {"bids": 1}}, **THREE)
LAID_0, LAID_1 = (said("wizard", {0: {"bids": laid}}, players=3, bidding="hidden") for laid in (0, 1))
LAID_SUITS = said("twin-shoot", {0: {"first_suit": LEAF, "second_suit": SPADE}})
ALL_LAID = said(
    "twin-shoot", {0: {"first_suit": CLUB, "second_suit": DIAMOND}, 1: {"bids": 2}, 2: {"bids": 4}, 3: {"bids": 1}}
)
TAKEN = said("twin-shoot", {seat: {"bids": 3} for seat in range(4)}).with_input(0, {"tricks": 2})
RESULT = {"step": "result", "bids": ["4", "2", "3", "1"], "tricks": ["4", "2", "3", "1"]}
PLAIN = {"step": "tricks", "tricks": ["1", "0", "0"]}
WITH_BONUS = {**PLAIN, "black": ["1", None, None]}
NO_BONUS = dict.fromkeys(("fourteens", "black", "mermaids", "pirates", "king"))
CAUGHT = said("skull-king", {0: {"tricks": 1, "black": 1}}, bids(1, 0, 0), players=3)
SILENT = said("skull-king", {0: {"tricks": 1}}, bids(1, 0, 0), players=3)

MERGED: dict[str, tuple[PendingInput, dict[str, Any], dict[str, Any], list[tuple[int, Any, Any]]]] = {
    # What is left to a seat is what it said.
    **{f"left {left!r}": (BID_TWO, bids(left, "1", 0), bids(2, "1", 0), []) for left in (None, "", " ")},
    "all is left": (BID_TWO, {"step": "bids"}, bids(2, None, None), []),
    "the same is no difference, however it is typed": (BID_TWO, bids("2", "1", 0), bids("2", "1", 0), []),
    "another value for a seat is told beside what it said": (
        TWO_BIDS,
        bids("1", "1", "1"),
        bids("1", "1", "1"),
        [(0, {"bids": 2}, {"bids": "1"})],
    ),
    # Of what is laid nothing is told, not even that it is the same.
    "laid otherwise": (LAID_0, bids("1", "0", "0"), bids("1", "0", "0"), [(0, None, {"bids": "1"})]),
    "laid alike": (LAID_1, bids("1", "0", "0"), bids("1", "0", "0"), [(0, None, {"bids": "1"})]),
    "a laid bid is put in where it is left": (LAID_0, bids(None, "0", "1"), bids(0, "0", "1"), []),
    "a bid that is laid is put together with the tricks that the keeper types": (
        ALL_LAID,
        {"step": "result", "tricks": ["3", "2", "4", "1"]},
        {
            **{"step": "result", "bids": [None, 2, 4, 1], "tricks": ["3", "2", "4", "1"]},
            **{"first_suit": [CLUB, None, None, None], "second_suit": [DIAMOND, None, None, None]},
        },
        [],
    ),
    # A number beside the suits that were laid would be two bids in one.
    "a bid that is typed over a laid one stands alone": (
        LAID_SUITS,
        RESULT,
        RESULT,
        [(0, None, {"bids": "4", "first_suit": None, "second_suit": None})],
    ),
    "the tricks of a seat are told without the bid that it has laid": (
        TAKEN,
        {"step": "result", "tricks": ["3", "3", "3", "1"]},
        {"step": "result", "bids": [3, 3, 3, 3], "tricks": ["3", "3", "3", "1"]},
        [(0, {"tricks": 2}, {"tricks": "3"})],
    ),
    "a bonus that is left out is a difference": (
        CAUGHT,
        PLAIN,
        PLAIN,
        [(0, NO_BONUS | {"tricks": 1, "black": 1}, NO_BONUS | {"tricks": "1"})],
    ),
    "one that is the same is none": (CAUGHT, WITH_BONUS, WITH_BONUS, []),
    "one that is added is none": (SILENT, WITH_BONUS, WITH_BONUS, []),
}


@pytest.mark.parametrize(("parts", "typed", "entry", "differences"), MERGED.values(), ids=MERGED)
def test_what_is_typed_and_what_was_said_make_one_entry(
    parts: PendingInput, typed: dict[str, Any], entry: dict[str, Any], differences: list[tuple[int, Any, Any]]
) -> None:
    merged, found = merge(parts, typed)
    assert merged == entry
    assert [(each.seat, each.reported, each.entered) for each in found] == differences


STAKED = said("buki", {2: {"stakes": 4}}, dealer=0)


def test_a_stake_that_the_form_was_filled_with_gives_way_to_a_seats_that_it_did_not_have() -> None:
    """In the first game the lowest stake is suggested, 2; Cleo has staked 4 on her phone."""
    typed = {"step": "stakes", "stakes": [None, "6", "2", "2"]}
    merged, differences = merge(STAKED, typed, shown=())
    assert (merged["stakes"], differences) == ([None, "6", 4, "2"], ())
    # Shown beside what Cleo had staked, or without a form, it was entered; so was any other number.
    for stake, shown in (("2", (2,)), ("2", None), ("6", ())):
        changed = typed | {"stakes": [None, "6", stake, "2"]}
        assert [each.seat for each in merge(STAKED, changed, shown=shown)[1]] == [2]


@pytest.mark.parametrize(
    ("parts", "typed", "entry"),
    [
        (TWO_BIDS, bids("1", "1", "1"), bids(2, "1", "1")),
        (LAID_0, bids("1", "0", "0"), bids(0, "0", "0")),
        (
            LAID_SUITS,
            RESULT,
            RESULT
            | {"bids": [None, "2", "3", "1"]}
            | {"first_suit": [LEAF, None, None, None], "second_suit": [SPADE, None, None, None]},
        ),
        (CAUGHT, PLAIN, {"step": "tricks", "tricks": [1, "0", "0"], "black": [1, None, None]}),
    ],
)
def test_of_two_values_that_of_the_seat_can_be_taken(
    parts: PendingInput, typed: dict[str, Any], entry: dict[str, Any]
) -> None:
    assert merge(parts, typed, take=True) == (entry, ())


@pytest.mark.parametrize(
    "raw",
    [None, 3, "bids", [], {}, {"step": "note", "text": "x"}, {"step": "bids", "bids": "1"}, bids(1, 1, 1, 1, 1)],
    ids=str,
)
def test_what_is_no_answer_to_the_step_is_left_to_the_one_door(raw: Any) -> None:
    assert merge(BID_TWO, raw)[0] is raw


@pytest.mark.parametrize("typed", ["99", "x", {"a": 1}, [1]], ids=str)
def test_what_cannot_be_read_is_refused_and_not_compared(typed: object) -> None:
    merged, differences = merge(BID_TWO, bids(typed, 0, 0))
    assert differences == ()
    with pytest.raises(EntryError):
        read_entry(BID_TWO.sheet, merged)


@ALL_GAMES
@for_each("seed", SEEDS)
def test_any_share_of_an_entry_can_be_said_by_seats_and_the_rest_by_the_keeper(game: Any, seed: int) -> None:
    rng = random.Random(f"{game.slug} {seed}")
    play = played(game, seed)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        parts = PendingInput(sheet)
        said = [seat for seat in parts.seats if sheet.ask and sheet.ask.step == entry["step"] and rng.random() < 0.5]
        heard = all_say(parts, said={seat: part for seat, part in parts_of_entry(entry, parts).items() if seat in said})
        names = {field.name for field in parts.fields}
        left = {
            name: (None if any(name in part for part in heard.entered.values()) else value)
            if name not in names or not isinstance(value, list)
            else [None if seat in said else each for seat, each in enumerate(value)]
            for name, value in entry.items()
        }
        merged, differences = merge(heard, left)
        assert differences == ()
        assert read_entry(sheet, merged).to_json() == entry
        assert fill_gaps(sheet, left, entry) == merged
        assert {each.seat for each in merge(heard, entry)[1]} == heard.laid.keys()
        assert merge(input_of(sheet, entry), entry, written=True)[1] == ()


@ALL_GAMES
@for_each("seed", range(1, 9))
def test_no_rule_binds_what_is_laid_to_what_the_others_say(game: Any, seed: int) -> None:
    """A keeper who enters the rest would learn what is laid by what is refused."""
    rng = random.Random(f"laid {game.slug} {seed}")
    for sheet in played(game, seed).sheets[:-1]:
        parts = PendingInput(sheet)
        if sheet.ask is None or not parts.hidden:
            continue
        hidden = [field.name for go in stages(parts.fields) if go[0].own is Own.HIDDEN for field in go]
        one, other = (random_answer(sheet, sheet.ask, rng) for _ in range(2))
        for seat in parts.seats:
            mixed = one | {
                name: [(other if at == seat else one)[name][at] for at in sheet.table.seats] for name in hidden
            }
            read_entry(sheet, mixed)
