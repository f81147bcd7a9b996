"""Random rounds of Skull King: tricks that add up, sometimes bonus cards and loot."""

from __future__ import annotations

import random
from typing import Any

from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask

CARDS = ("fourteens", "black", "mermaids", "pirates", "king")
"""In an order: chance goes through them one after the other, and the same seed is to play the same."""


def tricks(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    fields = {field.name for field in ask.fields}
    raw: dict[str, Any] = {"step": "tricks", "tricks": _shared_out(sheet, rng)}
    takers = [seat for seat, taken in enumerate(raw["tricks"]) if taken]
    for name in CARDS:
        if name in fields and takers and rng.random() < 0.2:
            raw[name] = [None] * len(sheet.table.players)
            raw[name][rng.choice(takers)] = rng.choice((1, 1, 2))
    if takers and "alliances" in fields and rng.random() < 0.3:
        raw["alliances"] = [{"played": rng.choice(sorted(sheet.table.playing)), "took": rng.choice(takers)}]
    return raw


def _shared_out(sheet: Sheet[Any], rng: random.Random) -> list[int | None]:
    """The tricks of a hand, each to somebody, now and then one to nobody where that can be."""
    taken = dict.fromkeys(sorted(sheet.table.playing), 0)
    for _ in range(sheet.hand):  # type: ignore[attr-defined]
        if sheet.all_taken or rng.random() < 0.9:  # type: ignore[attr-defined]
            taken[rng.choice(list(taken))] += 1
    return [taken.get(seat) for seat in sheet.table.seats]


ANSWERS = {"tricks": tricks}
