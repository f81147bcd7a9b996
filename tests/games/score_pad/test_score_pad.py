"""Tests of the score pad."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import enter
from scoring.errors import EntryError
from scoring.games.score_pad import GAME
from tests.kit.games import session_of
from tests.kit.scoring.seen import adjusted, notices, sentences

ANN, BEN, CHIKA, DAI = range(4)


def start(players: int = 3, *, first: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=first, **options))


def played(sheet: Any, *points: int) -> Any:
    return enter(sheet, {"step": "round", "points": list(points)})


def refused(sheet: Any, *points: object) -> dict[tuple[str, int | None], str]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, {"step": "round", "points": list(points)})
    return {(problem.field, problem.seat): str(problem.message) for problem in caught.value.problems}


def places(sheet: Any) -> list[tuple[int, int, int, int]]:
    """Place, seat, total and gap from first to last."""
    return [(each.place, each.seats[0], each.total, each.gap) for each in sheet.standings]


# Rounds


def test_the_numbers_of_each_round_are_added_up() -> None:
    sheet = played(played(start(), 12, 0, 7), 5, 30, -9)
    assert [row.points for row in sheet.rows] == [(12, 0, 7), (5, 30, -9)]
    assert sheet.totals == (17, 30, -2)
    assert [str(row.label) for row in sheet.rows] == ["1", "2"]
    assert str(sheet.said) == "Round 2: あんな +5, ベン +30, 千夏 −9"


def test_the_working_is_the_sum_on_the_paper() -> None:
    sheet = played(played(start(), 12, 0, 7), 5, -30, 0)
    assert [str(cell.working) for cell in sheet.rows[1].cells] == ["12 + 5 = 17", "0 − 30 = −30", "7 + 0 = 7"]


def test_everybody_is_asked_clockwise_from_the_seat_that_was_chosen() -> None:
    assert start(4, first=CHIKA).ask.fields[0].seats == (CHIKA, DAI, ANN, BEN)
    assert played(start(4, first=CHIKA), 1, 2, 3, 4).totals == (1, 2, 3, 4), "but written in seat order"
    assert str(start().ask.action) == "Save round 1"


def test_every_seat_needs_a_whole_number() -> None:
    assert refused(start(), "twelve", None, "2.5") == {
        ("points", ANN): "あんな, Points: “twelve” is not a whole number.",
        ("points", BEN): "ベン’s points are missing.",
        ("points", CHIKA): "千夏, Points: “2.5” is not a whole number.",
    }
    assert played(start(), "-3", "−４", "+5").totals == (-3, -4, 5)  # type: ignore[arg-type]


def test_a_number_is_at_most_a_hundred_thousand_up_or_down() -> None:
    assert played(start(), 100_000, -100_000, 0).totals == (100_000, -100_000, 0)
    assert refused(start(), 100_001, -100_001, 0) == {
        ("points", ANN): "あんな, Points: 100001 is too high. The maximum is 100000.",
        ("points", BEN): "ベン, Points: −100001 is too low. The minimum is −100000.",
    }


# Highest or lowest


def test_the_highest_total_leads() -> None:
    sheet = played(start(), 12, 30, -5)
    assert places(sheet) == [(1, BEN, 30, 0), (2, ANN, 12, 18), (3, CHIKA, -5, 35)]
    assert notices(sheet) == {"leads": "ベン"}
    assert sentences(sheet) == []


def test_the_lowest_total_leads_and_the_gaps_count_up() -> None:
    sheet = played(start(best="lowest"), 12, 30, -5)
    assert places(sheet) == [(1, CHIKA, -5, 0), (2, ANN, 12, 17), (3, BEN, 30, 35)]
    assert notices(sheet) == {"leads": "千夏"}
    assert sentences(sheet) == ["The lowest total wins."]


@pytest.mark.parametrize("best", ["highest", "lowest"])
def test_equal_totals_share_the_place(best: str) -> None:
    sheet = enter(played(start(best=best), 8, 8, 8), {"step": "end"})
    assert sheet.winners == (ANN, BEN, CHIKA)
    assert notices(played(start(best=best), 8, 8, 8))["leads"] == "あんな, ベン, 千夏"


def test_the_best_round_is_the_cheapest_where_the_lowest_wins() -> None:
    def best_round(best: str) -> list[str]:
        return [str(moment) for moment in played(played(start(best=best), 12, 30, 4), 2, 9, 25).moments]

    assert best_round("highest") == ["Best round: ベン +30 (round 1)"]
    assert best_round("lowest") == ["Best round: あんな +2 (round 2)"]
    assert start().moments == ()


# The end


def test_it_ends_after_the_round_in_which_a_total_reaches_the_target() -> None:
    sheet = played(start(target=50), 49, 10, -60)
    assert not sheet.over, "49 is not 50, and −60 is no 60"
    assert notices(sheet) == {"leads": "あんな", "target": "50"}
    assert sentences(sheet) == ["The game ends after the round in which someone’s total reaches 50."]
    sheet = played(sheet, 1, 45, 0)
    assert sheet.over
    assert places(sheet) == [(1, BEN, 55, 0), (2, ANN, 50, 5), (3, CHIKA, -60, 115)]


def test_whoever_reaches_the_target_loses_where_the_lowest_wins() -> None:
    # Hearts to 100, as the rules page tells it: 96 + 5 = 101, 71 + 20 = 91, 40 + 1 = 41
    sheet = played(played(start(best="lowest", target=100), 96, 71, 40), 5, 20, 1)
    assert sheet.over
    assert places(sheet) == [(1, CHIKA, 41, 0), (2, BEN, 91, 50), (3, ANN, 101, 60)]
    assert sheet.winners == (CHIKA,)


def test_the_target_is_looked_at_after_a_round_only() -> None:
    sheet = adjusted(played(start(target=50), 45, 0, 0), ANN, 5)
    assert (sheet.totals[ANN], sheet.over) == (50, False)
    assert played(sheet, 0, 0, 0).over
    assert not played(adjusted(sheet, ANN, -1), 0, 0, 0).over, "49 after the round"


def test_with_target_and_rounds_whichever_comes_first_ends_it() -> None:
    assert played(start(target=50, rounds=2), 50, 0, 0).over
    assert played(played(start(target=50, rounds=2), 20, 0, 0), 20, 0, 0).over
    assert not played(start(target=50, rounds=2), 49, 0, 0).over


# A whole sheet worked by hand


def test_only_a_game_with_an_end_of_its_own_is_ended_early() -> None:
    assert str(enter(start(), {"step": "end"}).said) == "Game ended."
    assert str(enter(start(rounds=2), {"step": "end"}).said) == "Game ended early."
