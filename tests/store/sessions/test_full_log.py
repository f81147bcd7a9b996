"""A session that the record takes can be exported and imported: its log has a bound, with room for its end."""

from __future__ import annotations

import json

import pytest

from record.actions import MAX_ACTIONS, MAX_BEFORE_STEP
from store.errors import FullLogError
from store.sessions import writing
from store.transfer.importer import Taken
from tests.kit.store.table_talk import ANN, END, note, takes
from tests.store.conftest import Keeper
from tests.store.transfer.test_file import elsewhere, exported, imports

__all__ = ("elsewhere",)


@pytest.fixture(autouse=True)
def soon_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MAX_BEFORE_STEP", 2)
    monkeypatch.setattr(writing, "MAX_ACTIONS", 6)


def test_the_last_actions_are_for_the_end_of_the_game(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    for points in (1, 2):
        keeper.writes(session, takes(ANN, points))
    with pytest.raises(FullLogError, match="as long as a game can be"):
        keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, note("enough"))
    keeper.undoes(session)
    keeper.corrects(session, {0: takes(ANN, 2)})
    keeper.writes(session, END)
    with pytest.raises(FullLogError):
        keeper.undoes(session)
    assert keeper.sees(session).position == 6
    assert keeper.sees(session).sheet.over


def test_the_steps_end_a_hundred_actions_before_the_log_is_full() -> None:
    assert (MAX_BEFORE_STEP, MAX_ACTIONS) == (2_900, 3_000)


def test_a_log_of_an_earlier_release_comes_in_and_goes_out(keeper: Keeper, elsewhere: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    keeper.writes(session, takes(ANN, 1))
    file = json.loads(exported(keeper))
    (entry,) = file["sessions"][0]["actions"]
    back_and_forth = [{**entry, "kind": "undo", "facts": {}}, {**entry, "kind": "redo", "facts": {}}]
    file["sessions"][0]["actions"] += back_and_forth * (MAX_ACTIONS // 2 + 1)
    assert imports(elsewhere, json.dumps(file)) == Taken(new=1)
    assert elsewhere.sees(session).position == MAX_ACTIONS + 3
    assert json.loads(exported(elsewhere))["sessions"] == file["sessions"]
