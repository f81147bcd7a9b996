"""Changes of the table with anything for a value: each is refused with words at a field, or written."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import enter
from scoring.errors import EntryError
from scoring.sheets.changes import CHANGE_STEPS
from scoring.sheets.sheet import Sheet

INPUTS = 400
"""Changes that each game is asked for."""
JUNK: tuple[Any, ...] = (
    *(None, "", 0, 1, 2, -1, 99, 10**30, True, 1.5, float("nan"), "nobody", "yes", "typed", "last", "mean", "１"),
    *("x" * 400, "Eva", "\x00", "\ud800", "none", "3 2 1", "9" * 5000, b"x"),
    *([], [1], [[1]], [3, 2], ["a"], [None], [1] * 1000, {}, {"a": 1}),
)
OTHERS = ("seat", "name", "after", "start", "points", "ranked", "hands", "x")


def a_change(chance: Random, sheet: Sheet[Any]) -> dict[str, Any]:
    step = chance.choice(CHANGE_STEPS)
    ask = sheet.ask_for(step)
    fields = [field.name for field in ask.fields] if ask and chance.random() < 0.9 else chance.sample(OTHERS, 3)
    likely = {"seat": chance.randrange(5), "name": f"N{chance.randrange(9)}", "hands": [1, 2]}
    said = {name: chance.choice(JUNK) if chance.random() < 0.5 else likely.get(name, 1) for name in fields}
    return {"step": step, **said}


@pytest.mark.parametrize("slug", [*all_games()])
def test_a_change_is_written_or_refused_with_words(slug: str) -> None:
    chance, game = Random(slug), all_games()[slug]
    written = refused = 0
    while written + refused < INPUTS:
        players = [f"P{seat}" for seat in range(chance.choice(game.seats))]
        sheet: Sheet[Any] = game.start({"players": players, "options": {}})
        for _ in range(20):
            if sheet.placeholders and chance.random() < 0.3:
                with suppress(EntryError):
                    sheet = enter(sheet, chance.choice(sheet.placeholders))
            try:
                sheet = enter(sheet, a_change(chance, sheet))
            except EntryError as error:
                assert all(problem.field and str(problem.message) for problem in error.problems)
                refused += 1
            else:
                assert {*sheet.table.clockwise} == {*sheet.table.seats}
                assert len(sheet.totals) == len(sheet.table.players) == len({*sheet.table.players})
                written += 1
    assert (written > 0, refused > written) == (True, True)
