"""A keeper's entry and what seats have said make one entry, or are told side by side."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import enter, read_entry
from scoring.entry.fields import Own
from scoring.entry.merging import filled, merge, parts_of
from scoring.entry.parts import Parts, stages
from scoring.errors import EntryError
from tests.kit.for_each import for_each
from tests.kit.games import played, random_answer
from tests.kit.scoring.parts import all_say, parts_of_entry, sheet_of

SEEDS = range(4)
ALL_GAMES = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
LEAF, SPADE, CLUB, DIAMOND = "leaf", "spade", "club", "diamond"


def bids(*values: object) -> dict[str, Any]:
    return {"step": "bids", "bids": list(values)}


def test_what_is_left_to_a_seat_is_what_it_said() -> None:
    parts = all_say(Parts(sheet_of("oh-hell", players=3, dealer=2)), said={0: {"bids": 2}})
    for left in (None, "", " "):
        assert merge(parts, bids(left, "1", 0)).entry == bids(2, "1", 0)
    assert merge(parts, {"step": "bids"}).entry["bids"] == [2, None, None]
    assert merge(parts, bids("2", "1", 0)).differences == (), "the same is no difference, however it is typed"


def test_another_value_for_a_seat_is_told_beside_what_it_said() -> None:
    parts = all_say(Parts(sheet_of("oh-hell", players=3, dealer=2)), said={0: {"bids": 2}, 1: {"bids": 1}})
    merged = merge(parts, bids("1", "1", "1"))
    assert [(each.seat, each.said, each.entered) for each in merged.differences] == [(0, {"bids": 2}, {"bids": "1"})]
    assert merged.entry == bids("1", "1", "1")
    taken = merge(parts, bids("1", "1", "1"), take=True)
    assert (taken.entry, taken.differences) == (bids(2, "1", "1"), ())


def test_of_what_is_laid_nothing_is_told_not_even_that_it_is_the_same() -> None:
    sheet = sheet_of("wizard", players=3, bidding="hidden")
    told = [
        [(each.seat, each.said, each.entered) for each in merge(parts, bids("1", "0", "0")).differences]
        for parts in (all_say(Parts(sheet), said={0: {"bids": laid}}) for laid in (0, 1))
    ]
    assert told == [[(0, None, {"bids": "1"})]] * 2
    laid = all_say(Parts(sheet), said={0: {"bids": 0}})
    assert merge(laid, bids(None, "0", "1")).entry == bids(0, "0", "1")
    assert merge(laid, bids("1", "0", "0"), take=True).entry == bids(0, "0", "0")


def test_a_bid_that_is_laid_is_put_together_with_the_tricks_that_the_keeper_types() -> None:
    laid = all_say(
        Parts(sheet_of("twin-shoot")),
        said={0: {"first_suit": CLUB, "second_suit": DIAMOND}, 1: {"bids": 2}, 2: {"bids": 4}, 3: {"bids": 1}},
    )
    merged = merge(laid, {"step": "result", "tricks": ["3", "2", "4", "1"]})
    assert merged.differences == ()
    written = read_entry(laid.sheet, merged.entry).to_json()
    assert (written["bids"], written["tricks"]) == ([None, 2, 4, 1], [3, 2, 4, 1])
    assert (written["first_suit"], written["second_suit"]) == ([CLUB, None, None, None], [DIAMOND, None, None, None])


def test_a_bid_that_is_typed_over_a_laid_one_stands_alone_or_not_at_all() -> None:
    """A number beside the suits that were laid would be two bids in one."""
    laid = all_say(Parts(sheet_of("twin-shoot")), said={0: {"first_suit": LEAF, "second_suit": SPADE}})
    typed = {"step": "result", "bids": ["4", "2", "3", "1"], "tricks": ["4", "2", "3", "1"]}
    merged = merge(laid, typed)
    assert [(each.seat, each.said) for each in merged.differences] == [(0, None)]
    assert {name: merged.entry[name][0] for name in ("bids", "tricks")} == {"bids": "4", "tricks": "4"}
    assert "first_suit" not in merged.entry
    taken = merge(laid, typed, take=True).entry
    assert [taken[name][0] for name in ("bids", "first_suit", "second_suit")] == [None, LEAF, SPADE]


def test_the_tricks_of_a_seat_are_told_without_the_bid_that_it_has_laid() -> None:
    laid = all_say(Parts(sheet_of("twin-shoot")), said={seat: {"bids": 3} for seat in range(4)})
    said = laid.saying(0, {"tricks": 2})
    (told,) = merge(said, {"step": "result", "tricks": ["3", "3", "3", "1"]}).differences
    assert (told.seat, told.said, told.entered) == (0, {"tricks": 2}, {"tricks": "3"})


def test_a_bonus_that_is_left_out_is_a_difference_and_one_that_is_added_is_none() -> None:
    sheet = enter(sheet_of("skull-king", players=3), bids(1, 0, 0))
    plain = {"step": "tricks", "tricks": ["1", "0", "0"]}
    with_bonus = {**plain, "black": ["1", None, None]}
    said = all_say(Parts(sheet), said={0: {"tricks": 1, "black": 1}})
    (told,) = merge(said, plain).differences
    assert told.said is not None
    assert (told.said["black"], told.entered["black"]) == (1, None)
    assert merge(said, plain, take=True).entry["black"] == [1, None, None]
    assert merge(said, with_bonus).differences == ()
    silent = all_say(Parts(sheet), said={0: {"tricks": 1}})
    assert merge(silent, with_bonus).differences == ()
    assert merge(silent, with_bonus).entry["black"] == ["1", None, None]


@pytest.mark.parametrize(
    "raw",
    [None, 3, "bids", [], {}, {"step": "note", "text": "x"}, {"step": "bids", "bids": "1"}, bids(1, 1, 1, 1, 1)],
    ids=str,
)
def test_what_is_no_answer_to_the_step_is_left_to_the_one_door(raw: Any) -> None:
    parts = all_say(Parts(sheet_of("oh-hell", players=3, dealer=2)), said={0: {"bids": 2}})
    assert merge(parts, raw).entry is raw


@pytest.mark.parametrize("typed", ["99", "x", {"a": 1}, [1]], ids=str)
def test_what_cannot_be_read_is_refused_and_not_compared(typed: object) -> None:
    parts = all_say(Parts(sheet_of("oh-hell", players=3, dealer=2)), said={0: {"bids": 2}})
    merged = merge(parts, bids(typed, 0, 0))
    assert merged.differences == ()
    with pytest.raises(EntryError):
        read_entry(parts.sheet, merged.entry)


@ALL_GAMES
@for_each("seed", SEEDS)
def test_any_share_of_an_entry_can_be_said_by_seats_and_the_rest_by_the_keeper(game: Any, seed: int) -> None:
    rng = random.Random(f"{game.slug} {seed}")
    play = played(game, seed)
    for sheet, entry in zip(play.sheets, play.entries, strict=False):
        parts = Parts(sheet)
        said = [seat for seat in parts.seats if sheet.ask and sheet.ask.step == entry["step"] and rng.random() < 0.5]
        heard = all_say(parts, said={seat: part for seat, part in parts_of_entry(entry, parts).items() if seat in said})
        names = {field.name for field in parts.fields}
        left = {
            name: (None if any(name in part for part in heard.said.values()) else value)
            if name not in names or not isinstance(value, list)
            else [None if seat in said else each for seat, each in enumerate(value)]
            for name, value in entry.items()
        }
        merged = merge(heard, left)
        assert merged.differences == ()
        assert read_entry(sheet, merged.entry).to_json() == entry
        assert filled(sheet, left, entry) == merged.entry
        if heard.laid:
            assert {each.seat for each in merge(heard, entry).differences} == heard.laid.keys()
        else:
            assert merge(heard, entry).differences == ()
        assert merge(parts_of(sheet, entry), entry, written=True).differences == ()


@ALL_GAMES
@for_each("seed", range(1, 9))
def test_no_rule_binds_what_is_laid_to_what_the_others_say(game: Any, seed: int) -> None:
    """A keeper who enters the rest would learn what is laid by what is refused."""
    rng = random.Random(f"laid {game.slug} {seed}")
    for sheet in played(game, seed).sheets[:-1]:
        parts = Parts(sheet)
        if sheet.ask is None or not parts.hidden:
            continue
        hidden = [field.name for go in stages(parts.fields) if go[0].own is Own.HIDDEN for field in go]
        one, other = (random_answer(sheet, sheet.ask, rng) for _ in range(2))
        for seat in parts.seats:
            mixed = one | {
                name: [(other if at == seat else one)[name][at] for at in sheet.table.seats] for name in hidden
            }
            read_entry(sheet, mixed)
