"""An evening with the score pad at which people come and go, worked by hand; the fewest points win."""

from __future__ import annotations

import pytest

from record.people import next_table
from scoring.errors import EntryError
from tests.kit.evening import Evening

ANN, BEN, CLEO, DAN = range(4)


def an_evening() -> Evening:
    """Dan joins with the highest total after round 1, Ben sits out round 2, Ann leaves after it."""
    evening = Evening("score-pad", ["Ann", "Ben", "Cleo"], best="lowest", target=50)
    evening.enter("round", points=[12, 0, 7])  # 0
    assert evening.enter("join", name="Dan", after=ANN, start="last") == "Dan joined with 12 before round 2"
    evening.enter("sit-out", seat=BEN)
    evening.enter("round", points=[5, None, 3, 10])  # 3: 17, 0, 10, 22
    evening.enter("leave", seat=ANN, ranked="no")
    evening.enter("round", points=[None, 4, 30, 20])  # 5: 17, 4, 40, 42
    return evening


def to_its_end(evening: Evening) -> Evening:
    evening.enter("plan", target=40)  # 6
    evening.enter("round", points=[None, 1, 1, 1])  # 7
    return evening


def test_an_evening_with_a_newcomer_one_who_sits_out_and_one_who_leaves() -> None:
    evening = an_evening()
    assert evening.totals == (17, 4, 40, 42)
    assert [(each.place, each.seats[0]) for each in evening.sheet.standings] == [(1, BEN), (2, CLEO), (3, DAN)]
    assert evening.sheet.rows[3].played == {ANN: 5, CLEO: 3, DAN: 10}
    assert str(evening.sheet.said) == "Round 3: Ben +4, Cleo +30, Dan +20"
    assert [str(moment) for moment in evening.sheet.moments] == ["Best round: Ben 0 (round 1)"]
    assert evening.is_the_same_from_its_document()


def test_each_round_begins_with_the_same_player_or_who_sits_to_their_left() -> None:
    evening = Evening("score-pad", ["Ann", "Ben", "Cleo"], dealer=BEN)
    evening.enter("round", points=[1, 1, 1])
    evening.enter("join", name="Dan", after=BEN)
    assert evening.sheet.ask.fields[0].seats == (BEN, DAN, CLEO, ANN)
    evening.enter("round", points=[1, 1, 1, 1])
    evening.enter("leave", seat=BEN)
    assert evening.sheet.ask.fields[0].seats == (DAN, CLEO, ANN)


def test_the_table_says_who_enters_first_from_now_on() -> None:
    evening = Evening("score-pad", ["Ann", "Ben", "Cleo"])
    evening.enter("round", points=[1, 1, 1])
    assert evening.enter("dealer", seat=CLEO) == "Enters first: Ann → Cleo (round 2)"
    evening.enter("round", points=[1, 1, 1])
    assert evening.sheet.ask.fields[0].seats == (CLEO, ANN, BEN)
    # In the next game it is the one to the left of Cleo.
    assert next_table(evening.session) == ((ANN, BEN, CLEO), ANN)


def test_a_lower_target_is_looked_at_after_the_next_round() -> None:
    evening = an_evening()
    assert evening.enter("plan", target=40) == "Plan: to 40 points, so this round is the last"
    assert not evening.sheet.over
    evening.enter("round", points=[None, 1, 1, 1])
    assert (evening.sheet.over, evening.sheet.winners) == (True, (BEN,))
    assert str(evening.sheet.why_over) == "Cleo and Dan reached 40."
    assert evening.enter("plan", target=60) == "Plan: to 60 points"
    assert not evening.sheet.over


def test_as_many_rounds_as_were_played_end_the_game_at_once() -> None:
    evening = an_evening()
    assert evening.enter("plan", rounds=3) == "Plan: 3 rounds in all"
    assert (evening.sheet.over, str(evening.sheet.why_over)) == (True, "All 3 rounds have been played.")
    assert evening.enter("plan", target=60, rounds=5) == "Plan: to 60 points, 5 rounds in all"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "round 4 of 5")
    assert evening.enter("plan") == "Plan: no end is set"
    assert (evening.sheet.endless, str(evening.sheet.progress)) == (True, "round 4")


def test_who_left_out_of_competition_does_not_reach_the_target() -> None:
    evening = an_evening()
    evening.enter("adjustment", seat=ANN, amount=40, reason="miscounted")
    evening.enter("plan", target=55)
    evening.enter("round", points=[None, 1, 1, 1])
    assert (evening.totals[ANN], evening.sheet.over) == (57, False)


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = to_its_end(an_evening())
    assert evening.totals == (17, 5, 41, 43)
    # Ann had 14 in round 1, and Dan began with as much.
    evening.correct(0, points=[14, 0, 7])
    assert evening.totals == (19, 5, 41, 45)
    assert evening.log[1] == "Dan joined with 14 before round 2"
    # Cleo had 25 in round 3.
    evening.correct(5, points=[None, 4, 25, 20])
    assert (evening.totals, evening.sheet.over) == ((19, 5, 36, 45), True)
    evening.undo()
    evening.undo()
    assert evening.totals == (17, 5, 41, 43)


def test_a_change_is_undone() -> None:
    evening = an_evening()
    evening.undo()
    evening.undo()
    assert evening.sheet.ask.fields[0].seats == (ANN, DAN, BEN, CLEO)
    assert [each.seats[0] for each in evening.sheet.standings] == [BEN, CLEO, ANN, DAN]


def test_a_plan_that_changes_nothing_is_refused_and_falls_away_after_a_correction() -> None:
    evening = Evening("score-pad", ["Ann", "Ben"], target=50)
    with pytest.raises(EntryError, match="That is the plan already."):
        evening.enter("plan", target=50)
    evening.enter("plan", target=60)
    evening.enter("round", points=[1, 2])
    evening.enter("plan", target=70)
    evening.correct(0, target=70)
    assert [entry["step"] for entry in evening.session.entries] == ["plan", "round"]
