"""Random rounds of Skull King: tricks that add up, now and then a card that brings a bonus, a loot that was taken."""

from __future__ import annotations

import random
from typing import Any

from scoring.sheet import Sheet
from scoring.values import Ask
from tests.games import random_value


def tricks(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    fields = {field.name: field for field in ask.fields}
    raw: dict[str, Any] = {"step": "tricks", "tricks": random_value(fields["tricks"], sheet.table, rng)}
    takers = [seat for seat, taken in enumerate(raw["tricks"]) if taken]
    for name in fields.keys() & {"fourteens", "black", "mermaids", "pirates", "king"}:
        if takers and rng.random() < 0.2:
            raw[name] = [None] * len(sheet.table.players)
            raw[name][rng.choice(takers)] = rng.choice((1, 1, 2))
    if takers and "alliances" in fields and rng.random() < 0.3:
        raw["alliances"] = [{"played": rng.choice(sheet.table.seats), "took": rng.choice(takers)}]
    return raw


ANSWERS = {"tricks": tricks}
