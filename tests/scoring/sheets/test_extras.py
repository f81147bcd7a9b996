"""The entries that every game takes: an adjustment, a note, the end by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from scoring.core import enter
from scoring.game import AnyGame
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, take
from tests.kit.scoring.seen import each_sheet, refused, seen
from tests.kit.scoring.toy_games import PAIRS, PENNY


def start(game: AnyGame = OH_HELL, players: int = 4) -> Sheet[Any]:
    return game.start(session_of(game, players=players))


def says(sheet: Sheet[Any], step: str, **fields: object) -> Sheet[Any]:
    return enter(sheet, {"step": step} | fields)


def adjusts(sheet: Sheet[Any], **changes: object) -> Sheet[Any]:
    return says(sheet, "adjustment", **{"seat": 1, "amount": -10, "reason": "revoked"} | changes)


def ended() -> Sheet[Any]:
    """Everybody missed, and ベン has 10 by an adjustment."""
    return says(adjusts(take(bid(start(), 1, 1, 1, 1), 2, 2, 3, 3), amount=10), "end")


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "an adjustment is a row of its own with its working": (
        lambda: adjusts(start()),
        {
            **{"kinds": ["adjustment"], "labels": ["±"], "points": (0, -10, 0, 0), "last_entries": (0,)},
            "workings": ["no change: 0", "revoked: −10", "no change: 0", "no change: 0"],
            **{"abouts": ["ベン −10 (revoked)"], "message": "ベン −10 (revoked)"},
        },
    ),
    # −10 + 25 = 15
    "adjustments add up": (
        lambda: adjusts(adjusts(adjusts(start()), amount="+25"), seat=3, amount=1),
        {"totals": (0, 15, 0, 1)},
    ),
    "an adjustment of a pair is given to both": (
        lambda: adjusts(start(PAIRS)),
        {"totals": (0, -10, 0, -10), "message": "ベン & 大輔 −10 (revoked)"},
    ),
    "a chip can be cut in half where half chips exist": (
        lambda: adjusts(start(PENNY, 2), amount="-0.5"),
        {"totals": (10, Fraction(19, 2))},
    ),
    **{
        f"an adjustment reaches {amount}": (partial(adjusts, start(), amount=amount), {"totals.1": amount})
        for amount in (100_000, -100_000)
    },
    "a reason has 80 characters": (lambda: adjusts(start(), reason="x" * 80), {"written": 1}),
    "a note has 300": (lambda: says(start(), "note", text="x" * 300), {"written": 1}),
    "a note stands after the rows before it and changes nothing": (
        lambda: says(adjusts(start()), "note", text=" 大輔 left \n early "),
        {
            "remarks": [(1, "大輔 left early", 1)],
            **{"totals": (0, -10, 0, 0), "ask": start().ask, "message": "Note: 大輔 left early"},
        },
    ),
    "the end asks for nothing and is final": (
        lambda: says(start(), "end"),
        {"over": True, "ended_early": True, "winners": (), "asks": ["adjustment", "note"]},
    ),
    "with 10 more than the others ベン has won": (ended, {"winners": (1,)}),
    "what is remembered after the end changes who won": (
        lambda: adjusts(ended()),
        {"over": True, "ended_early": True, "winners": (0, 1, 2, 3)},
    ),
    "all three can be asked while the game runs": (
        start,
        {"asks.0": "bids", "asks.2": "adjustment", "asks.3": "note", "asks.4": "end"},
    ),
}


@each_sheet(SHOWN)
def test_what_every_table_can_say(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(
    ("game", "raw", "words"),
    [
        (
            PAIRS,
            {"step": "adjustment", "seat": 3, "amount": 1, "reason": "x"},
            {"seat": "Who: “3” can’t be chosen here."},
        ),
        (
            OH_HELL,
            {"step": "adjustment", "seat": 1, "amount": "-0.5", "reason": "x"},
            {"amount": "Points: “-0.5” is not a whole number."},
        ),
        (
            OH_HELL,
            {"step": "adjustment", "seat": 1, "amount": 0, "reason": "x"},
            {"amount": "0 changes nothing. Enter the points to add or subtract."},
        ),
        (
            OH_HELL,
            {"step": "adjustment"},
            {"seat": "Who: missing.", "amount": "Points: missing.", "reason": "Reason: missing."},
        ),
        (OH_HELL, {"step": "note", "text": " "}, {"text": "Note: missing."}),
        (OH_HELL, {"step": "end", "why": "tired"}, {"why": "“why” is not asked for here."}),
    ],
)
def test_what_cannot_be_said_is_refused(game: AnyGame, raw: dict[str, object], words: dict[str, str]) -> None:
    assert {field: said for field, _, said in refused(start(game), **raw)} == words


@pytest.mark.parametrize(
    ("step", "said", "field"),
    [
        ("adjustment", {"seat": 0, "amount": 100_001, "reason": "x"}, "amount"),
        ("adjustment", {"seat": 0, "amount": -100_001, "reason": "x"}, "amount"),
        ("adjustment", {"seat": 0, "amount": 1, "reason": "x" * 81}, "reason"),
        ("note", {"text": "x" * 301}, "text"),
    ],
)
def test_one_more_is_refused(step: str, said: dict[str, object], field: str) -> None:
    assert [each for each, *_ in refused(start(), step=step, **said)] == [field]
