"""Reading an entry: what was typed is written on the sheet, or refused with everything that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import enter, read_entry, replay
from scoring.errors import EntryError, ReplayError
from scoring.games.oh_hell import GAME
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.seen import Refusal, problems, refused

BIDS = {"step": "bids", "bids": [3, 3, 3]}
TRICKS = {"step": "tricks", "tricks": [3, 3, 4]}


def start(**options: Any) -> Sheet[Any]:
    return GAME.start(session_of(GAME, players=3, **options))


def test_what_was_typed_becomes_an_entry_of_exact_values() -> None:
    entry = read_entry(start(), {"step": "bids", "bids": ["３", " 3 ", 3], "trump": ""})
    assert entry.to_json() == BIDS
    assert entry["bids"] == (3, 3, 3)
    assert entry.get("trump") is None


def test_an_entry_cannot_be_changed() -> None:
    entry = read_entry(start(), BIDS)
    with pytest.raises(TypeError):
        entry.facts["bids"] = (0, 0, 0)  # type: ignore[index]


def test_admitting_writes_nothing() -> None:
    sheet = start()
    read_entry(sheet, BIDS)
    assert (sheet.written, sheet) == (0, start())


NO_OBJECTS: tuple[object, ...] = (None, "bids", 3, [], ["step", "bids"], True)
NO_STEPS: tuple[object, ...] = (None, "", "Bids", "tricks", 3, ["bids"], {}, True)
REFUSED: dict[str, tuple[object, list[Refusal]]] = {
    **{
        f"an entry is an object and not {raw!r}": (
            raw,
            [("step", None, "“entry” must be an object.")],
        )
        for raw in NO_OBJECTS
    },
    **{
        f"a step that is not asked: {step!r}": ({"step": step}, [("step", None, "The next entry is “Bids”.")])
        for step in NO_STEPS
    },
    "every problem is told at once": (
        {"step": "bids", "bids": [11, "x", 3], "trump": "stars", "leader": 1},
        [
            ("bids", 0, "あんな, Bids: 11 is too high. The maximum is 10."),
            ("bids", 1, "ベン, Bids: “x” is not a whole number."),
            ("trump", None, "Trumps: “stars” can’t be chosen. Choose one of these: ♠, ♥, ♦, ♣."),
            ("leader", None, "“leader” is not asked for here."),
        ],
    ),
    "a choice by its label is told how it is written": (
        {"step": "bids", "bids": [1, 2, 3], "trump": "♠"},
        [("trump", None, "Trumps: “♠” is written “spades” here.")],
    ),
}


@pytest.mark.parametrize(("raw", "refusals"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_entry_is_refused(raw: object, refusals: list[Refusal]) -> None:
    with pytest.raises(EntryError) as caught:
        enter(start(), raw)
    assert problems(caught.value) == refusals


def test_a_refused_entry_leaves_the_sheet_as_it_was() -> None:
    sheet = enter(start(), BIDS)
    assert refused(sheet, step="tricks", tricks=[3, 3, 3])
    assert enter(sheet, TRICKS).totals == (13, 13, 0)


def test_entries_are_folded_onto_the_sheet() -> None:
    assert replay(start(), [BIDS, TRICKS]) == enter(enter(start(), BIDS), TRICKS)
    assert replay(start(), []) == start()


def test_the_first_illegal_entry_is_told_by_its_position() -> None:
    with pytest.raises(ReplayError) as caught:
        replay(start(), [BIDS, TRICKS, {"step": "bids", "bids": [3, 3, 3]}, "nonsense"])
    assert caught.value.position == 2
    assert [problem.seat for problem in caught.value.problems] == [1], "3 + 3 + 3 = 9 cards: ベン deals"


def test_a_position_counts_from_the_beginning_of_the_session() -> None:
    with pytest.raises(ReplayError) as caught:
        replay(enter(start(), BIDS), [{"step": "tricks", "tricks": [0, 0, 0]}])
    assert caught.value.position == 1
