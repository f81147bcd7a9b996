"""An evening of Satat at which two take over a seat and the length changes, worked by hand."""

from __future__ import annotations

import pytest

from scoring.errors import EntryError
from scoring.insights.chances import Chances, chances
from scoring.sheets.changes import why_not
from tests.kit.evening import Evening

FOUR = ["Ann", "Ben", "Cleo", "Dan"]
EVEN, ODD = 0, 1
"""Ann and Cleo, Ben and Dan."""


def an_evening() -> Evening:
    """Zoe takes over from Cleo after deal 1, Yui from Ben after deal 3; then two wins are enough."""
    evening = Evening("satat", FOUR, end="wins", length=7)
    evening.enter("result", winners=EVEN, kind="plain")  # 0: 1, 0
    evening.enter("takeover", seat=2, name="Zoe")
    said = evening.enter("result", winners=EVEN, kind="7-0")  # 2: 2, 0
    assert said == "Ann & Zoe: 7–0 +1. Next Zoe leads, Ben deals."
    evening.enter("result", winners=ODD, kind="plain")  # 3: 2, 1
    evening.enter("takeover", seat=1, name="Yui")
    assert evening.enter("plan", wins=2) == "Plan: first to 2 wins, so this deal is the last"
    assert not evening.sheet.over
    evening.enter("result", winners=ODD, kind="13-0")  # 6: 2, 2
    return evening


def test_an_evening_with_two_takeovers_and_another_length() -> None:
    evening = an_evening()
    assert (evening.totals, evening.sheet.winners) == ((2, 2, 2, 2), (0, 2, 1, 3))
    assert [str(moment) for moment in evening.sheet.moments] == [
        "Longest run: Ann & Zoe, Yui & Dan, 2 deals",
        "Yui & Dan took all thirteen tricks of deal 4",
    ]
    assert evening.is_the_same_from_its_document()


def test_more_wins_after_the_end_let_the_game_go_on() -> None:
    evening = an_evening()
    assert evening.enter("plan", wins=3) == "Plan: first to 3 wins"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "deal 5, to 3 wins")
    assert len(chances(evening.sheet).needs) == 2, "each team wins with the next deal"


def test_fewer_wins_than_a_team_has_are_told_as_what_it_has() -> None:
    evening = Evening("satat", FOUR, end="wins", length=7)
    for _ in range(3):
        evening.enter("result", winners=EVEN, kind="plain")
    evening.enter("plan", wins=2)
    evening.enter("result", winners=ODD, kind="plain")
    assert str(evening.sheet.why_over) == "Ann & Cleo have 3 wins."


def test_as_many_deals_as_were_played_end_the_game_at_once() -> None:
    evening = Evening("satat", FOUR)
    evening.enter("result", winners=ODD, kind="plain")
    assert evening.enter("plan", deals=1) == "Plan: 1 deal in all"
    assert (evening.sheet.over, evening.sheet.winners) == (True, (1, 3))
    assert evening.enter("plan", deals=4) == "Plan: 4 deals in all"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "deal 2 of 4")
    evening.enter("result", winners=ODD, kind="plain")
    evening.enter("result", winners=ODD, kind="plain")
    assert chances(evening.sheet).safe == ((1, 3),), "3 to 0 with one deal left"
    with pytest.raises(EntryError, match="2 is too low. The minimum is 3."):
        evening.enter("plan", deals=2)


def test_a_game_with_an_open_end_has_no_plan_and_nobody_joins() -> None:
    sheet = Evening("satat", FOUR, end="open").sheet
    assert sheet.ask_for("plan") is None
    assert sheet.ask_for("join") is None
    why = "Four play in pairs across the table, so nobody joins or leaves. Somebody else can take over a seat."
    assert str(why_not(sheet)) == why


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = an_evening()
    evening.correct(0, winners=ODD)
    assert (evening.totals, evening.sheet.winners) == ((1, 3, 1, 3), (1, 3))
    assert evening.log[0].endswith("Ben & Dan, plain win")
    evening.correct(6, winners=EVEN)
    assert evening.totals == (2, 2, 2, 2)
    evening.undo()
    evening.undo()
    assert evening.totals == an_evening().totals


def test_a_change_is_undone() -> None:
    evening = an_evening()
    evening.undo()
    evening.undo()
    assert str(evening.sheet.progress) == "deal 4, to 7 wins"
    evening.undo()
    assert evening.sheet.table.players == ("Ann", "Ben", "Zoe", "Dan")


def test_nothing_is_left_to_win_in_a_game_that_is_over() -> None:
    # Wins count 1, 2 or 3 here.
    evening = Evening("satat", FOUR, variant="trup-kasiet", weight_seven=2, weight_thirteen=3)
    evening.enter("result", winners=ODD, kind="7-0")
    evening.enter("plan", deals=1)
    assert (evening.sheet.over, chances(evening.sheet)) == (True, Chances())
