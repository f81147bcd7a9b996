"""What can be typed into a field, and what is said to the rest."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.entry.choices import Choice, Pick, PickMany
from scoring.entry.fields import Field, Number, SeatPick, Writing, describe, to_json
from scoring.entry.reading import read_fields
from scoring.message import say
from scoring.table import Table

TABLE = Table(("あんな", "ベン", "千夏"))
SUITS = (Choice("red", "Red"), Choice("green", "Green"), Choice("blue", "Blue"))

BID = Number(name="bid", label=say("Bid"), low=0, high=10)
POINTS = Number(name="points", label=say("Points"), low=-100, high=100)
HALVES = Number(name="chips", label=say("Chips"), low=-5, high=5, denominator=2)
BIDS = Number(name="bids", label=say("Bid"), seats=(1, 2, 0), low=0, high=10)
SUIT = Pick(name="suit", label=say("Suit"), choices=SUITS)
SUITS_HELD = PickMany(name="suits", label=say("Suits"), choices=SUITS)
WINNER = SeatPick(name="winner", label=say("Winner"), among=(2, 0), nobody=say("a draw"))
DEALER = SeatPick(name="dealer", label=say("Dealer"), among=(0, 1, 2))
NOTE = Writing(name="note", label=say("Note"), longest=10)


def read(field: Field, typed: object) -> Any:
    facts, problems = read_fields((field,), {field.name: typed}, TABLE.players)
    assert not problems, [str(problem.message) for problem in problems]
    return facts.get(field.name)


def told(field: Field, typed: object) -> list[str]:
    _, problems = read_fields((field,), {field.name: typed}, TABLE.players)
    assert {problem.field for problem in problems} <= {field.name}
    return [str(problem.message) for problem in problems]


# Numbers


@pytest.mark.parametrize(
    "typed",
    [
        "-10",
        "ー１０",
        "ｰ10",
        "−１０",
        "‐１０",
        "‑10",
        "–10",
        "—10",
        "―10",
        "－１０",
        "₋10",
        "ー１０点",
        "-10 点",
        "−10points",
    ],
)
def test_a_minus_may_be_typed_as_phones_write_it(typed: str) -> None:
    assert read(POINTS, typed) == -10


@pytest.mark.parametrize("typed", ["５点", "＋５", "5文", "5枚", "５ 点数", "5 pts", "5 Points", "５ポイント"])
def test_what_is_counted_may_stand_behind_the_number(typed: str) -> None:
    assert read(BID, typed) == 5


@pytest.mark.parametrize("typed", ["ーー3", "-ー3", "3ー", "ー", "点", "3点点", "点3", "5点-", "一"])
def test_a_mark_in_the_wrong_place_makes_no_number(typed: str) -> None:
    assert "is not a whole number" in told(BID, typed)[0]


@pytest.mark.parametrize("typed", [3, "3", " 3 ", "３", "+3", "03", "3.0", "3,0", "\t3\n", "　３　"], ids=repr)
def test_three_may_be_typed_in_many_ways(typed: object) -> None:
    value = read(BID, typed)
    assert (value, type(value)) == (3, int)


@pytest.mark.parametrize(
    "typed",
    [
        "abc", "3 4", "1e1", "0x3", "1_0", "3,5", "--3", "+-3", ".", "3.", ".5", "３．", "1/2", "½", "三", "٣", "NaN",
        "inf", "0.5", "2.25", 0.5, 2.0, 3.0, float("nan"), float("inf"), True, False, [3], [[3]], {"n": 3}, (3,), b"3",
        "1.000.000", "9" * 13, "9" * 10_000,
    ],
    ids=lambda typed: repr(typed)[:20],
)  # fmt: skip
def test_what_is_no_whole_number_is_refused_with_what_was_typed(typed: object) -> None:
    (words,) = told(BID, typed)
    assert words.startswith("Bid: “")
    assert words.endswith("” is not a whole number.")
    assert len(words) < 60, "a long one is cut short"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (-1, "Bid: −1 is too low. The minimum is 0."),
        ("-1", "Bid: −1 is too low. The minimum is 0."),
        ("−1", "Bid: −1 is too low. The minimum is 0."),
        ("－１", "Bid: −1 is too low. The minimum is 0."),
        (11, "Bid: 11 is too high. The maximum is 10."),
        (99, "Bid: 99 is too high. The maximum is 10."),
        ("99", "Bid: 99 is too high. The maximum is 10."),
        (10**40, "Bid: 10000000000… is too high. The maximum is 10."),
    ],
)
def test_a_number_out_of_bounds_is_told_the_bound(typed: object, words: str) -> None:
    assert told(BID, typed) == [words]


def test_a_number_far_too_little_is_cut_short_as_well() -> None:
    (words,) = told(BID, -(10**1000))
    assert len(words) < 60


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_too_long_to_be_written_is_refused_all_the_same(sign: int) -> None:
    assert len(told(BID, sign * 10**5000)) == 1
    assert len(told(DEALER, sign * 10**5000)) == 1


def test_the_bounds_themselves_are_allowed() -> None:
    assert (read(BID, 0), read(BID, 10), read(BID, "-0")) == (0, 10, 0)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("0.5", Fraction(1, 2)), ("-2.5", Fraction(-5, 2)), ("−０．５", Fraction(-1, 2)), ("2.50", Fraction(5, 2))],
)
def test_half_chips_are_exact_where_halves_exist(typed: object, value: Fraction) -> None:
    assert read(HALVES, typed) == value


@pytest.mark.parametrize("typed", ["0.25", "0.3", 0.5, "1.0000001"])
def test_half_chips_are_halves_and_never_floats(typed: object) -> None:
    assert told(HALVES, typed) == [f"Chips: “{typed}” is not a whole number or a half."]


def test_a_whole_number_of_half_chips_is_whole() -> None:
    value = read(HALVES, "2.0")
    assert (value, type(value)) == (2, int)


def test_hundredths_are_numbers() -> None:
    price = Number(name="price", label=say("Price"), low=0, high=100, denominator=100)
    assert read(price, "0.25") == Fraction(1, 4)
    assert told(price, "0.2555") == ["Price: “0.2555” is not a number."]


@pytest.mark.parametrize("typed", ["2,5", "2,50", "２，５", "+2,5"])
def test_a_comma_is_a_decimal_sign_on_phones_that_have_no_point(typed: str) -> None:
    assert read(HALVES, typed) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        (POINTS, "1.000", "Points: “1.000” can mean 1000 or 1. Enter one of the two."),
        (POINTS, "1,000", "Points: “1,000” can mean 1000 or 1. Enter one of the two."),
        (POINTS, "−12.000点", "Points: “−12.000点” can mean −12000 or −12. Enter one of the two."),
        (POINTS, "１．５００", "Points: “１．５００” can mean 1500 or 1.5. Enter one of the two."),
        (HALVES, "1,500", "Chips: “1,500” can mean 1500 or 1.5. Enter one of the two."),
        (HALVES, "1.000", "Chips: “1.000” can mean 1000 or 1. Enter one of the two."),
    ],
)
def test_a_point_before_three_digits_is_asked_about_rather_than_taken_for_thousandths(
    field: Field, typed: str, words: str
) -> None:
    assert told(field, typed) == [words]


# Nothing typed


@pytest.mark.parametrize("empty", [None, "", "  ", "　"])
@pytest.mark.parametrize("field", [BID, SUIT, SUITS_HELD, WINNER, NOTE], ids=lambda field: field.kind)
def test_nothing_typed_is_no_value(field: Field, empty: object) -> None:
    assert told(field, empty) == [f"{field.label}: missing."]


def test_an_optional_field_left_empty_is_left_out() -> None:
    trump = Pick(name="trump", label=say("Trumps"), choices=SUITS, optional=True)
    for raw in ({}, {"trump": None}, {"trump": ""}, {"trump": " "}):
        assert read_fields((trump,), raw, TABLE.players) == ({}, [])


def test_nobody_is_not_the_same_as_nothing() -> None:
    assert read(WINNER, "nobody") == "nobody"
    assert told(WINNER, None) == ["Winner: missing."]
    assert read_fields((WINNER,), {}, TABLE.players)[0] == {}


def test_none_of_many_is_an_answer() -> None:
    assert read(SUITS_HELD, []) == ()


# One of these, any of these, a seat, words


def test_one_of_the_choices_is_taken_by_its_value() -> None:
    assert read(SUIT, "green") == "green"


@pytest.mark.parametrize("typed", ["grün", 1, True, ["red"], {"red": 1}, float("nan"), "x" * 10_000])
def test_another_choice_is_told_what_there_is(typed: object) -> None:
    (words,) = told(SUIT, typed)
    assert words.endswith("can’t be chosen. Choose one of these: Red, Green, Blue.")
    assert len(words) < 100


def test_a_whole_pack_of_choices_is_not_listed() -> None:
    pack = PickMany(name="cards", label=say("Cards"), choices=tuple(Choice(str(n), f"Card {n}") for n in range(21)))
    assert told(pack, ["21"]) == ["Cards: “21” can’t be chosen here."]


def test_any_of_the_choices_come_in_their_own_order() -> None:
    assert read(SUITS_HELD, ["blue", "red"]) == ("red", "blue")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("red", "Suits: “red” is not a list."),
        (3, "Suits: “3” is not a list."),
        ({"red": 1}, "Suits: “{'red': 1}” is not a list."),
        (["red", "red"], "Suits: “red” was chosen twice."),
        (["pink"], "Suits: “pink” can’t be chosen. Choose one of these: Red, Green, Blue."),
        ([["red"]], "Suits: “['red']” can’t be chosen. Choose one of these: Red, Green, Blue."),
        ([None], "Suits: “None” can’t be chosen. Choose one of these: Red, Green, Blue."),
    ],
)
def test_many_must_be_a_list_of_different_choices(typed: object, words: str) -> None:
    assert told(SUITS_HELD, typed) == [words]


@pytest.mark.parametrize(("typed", "seat"), [(0, 0), ("2", 2), ("０", 0), (" 2 ", 2)])
def test_a_seat_may_be_typed_as_its_number(typed: object, seat: int) -> None:
    assert read(WINNER, typed) == seat


@pytest.mark.parametrize("typed", [1, 3, -1, 99, "0.5", 2.0, True, False, "ベン", [0], "nobody at all"])
def test_another_seat_cannot_be_chosen(typed: object) -> None:
    (words,) = told(WINNER, typed)
    assert words.endswith("is not a seat you can choose here.")


def test_nobody_can_be_chosen_only_where_it_means_something() -> None:
    assert told(DEALER, "nobody") == ["Dealer: “nobody” is not a seat you can choose here."]


def test_words_lose_their_stray_white_space() -> None:
    assert read(NOTE, "  late \n again　") == "late again"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("x" * 11, "Note: too long. The maximum is 10 characters."),
        ("a\x00b", "Note: some characters can’t be displayed."),
        ("a\u202eb", "Note: some characters can’t be displayed."),
        (3, "Note: “3” is not text."),
        (["x"], "Note: “['x']” is not text."),
        (True, "Note: “True” is not text."),
    ],
)
def test_words_are_text_that_can_be_shown_and_not_too_long(typed: object, words: str) -> None:
    assert told(NOTE, typed) == [words]


def test_markup_is_just_words() -> None:
    assert read(NOTE, "<b>&{x}") == "<b>&{x}"


# Seat by seat


def test_values_stand_in_seat_order_whatever_the_order_of_asking() -> None:
    assert read(BIDS, [1, "2", "３"]) == (1, 2, 3)


def test_each_seat_is_told_its_own_problem_and_all_at_once() -> None:
    _, problems = read_fields((BIDS,), {"bids": ["abc", 11, None]}, TABLE.players)
    assert [(problem.field, problem.seat, str(problem.message)) for problem in problems] == [
        ("bids", 0, "あんな, Bid: “abc” is not a whole number."),
        ("bids", 1, "ベン, Bid: 11 is too high. The maximum is 10."),
        ("bids", 2, "千夏, Bid: missing."),
    ]


@pytest.mark.parametrize("typed", [[1, 2, 3, 4], [1] * 10_000, "123", 1, True, {"0": 1}, {}])
def test_values_by_seat_must_be_a_list_no_longer_than_the_table(typed: object) -> None:
    assert told(BIDS, typed) == ["Bid: must be a list with one value for each of the 3 seats."]


@pytest.mark.parametrize("typed", [None, [], [None, None, None], ["", "", ""]])
def test_a_missing_list_is_missing_at_every_seat(typed: object) -> None:
    assert told(BIDS, typed) == [f"{name}, Bid: missing." for name in ("あんな", "ベン", "千夏")]


def test_a_list_that_is_too_short_is_missing_the_last_seats() -> None:
    assert told(BIDS, [1, 2]) == ["千夏, Bid: missing."]


def test_a_seat_that_is_not_asked_may_not_answer() -> None:
    stakes = Number(name="stakes", label=say("Stake"), seats=(0, 2), low=1, high=5)
    assert read(stakes, [1, None, 3]) == (1, None, 3)
    assert read(stakes, [1, "", 3]) == (1, None, 3)
    assert told(stakes, [1, 2, 3]) == ["ベン doesn’t enter anything here."]
    assert told(stakes, [1, 0, 3]) == ["ベン doesn’t enter anything here."]


def test_lists_of_choices_by_seat_are_lists_in_a_list() -> None:
    games = PickMany(name="games", label=say("Games"), choices=SUITS, seats=(0, 1, 2))
    assert read(games, [["red"], [], ["blue", "green"]]) == (("red",), (), ("green", "blue"))
    assert told(games, ["red", [], [[]]]) == [
        "あんな, Games: “red” is not a list.",
        "千夏, Games: “[]” can’t be chosen. Choose one of these: Red, Green, Blue.",
    ]


def test_an_optional_field_that_no_seat_filled_is_left_out() -> None:
    lows = Number(name="lows", label=say("Low"), low=0, high=5, seats=(0, 1, 2), optional=True)
    assert read(lows, [None, None, None]) is None
    assert read(lows, [None, 0, None]) == (None, 0, None)


def test_where_some_must_be_chosen_an_empty_list_is_nothing() -> None:
    best = PickMany(name="best", label=say("Best"), choices=SUITS, some=True)
    assert told(best, []) == ["Best: missing."]
    assert read(best, ["blue"]) == ("blue",)
    assert describe(best)["some"] is True
    assert read(replace(best, optional=True), []) is None
    by_seat = replace(best, seats=(0, 1, 2), optional=True)
    assert read(by_seat, [[], [], []]) is None
    assert read(by_seat, [[], ["red"], None]) == (None, ("red",), None)


# Several fields


def test_every_problem_of_every_field_is_told_at_once_and_strangers_are_refused() -> None:
    facts, problems = read_fields((BID, SUIT), {"bid": "x", "suit": "pink", "colour": 1, "bid ": 2}, TABLE.players)
    assert facts == {}
    assert [problem.field for problem in problems] == ["bid", "suit", "colour", "bid "]
    assert str(problems[2].message) == "“colour” is not asked for here."


# As JSON


def test_a_field_is_described_with_its_bounds() -> None:
    bids = Number(
        name="bids", label=say("Bid"), seats=(1, 2, 0), low=0, high=10, total=10, not_total=9, suggested=(1, 2, 3)
    )
    assert describe(bids) == {
        "name": "bids",
        "kind": "number",
        "label": "Bid",
        "seats": [1, 2, 0],
        "suggested": [1, 2, 3],
        "low": 0,
        "high": 10,
        "total": 10,
        "not_total": 9,
    }
    assert describe(HALVES)["parts"] == 2
    assert describe(SUIT)["choices"] == describe(SUITS_HELD)["choices"] == ["red", "green", "blue"]
    assert describe(WINNER)["among"] == [2, 0, "nobody"]
    assert describe(DEALER)["among"] == [0, 1, 2]
    assert describe(NOTE)["longest"] == 10


def test_values_are_written_as_documents_write_them() -> None:
    assert to_json(Fraction(5, 2) + Fraction(1, 2)) == 3, "halves that make a whole number are written as one"
    assert to_json((1, None, Fraction(-5, 2), ("red", "blue"), "nobody")) == [
        1,
        None,
        "-2.5",
        ["red", "blue"],
        "nobody",
    ]
    assert read(HALVES, to_json(Fraction(-5, 2))) == Fraction(-5, 2), "and read again"


def test_a_choice_knows_its_label() -> None:
    assert SUIT.label_of("green") == "Green"
