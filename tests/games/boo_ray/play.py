"""Random legal results of Boo-Ray: each contested game by its winner or its details, hands from one pack."""

from __future__ import annotations

import random
from typing import Any

from scoring.decks.playing_cards import CARDS
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from tests.kit.games import random_value


def results(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    pack = rng.sample(CARDS, len(CARDS))
    hands = {seat: pack[seat * 5 : seat * 5 + 5] for seat in sheet.table.seats}
    raw: dict[str, Any] = {"step": ask.step}
    for best, details in zip(ask.fields[::2], ask.fields[1::2], strict=True):
        if rng.random() < 0.5:
            value = random_value(best, sheet.table, rng)
            # in Boo-Ray hardly any tie is possible
            raw[best.name] = value[:1] if value and best.name == "booray_best" else value
        elif best.name == "booray_best":
            raw[details.name] = tricks(details.seats, len(sheet.table.players), rng)
        else:
            raw[details.name] = [hands[seat] if seat in details.seats else None for seat in sheet.table.seats]
    return raw


def tricks(entrants: tuple[int, ...], players: int, rng: random.Random) -> list[int | None]:
    takers = rng.choices(entrants, k=5)
    return [takers.count(seat) if seat in entrants else None for seat in range(players)]


ANSWERS = {"results": results}
