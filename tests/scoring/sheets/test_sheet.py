"""What all sheets share: standings, winners, teams, the entries of a deal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.core import enter
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.toy_games import PAIRS, PENNY, STEPS


def standings(totals: tuple[Any, ...]) -> list[tuple[int, tuple[int, ...], Any, Any]]:
    sheet = PENNY.start(session_of(PENNY, players=len(totals)))
    return [(each.place, each.seats, each.total, each.gap) for each in replace(sheet, totals=totals).standings]


def test_the_highest_total_is_first_and_the_gap_is_counted_from_it() -> None:
    assert standings((5, -3, 12)) == [(1, (2,), 12, 0), (2, (0,), 5, 7), (3, (1,), -3, 15)]


def test_equal_totals_share_a_place_and_seats_break_no_tie() -> None:
    assert standings((4, 9, 4, 9)) == [(1, (1,), 9, 0), (1, (3,), 9, 0), (3, (0,), 4, 5), (3, (2,), 4, 5)]


def test_half_a_chip_is_a_difference() -> None:
    assert standings((Fraction(19, 2), 10)) == [(1, (1,), 10, 0), (2, (0,), Fraction(19, 2), Fraction(1, 2))]


def pairs() -> Sheet[Any]:
    return PAIRS.start(session_of(PAIRS, players=4))


def test_partners_stand_together_and_win_together() -> None:
    sheet = enter(pairs(), {"step": "points", "points": [3, 8]})
    assert sheet.totals == (3, 8, 3, 8)
    assert [(each.place, each.seats, each.total) for each in sheet.standings] == [(1, (1, 3), 8), (2, (0, 2), 3)]
    assert sheet.winners == ()
    assert enter(sheet, {"step": "end"}).winners == (1, 3)


def test_two_pairs_that_are_level_all_win() -> None:
    level = enter(pairs(), {"step": "points", "points": [3, 3]})
    assert sorted(enter(level, {"step": "end"}).winners) == [0, 1, 2, 3]


def test_nobody_wins_a_game_without_a_deal() -> None:
    ended = enter(pairs(), {"step": "end"})
    assert (ended.over, ended.winners, ended.decided_by) == (True, (), "nothing")
    penalised = enter(ended, {"step": "adjustment", "seat": 0, "amount": 5, "reason": "a chip"})
    assert (penalised.totals, penalised.winners) == ((5, 0, 5, 0), ())


def test_the_entries_of_a_deal_are_kept_until_it_is_finished() -> None:
    sheet = enter(pairs(), {"step": "note", "text": "hello"})
    assert sheet.pending == ()
    sheet = enter(sheet, {"step": "points", "points": [1, 2]})
    assert (sheet.pending, sheet.rows[0].entries, sheet.deals) == ((), (1,), 1)


def test_a_deal_of_three_steps_comes_from_three_entries_and_not_from_the_note_between() -> None:
    sheet = STEPS.start(session_of(STEPS, players=2))
    sheet = enter(enter(sheet, {"step": "step-1", "who": 0}), {"step": "note", "text": "tea"})
    sheet = enter(sheet, {"step": "step-2", "who": 1})
    assert sheet.pending == (0, 2)
    sheet = enter(sheet, {"step": "step-3", "who": 0})
    assert (sheet.pending, sheet.rows[0].entries, sheet.totals) == ((), (0, 2, 3), (4, 2))


def test_a_sheet_that_is_no_game_asks_nothing() -> None:
    bare: Sheet[Any] = Sheet(table=pairs().table, options=pairs().options)
    assert (bare.notices, bare.sentences, bare.progress, bare.moments) == ((), (), None, ())
    for question in (bare.next_ask, lambda: bare.check(None), lambda: bare.write_step(None)):  # type: ignore[arg-type]
        with pytest.raises(NotImplementedError):
            question()


def test_the_biggest_deal_is_remembered_and_adjustments_are_no_deals() -> None:
    sheet = enter(pairs(), {"step": "adjustment", "seat": 0, "amount": 99, "reason": "a gift"})
    assert sheet.moments == ()
    for points in ([-5, -6], [3, 8], [8, 2]):
        sheet = enter(sheet, {"step": "points", "points": points})
    assert [str(moment) for moment in sheet.moments] == ["Best deal: ベン & 大輔, あんな & 千夏 +8 (deal 2, deal 3)"]


def test_what_nobody_won_stays_in_the_pot_until_somebody_does() -> None:
    sheet = PENNY.start(session_of(PENNY, players=2, chips="2.5"))
    sheet = enter(sheet, {"step": "round", "stakes": ["0.5", 1], "winner": "nobody", "colours": []})
    assert (sheet.totals, sheet.unowned) == ((2, Fraction(3, 2)), Fraction(3, 2))
    sheet = enter(sheet, {"step": "round", "stakes": [1, 1], "winner": 0, "colours": ["red"]})
    # the pot of 1.5 + 2 goes to the first seat: 2 − 1 + 3.5
    assert sheet.totals == (Fraction(9, 2), Fraction(1, 2))


def decided(points: list[int]) -> str | None:
    return enter(enter(pairs(), {"step": "points", "points": points}), {"step": "end"}).decided_by


def test_a_sheet_says_by_what_its_game_was_decided() -> None:
    assert enter(pairs(), {"step": "points", "points": [3, 8]}).decided_by is None, "it still runs"
    assert enter(pairs(), {"step": "end"}).decided_by == "nothing"
    assert decided([3, 8]) == "totals"
    assert decided([8, 8]) == "all-level"
