"""Random games of Buki: in half of them somebody goes out, the others are blocked."""

from __future__ import annotations

import random
from typing import Any

from scoring.entry.choices import NOBODY, SeatPick
from scoring.entry.fields import Number, to_json
from scoring.games.buki.sheet import BukiSheet
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask

SPECTATORS = ("恵美", "フミ", "源", "花", "Lea")


def stakes(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    """Any stakes within the limits, and up to three spectators."""
    assert isinstance(sheet, BukiSheet)
    limits = sheet.options.stakes
    some = limits[:12] if rng.random() < 0.8 else limits
    field = ask.fields[0]
    return {
        "step": ask.step,
        "stakes": [rng.choice(some) if seat in field.seats else None for seat in sheet.table.seats],
        "spectators": [
            {"name": name, "backs": rng.randrange(4), "chips": rng.randint(1, 9) * sheet.options.stakes.step}
            for name in rng.sample(SPECTATORS, rng.choice((0, 0, 1, 3)))
        ],
    }


def result(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    """Somebody goes out, or all hands are counted, often with a tie."""
    out, pips = ask.fields
    assert isinstance(out, SeatPick)
    assert isinstance(pips, Number)
    if rng.random() < 0.5:
        return {"step": ask.step, "out": rng.choice(out.among), "pips": None}
    most = rng.choice((3, pips.high))
    return {"step": ask.step, "out": NOBODY, "pips": [to_json(rng.randint(1, most)) for _ in sheet.table.seats]}


ANSWERS = {"stakes": stakes, "result": result}
