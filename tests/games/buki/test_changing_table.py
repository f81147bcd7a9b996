"""An evening of Buki at which two take over a seat, one of them a spectator, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.errors import EntryError
from scoring.sheets.changes import why_not
from tests.kit.evening import Evening

ANN, BEN, CLEO, DAN = range(4)


def an_evening() -> Evening:
    """Emi, who watched the first game, takes over Cleo's seat; Yui takes over Ann's after a drawn game."""
    evening = Evening("buki", ["Ann", "Ben", "Cleo", "Dan"])
    # 0 and 1: Ann banks and pays Ben 2.5 × 2 and Emi 2.5 × 2; she gets Cleo's 3 and Dan's 4.
    evening.enter("stakes", stakes=[None, 2, 3, 4], spectators=[{"name": "Emi", "backs": BEN, "chips": 2}])
    evening.enter("result", out=BEN)
    assert evening.totals == (47, 55, 47, 46)
    assert evening.sheet.onlookers == (("Emi", 5),)
    evening.enter("takeover", seat=CLEO, name="Emi")
    # 3 and 4: Ben banks; a draw, so that all stakes stay on the table, also that of Cleo, who watches now.
    evening.enter("stakes", stakes=[2, None, 3, 4], spectators=[{"name": "Cleo", "backs": ANN, "chips": 4}])
    evening.enter("result", out="nobody", pips=[9, 9, 9, 9])
    assert evening.totals == (45, 55, 44, 42)
    evening.enter("takeover", seat=ANN, name="Yui")
    # 6 and 7: Yui goes out. Ben pays 2.5 × (2 + 2) to her and 2.5 × 4 to Cleo, whose carried chips go back to them; he
    # gets 2 + 3 of Emi and 2 + 4 of Dan.
    evening.enter("stakes", stakes=[2, None, 2, 2])
    evening.enter("result", out=ANN)
    return evening


def test_an_evening_with_two_takeovers() -> None:
    evening = an_evening()
    assert evening.totals == (57, 46, 42, 40)
    assert evening.sheet.onlookers == (("Emi", 5), ("Cleo", 10)), "what Emi won as a spectator stays hers"
    assert sum(evening.totals) + evening.sheet.unowned == 4 * 50
    assert evening.log[0] == "Ann banked. Ben went out. Spectators: Emi +5"
    assert [row.players[CLEO] for row in evening.sheet.rows] == ["Cleo", "Emi", "Emi", "Emi", "Emi"]
    assert evening.is_the_same_from_its_document()


def test_a_spectator_who_plays_is_offered_no_stake_any_more() -> None:
    evening = an_evening()
    assert evening.sheet.ask.fields[1].suggested == ({"name": "Cleo"},)
    with pytest.raises(EntryError, match="Emi is playing and can’t be a spectator."):
        spectators = [{"name": "Emi", "backs": ANN, "chips": 2}]
        evening.enter("stakes", stakes=[None, 2, 2, 2], spectators=spectators)


def test_nobody_joins_or_leaves() -> None:
    why = "Buki is played by four, so nobody joins or leaves. Somebody else can take over a seat, a spectator too."
    assert str(why_not(an_evening().sheet)) == why


def test_as_many_games_as_were_played_end_the_evening_at_once() -> None:
    evening = an_evening()
    assert evening.enter("plan", games=3) == "Plan: 3 games in all"
    assert (evening.sheet.over, evening.sheet.winners) == (True, (ANN,))
    assert evening.enter("plan") == "Plan: no end is set"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "game 4")


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = an_evening()
    # Ben had staked 4 in the first game: 10, and not 5, from Ann.
    evening.correct(0, stakes=[None, 4, 3, 4])
    assert evening.totals == (52, 51, 42, 40)
    # Yui had staked 3 in the last: 2.5 × (3 + 2), and not 10, from Ben.
    evening.correct(6, stakes=[3, None, 2, 2])
    assert evening.totals == (Fraction(109, 2), Fraction(97, 2), 42, 40)
    evening.undo()
    evening.undo()
    assert evening.totals == (57, 46, 42, 40)


def test_a_change_is_undone() -> None:
    evening = an_evening()
    for _ in range(3):
        evening.undo()
    assert (evening.sheet.table.players, evening.totals) == (("Ann", "Ben", "Emi", "Dan"), (45, 55, 44, 42))
    evening.redo()
    assert evening.sheet.table.players == ("Yui", "Ben", "Emi", "Dan")
