"""Random rounds of Twin Shoot: each bid by its number, its suits, or both."""

from __future__ import annotations

import random
from typing import Any

from scoring.games.twin_shoot import SUITS
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from tests.kit.games import Answer, random_value


def result(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    tricks = next(field for field in ask.fields if field.name == "tricks")
    raw: dict[str, Any] = {"step": "result", "bids": [], "first_suit": [], "second_suit": []}
    for _ in sheet.table.seats:
        first, second = rng.choice(SUITS), rng.choice(SUITS)
        way = rng.choice(("number", "suits", "both"))
        raw["bids"].append(None if way == "suits" else first.worth + second.worth)
        raw["first_suit"].append(None if way == "number" else first.slug)
        raw["second_suit"].append(None if way == "number" else second.slug)
    return raw | {"tricks": random_value(tricks, sheet.table, rng)}


ANSWERS: dict[str, Answer] = {"result": result}
