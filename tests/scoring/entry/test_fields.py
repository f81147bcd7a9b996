"""What can be typed into a field, and what is said to the rest."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.entry.choices import Choice, Pick, PickMany, SeatPick
from scoring.entry.fields import Field, Number, Writing, to_json
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


HUNDREDTHS = Number(name="price", label=say("Price"), low=0, high=100, denominator=100)
STAKES = Number(name="stakes", label=say("Stake"), seats=(0, 2), low=1, high=5)
GAMES = PickMany(name="games", label=say("Games"), choices=SUITS, seats=(0, 1, 2))
LOWS = Number(name="lows", label=say("Low"), low=0, high=5, seats=(0, 1, 2), optional=True)
BEST = PickMany(name="best", label=say("Best"), choices=SUITS, some=True)
PACK = PickMany(name="cards", label=say("Cards"), choices=tuple(Choice(str(n), f"Card {n}") for n in range(21)))
MINUSES = ("-", "ー", "ｰ", "−", "‐", "‑", "–", "—", "―", "－", "₋")


def read(field: Field, typed: object) -> Any:
    facts, problems = read_fields((field,), {field.name: typed}, TABLE.players)
    assert not problems, [str(problem.message) for problem in problems]
    return facts.get(field.name)


def told(field: Field, typed: object) -> list[str]:
    _, problems = read_fields((field,), {field.name: typed}, TABLE.players)
    assert {problem.field for problem in problems} <= {field.name}
    return [str(problem.message) for problem in problems]


# Numbers


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
    ("field", "typed", "value"),
    [
        # A minus as phones write it, and what is counted behind the number.
        *((POINTS, f"{minus}１０", -10) for minus in MINUSES),
        *((POINTS, typed, -10) for typed in ("ー１０点", "-10 点", "−10points")),
        *((BID, typed, 5) for typed in ("５点", "＋５", "5文", "5枚", "５ 点数", "5 pts", "5 Points", "５ポイント")),
        *((BID, typed, value) for typed, value in ((0, 0), (10, 10), ("-0", 0))),
        # Half chips are exact where halves exist; a comma is a decimal sign on phones that have no point.
        *((HALVES, typed, Fraction(1, 2)) for typed in ("0.5", "０．５", "0,50")),
        *((HALVES, typed, Fraction(-5, 2)) for typed in ("-2.5", "−２．５", "－2,50")),
        *((HALVES, typed, Fraction(5, 2)) for typed in ("2.50", "2,5", "２，５", "+2,5")),
        (HALVES, "2.0", 2),
        (HUNDREDTHS, "0.25", Fraction(1, 4)),
        # One of these, any of these in their own order, none of them.
        (SUIT, "green", "green"),
        (SUITS_HELD, ["blue", "red"], ("red", "blue")),
        (SUITS_HELD, [], ()),
        # A seat as its number; nobody is not the same as nothing.
        *((WINNER, typed, seat) for typed, seat in ((0, 0), ("2", 2), ("０", 0), (" 2 ", 2), ("nobody", "nobody"))),
        (NOTE, "  late \n again　", "late again"),
        (NOTE, "<b>&{x}", "<b>&{x}"),
        # Seat by seat, in seat order whatever the order of asking; a seat that is not asked is left out.
        (BIDS, [1, "2", "３"], (1, 2, 3)),
        *((STAKES, [1, empty, 3], (1, None, 3)) for empty in (None, "")),
        (GAMES, [["red"], [], ["blue", "green"]], (("red",), (), ("green", "blue"))),
        # An optional field that no seat filled is left out.
        (LOWS, [None, None, None], None),
        (LOWS, [None, 0, None], (None, 0, None)),
        *((replace(SUIT, optional=True), empty, None) for empty in (None, "", " ")),
        # Where some must be chosen, an empty list is nothing.
        (BEST, ["blue"], ("blue",)),
        (replace(BEST, optional=True), [], None),
        (replace(BEST, seats=(0, 1, 2), optional=True), [[], [], []], None),
        (replace(BEST, seats=(0, 1, 2), optional=True), [[], ["red"], None], (None, ("red",), None)),
    ],
    ids=lambda each: repr(each)[:24] if not isinstance(each, Field) else each.name,
)
def test_what_is_typed_is_taken_for_its_value(field: Field, typed: object, value: object) -> None:
    found = read(field, typed)
    assert (found, type(found)) == (value, type(value))


TWO_MEANINGS = "{}: “{}” can mean {} or {}. Enter one of the two."


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        (POINTS, "1.000", TWO_MEANINGS.format("Points", "1.000", "1000", "1")),
        (POINTS, "1,000", TWO_MEANINGS.format("Points", "1,000", "1000", "1")),
        (POINTS, "−12.000点", TWO_MEANINGS.format("Points", "−12.000点", "−12000", "−12")),
        (POINTS, "１．５００", TWO_MEANINGS.format("Points", "１．５００", "1500", "1.5")),
        (HALVES, "1,500", TWO_MEANINGS.format("Chips", "1,500", "1500", "1.5")),
        (HALVES, "1.000", TWO_MEANINGS.format("Chips", "1.000", "1000", "1")),
    ],
)
def test_a_point_before_three_digits_is_asked_about_rather_than_taken_for_thousandths(
    field: Field, typed: str, words: str
) -> None:
    assert told(field, typed) == [words]


NO_SUIT = "Suits: “{}” can’t be chosen. Choose one of these: Red, Green, Blue."
NAMES = ("あんな", "ベン", "千夏")


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        # A mark in the wrong place makes no number.
        *(
            (BID, typed, [f"Bid: “{typed}” is not a whole number."])
            for typed in ("ーー3", "-ー3", "3ー", "ー", "点", "3点点", "点3", "5点-", "一")
        ),
        # Out of bounds, cut short where it is long.
        *((BID, typed, ["Bid: −1 is too low. The minimum is 0."]) for typed in (-1, "-1", "−1", "－１")),
        *((BID, typed, [f"Bid: {typed} is too high. The maximum is 10."]) for typed in (11, 99, "99")),
        (BID, 10**40, ["Bid: 10000000000… is too high. The maximum is 10."]),
        (BID, -(10**1000), ["Bid: −1000000000… is too low. The minimum is 0."]),
        # Halves are halves and never floats.
        *(
            (HALVES, typed, [f"Chips: “{typed}” is not a whole number or a half."])
            for typed in ("0.25", "0.3", 0.5, "1.0000001")
        ),
        (HUNDREDTHS, "0.2555", ["Price: “0.2555” is not a number."]),
        # Nothing typed is no value.
        *(
            (field, empty, [said])
            for field, said in (
                *((field, f"{field.label}: missing.") for field in (BID, SUIT, SUITS_HELD, NOTE)),
                (WINNER, "Winner: choose a player, or “a draw”."),
            )
            for empty in (None, "", "  ", "　")
        ),
        (BEST, [], ["Best: missing."]),
        # Another choice is told what there is, but not a whole pack.
        *(
            (SUIT, typed, [f"Suit: “{typed}” can’t be chosen. Choose one of these: Red, Green, Blue."])
            for typed in ("grün", 1, True, ["red"], {"red": 1})
        ),
        (PACK, ["21"], ["Cards: “21” can’t be chosen here."]),
        # Many must be a list of different choices.
        *((SUITS_HELD, typed, [f"Suits: “{typed}” is not a list."]) for typed in ("red", 3, {"red": 1})),
        (SUITS_HELD, ["red", "red"], ["Suits: “red” was chosen twice."]),
        *((SUITS_HELD, [typed], [NO_SUIT.format(typed)]) for typed in ("pink", ["red"], None)),
        # Another seat cannot be chosen, and nobody only where it means something.
        *(
            (WINNER, typed, [f"Winner: “{typed}” can’t be chosen here."])
            for typed in (1, 3, "−1", 99, "0.5", 2.0, True, False, "ベン", [0])
        ),
        (WINNER, -1, ["Winner: “−1” can’t be chosen here."]),
        (DEALER, "nobody", ["Dealer: “nobody” can’t be chosen here."]),
        # Words are text that can be shown and not too long.
        (NOTE, "x" * 11, ["Note: too long. The maximum is 10 characters."]),
        *((NOTE, typed, ["Note: some characters can’t be displayed."]) for typed in ("a\x00b", "a\u202eb")),
        *((NOTE, typed, [f"Note: “{typed}” is not text."]) for typed in (3, ["x"], True)),
        # Seat by seat a list, no longer than the table; a seat that is not asked may not answer.
        *(
            (BIDS, typed, ["Bid: must be a list with one value for each of the 3 seats."])
            for typed in ([1, 2, 3, 4], [1] * 10_000, "123", 1, True, {"0": 1}, {})
        ),
        *(
            (BIDS, typed, [f"{name}: Bid missing." for name in NAMES])
            for typed in (None, [], [None, None, None], ["", "", ""])
        ),
        (BIDS, [1, 2], ["千夏: Bid missing."]),
        *((STAKES, [1, typed, 3], ["ベン doesn’t enter anything here."]) for typed in (2, 0)),
        (
            GAMES,
            ["red", [], [[]]],
            [
                "あんな, Games: “red” is not a list.",
                "千夏, Games: “[]” can’t be chosen. Choose one of these: Red, Green, Blue.",
            ],
        ),
    ],
    ids=lambda each: repr(each)[:24] if not isinstance(each, Field) else each.name,
)
def test_what_cannot_be_is_refused_in_words(field: Field, typed: object, words: list[str]) -> None:
    assert told(field, typed) == words


@pytest.mark.parametrize("field", [BID, DEALER])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_too_long_to_be_written_is_refused_all_the_same(field: Field, sign: int) -> None:
    assert len(told(field, sign * 10**5000)) == 1


def test_each_seat_is_told_its_own_problem_and_all_at_once() -> None:
    _, problems = read_fields((BIDS,), {"bids": ["abc", 11, None]}, TABLE.players)
    assert [(problem.field, problem.seat, str(problem.message)) for problem in problems] == [
        ("bids", 0, "あんな, Bid: “abc” is not a whole number."),
        ("bids", 1, "ベン, Bid: 11 is too high. The maximum is 10."),
        ("bids", 2, "千夏: Bid missing."),
    ]


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
    assert bids.describe() == {
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
    assert HALVES.describe()["parts"] == 2
    assert SUIT.describe()["choices"] == SUITS_HELD.describe()["choices"] == ["red", "green", "blue"]
    assert WINNER.describe()["among"] == [2, 0, "nobody"]
    assert DEALER.describe()["among"] == [0, 1, 2]
    assert NOTE.describe()["longest"] == 10


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
