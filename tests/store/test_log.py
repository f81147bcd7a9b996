"""The log folded: undo takes back the last thing that stands, be it an entry or a correction."""

from __future__ import annotations

from typing import Any

from store.log import Action, Kind, effective, entries_of


def log(*said: tuple[Kind, dict[str, Any]]) -> list[Action]:
    return [
        Action(position, kind, facts, "2026-11-21T10:00:00Z", "phone") for position, (kind, facts) in enumerate(said)
    ]


def enter(chips: int) -> tuple[Kind, dict[str, Any]]:
    return "enter", {"chips": chips}


def correct(keep: int, **changes: int) -> tuple[Kind, dict[str, Any]]:
    return "correct", {"changes": {index[1:]: {"chips": chips} for index, chips in changes.items()}, "keep": keep}


UNDO: tuple[Kind, dict[str, Any]] = ("undo", {})


def chips(*said: tuple[Kind, dict[str, Any]]) -> list[int]:
    return [entry["chips"] for entry in entries_of(log(*said))]


def test_nothing_said_leaves_nothing() -> None:
    assert entries_of([]) == ()


def test_entries_stand_in_order() -> None:
    assert chips(enter(1), enter(2), enter(3)) == [1, 2, 3]


def test_undo_takes_back_the_last_entry() -> None:
    assert chips(enter(1), enter(2), UNDO) == [1]


def test_a_second_undo_takes_back_the_one_before() -> None:
    assert chips(enter(1), enter(2), enter(3), UNDO, UNDO) == [1]


def test_after_an_undo_the_next_entry_comes_in_its_place() -> None:
    assert chips(enter(1), enter(2), UNDO, enter(5)) == [1, 5]


def test_a_correction_replaces_entries_where_they_stand() -> None:
    assert chips(enter(1), enter(2), enter(3), correct(3, _0=7, _2=9)) == [7, 2, 9]


def test_a_correction_counts_the_entries_that_stand_and_not_those_undone() -> None:
    assert chips(enter(1), enter(2), UNDO, enter(3), correct(2, _1=8)) == [1, 8]


def test_a_correction_may_keep_only_the_first_entries() -> None:
    assert chips(enter(1), enter(2), enter(3), correct(1, _0=7)) == [7]


def test_undoing_a_correction_brings_back_what_it_replaced_and_what_it_dropped() -> None:
    assert chips(enter(1), enter(2), enter(3), correct(1, _0=7), UNDO) == [1, 2, 3]


def test_entries_after_a_correction_are_undone_before_it() -> None:
    assert chips(enter(1), correct(1, _0=7), enter(2), UNDO) == [7]
    assert chips(enter(1), correct(1, _0=7), enter(2), UNDO, UNDO) == [1]


def test_what_stands_tells_what_the_next_undo_takes_back() -> None:
    said = log(enter(1), enter(2), correct(2, _0=7), UNDO)
    assert [action.position for action in effective(said)] == [0, 1]
