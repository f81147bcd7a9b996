"""Corrections of entries: what comes after is replayed; where it no longer fits the table decides."""

from __future__ import annotations

from typing import Any

import pytest

from record.corrections import describe_refits
from record.errors import CorrectionError, LaterEntriesError, RecordError
from record.wording import last_change
from scoring.errors import EntryError
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, CHIKA, END, note, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")


@pytest.fixture
def session(keeper: Keeper) -> str:
    """A pot of 10, of which Ann took 3, Ben 4, Chika 2: 1 is left."""
    return keeper.plays(takes(ANN, 3), takes(BEN, 4), takes(CHIKA, 2), players=("Ann", "Ben", "Chika"))


@for_each(
    "changes, reopen, totals",
    [
        ({1: takes(BEN, "2.5")}, False, (3, 2.5, 2)),
        # Ann's 8 leaves 2: Ben's 4 would not fit, but it is corrected along with it.
        ({1: takes(BEN, 0), 0: takes(ANN, 8)}, False, (8, 0, 2)),
        ({0: takes(ANN, 1)}, True, (1, 4, 2)),
        # What still fits is kept and the rest is dropped: 1 is left after 5 and 4, none after 3 and 7.
        ({0: takes(ANN, 5)}, True, (5, 4, 0)),
        ({1: takes(BEN, 7)}, True, (3, 7, 0)),
    ],
)
def test_a_corrected_entry_stands_in_the_place_of_the_old_one_and_one_undo_brings_all_back(
    keeper: Keeper, session: str, changes: dict[int, object], reopen: bool, totals: tuple[Any, ...]
) -> None:
    before = keeper.sees(session)
    after = keeper.corrects(session, changes, reopen=reopen).session
    assert (after.sheet.totals, after.sheet.over) == (totals, sum(totals) == 10)
    assert after == keeper.sees(session)
    assert after.actions[: before.position] == before.actions, "the old ones stay in the log"
    assert after.actions[-1].facts["keep"] == len(after.entries)
    undone = keeper.undoes(session).session
    assert (undone.entries, undone.sheet) == (before.entries, before.sheet)


@for_each(
    "changes, reopen, error, index, words",
    [
        ({1: takes(BEN, 8)}, True, CorrectionError, 1, "Only 7 chips are left"),
        # What was typed may only depend on what came before.
        ({0: takes(ANN, 8), 1: takes(BEN, 3)}, False, CorrectionError, 1, "Only 2 chips are left"),
        # An entry between two corrected ones is never dropped.
        ({0: takes(ANN, 7), 2: takes(CHIKA, 1)}, True, LaterEntriesError, 1, "Only 3 chips are left"),
        ({1: takes(BEN, 7)}, False, LaterEntriesError, 2, "The game is over"),
        ({-1: takes(ANN, 1)}, False, EntryError, None, "no entry number 0 on this sheet: it has 3"),
        ({3: takes(ANN, 1)}, False, EntryError, None, "no entry number 4 on this sheet: it has 3"),
    ],
)
def test_what_cannot_be_so_is_refused_at_its_entry_and_nothing_is_written(
    keeper: Keeper,
    session: str,
    *,
    changes: dict[int, object],
    reopen: bool,
    error: type[EntryError],
    index: int | None,
    words: str,
) -> None:
    with pytest.raises(error, match=words) as refused:
        keeper.corrects(session, changes, reopen=reopen)
    assert getattr(refused.value, "index", None) == index
    assert isinstance(refused.value, RecordError) == (index is not None)
    assert (keeper.sees(session).position, keeper.sees(session).sheet.totals) == (3, (3, 4, 2))


def test_a_later_entry_that_no_longer_fits_is_shown_before_anything_is_written(keeper: Keeper, session: str) -> None:
    with pytest.raises(LaterEntriesError, match="Only 1 chips are left") as refused:
        keeper.corrects(session, {0: takes(ANN, 5)})
    assert (refused.value.index, refused.value.entry) == (2, takes(CHIKA, 2))
    assert [problem.field for problem in refused.value.problems] == ["chips"]
    assert keeper.sees(session).sheet.totals == (3, 4, 2)
    keeper.writes(session, note("almost empty"))
    after = keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True).session
    assert after.entries == (takes(ANN, 5), takes(BEN, 4)), "and what comes after it goes along"
    assert keeper.writes(session, takes(CHIKA, 1)).session.sheet.over


def test_a_correction_of_a_finished_game_opens_it_again_and_an_end_by_hand_stays(keeper: Keeper, session: str) -> None:
    assert keeper.writes(session, takes(ANN, 1)).session.sheet.winners == (ANN, BEN)
    assert not keeper.corrects(session, {3: takes(ANN, "0.5")}).session.sheet.over
    keeper.writes(session, END)
    after = keeper.corrects(session, {1: takes(BEN, 1)}).session
    assert (after.sheet.ended_early, after.sheet.totals) == (True, (3.5, 1, 2))


def test_what_changes_nothing_writes_nothing(keeper: Keeper, session: str) -> None:
    before = keeper.sees(session)
    for changes in ({}, {1: {"step": "take", "seat": "1", "chips": "4.0"}}):
        written = keeper.corrects(session, changes, reopen=True)
        assert (written.repeated, written.session, keeper.sees(session)) == (False, before, before)


def test_corrections_of_corrections_are_undone_one_by_one(keeper: Keeper, session: str) -> None:
    for change in ({0: takes(ANN, 1)}, {0: takes(BEN, 2)}):
        now = keeper.corrects(session, change).session
    back = [keeper.undoes(session).session.sheet.totals for _ in range(3)]
    assert (now.sheet.totals, *back) == ((0, 6, 2), (1, 4, 2), (3, 4, 2), (3, 4, 0))
    with pytest.raises(EntryError, match="it has 2"):
        keeper.corrects(session, {2: takes(CHIKA, 1)})


# Twin Shoot: whoever is last alone may open their bids. After a correction somebody else may be last.

CLOSED = {"step": "open", "open": "no"}
OPENED = {"step": "open", "open": "yes"}


def result(bids: list[int], tricks: list[int]) -> dict[str, Any]:
    return {"step": "result", "bids": bids, "tricks": tricks}


FIRST = result([4, 3, 2, 1], [4, 2, 2, 2])  # 16 and 14
AHEAD = result([4, 3, 2, 3], [4, 1, 2, 3])  # 5 + 10 = 15, and Chika and Dan 5 + 20 + 10 = 35
EVEN = result([4, 3, 2, 1], [4, 1, 2, 3])  # 5 + 10 = 15 each
SECOND = result([5, 1, 3, 0], [5, 1, 3, 1])  # 6 + 20 + 10 and 4 + 10
THIRD = result([2, 4, 3, 2], [2, 3, 3, 2])  # 5 + 10 and 5 + 20 + 10
# Chika and Dan are last and open twice: 82 to 28 once they missed, 97 to 93 once they hit.
TWICE_OPENED = (FIRST, OPENED, SECOND, OPENED, THIRD)

LEADING = result([2, 3, 1, 0], [2, 3, 1, 4])  # 5 + 20 + 10 and 5 + 10
MISSED = result([4, 4, 1, 3], [4, 3, 1, 2])  # 7 + 10 and 3 + 10; opened, 30 more for Ann and Ben
LAST = result([0, 0, 2, 3], [2, 1, 4, 3])  # 3 and 7 + 10
LEVEL = result([2, 3, 1, 4], [2, 3, 1, 4])  # 35 each
NEARER = result([2, 1, 1, 0], [2, 1, 1, 6])  # 3 + 20 + 10 and 7 + 10
BEHIND = result([2, 0, 1, 4], [2, 3, 1, 4])  # 5 + 10 and 35
# 35 + 17 + 30 + 3 and 15 + 13 + 17
ONCE_OPENED = (LEADING, OPENED, MISSED, CLOSED, LAST)
NO_LONGER_LAST = "Round 2: Chika & Dan’s open bid doesn’t count, because they are not alone in last place."


TEAMS: dict[str, Any] = {"players": ("Ann", "Ben", "Chika", "Dan"), "game": TWIN_SHOOT}


@for_each(
    "played, corrections, entries, totals, refits",
    [
        # Level after round 1, so round 2 is closed: 15 + 36 = 51, 15 + 14 = 29; round 3 open as it was: 66, 29 + 65.
        (TWICE_OPENED, [{0: EVEN}], (EVEN, SECOND, OPENED, THIRD), (66, 94), [NO_LONGER_LAST]),
        # 15 to 35: now Ann and Ben are last in round 2. They did not open: 51 to 49, and Chika and Dan open round 3.
        (TWICE_OPENED, [{0: AHEAD}], (AHEAD, CLOSED, SECOND, OPENED, THIRD), (66, 114), [NO_LONGER_LAST]),
        # A round that asks for an open bid now was played closed.
        ((EVEN, note("tea"), SECOND), [{0: FIRST}], (FIRST, note("tea"), CLOSED, SECOND), (16 + 36, 14 + 14), None),
        # Who is last still: 33 to 17, then 33 + 47 + 3 and 17 + 13 + 17.
        (ONCE_OPENED, [{0: NEARER}], (NEARER, OPENED, MISSED, CLOSED, LAST), (83, 47), []),
        # 15 to 35, then 15 + 17 to 35 + 13: Ann and Ben are last before both rounds, and said nothing of the kind.
        (ONCE_OPENED, [{0: BEHIND}], (BEHIND, CLOSED, MISSED, CLOSED, LAST), (35, 65), [NO_LONGER_LAST]),
        (
            ONCE_OPENED,
            [{0: LEVEL}, {0: BEHIND}],
            (BEHIND, CLOSED, MISSED, CLOSED, LAST),
            (35, 65),
            ["Round 2: Ann & Ben are alone in last place, and their bids count as closed."],
        ),
        # Corrected once more the open bid counts again.
        (
            ONCE_OPENED,
            [{0: LEVEL}, {0: BEHIND}, {0: NEARER}],
            (NEARER, OPENED, MISSED, CLOSED, LAST),
            (83, 47),
            ["Round 2: Chika & Dan’s open bid counts, because they are alone in last place."],
        ),
    ],
)
def test_rounds_of_twin_shoot_stay_and_an_open_bid_counts_where_its_team_is_last(
    keeper: Keeper,
    *,
    played: tuple[dict[str, Any], ...],
    corrections: list[dict[int, Any]],
    entries: tuple[dict[str, Any], ...],
    totals: tuple[int, int],
    refits: list[str] | None,
) -> None:
    session = keeper.plays(*played, **TEAMS)
    for correction in corrections:
        before = keeper.sees(session)
        keeper.corrects(session, correction)
    after = keeper.sees(session)
    assert (after.entries, after.sheet.totals[::2]) == (entries, totals)
    said = [str(each) for each in describe_refits(before.blank, before.entries, after.actions[-1].facts)]
    assert refits is None or said == refits
    assert keeper.undoes(session).session.entries == before.entries


def test_the_page_names_an_open_bid_that_the_rule_no_longer_allows(keeper: Keeper) -> None:
    session = keeper.plays(*ONCE_OPENED, **TEAMS)
    keeper.corrects(session, {0: LEVEL})
    assert str(last_change(keeper.sees(session))) == (
        f"Corrected: Result of round 1. Chika & Dan take the lead; {NO_LONGER_LAST}; "
        "Ann & Ben 55 (−30), Chika & Dan 65 (+20)"
    )


def test_what_ends_the_game_leaves_no_room_for_later_rounds(keeper: Keeper) -> None:
    session = keeper.plays(*TWICE_OPENED, **TEAMS)
    # 10 + 20 + 10 = 40, and in round 2 the same with 30 for an open bid that was missed: 110.
    changes = {0: result([9, 1, 0, 9], [9, 1, 0, 0]), 1: OPENED, 2: result([9, 1, 1, 1], [9, 1, 0, 0])}
    with pytest.raises(LaterEntriesError, match="The game is over"):
        keeper.corrects(session, changes)


def test_what_was_said_before_a_round_was_entered_anew_is_not_brought_back(keeper: Keeper) -> None:
    session = keeper.plays(LEVEL, SECOND, target=40, **TEAMS)
    for change in ({0: LEADING}, {1: OPENED}):
        keeper.corrects(session, change)
    # 10 + 20 + 10 in round 1: the game is over there, and round 2 goes. Entered anew after a level round it was closed.
    keeper.corrects(session, {0: result([5, 5, 0, 0], [5, 5, 0, 0])}, reopen=True)
    assert len(keeper.sees(session).entries) == 1
    keeper.corrects(session, {0: LEVEL})
    keeper.writes(session, SECOND)
    keeper.corrects(session, {0: LEADING})
    assert keeper.sees(session).entries == (LEADING, CLOSED, SECOND)
