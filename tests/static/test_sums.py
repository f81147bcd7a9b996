"""A sum that is typed is the same in script and where it is read."""

from __future__ import annotations

from contextlib import suppress

from scoring.entry.fields import Number, RefusedError
from scoring.message import plain, say
from tests.kit.node import in_node

SUMS = {
    "87+77−5": ("159", "159", "159"),
    "−3+-3": (None, None, None),
    "-3 － ３": ("−6", "−6", "−6"),
    "１０＋ー５": (None, None, None),
    "１０ー５": ("5", "5", "5"),
    "4,5+4.5": (None, "9", "9"),
    "0.1+0.2": (None, None, "0.3"),
    "4.2+0.3": (None, None, "4.5"),
    "1.000+1": (None, None, None),
    "4,25+0,25": (None, None, None),
    "5+": (None, None, None),
    "1" + "+1" * 19: ("20", "20", "20"),
    "1" + "+1" * 20: (None, None, None),
}
"""In whole numbers, in halves and in tenths; None is left to the site, which refuses it."""
PARTS = {1: "", 2: "05", 10: "0-9"}


def read(typed: str, denominator: int) -> str | None:
    number = Number(label=say("Points"), low=-1000, high=1000, denominator=denominator, sums=True)
    with suppress(RefusedError):
        return plain(number.read_one(typed))
    return None


def test_a_sum_is_what_a_hand_adds_up() -> None:
    assert {typed: tuple(read(typed, each) for each in PARTS) for typed in SUMS} == SUMS


def test_the_script_shows_the_same_sum() -> None:
    sums = in_node(
        "async (typed, parts) => { globalThis.addEventListener = () => {};"
        ' const { sumOf } = await import("./static/js/step/sums.js");'
        " return typed.map((text) => parts.map((each) => sumOf(text, each))); }",
        [*SUMS],
        [*PARTS.values()],
    )
    assert dict(zip(SUMS, map(tuple, sums), strict=True)) == SUMS
