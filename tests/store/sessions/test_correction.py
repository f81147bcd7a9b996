"""Corrections: what comes after is replayed, and where it no longer fits the table decides."""

from __future__ import annotations

import pytest

from record.errors import CorrectionError, LaterEntriesError, RecordError
from scoring.errors import EntryError
from store.engines.base import Connection
from store.errors import StaleError
from tests.kit.store.table_talk import ANN, BEN, CHIKA, END, note, takes
from tests.store.conftest import Keeper


@pytest.fixture
def session(keeper: Keeper) -> str:
    """A pot of 10, of which Ann took 3, Ben 4, Chika 2: 1 is left."""
    session = keeper.sits_down("Ann", "Ben", "Chika")
    for seat, chips in ((ANN, 3), (BEN, 4), (CHIKA, 2)):
        keeper.writes(session, takes(seat, chips))
    return session


def test_a_corrected_entry_stands_in_the_place_of_the_old_one(keeper: Keeper, session: str) -> None:
    after = keeper.corrects(session, {1: takes(BEN, "2.5")}).session
    assert [row.points for row in after.sheet.rows] == [(3, 0, 0), (0, 2.5, 0), (0, 0, 2)]
    assert after == keeper.sees(session)


def test_the_old_entry_stays_in_the_log(keeper: Keeper, session: str) -> None:
    after = keeper.corrects(session, {1: takes(BEN, 2)}).session
    assert after.actions[1].facts == takes(BEN, 4)
    assert after.actions[3].kind == "correct"
    assert after.actions[3].facts == {"changes": {"1": takes(BEN, 2)}, "keep": 3}


def test_several_entries_are_corrected_at_once(keeper: Keeper, session: str) -> None:
    # Ann's 8 leaves 2: Ben's 4 would not fit, but it is corrected along with it.
    after = keeper.corrects(session, {1: takes(BEN, 0), 0: takes(ANN, 8)}).session
    assert after.sheet.totals == (8, 0, 2)
    assert after.sheet.over


def test_what_was_typed_wrong_says_at_which_entry(keeper: Keeper, session: str) -> None:
    with pytest.raises(CorrectionError, match="Only 7 chips are left") as refused:
        keeper.corrects(session, {1: takes(BEN, 8)}, reopen=True)
    assert refused.value.index == 1
    assert [problem.field for problem in refused.value.problems] == ["chips"]
    assert isinstance(refused.value, EntryError)
    assert isinstance(refused.value, RecordError)
    assert keeper.sees(session).position == 3


def test_what_was_typed_may_only_depend_on_what_came_before(keeper: Keeper, session: str) -> None:
    with pytest.raises(CorrectionError) as refused:
        keeper.corrects(session, {0: takes(ANN, 8), 1: takes(BEN, 3)})
    assert refused.value.index == 1


def test_a_later_entry_that_no_longer_fits_is_shown_before_anything_is_written(keeper: Keeper, session: str) -> None:
    with pytest.raises(LaterEntriesError, match="Only 1 chips are left") as refused:
        keeper.corrects(session, {0: takes(ANN, 5)})
    assert refused.value.index == 2
    assert refused.value.entry == takes(CHIKA, 2)
    assert [problem.field for problem in refused.value.problems] == ["chips"]
    assert keeper.sees(session).sheet.totals == (3, 4, 2)


def test_reopening_keeps_what_still_fits_and_drops_the_rest(keeper: Keeper, session: str) -> None:
    keeper.writes(session, note("almost empty"))
    after = keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True).session
    assert after.entries == (takes(ANN, 5), takes(BEN, 4))
    assert after.sheet.totals == (5, 4, 0)
    assert after.actions[-1].facts == {"changes": {"0": takes(ANN, 5)}, "keep": 2}
    assert keeper.writes(session, takes(CHIKA, 1)).session.sheet.over


def test_undoing_a_correction_brings_all_back(keeper: Keeper, session: str) -> None:
    keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True)
    after = keeper.undoes(session).session
    assert after.entries == (takes(ANN, 3), takes(BEN, 4), takes(CHIKA, 2))
    assert after.sheet.totals == (3, 4, 2)


def test_reopening_where_all_still_fits_drops_nothing(keeper: Keeper, session: str) -> None:
    after = keeper.corrects(session, {0: takes(ANN, 1)}, reopen=True).session
    assert after.sheet.totals == (1, 4, 2)


def test_a_correction_that_ends_the_game_leaves_no_room_for_what_came_later(keeper: Keeper, session: str) -> None:
    with pytest.raises(LaterEntriesError, match="The game is over") as refused:
        keeper.corrects(session, {1: takes(BEN, 7)})
    assert refused.value.index == 2
    after = keeper.corrects(session, {1: takes(BEN, 7)}, reopen=True).session
    assert after.sheet.totals == (3, 7, 0)
    assert after.sheet.over


def test_an_entry_between_two_corrected_ones_is_never_dropped(keeper: Keeper, session: str) -> None:
    with pytest.raises(LaterEntriesError) as refused:
        keeper.corrects(session, {0: takes(ANN, 7), 2: takes(CHIKA, 1)}, reopen=True)
    assert refused.value.index == 1
    assert keeper.sees(session).sheet.totals == (3, 4, 2)


def test_a_correction_of_a_finished_game_opens_it_again(keeper: Keeper, session: str) -> None:
    assert keeper.writes(session, takes(ANN, 1)).session.sheet.winners == (ANN, BEN)
    after = keeper.corrects(session, {3: takes(ANN, "0.5")}).session
    assert not after.sheet.over


def test_an_end_by_hand_stays_the_end(keeper: Keeper, session: str) -> None:
    keeper.writes(session, END)
    after = keeper.corrects(session, {1: takes(BEN, 1)}).session
    assert after.sheet.ended_early
    assert after.sheet.totals == (3, 1, 2)


@pytest.mark.parametrize("changes", [{}, {1: {"step": "take", "seat": "1", "chips": "4.0"}}], ids=["none", "the same"])
def test_what_changes_nothing_writes_nothing(keeper: Keeper, session: str, changes: dict[int, object]) -> None:
    written = keeper.corrects(session, changes, reopen=True)
    assert not written.repeated
    assert written.session == keeper.sees(session)
    assert written.session.position == 3


@pytest.mark.parametrize("index", [-1, 3])
def test_an_entry_that_is_not_there_cannot_be_corrected(keeper: Keeper, session: str, index: int) -> None:
    with pytest.raises(EntryError, match=f"no entry number {index + 1} on this sheet: it has 3") as refused:
        keeper.corrects(session, {index: takes(ANN, 1)})
    assert [problem.field for problem in refused.value.problems] == ["index"]


def test_entries_are_counted_without_those_undone(keeper: Keeper, session: str) -> None:
    keeper.undoes(session)
    with pytest.raises(EntryError, match="it has 2"):
        keeper.corrects(session, {2: takes(CHIKA, 1)})


def test_a_correction_of_a_correction(keeper: Keeper, session: str) -> None:
    keeper.corrects(session, {0: takes(ANN, 1)})
    assert keeper.corrects(session, {0: takes(BEN, 2)}).session.sheet.totals == (0, 6, 2)
    assert keeper.undoes(session).session.sheet.totals == (1, 4, 2)
    assert keeper.undoes(session).session.sheet.totals == (3, 4, 2)


def test_a_correction_sent_twice_is_written_once(keeper: Keeper, session: str, db: Connection) -> None:
    keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True, position=3, key="tapped")
    again = keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True, position=3, key="tapped")
    assert again.repeated
    assert again.session.position == 4


def test_a_correction_of_a_sheet_that_went_on_is_stale(keeper: Keeper, session: str) -> None:
    keeper.writes(session, takes(ANN, 1))
    with pytest.raises(StaleError):
        keeper.corrects(session, {0: takes(ANN, 1)}, position=3)
