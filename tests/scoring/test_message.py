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


MESSAGES: dict[str, tuple[Message | str, str, str]] = {
    "a text": (say("{name} deals", name="ベン"), "ベン deals", "ベンが配ります"),
    **{
        f"a count takes its plural ({n})": (count("{n} card", "{n} cards", n=n), text, f"{n}枚")
        for n, text in ((0, "0 cards"), (1, "1 card"), (2, "2 cards"))
    },
    "a message in a message is translated with it": (
        say("{what}, {name} deals", what=count("{n} card", "{n} cards", n=7), name="ベン"),
        "7 cards, ベン deals",
        "ベンが配る、7枚",
    ),
    "a list is joined as the reader writes lists": (
        say("{names} win", names=("あんな", "ベン")),
        "あんな, ベン win",
        "あんな、ベンの勝ち",
    ),
    "what has no words of its own is not looked up but takes the reader's marks": (
        bare("{name}: {n} ({names})", name="あんな", n=7, names=("ベン", "千夏")),
        "あんな: 7 (ベン, 千夏)",
        "あんな：7（ベン、千夏）",
    ),
    "the marks of a name are its own": (bare("{name}: 1", name="A: B, (C)"), "A: B, (C): 1", "A: B, (C)：1"),
    "words are listed as the reader writes lists": (
        listed("あんな", say("{name} deals", name="ベン")),
        "あんな, ベン deals",
        "あんな、ベンが配ります",
    ),
    "a team is its players together": (together("あや", "けんじ"), "あや & けんじ", "あや＆けんじ"),
    "one alone is no team": (together("あや"), "あや", "あや"),
    "one of two is named as one says it": (
        either("松に鶴", "桐に鳳凰"),
        "松に鶴 or 桐に鳳凰",
        "松に鶴か桐に鳳凰",
    ),
    "one of several": (
        either("松に鶴", "桐に鳳凰", "芒に月"),
        "松に鶴 or 桐に鳳凰 or 芒に月",
        "松に鶴か桐に鳳凰か芒に月",
    ),
    "one of one": (either("松に鶴"), "松に鶴", "松に鶴"),
    "a name with braces is just a name": (
        say("{name} deals", name="{0} {name} %s"),
        "{0} {name} %s deals",
        "{0} {name} %sが配ります",
    ),
    "a plain name is left alone": ("ベン", "ベン", "ベン"),
    "half chips are written exactly": (say("{n} card", n=Fraction(-5, 2)), "−2.5 card", "−2.5枚"),
}


@pytest.mark.parametrize(("message", "english", "in_japanese"), MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_read_in_either_language(message: Message | str, english: str, in_japanese: str) -> None:
    assert (str(message), japanese(message)) == (english, in_japanese)


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
