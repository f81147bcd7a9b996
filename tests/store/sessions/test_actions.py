"""Entries and undos: once each, in turn, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from record.errors import NothingToRedoError, NothingToUndoError
from scoring.errors import EntryError
from store.engines.base import Connection
from store.errors import KeyUsedError, OtherFactsError, StaleError, UnavailableError
from tests.kit.store.table_talk import ANN, BEN, END, note, takes
from tests.store.conftest import Keeper


@pytest.fixture
def session(keeper: Keeper) -> str:
    """Ann and Ben around a pot of 10."""
    return keeper.sits_down("Ann", "Ben")


def actions(db: Connection) -> int:
    number: int = db.execute("SELECT COUNT(*) AS many FROM action").fetchone()["many"]
    return number


def test_an_entry_is_on_the_sheet_that_comes_back(keeper: Keeper, session: str) -> None:
    written = keeper.writes(session, takes(ANN, "3"), position=0)
    assert not written.repeated
    assert written.session.sheet.totals == (3, 0)
    assert written.session.entries == (takes(ANN, 3),)
    assert written.session == keeper.sees(session)


def test_what_breaks_a_rule_is_not_logged(keeper: Keeper, session: str, db: Connection) -> None:
    with pytest.raises(EntryError, match="Only 10 chips are left"):
        keeper.writes(session, takes(ANN, 11))
    assert actions(db) == 0
    assert not db.in_transaction


@pytest.mark.parametrize("nonsense", [None, [], "take", {}, {"step": "take"}, {"step": "bids", "bids": [1, 2]}])
def test_nonsense_is_refused_in_words(keeper: Keeper, session: str, nonsense: object) -> None:
    with pytest.raises(EntryError) as refused:
        keeper.writes(session, nonsense)
    assert refused.value.problems


def test_an_entry_sent_twice_is_written_once(keeper: Keeper, session: str, db: Connection) -> None:
    keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
    again = keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
    assert again.repeated
    assert again.session.sheet.totals == (3, 0)
    assert actions(db) == 1


def test_a_key_that_comes_with_other_facts_is_no_repeat(keeper: Keeper, session: str, db: Connection) -> None:
    keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
    with pytest.raises(OtherFactsError) as other:
        keeper.writes(session, takes(ANN, 4), position=0, key="tapped")
    assert (other.value.position, other.value.session.entries) == (0, (takes(ANN, 3),))
    with pytest.raises(OtherFactsError):
        keeper.undoes(session, position=0, key="tapped")
    with pytest.raises(OtherFactsError):
        keeper.writes(session, takes(ANN, 11), position=0, key="tapped")
    keeper.undoes(session, key="back")
    assert keeper.undoes(session, key="back", position=1).repeated
    with pytest.raises(OtherFactsError):
        keeper.undoes(session, key="back", count=2, position=1)
    assert actions(db) == 2


def test_a_correction_sent_twice_is_written_once_and_another_is_told_apart(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.corrects(session, {0: takes(ANN, 4)}, position=1, key="mended")
    assert keeper.corrects(session, {0: takes(ANN, 4)}, position=1, key="mended").repeated
    with pytest.raises(OtherFactsError):
        keeper.corrects(session, {0: takes(ANN, 5)}, position=1, key="mended")


def test_redo_brings_back_what_was_undone_until_something_else_is_entered(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 2))
    assert keeper.undoes(session, count=2).session.entries == ()
    assert keeper.redoes(session).session.entries == (takes(ANN, 3),)
    assert keeper.redoes(session, position=4, key="again").session.entries == (takes(ANN, 3), takes(BEN, 2))
    assert keeper.redoes(session, position=4, key="again").repeated
    with pytest.raises(NothingToRedoError):
        keeper.redoes(session)
    keeper.undoes(session)
    keeper.writes(session, takes(BEN, 5))
    with pytest.raises(NothingToRedoError):
        keeper.redoes(session)


@pytest.mark.parametrize("count", [0, -1, 3])
def test_more_than_was_done_cannot_be_undone(keeper: Keeper, session: str, count: int) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 2))
    with pytest.raises(NothingToUndoError):
        keeper.undoes(session, count=count)
    assert keeper.sees(session).position == 2


def test_a_late_repeat_brings_nothing_back(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
    keeper.undoes(session)
    again = keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
    assert again.repeated
    assert again.session.entries == ()


def test_a_key_of_another_session_is_refused(keeper: Keeper, session: str, db: Connection) -> None:
    other = keeper.sits_down()
    keeper.writes(other, takes(ANN, 3), key="tapped")
    with pytest.raises(KeyUsedError):
        keeper.writes(session, takes(ANN, 3), key="tapped")
    assert actions(db) == 1


def test_who_comes_second_is_shown_what_the_first_wrote(keeper: Keeper, session: str, db: Connection) -> None:
    keeper.writes(session, takes(ANN, 3), position=0)
    with pytest.raises(StaleError) as stale:
        keeper.writes(session, takes(BEN, 4), position=0)
    assert stale.value.session.entries == (takes(ANN, 3),)
    assert stale.value.session.position == 1
    assert actions(db) == 1


@pytest.mark.parametrize("position", [-1, 1, 99])
def test_a_position_that_never_was_is_stale_too(keeper: Keeper, session: str, position: int) -> None:
    with pytest.raises(StaleError):
        keeper.writes(session, takes(ANN, 3), position=position)


def test_stale_comes_before_wrong(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3), position=0)
    with pytest.raises(StaleError):
        keeper.writes(session, takes(BEN, 99), position=0)


def test_undo_takes_back_the_last_entry_and_stays_in_the_log(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 4))
    after = keeper.undoes(session).session
    assert after.sheet.totals == (3, 0)
    assert [action.kind for action in after.actions] == ["enter", "enter", "undo"]
    assert after.position == 3
    assert after == keeper.sees(session)


def test_undo_reopens_a_game_that_was_ended(keeper: Keeper, session: str) -> None:
    assert keeper.writes(session, END).session.sheet.over
    assert not keeper.undoes(session).session.sheet.over


def test_an_undo_sent_twice_takes_back_one_entry(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 4))
    keeper.undoes(session, position=2, key="tapped")
    again = keeper.undoes(session, position=2, key="tapped")
    assert again.repeated
    assert again.session.sheet.totals == (3, 0)


def test_an_undo_of_what_is_no_longer_last_is_stale(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 4))
    with pytest.raises(StaleError):
        keeper.undoes(session, position=1)


@pytest.mark.parametrize("before", ["nothing", "all undone"])
def test_a_blank_sheet_has_nothing_to_undo(keeper: Keeper, session: str, before: str) -> None:
    if before == "all undone":
        keeper.writes(session, takes(ANN, 3))
        keeper.undoes(session)
    with pytest.raises(NothingToUndoError, match="nothing to undo"):
        keeper.undoes(session)


def test_a_note_is_an_entry_like_any_other(keeper: Keeper, session: str) -> None:
    keeper.writes(session, note("Ben brought cake"))
    assert [remark.text for remark in keeper.sees(session).sheet.remarks] == ["Ben brought cake"]


@pytest.mark.parametrize(
    "act",
    [
        lambda keeper, session: keeper.writes(session, takes(BEN, 4)),
        lambda keeper, session: keeper.undoes(session),
        lambda keeper, session: keeper.corrects(session, {0: takes(BEN, 4)}),
    ],
    ids=["entry", "undo", "correction"],
)
def test_when_the_read_models_fail_the_action_goes_too(
    keeper: Keeper,
    session: str,
    db: Connection,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Keeper, str], object],
) -> None:
    keeper.writes(session, takes(ANN, 3))

    def breaks(*_: object, **__: object) -> None:
        raise UnavailableError("full", "database or disk is full")

    monkeypatch.setattr("store.stats.read_models.refresh", breaks)
    with pytest.raises(UnavailableError):
        act(keeper, session)
    assert actions(db) == 1
    assert not db.in_transaction
