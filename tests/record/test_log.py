"""The log folded: undo takes back the last that stands, an entry or a correction, and redo brings it back."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from record.log import Action, ActionKind, Log


def log(*said: tuple[ActionKind, dict[str, Any]]) -> list[Action]:
    return [
        Action(position, kind, facts, "2026-11-21T10:00:00Z", "phone") for position, (kind, facts) in enumerate(said)
    ]


def enter(chips: int) -> tuple[ActionKind, dict[str, Any]]:
    return "enter", {"step": "take", "chips": chips}


def correct(keep: int, **changes: int) -> tuple[ActionKind, dict[str, Any]]:
    return "correct", {
        "changes": {index[1:]: {"step": "take", "chips": chips} for index, chips in changes.items()},
        "keep": keep,
    }


UNDO: tuple[ActionKind, dict[str, Any]] = ("undo", {})
REDO: tuple[ActionKind, dict[str, Any]] = ("redo", {})
NOTE: tuple[ActionKind, dict[str, Any]] = ("enter", {"step": "note", "text": "rain"})


def folded(*said: tuple[ActionKind, dict[str, Any]]) -> Log:
    return reduce(Log.after, log(*said), Log())


ONE, TWO, THREE = enter(1), enter(2), enter(3)
STANDS: dict[str, tuple[tuple[tuple[ActionKind, dict[str, Any]], ...], list[int]]] = {
    "nothing said leaves nothing": ((), []),
    "entries stand in order": ((ONE, TWO, THREE), [1, 2, 3]),
    "undo takes back the last entry": ((ONE, TWO, UNDO), [1]),
    "a second undo takes back the one before": ((ONE, TWO, THREE, UNDO, UNDO), [1]),
    "after an undo the next entry comes in its place": ((ONE, TWO, UNDO, enter(5)), [1, 5]),
    "a correction replaces entries where they stand": ((ONE, TWO, THREE, correct(3, _0=7, _2=9)), [7, 2, 9]),
    "it counts the entries that stand and not those undone": ((ONE, TWO, UNDO, THREE, correct(2, _1=8)), [1, 8]),
    "it may keep only the first entries": ((ONE, TWO, THREE, correct(1, _0=7)), [7]),
    "undone, it brings back what it replaced and dropped": ((ONE, TWO, THREE, correct(1, _0=7), UNDO), [1, 2, 3]),
    "entries after a correction are undone before it": ((ONE, correct(1, _0=7), TWO, UNDO), [7]),
    "and then the correction": ((ONE, correct(1, _0=7), TWO, UNDO, UNDO), [1]),
    "several are undone at once": ((ONE, TWO, correct(2, _0=7), THREE, ("undo", {"count": 3})), [1]),
    "redo brings back what was undone last first": ((ONE, TWO, THREE, UNDO, UNDO, REDO), [1, 2]),
    "then the other": ((ONE, TWO, THREE, UNDO, UNDO, REDO, REDO), [1, 2, 3]),
    "of several undone at once the first": ((ONE, TWO, THREE, ("undo", {"count": 2}), REDO), [1, 2]),
    "and a correction": ((ONE, correct(1, _0=7), UNDO, REDO), [7]),
    "what was brought back can be undone again": ((ONE, TWO, UNDO, REDO, UNDO), [1]),
}


@pytest.mark.parametrize(("said", "chips"), STANDS.values(), ids=STANDS)
def test_what_stands(said: tuple[tuple[ActionKind, dict[str, Any]], ...], chips: list[int]) -> None:
    assert [entry["chips"] for entry in folded(*said).entries] == chips


def test_what_stands_tells_what_the_next_undo_takes_back() -> None:
    done = folded(enter(1), enter(2), correct(2, _0=7), UNDO).done
    assert [action.position for action in done] == [0, 1]


def test_what_stands_tells_how_many_entries_there_were_before_each_action() -> None:
    last_first = folded(enter(1), enter(2), correct(1, _0=7), enter(3)).done_last_first()
    assert [(action.position, live) for action, live in last_first] == [(3, 1), (2, 2), (1, 1), (0, 0)]


def test_redo_stands_until_something_else_is_entered() -> None:
    undone = (enter(1), enter(2), enter(3), UNDO, UNDO)
    assert [action.facts["chips"] for action in folded(*undone).undone] == [3, 2]
    assert [action.facts["chips"] for action in folded(*undone, enter(2)).undone] == [3], "the same again"
    assert folded(*undone, enter(5)).undone == ()
    assert folded(*undone, correct(1, _0=7)).undone == ()


# What comes back into the form


@pytest.mark.parametrize(
    ("said", "chips"),
    [
        ((ONE, TWO), None),
        ((ONE, TWO, UNDO), 2),
        ((ONE, TWO, UNDO, UNDO), 1),
        # The next of several when the first is entered anew.
        ((ONE, TWO, UNDO, UNDO, enter(5)), 2),
        ((ONE, TWO, UNDO, UNDO, enter(5), enter(6)), None),
        ((ONE, TWO, UNDO, UNDO, REDO), 2),
        # An entry taken back after it took the place of another, in its place.
        ((ONE, UNDO, enter(5), UNDO), 5),
        # A note is not in the way.
        ((NOTE, ONE, UNDO, UNDO), 1),
        ((ONE, UNDO, NOTE), 1),
        # What a correction dropped, until the correction is undone.
        ((ONE, TWO, THREE, correct(1, _0=7)), 2),
        ((ONE, TWO, THREE, correct(1, _0=7), TWO), 3),
        ((ONE, TWO, THREE, correct(1, _0=7), UNDO), None),
    ],
)
def test_what_awaits_its_step(said: tuple[tuple[ActionKind, dict[str, Any]], ...], chips: int | None) -> None:
    now = folded(*said)
    awaited = now.awaits("take")
    assert (awaited and awaited["chips"], now.awaits("bids")) == (chips, None)


def test_another_step_of_the_game_leaves_nothing_awaiting() -> None:
    other: tuple[ActionKind, dict[str, Any]] = ("enter", {"step": "bids", "bids": [1]})
    assert folded(enter(1), UNDO, other).awaiting == ()
