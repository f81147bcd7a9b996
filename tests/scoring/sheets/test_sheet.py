"""What all sheets share: standings, winners, teams, the entries of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from scoring.core import replay
from scoring.game import AnyGame
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.seen import each_sheet, seen
from tests.kit.scoring.toy_games import PAIRS, PENNY, STEPS

HALF = Fraction(1, 2)


def played(game: AnyGame, players: int, *entries: dict[str, Any], **options: Any) -> Sheet[Any]:
    return replay(game.start(session_of(game, players=players, **options)), entries)


pairs, steps, pot = partial(played, PAIRS, 4), partial(played, STEPS, 2), partial(played, PENNY, 2, chips="2.5")


def with_totals(*totals: Any) -> Sheet[Any]:
    return replace(played(PENNY, len(totals)), totals=totals)


def points(first: int, second: int) -> dict[str, Any]:
    return {"step": "points", "points": [first, second]}


def gift(amount: int) -> dict[str, Any]:
    return {"step": "adjustment", "seat": 0, "amount": amount, "reason": "a gift"}


END: dict[str, Any] = {"step": "end"}
NOTE: dict[str, Any] = {"step": "note", "text": "tea"}
DRAWN: dict[str, Any] = {"step": "round", "stakes": ["0.5", 1], "winner": "nobody", "colours": []}
ONE, TWO, THREE = ({"step": f"step-{number}", "who": who} for number, who in ((1, 0), (2, 1), (3, 0)))

SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "the highest total is first, and the gap is counted from it": (
        partial(with_totals, 5, -3, 12),
        {"standings": [(1, (2,), 12, 0), (2, (0,), 5, 7), (3, (1,), -3, 15)]},
    ),
    "equal totals share a place, and seats break no tie": (
        partial(with_totals, 4, 9, 4, 9),
        {"standings": [(1, (1,), 9, 0), (1, (3,), 9, 0), (3, (0,), 4, 5), (3, (2,), 4, 5)]},
    ),
    "half a chip is a difference": (
        partial(with_totals, 9 + HALF, 10),
        {"standings": [(1, (1,), 10, 0), (2, (0,), 9 + HALF, HALF)]},
    ),
    "partners stand together": (
        partial(pairs, points(3, 8)),
        {
            "totals": (3, 8, 3, 8),
            "standings": [(1, (1, 3), 8, 0), (2, (0, 2), 3, 5)],
            **{"winners": (), "decided_by": None},
        },
    ),
    "and win together": (partial(pairs, points(3, 8), END), {"winners": (1, 3), "decided_by": "totals"}),
    "two pairs that are level all win": (
        partial(pairs, points(3, 3), END),
        {"winners": (0, 2, 1, 3), "decided_by": "all-level"},
    ),
    "nobody wins a game without a deal": (
        partial(pairs, END),
        {"over": True, "winners": (), "decided_by": "nothing"},
    ),
    "nor by a gift": (partial(pairs, END, gift(5)), {"totals": (5, 0, 5, 0), "winners": ()}),
    "the entries of a deal go with it": (
        partial(pairs, NOTE, points(1, 2)),
        {"pending": (), "last_entries": (1,), "deals": 1},
    ),
    "a note is of no deal": (partial(pairs, NOTE), {"pending": ()}),
    "the entries of a deal are kept until it is finished, without the note between": (
        partial(steps, ONE, NOTE, TWO),
        {"pending": (0, 2)},
    ),
    # 1 + 3 for the first seat, 2 for the second
    "a deal of three steps comes from three entries": (
        partial(steps, ONE, NOTE, TWO, THREE),
        {"pending": (), "last_entries": (0, 2, 3), "totals": (4, 2)},
    ),
    "adjustments are no deals to remember": (partial(pairs, gift(99)), {"moments": []}),
    "the biggest deal is remembered": (
        partial(pairs, gift(99), points(-5, -6), points(3, 8), points(8, 2)),
        {"moments": ["Best score: ベン & 大輔, あんな & 千夏 +8 (deal 2, deal 3)"]},
    ),
    "what nobody won stays in the pot": (partial(pot, DRAWN), {"totals": (2, 1 + HALF), "unowned": 1 + HALF}),
    # The pot of 1.5 + 2 goes to the first seat: 2 − 1 + 3.5.
    "until somebody does": (
        partial(pot, DRAWN, {"step": "round", "stakes": [1, 1], "winner": 0, "colours": ["red"]}),
        {"totals": (4 + HALF, HALF)},
    ),
}


@each_sheet(SHOWN)
def test_what_all_sheets_show(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


def test_a_sheet_that_is_no_game_asks_nothing() -> None:
    bare: Sheet[Any] = Sheet(table=pairs().table, options=pairs().options)
    assert (bare.deal_notices, bare.deal_sentences, str(bare.progress), bare.moments) == ((), (), "deal 1", ())
    for question in (bare.ask_step, lambda: bare.write_step(None)):  # type: ignore[arg-type]
        with pytest.raises(NotImplementedError):
            question()
