"""The house rules of a score pad: the worked examples of each, and random sittings against its sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from scoring.core import enter, read_entry
from scoring.errors import EntryError
from scoring.games.score_pad import GAME
from tests.games.score_pad.test_score_pad import ANN, BEN, CHIKA, DAI, played, refused, start
from tests.kit.games import Played, play_on, session_of
from tests.kit.games import played as random_sitting
from tests.kit.scoring.seen import adjusted, not_started, seen

SITTINGS = range(40)

# Parts of points


def test_a_comma_is_a_decimal_sign_where_parts_are_allowed() -> None:
    in_halves = start(2, parts="halves")
    # 4½ and −4½
    assert played(in_halves, "4,5", "-4.5").totals == (Fraction(9, 2), Fraction(-9, 2))  # type: ignore[arg-type]
    assert played(start(2, parts="tenths"), "4,2", "0.1").totals == (Fraction(42, 10), Fraction(1, 10))  # type: ignore[arg-type]
    assert refused(in_halves, "4.25", 0) == {("points", ANN): "あんな, Points: “4.25” is not a whole number or a half."}
    assert refused(start(2, parts="tenths"), "4.25", 0) == {
        ("points", ANN): "あんな, Points: “4.25” is not a whole number or one with one decimal."
    }


def test_whole_points_have_no_parts() -> None:
    assert refused(start(2), "4,5", "1.000") == {
        ("points", ANN): "あんな, Points: “4,5” is not a whole number.",
        ("points", BEN): "ベン, Points: “1.000” can mean 1000 or 1. Enter one of the two.",
    }


@pytest.mark.parametrize("parts", ["halves", "tenths"])
def test_three_digits_after_a_point_or_comma_are_always_refused(parts: str) -> None:
    said = refused(start(2, parts=parts), "1,500", "2.000")
    assert said[("points", ANN)] == "あんな, Points: “1,500” can mean 1500 or 1.5. Enter one of the two."
    assert said[("points", BEN)] == "ベン, Points: “2.000” can mean 2000 or 2. Enter one of the two."


def test_adjustments_and_the_score_of_a_newcomer_are_in_the_same_parts() -> None:
    sheet = adjusted(played(start(2, parts="halves"), 4, "4,5"), ANN, "-0,5")  # type: ignore[arg-type]
    assert sheet.totals == (Fraction(7, 2), Fraction(9, 2))
    assert enter(sheet, {"step": "join", "name": "Eva", "start": "mean"}).totals[-1] == 4
    assert enter(sheet, {"step": "join", "name": "Eva", "start": "typed", "points": "2.5"}).totals[-1] == Fraction(5, 2)


# Sums


def test_a_sum_is_stored_as_its_number() -> None:
    sheet = played(played(start(2), 38, 0), "87+77−5", "－3 + １")  # type: ignore[arg-type]
    assert sheet.totals == (197, -2)
    entry = read_entry(start(2), {"step": "round", "points": ["87+77−5", 0]})
    assert entry.to_json() == {"step": "round", "points": [159, 0]}


def test_a_sum_has_at_most_twenty_numbers_within_the_bounds_together() -> None:
    assert played(start(1), "5000" + "+5000" * 19).totals == (100_000,)  # type: ignore[arg-type]
    assert refused(start(2), "1" + "+1" * 20, "99999+2") == {
        ("points", ANN): "あんな, Points: “1+1+1+1+1+1+1+1+1+1…” has too many numbers to add. The maximum is 20.",
        ("points", BEN): "ベン, Points: 100001 is too high. The maximum is 100000.",
    }
    assert refused(start(2), "1.000+5", "4,5+4,5") == {
        ("points", ANN): "あんな, Points: “1.000” can mean 1000 or 1. Enter one of the two.",
        ("points", BEN): "ベン, Points: “4,5+4,5” is not a whole number.",
    }


# Own keys


def test_keys_of_the_table_are_up_to_four_whole_numbers() -> None:
    sheet = start(2, step_keys="5, 10 −1")
    assert sheet.options.to_json()["step_keys"] == [5, 10, -1]
    assert sheet.ask.fields[0].steps == (5, 10, -1)
    assert "step_keys" not in start(2).options.to_json()
    assert not_started(GAME, players=2, step_keys="1 2 3 4 5") == [
        ("step_keys", None, "Own keys: too many. The maximum is 4.")
    ]
    assert not_started(GAME, players=2, step_keys="4.5") == [
        ("step_keys", None, "Own keys: “4.5” is not a whole number.")
    ]
    assert not_started(GAME, players=2, step_keys="100001") == [
        ("step_keys", None, "Own keys: 100001 is too high. The maximum is 100000.")
    ]


# Won or lost


def who_won(sheet: Any, *seats: int) -> Any:
    return enter(sheet, {"step": "round", "won": [str(seat) for seat in seats]})


def test_a_round_without_points_says_who_won() -> None:
    sheet = who_won(start(3, result="won", rounds=1), BEN)
    assert seen(sheet, "over", "winners", "totals", "message") == {
        **{"over": True, "winners": (BEN,), "totals": (0, 1, 0)},
        "message": "Round 1: あんな lost, ベン won, 千夏 lost",
    }
    assert (str(sheet.won_by), sheet.has_points) == ("wins", False)


def test_who_has_won_most_rounds_has_won_and_level_ones_share_it() -> None:
    sheet = who_won(who_won(start(3, result="won", best="lowest"), ANN, BEN), ANN)
    assert seen(sheet, "totals", "standings", "notices.leads") == {
        "totals": (2, 1, 0),
        "standings": [(1, (ANN,), 2, 0), (2, (BEN,), 1, 1), (3, (CHIKA,), 0, 2)],
        "notices.leads": "あんな",
    }
    assert enter(who_won(sheet, BEN), {"step": "end"}).winners == (ANN, BEN)
    assert who_won(who_won(start(3, result="won", target=2), ANN), ANN).over


def test_where_nobody_has_won_a_round_nobody_has_won() -> None:
    asked = start(2, result="won", rounds=1)
    doubt = asked.doubt(read_entry(asked, {"step": "round", "won": []}))
    assert str(doubt.question) == "Did nobody win?"
    lost = who_won(asked)
    assert (lost.over, lost.winners, lost.decided_by, lost.leaders) == (True, (), "nobody", frozenset())
    # What the table decides all the same is its word.
    decided = enter(lost, {"step": "tie", "order": [BEN, ANN]})
    assert (decided.standings[0].seats, decided.winners, decided.leaders) == ((BEN,), (BEN,), {BEN})


# Together


def test_together_all_win_or_lose_when_they_say_so() -> None:
    sheet = start(4, result="together")
    assert seen(played(sheet, 7), "over", "winners", "totals") == {
        **{"over": False, "winners": (), "totals": (7, 7, 7, 7)},
    }
    for outcome, winners, said in (("won", (0, 1, 2, 3), "win together"), ("lost", (), "Lost together")):
        over = enter(played(sheet, 7), {"step": "round", "outcome": outcome, "points": ["30+5"]})
        assert (over.over, over.winners, over.totals) == (True, winners, (42,) * 4)
        assert str(over.won_by if winners else over.nobody_won) == said
        assert not over.contested
        assert over.leaders == frozenset(winners)


def test_points_are_asked_only_of_who_likes_and_the_last_round_says_how_it_ended() -> None:
    sheet = enter(start(2, result="together"), {"step": "round", "outcome": "won"})
    assert (sheet.over, sheet.totals, sheet.has_points) == (True, (0, 0), False)
    with pytest.raises(EntryError, match="Result: missing"):
        enter(start(2, result="together"), {"step": "round"})
    with pytest.raises(EntryError, match="Result: missing"):
        enter(start(2, result="together", rounds=1), {"step": "round", "points": [3]})


def test_an_adjustment_after_the_end_leaves_it_as_it_was() -> None:
    over = adjusted(enter(start(2, result="together"), {"step": "round", "outcome": "won"}), ANN, 5)
    assert (over.over, over.winners, over.totals) == (True, (ANN, BEN), (5, 5))


def test_totals_of_other_results_are_not_compared() -> None:
    kinds = [start(2, result=result).options.kind for result in ("points", "won", "together")]
    assert kinds == ["highest", ".won", ".together"]
    assert start(2, result="won", best="lowest").options.kind == ".won"


# Teams


def test_a_team_has_one_number_and_wins_as_partners() -> None:
    sheet = start(4, first=DAI, teams="1 1 2 2", rounds=2)
    assert seen(sheet, "points.seats") == {"points.seats": (ANN, CHIKA)}
    sheet = played(adjusted(played(sheet, 30, None, "20+5"), ANN, -5), 35, None, 30)  # type: ignore[arg-type]
    assert seen(sheet, "totals", "standings", "winners") == {
        **{"totals": (60, 60, 55, 55), "winners": (ANN, BEN)},
        "standings": [(1, (ANN, BEN), 60, 0), (2, (CHIKA, DAI), 55, 5)],
    }
    assert str(sheet.message) == "Round 2: あんな & ベン +35, 千夏 & 大輔 +30"
    assert {ask.step for ask in sheet.asks} & {"join", "leave", "sit-out"} == set()


def test_teams_may_sit_across_and_be_of_any_size() -> None:
    assert start(5, teams="1 2 1 2 3").sides == ((0, 2), (1, 3), (4,))
    assert who_won(start(4, teams="4 6 4 6", result="won"), BEN).totals == (0, 1, 0, 1)
    assert start(3, teams="1 2 2", result="together").sides == ((0, 1, 2),)


def test_each_seat_has_a_team_and_there_are_two_to_six() -> None:
    each = ("teams", None, "Give each of the 4 seats the number of its team.")
    assert not_started(GAME, players=4, teams="1 2") == [each]
    assert not_started(GAME, players=4, teams="1 1 1 1") == [("teams", None, "There are two to six teams.")]
    assert not_started(GAME, players=4, teams="1 2 3 7") == [("teams", None, "Teams: 7 is too high. The maximum is 6.")]


# Random sittings

SMALLEST = {"whole": Decimal(1), "halves": Decimal("0.5"), "tenths": Decimal("0.1")}


def points_of(entry: dict[str, Any], rules: dict[str, Any], seats: int) -> list[Decimal]:
    """What an entry adds to each total, from what the document writes."""
    together = rules.get("result") == "together"
    teams = [0] * seats if together else rules.get("teams") or [*range(seats)]
    spoken_for = [teams.index(team) for team in teams]
    """The first seat of each one's team."""
    amounts = [0] * seats
    if entry["step"] == "adjustment":
        amounts[spoken_for[entry["seat"]]] = entry["amount"]
    elif entry["step"] == "round":
        amounts = entry.get("points") or [int(str(seat) in entry.get("won", ())) for seat in range(seats)]
    return [Decimal(str(amounts[seat] or 0)) for seat in spoken_for]


def sittings() -> Iterator[Played]:
    """Random ones, and more at tables of random teams."""
    for luck in SITTINGS:
        yield random_sitting(GAME, luck)
        chance = random.Random(luck)
        teams = [1, 2, *(chance.randint(1, 6) for _ in range(chance.randint(0, 6)))]
        chance.shuffle(teams)
        session = session_of(GAME, players=len(teams), teams=teams, parts=chance.choice([*SMALLEST]), rounds=6)
        yield play_on(session, (GAME.start(session),), chance)


def test_totals_are_the_sums_of_what_documents_write() -> None:
    shown = set()
    for sitting in sittings():
        rules, seats = sitting.session["options"], len(sitting.session["players"])
        parts = rules.get("parts") or "whole"
        totals = [Decimal(0)] * seats
        for entry in sitting.entries:
            added = points_of(entry, rules, seats)
            assert not any(amount % SMALLEST[parts] for amount in added)
            totals = [total + amount for total, amount in zip(totals, added, strict=True)]
            shown |= {parts for amount in added if amount % 1}
        assert [str(total) for total in sitting.last.totals] == [str(Fraction(total)) for total in totals]
        shown |= {rules.get("result") or "points", "teams" if sitting.last.options.teams else "alone"}
    assert shown == {"halves", "tenths", "points", "won", "together", "teams", "alone"}
