"""What undo and redo would move is named, and what the last action changed is told."""

from __future__ import annotations

import pytest

from record.names import names_of_done, names_of_undone, told
from record.session import Session
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")


def done(session: Session) -> list[str]:
    return [str(name) for name in names_of_done(session)]


def undone(session: Session) -> list[str]:
    return [str(name) for name in names_of_undone(session)]


def test_nothing_said_is_nothing_to_undo_and_nothing_to_tell(keeper: Keeper) -> None:
    session = keeper.sees(keeper.sits_down())
    assert (done(session), undone(session), told(session)) == ([], [], None)


def test_what_was_done_is_named_the_last_first(keeper: Keeper) -> None:
    session = keeper.sits_down()
    for raw in (takes(ANN, 3), note("rain"), takes(BEN, 2)):
        keeper.writes(session, raw)
    assert done(keeper.sees(session)) == ["Take 2", "Note", "Take 1"]
    after = keeper.undoes(session, count=2).session
    assert (done(after), undone(after)) == (["Take 1"], ["Note", "Take 2"])
    assert str(told(after)) == "Undone: Note, Take 2"
    again = keeper.redoes(session).session
    assert (done(again), undone(again)) == (["Note", "Take 1"], ["Take 2"])
    assert str(told(again)) == "Redone: Note"


def test_a_correction_tells_whose_total_it_changed(keeper: Keeper) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 2))
    after = keeper.corrects(session, {0: takes(BEN, 4)}).session
    assert str(told(after)) == "Corrected: Take 1. Ben takes the lead; Ann 0 (−3), Ben 6 (+4)"
    assert done(after) == ["Correction of Take 1", "Take 2", "Take 1"]
    back = keeper.undoes(session).session
    assert str(told(back)) == "Undone: Correction of Take 1"
    assert undone(back) == ["Correction of Take 1"]
    assert str(told(keeper.redoes(session).session)) == "Corrected: Take 1. Ben takes the lead; Ann 0 (−3), Ben 6 (+4)"


def test_a_correction_tells_how_many_entries_are_asked_again(keeper: Keeper) -> None:
    session = keeper.sits_down()
    for raw in (takes(ANN, 3), takes(BEN, 4), takes(ANN, 3)):
        keeper.writes(session, raw)
    after = keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True).session
    assert str(told(after)) == "Corrected: Take 1. Ann 5 (−1), 1 later entry must be entered again"
    assert done(after) == ["Correction of Take 1"], "what stood before it has other names now"
