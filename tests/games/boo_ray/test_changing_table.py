"""An evening of Boo-Ray at which people come and go, worked by hand."""

from __future__ import annotations

from typing import Any

from scoring.insights.chances import chances
from tests.kit.evening import Evening

ANN, BEN, CLEO, DAN, EVA = range(5)
FOUR = ["Ann", "Ben", "Cleo", "Dan"]
BOO, LOW, KALO, OUT = "boo-ray", "low-shit", "kalo", "none"


def start(players: list[str] = FOUR, **options: Any) -> Evening:
    """50 chips each, ante 1, Ann deals first; entered in the old way, one game or none."""
    return Evening("boo-ray", players, **options)


def alone(evening: Evening, seat: int) -> None:
    """A deal in which one enters a game and nobody else does."""
    playing = evening.sheet.table.playing
    games = [BOO if each == seat else OUT if each in playing else None for each in evening.sheet.table.seats]
    evening.enter("entries", games=games)


def chips(evening: Evening) -> int:
    total: int = sum(evening.totals) + evening.sheet.unowned
    return total


def an_evening() -> Evening:
    """Eva joins after deal 1, Dan sits out deal 3, Ben leaves after it."""
    evening = start()
    # 0 and 1: a pot of 4. Ann takes it: 4 − 1. Ben pays it: −1 − 4. The others pay their antes; 4 are in the pot.
    evening.enter("entries", games=[BOO, BOO, OUT, OUT])
    evening.enter("results", booray_best=[str(ANN)])
    assert (evening.totals, evening.sheet.left) == ((53, 45, 49, 49), 4)
    # 2 and 3: with Eva's ante the pot is 4 + 5. She is alone and takes it: 9 − 1.
    assert evening.enter("join", name="Eva", after=BEN) == "Eva joined with 50 before deal 2"
    assert (evening.sheet.dealer, evening.sheet.pot) == (BEN, 9)
    evening.enter("entries", games=[OUT, OUT, OUT, OUT, KALO])
    assert (evening.totals, evening.sheet.left) == ((52, 44, 48, 48, 58), 0)
    # 4 to 6: without Dan's ante the pot is 4. Eva sits to Ben's left, so she deals.
    evening.enter("sit-out", seat=DAN)
    assert (evening.sheet.dealer, evening.sheet.pot) == (EVA, 4)
    evening.enter("entries", games=[LOW, LOW, OUT, None, OUT])
    evening.enter("results", low_best=[str(BEN)])
    # Ben 4 − 1, Ann −1 − 4, Cleo and Eva −1.
    assert (evening.totals, evening.sheet.left) == ((47, 47, 47, 48, 57), 4)
    # 7 and 8: Dan is back, Ben is gone: a pot of 4 + 4, which Ann takes alone.
    evening.enter("leave", seat=BEN, ranked="no")
    assert (evening.sheet.dealer, evening.sheet.pot) == (CLEO, 8)
    evening.enter("entries", games=[BOO, None, OUT, OUT, OUT])
    return evening


def test_an_evening_with_a_newcomer_one_who_sits_out_and_one_who_leaves() -> None:
    evening = an_evening()
    assert (evening.totals, evening.sheet.left) == ((54, 47, 46, 47, 56), 0)
    assert evening.sheet.wins == (2, 1, 0, 0, 1)
    assert chips(evening) == 5 * 50
    told = [(each.place, each.seats[0], each.total) for each in evening.sheet.standings]
    assert told == [(1, ANN, 54), (2, EVA, 56), (3, DAN, 47), (3, CLEO, 46)]
    assert evening.sheet.rows[3].played == {}, "the sit-out moves no chips"
    assert evening.sheet.rows[4].played == {ANN: -5, BEN: 3, CLEO: -1, EVA: -1}
    assert evening.is_the_same_from_its_document()


def test_who_sits_out_or_has_left_is_not_asked_and_has_all_their_chips_before_them() -> None:
    evening = an_evening()
    assert evening.sheet.ask.fields[0].seats == (ANN, CLEO, DAN, EVA)
    assert [evening.sheet.held(seat) for seat in (ANN, BEN)] == [53, 47]
    assert [each.open is not None for each in evening.sheet.standings] == [True] * 4
    evening.enter("sit-out", seat=ANN)
    assert [each.open is not None for each in evening.sheet.standings] == [False, True, True, True]
    evening.enter("entries", games=[None, None, LOW, LOW, OUT])
    assert [str(value) for value in evening.sheet.declared.values] == ["", "", "Low-Shit", "Low-Shit", "out"]


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = an_evening()
    # Ben took the pot of deal 1, not Ann: 8 chips and a win move from her to him.
    evening.correct(1, booray_best=[str(BEN)])
    assert evening.totals == (46, 55, 46, 47, 56)
    assert evening.sheet.wins == (1, 2, 0, 0, 1)
    assert [each.place for each in evening.sheet.standings] == [1, 1, 3, 3], "Ben has left: his 2 wins have no place"
    # Ann was best in deal 3, not Ben: 8 chips and a win move back.
    evening.correct(6, low_best=[str(ANN)])
    assert (evening.totals, evening.sheet.wins) == ((54, 47, 46, 47, 56), (2, 1, 0, 0, 1))
    assert chips(evening) == 5 * 50
    evening.undo()
    evening.undo()
    assert evening.totals == an_evening().totals


def test_a_change_is_undone() -> None:
    evening = an_evening()
    evening.undo()
    evening.undo()
    assert evening.sheet.table.playing == (ANN, BEN, EVA, CLEO, DAN)
    assert (evening.sheet.pot, len(evening.sheet.standings)) == (9, 5)


def test_a_newcomer_with_other_chips_than_the_rest_adds_these_to_all_there_are() -> None:
    evening = start()
    assert evening.enter("join", name="Eva", start="typed", points=30) == "Eva joined with 30 before deal 1"
    assert chips(evening) == 5 * 50 + sum(evening.sheet.rows[0].points) == 230


def test_everybody_is_forced_in_until_the_pot_is_twice_that_of_the_first_deal() -> None:
    evening = start(FOUR[:3], staying_out="until-doubled")
    # All alone: a chip of the three each, and an empty pot. A fourth makes the antes 4, still less than 6.
    evening.enter("entries", games=[BOO, LOW, KALO])
    evening.enter("join", name="Eva")
    assert "Everyone must enter a game until the pot is 6." in map(str, evening.sheet.sentences)
    evening.enter("join", name="Fay")
    evening.enter("join", name="Gus")
    assert not evening.sheet.forced, "six antes are twice the first three"


def test_fewer_wins_than_somebody_has_end_the_game_after_the_next_deal() -> None:
    evening = start()
    alone(evening, ANN)
    alone(evening, ANN)
    assert evening.enter("plan", wins=2) == "Plan: first to 2 wins, so this deal is the last"
    assert not evening.sheet.over
    alone(evening, BEN)
    assert (evening.sheet.over, evening.sheet.winners) == (True, (ANN,))
    assert str(evening.sheet.why_over) == "Ann has 2 wins."
    assert evening.enter("plan", wins=3) == "Plan: first to 3 wins"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "first to 3 wins")


def test_the_wins_of_who_left_out_of_competition_hold_nobody_up() -> None:
    evening = start()
    alone(evening, BEN)
    alone(evening, BEN)
    alone(evening, ANN)
    evening.enter("leave", seat=BEN, ranked="no")
    assert evening.enter("plan", wins=2) == "Plan: first to 2 wins"
    assert [str(need) for need in chances(evening.sheet).needs] == ["Ann wins with 1 win or more in deal 4."]
    assert {each.name: str(each.value) for each in evening.sheet.notices}["wins"] == "1 / 2"
    alone(evening, DAN)
    assert not evening.sheet.over
    alone(evening, DAN)
    assert (evening.sheet.winners, str(evening.sheet.won_by)) == ((DAN,), "wins with 2 wins, 1 ahead")
