"""The log folded: undo takes back the last that stands, an entry or a correction, and redo brings it back."""

from __future__ import annotations

from typing import Any

from record.log import Action, Kind, Log, fold


def log(*said: tuple[Kind, dict[str, Any]]) -> list[Action]:
    return [
        Action(position, kind, facts, "2026-11-21T10:00:00Z", "phone") for position, (kind, facts) in enumerate(said)
    ]


def enter(chips: int) -> tuple[Kind, dict[str, Any]]:
    return "enter", {"step": "take", "chips": chips}


def correct(keep: int, **changes: int) -> tuple[Kind, dict[str, Any]]:
    return "correct", {
        "changes": {index[1:]: {"step": "take", "chips": chips} for index, chips in changes.items()},
        "keep": keep,
    }


UNDO: tuple[Kind, dict[str, Any]] = ("undo", {})
REDO: tuple[Kind, dict[str, Any]] = ("redo", {})
NOTE: tuple[Kind, dict[str, Any]] = ("enter", {"step": "note", "text": "rain"})


def folded(*said: tuple[Kind, dict[str, Any]]) -> Log:
    return fold(log(*said))


def chips(*said: tuple[Kind, dict[str, Any]]) -> list[int]:
    return [entry["chips"] for entry in folded(*said).state.entries]


def test_nothing_said_leaves_nothing() -> None:
    assert folded().state.entries == ()


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
    done = folded(enter(1), enter(2), correct(2, _0=7), UNDO).done
    assert [action.position for action in done] == [0, 1]


def test_what_stands_tells_how_many_entries_there_were_before_each_action() -> None:
    last_first = folded(enter(1), enter(2), correct(1, _0=7), enter(3)).done_last_first()
    assert [(action.position, live) for action, live in last_first] == [(3, 1), (2, 2), (1, 1), (0, 0)]


def test_several_are_undone_at_once() -> None:
    assert chips(enter(1), enter(2), correct(2, _0=7), enter(3), ("undo", {"count": 3})) == [1]


def test_redo_brings_back_what_was_undone_last_first() -> None:
    assert chips(enter(1), enter(2), enter(3), UNDO, UNDO, REDO) == [1, 2]
    assert chips(enter(1), enter(2), enter(3), UNDO, UNDO, REDO, REDO) == [1, 2, 3]
    assert chips(enter(1), enter(2), enter(3), ("undo", {"count": 2}), REDO) == [1, 2]
    assert chips(enter(1), correct(1, _0=7), UNDO, REDO) == [7]


def test_what_was_brought_back_can_be_undone_again() -> None:
    assert chips(enter(1), enter(2), UNDO, REDO, UNDO) == [1]


def test_redo_stands_until_something_else_is_entered() -> None:
    undone = (enter(1), enter(2), enter(3), UNDO, UNDO)
    assert [action.facts["chips"] for action in folded(*undone).undone] == [3, 2]
    assert [action.facts["chips"] for action in folded(*undone, enter(2)).undone] == [3], "the same again"
    assert folded(*undone, enter(5)).undone == ()
    assert folded(*undone, correct(1, _0=7)).undone == ()


# What comes back into the form


def awaited(*said: tuple[Kind, dict[str, Any]], step: str = "take") -> int | None:
    entry = folded(*said).state.awaits(step)
    return None if entry is None else entry["chips"]


def test_what_was_undone_awaits_its_step() -> None:
    assert awaited(enter(1), enter(2)) is None
    assert awaited(enter(1), enter(2), UNDO) == 2
    assert awaited(enter(1), enter(2), UNDO, UNDO) == 1
    assert awaited(enter(1), enter(2), UNDO, step="bids") is None


def test_the_next_of_several_awaits_when_the_first_is_entered_anew() -> None:
    assert awaited(enter(1), enter(2), UNDO, UNDO, enter(5)) == 2
    assert awaited(enter(1), enter(2), UNDO, UNDO, enter(5), enter(6)) is None
    assert awaited(enter(1), enter(2), UNDO, UNDO, REDO) == 2


def test_an_entry_taken_back_after_it_took_the_place_of_another_awaits_in_its_place() -> None:
    assert awaited(enter(1), UNDO, enter(5), UNDO) == 5


def test_a_note_is_not_in_the_way() -> None:
    assert awaited(NOTE, enter(1), UNDO, UNDO) == 1
    assert awaited(enter(1), UNDO, NOTE) == 1


def test_another_step_of_the_game_leaves_nothing_awaiting() -> None:
    other: tuple[Kind, dict[str, Any]] = ("enter", {"step": "bids", "bids": [1]})
    assert folded(enter(1), UNDO, other).state.awaiting == ()


def test_what_a_correction_dropped_awaits_until_the_correction_is_undone() -> None:
    dropped = (enter(1), enter(2), enter(3), correct(1, _0=7))
    assert awaited(*dropped) == 2
    assert awaited(*dropped, enter(2)) == 3
    assert awaited(*dropped, UNDO) is None
