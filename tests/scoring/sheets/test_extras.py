"""The entries that every game takes: an adjustment, a note, the end by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.core import enter
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.toy_games import PAIRS, PENNY


def start(game: AnyGame = OH_HELL, players: int = 4) -> Sheet[Any]:
    return game.start(session_of(game, players=players))


def adjust(sheet: Sheet[Any], **changes: object) -> Sheet[Any]:
    return enter(sheet, {"step": "adjustment", "seat": 1, "amount": -10, "reason": "revoked"} | changes)


def refused(sheet: Sheet[Any], **raw: object) -> list[tuple[str, str]]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, raw)
    return [(problem.field, str(problem.message)) for problem in caught.value.problems]


def test_an_adjustment_is_a_row_of_its_own_with_its_working() -> None:
    sheet = adjust(start())
    (row,) = sheet.rows
    assert (row.kind, row.label, row.points, row.entries) == ("adjustment", "±", (0, -10, 0, 0), (0,))
    assert [str(cell.working) for cell in row.cells] == ["no change: 0", "revoked: −10", "no change: 0", "no change: 0"]
    assert str(row.about) == "ベン −10 (revoked)"
    assert str(sheet.said) == "ベン −10 (revoked)"


def test_adjustments_add_up() -> None:
    assert adjust(adjust(adjust(start()), amount="+25"), seat=3, amount=1).totals == (0, 15, 0, 1)


def test_an_adjustment_of_a_pair_is_entered_at_its_first_seat_and_given_to_both() -> None:
    sheet = adjust(start(PAIRS))
    assert sheet.totals == (0, -10, 0, -10)
    assert str(sheet.said) == "ベン & 大輔 −10 (revoked)"
    assert refused(start(PAIRS), step="adjustment", seat=3, amount=1, reason="x") == [
        ("seat", "Who: “3” is not a seat you can choose here.")
    ]


def test_a_chip_can_be_cut_in_half_only_where_half_chips_exist() -> None:
    assert adjust(start(PENNY, 2), amount="-0.5").totals == (10, Fraction(19, 2))
    assert refused(start(), step="adjustment", seat=1, amount="-0.5", reason="x") == [
        ("amount", "Points: “-0.5” is not a whole number.")
    ]


def test_an_adjustment_by_nothing_is_refused() -> None:
    assert refused(start(), step="adjustment", seat=1, amount=0, reason="x") == [
        ("amount", "0 changes nothing. Enter the points to add or subtract.")
    ]


def test_an_adjustment_needs_a_seat_an_amount_and_a_reason() -> None:
    assert refused(start(), step="adjustment") == [
        ("seat", "Who: missing."),
        ("amount", "Points: missing."),
        ("reason", "Reason: missing."),
    ]


@pytest.mark.parametrize("amount", [100_000, -100_000])
def test_an_adjustment_reaches_a_hundred_thousand_and_no_farther(amount: int) -> None:
    assert adjust(start(), amount=amount).totals[1] == amount
    assert len(refused(start(), step="adjustment", seat=1, amount=amount * 2, reason="x")) == 1


def test_a_reason_has_80_characters_and_a_note_300() -> None:
    assert adjust(start(), reason="x" * 80).written == 1
    assert [field for field, _ in refused(start(), step="adjustment", seat=0, amount=1, reason="x" * 81)] == ["reason"]
    assert enter(start(), {"step": "note", "text": "x" * 300}).written == 1
    assert [field for field, _ in refused(start(), step="note", text="x" * 301)] == ["text"]


def test_a_note_stands_after_the_rows_before_it_and_changes_nothing() -> None:
    sheet = enter(adjust(start()), {"step": "note", "text": " 大輔 left \n early "})
    (remark,) = sheet.remarks
    assert (remark.after, remark.text, remark.position) == (1, "大輔 left early", 1)
    assert (sheet.totals, sheet.ask) == ((0, -10, 0, 0), start().ask)
    assert str(sheet.said) == "Note: 大輔 left early"


def test_an_empty_note_is_refused() -> None:
    assert refused(start(), step="note", text=" ") == [("text", "Note: missing.")]


def test_the_end_asks_for_nothing_and_is_final() -> None:
    sheet = enter(start(), {"step": "end"})
    assert (sheet.over, sheet.ended_early, sheet.winners) == (True, True, ())
    assert [ask.step for ask in sheet.asks] == ["adjustment", "note"]
    assert refused(start(), step="end", why="tired") == [("why", "“why” is not asked for here.")]


def test_what_is_remembered_after_the_end_changes_who_won() -> None:
    # Everybody misses: nobody scores.
    dealt = enter(start(), {"step": "bids", "bids": [1, 1, 1, 1]})
    dealt = enter(dealt, {"step": "tricks", "tricks": [2, 2, 3, 3]})
    ended = enter(adjust(dealt, amount=10), {"step": "end"})
    assert ended.winners == (1,)
    penalised = adjust(ended, amount=-10)
    assert (penalised.over, penalised.ended_early, penalised.winners) == (True, True, (0, 1, 2, 3))


def test_all_three_can_be_asked_while_the_game_runs() -> None:
    assert [ask.step for ask in start().asks][:4] == ["bids", "adjustment", "note", "end"]
