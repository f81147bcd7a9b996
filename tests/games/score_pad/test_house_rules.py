"""The house rules of a score pad: the worked examples of each, and random sittings against its sentence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.core import enter, read_entry
from scoring.games.score_pad import GAME
from tests.games.score_pad.test_score_pad import ANN, BEN, played, refused, start
from tests.kit.games import played as random_sitting
from tests.kit.scoring.seen import adjusted, not_started

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
        ("step_keys", None, "Own keys: too many numbers. The maximum is 4.")
    ]
    assert not_started(GAME, players=2, step_keys="4.5") == [
        ("step_keys", None, "Own keys: “4.5” is not a whole number.")
    ]
    assert not_started(GAME, players=2, step_keys="100001") == [
        ("step_keys", None, "Own keys: 100001 is too high. The maximum is 100000.")
    ]


# Random sittings

SMALLEST = {"whole": Decimal(1), "halves": Decimal("0.5"), "tenths": Decimal("0.1")}


def test_totals_are_the_sums_of_what_documents_write() -> None:
    seen = set()
    for luck in SITTINGS:
        sitting = random_sitting(GAME, luck)
        parts = sitting.session["options"].get("parts") or "whole"
        totals = [Decimal(0)] * len(sitting.session["players"])
        for entry in sitting.entries:
            amounts = entry.get("points") or []
            if entry["step"] == "adjustment":
                amounts = [entry["amount"] if seat == entry["seat"] else 0 for seat in range(len(totals))]
            written = [Decimal(str(amount)) for amount in amounts]
            assert not any(amount % SMALLEST[parts] for amount in written)
            totals = [
                total + amount for total, amount in zip(totals, written or [Decimal(0)] * len(totals), strict=True)
            ]
            seen |= {parts for amount in written if amount % 1}
        assert [str(total) for total in sitting.last.totals] == [str(Fraction(total)) for total in totals]
    assert seen == {"halves", "tenths"}
