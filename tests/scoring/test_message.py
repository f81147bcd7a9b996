"""Words for people: a text, its parameters, and how amounts are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.message import Message, bare, count, decimal, either, listed, plain, render, say, signed, together

JAPANESE = {
    "{name} deals": "{name}が配ります",
    "{n} card": "{n}枚",
    "{names} win": "{names}の勝ち",
    "{what}, {name} deals": "{name}が配る、{what}",
    "{one} or {other}": "{one}か{other}",
}
MARKS = {", ": "、", ": ": "：", " (": "（", ")": "）", " & ": "＆"}


def japanese(message: Message | str) -> str:
    return render(message, choose=lambda one, many, n: JAPANESE[one], marks=MARKS)


def test_a_text_is_kept_apart_from_its_parameters() -> None:
    message = say("{name} deals", name="ベン")
    assert (message.text, message.params) == ("{name} deals", (("name", "ベン"),))
    assert str(message) == "ベン deals"


@pytest.mark.parametrize(("n", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_count_takes_its_plural(n: int, text: str) -> None:
    assert str(count("{n} card", "{n} cards", n=n)) == text


def test_a_message_in_a_message_is_translated_with_it() -> None:
    message = say("{what}, {name} deals", what=count("{n} card", "{n} cards", n=7), name="ベン")
    assert str(message) == "7 cards, ベン deals"
    assert japanese(message) == "ベンが配る、7枚"


def test_a_list_is_joined_as_the_reader_writes_lists() -> None:
    message = say("{names} win", names=("あんな", "ベン"))
    assert str(message) == "あんな, ベン win"
    assert japanese(message) == "あんな、ベンの勝ち"


def test_what_has_no_words_of_its_own_is_not_looked_up_but_takes_the_readers_marks() -> None:
    message = bare("{name}: {n} ({names})", name="あんな", n=7, names=("ベン", "千夏"))
    assert str(message) == "あんな: 7 (ベン, 千夏)"
    assert japanese(message) == "あんな：7（ベン、千夏）"


def test_the_marks_of_a_name_are_its_own() -> None:
    assert japanese(bare("{name}: 1", name="A: B, (C)")) == "A: B, (C)：1"


def test_words_are_listed_as_the_reader_writes_lists() -> None:
    message = listed("あんな", say("{name} deals", name="ベン"))
    assert (str(message), japanese(message)) == ("あんな, ベン deals", "あんな、ベンが配ります")


def test_a_team_is_its_players_together() -> None:
    assert (str(together("あや", "けんじ")), japanese(together("あや", "けんじ"))) == ("あや & けんじ", "あや＆けんじ")
    assert together("あや") == "あや"


def test_one_of_several_is_named_as_one_says_it() -> None:
    cards = ("松に鶴", "桐に鳳凰", "芒に月")
    assert japanese(either(*cards[:2])) == "松に鶴か桐に鳳凰"
    assert str(either(*cards)) == "松に鶴 or 桐に鳳凰 or 芒に月"
    assert either("松に鶴") == "松に鶴"


def test_a_name_with_braces_is_just_a_name() -> None:
    assert str(say("{name} deals", name="{0} {name} %s")) == "{0} {name} %s deals"


def test_a_plain_name_is_left_alone() -> None:
    assert japanese("ベン") == "ベン"


def test_half_chips_in_a_text_are_written_exactly() -> None:
    assert str(say("{chips} chips", chips=Fraction(-5, 2))) == "−2.5 chips"


@pytest.mark.parametrize(
    ("points", "on_paper", "with_sign", "in_a_document"),
    [
        (0, "0", "0", "0"),
        (13, "13", "+13", "13"),
        (-30, "−30", "−30", "-30"),
        (Fraction(1, 2), "0.5", "+0.5", "0.5"),
        (Fraction(-1, 2), "−0.5", "−0.5", "-0.5"),
        (Fraction(15, 2), "7.5", "+7.5", "7.5"),
        (Fraction(1, 100), "0.01", "+0.01", "0.01"),
        (Fraction(-405, 100), "−4.05", "−4.05", "-4.05"),
        (Fraction(6, 2), "3", "+3", "3"),
        (10**30, "1" + "0" * 30, "+1" + "0" * 30, "1" + "0" * 30),
    ],
)
def test_an_amount_is_written_exactly(points: int, on_paper: str, with_sign: str, in_a_document: str) -> None:
    assert (plain(points), signed(points), decimal(points)) == (on_paper, with_sign, in_a_document)
    assert Fraction(decimal(points)) == points


def test_a_third_has_no_short_decimal_form_and_is_not_rounded() -> None:
    with pytest.raises(ValueError, match="1/3 has no short decimal form"):
        decimal(Fraction(1, 3))
