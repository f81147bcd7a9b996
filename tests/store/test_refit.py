"""Rounds of Twin Shoot stay when an early one is corrected, whoever is last then; the points worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from record.errors import LaterEntriesError
from scoring.games.twin_shoot import GAME
from tests.store.conftest import Keeper
from tests.store.table_talk import note

CLOSED = {"step": "open", "open": "no"}
OPENED = {"step": "open", "open": "yes"}


def result(bids: list[int], tricks: list[int]) -> dict[str, Any]:
    return {"step": "result", "bids": bids, "tricks": tricks}


FIRST = result([4, 3, 2, 1], [4, 2, 2, 2])  # 16 and 14
AHEAD = result([4, 3, 2, 3], [4, 1, 2, 3])  # 5 + 10 = 15, and Chika and Dan 5 + 20 + 10 = 35
EVEN = result([4, 3, 2, 1], [4, 1, 2, 3])  # 5 + 10 = 15 each
SECOND = result([5, 1, 3, 0], [5, 1, 3, 1])  # 6 + 20 + 10 and 4 + 10
THIRD = result([2, 4, 3, 2], [2, 3, 3, 2])  # 5 + 10 and 5 + 20 + 10


@pytest.fixture(autouse=True)
def two_games() -> None:
    """Here the real catalogue is played from."""


@pytest.fixture
def session(keeper: Keeper) -> str:
    """Chika and Dan are last and open twice: 82 to 28 once they missed, 97 to 93 once they hit."""
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=GAME)
    for entry in (FIRST, OPENED, SECOND, OPENED, THIRD):
        keeper.writes(session, entry)
    assert keeper.sees(session).sheet.totals[::2] == (97, 93)
    return session


def test_an_open_bid_that_is_no_longer_asked_goes_and_the_later_rounds_stay(keeper: Keeper, session: str) -> None:
    after = keeper.corrects(session, {0: EVEN}).session
    # Level after round 1, so round 2 is closed: 15 + 36 = 51, 15 + 14 = 29; round 3 open as it was: 66, 29 + 65.
    assert after.entries == (EVEN, SECOND, OPENED, THIRD)
    assert after.sheet.totals[::2] == (66, 94)
    assert after == keeper.sees(session)


def test_an_open_bid_stays_with_the_team_that_made_it(keeper: Keeper, session: str) -> None:
    after = keeper.corrects(session, {0: AHEAD}).session
    # 15 to 35: now Ann and Ben are last in round 2. They did not open: 51 to 49, and Chika and Dan open round 3.
    assert after.entries == (AHEAD, CLOSED, SECOND, OPENED, THIRD)
    assert after.sheet.totals[::2] == (66, 114)


def test_a_round_that_asks_for_an_open_bid_now_was_played_closed(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=GAME)
    for entry in (EVEN, note("tea"), SECOND):
        keeper.writes(session, entry)
    after = keeper.corrects(session, {0: FIRST}).session
    assert after.entries == (FIRST, note("tea"), CLOSED, SECOND)
    assert after.sheet.totals[::2] == (16 + 36, 14 + 14)


def test_undo_brings_back_what_was_refitted(keeper: Keeper, session: str) -> None:
    before = keeper.sees(session).entries
    keeper.corrects(session, {0: EVEN})
    assert keeper.undoes(session).session.entries == before


def test_a_correction_of_a_refitted_sheet_counts_the_entries_that_stand(keeper: Keeper, session: str) -> None:
    keeper.corrects(session, {0: EVEN})
    after = keeper.corrects(session, {3: result([2, 4, 3, 2], [2, 3, 2, 3])}).session
    # The open bid of round 3 is missed now: 51 + 15 + 30, and 29 + 5.
    assert after.sheet.totals[::2] == (96, 34)


def test_what_ends_the_game_still_leaves_no_room(keeper: Keeper, session: str) -> None:
    # 10 + 20 + 10 = 40, and in round 2 the same with 30 for an open bid that was missed: 110.
    changes = {0: result([9, 1, 0, 9], [9, 1, 0, 0]), 1: OPENED, 2: result([9, 1, 1, 1], [9, 1, 0, 0])}
    with pytest.raises(LaterEntriesError, match="The game is over"):
        keeper.corrects(session, changes)
