"""Rounds of Twin Shoot stay when an early one is corrected, whoever is last then; the points worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from record.correction import refits_told
from record.errors import LaterEntriesError
from record.names import told
from scoring.games.twin_shoot import GAME
from tests.kit.store.table_talk import note
from tests.store.conftest import Keeper

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


# Round 1 35:15, round 2 opened and missed, round 3 closed.

LEADING = result([2, 3, 1, 0], [2, 3, 1, 4])  # 5 + 20 + 10 and 5 + 10
MISSED = result([4, 4, 1, 3], [4, 3, 1, 2])  # 7 + 10 and 3 + 10; opened, 30 more for Ann and Ben
LAST = result([0, 0, 2, 3], [2, 1, 4, 3])  # 3 and 7 + 10
LEVEL = result([2, 3, 1, 4], [2, 3, 1, 4])  # 35 each
NEARER = result([2, 1, 1, 0], [2, 1, 1, 6])  # 3 + 20 + 10 and 7 + 10
BEHIND = result([2, 0, 1, 4], [2, 3, 1, 4])  # 5 + 10 and 35


@pytest.fixture
def opened(keeper: Keeper) -> str:
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=GAME)
    for entry in (LEADING, OPENED, MISSED, CLOSED, LAST):
        keeper.writes(session, entry)
    # 35 + 17 + 30 + 3 and 15 + 13 + 17
    assert keeper.sees(session).sheet.totals[::2] == (85, 45)
    return session


def what_it_says(keeper: Keeper, session: str, correction: dict[str, Any]) -> list[str]:
    before = keeper.sees(session)
    keeper.corrects(session, {0: correction})
    after = keeper.sees(session)
    return [str(each) for each in refits_told(before.blank, before.entries, after.actions[-1].facts)]


def test_an_open_bid_of_who_is_last_still_stays(keeper: Keeper, opened: str) -> None:
    assert what_it_says(keeper, opened, NEARER) == []
    # 33 to 17: 33 + 47 + 3 and 17 + 13 + 17
    assert keeper.sees(opened).entries == (NEARER, OPENED, MISSED, CLOSED, LAST)
    assert keeper.sees(opened).sheet.totals[::2] == (83, 47)


def test_an_open_bid_that_the_rule_no_longer_allows_is_named(keeper: Keeper, opened: str) -> None:
    lost = "Round 2: Chika & Dan’s open bid doesn’t count, because they are not alone in last place."
    assert what_it_says(keeper, opened, LEVEL) == [lost]
    # Level at 35; then 35 + 17 + 3 and 35 + 13 + 17.
    now = keeper.sees(opened)
    assert now.entries == (LEVEL, MISSED, CLOSED, LAST)
    assert now.sheet.totals[::2] == (55, 65)
    totals = "Ann & Ben 55 (−30), Chika & Dan 65 (+20)"
    assert str(told(now)) == f"Corrected: Result of round 1. Chika & Dan take the lead; {lost}; {totals}"


def test_who_is_last_only_now_is_said_to_have_stayed_closed(keeper: Keeper, opened: str) -> None:
    # 15 to 35, then 15 + 17 to 35 + 13: Ann and Ben are last before both rounds, and said nothing of the kind.
    assert what_it_says(keeper, opened, BEHIND) == [
        "Round 2: Chika & Dan’s open bid doesn’t count, because they are not alone in last place.",
    ]
    assert keeper.sees(opened).entries == (BEHIND, CLOSED, MISSED, CLOSED, LAST)
    keeper.corrects(opened, {0: LEVEL})
    assert what_it_says(keeper, opened, BEHIND) == [
        "Round 2: Ann & Ben are alone in last place, and their bids count as closed."
    ]


def test_corrected_once_more_the_open_bid_counts_again(keeper: Keeper, opened: str) -> None:
    for wrong in (LEVEL, BEHIND):
        keeper.corrects(opened, {0: wrong})
    assert what_it_says(keeper, opened, NEARER) == [
        "Round 2: Chika & Dan’s open bid counts, because they are alone in last place."
    ]
    assert keeper.sees(opened).entries == (NEARER, OPENED, MISSED, CLOSED, LAST)
    assert keeper.sees(opened).sheet.totals[::2] == (83, 47)


def test_what_was_said_before_the_round_was_entered_anew_is_not_brought_back(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=GAME, target=40)
    for entry in (LEVEL, SECOND):
        keeper.writes(session, entry)
    keeper.corrects(session, {0: LEADING})
    keeper.corrects(session, {1: OPENED})
    # 10 + 20 + 10 in round 1: the game is over there, and round 2 goes. Entered anew after a level round it was closed.
    keeper.corrects(session, {0: result([5, 5, 0, 0], [5, 5, 0, 0])}, reopen=True)
    assert len(keeper.sees(session).entries) == 1
    keeper.corrects(session, {0: LEVEL})
    keeper.writes(session, SECOND)
    keeper.corrects(session, {0: LEADING})
    assert keeper.sees(session).entries == (LEADING, CLOSED, SECOND)
