"""Random answers for Koi-Koi: a pile of cards, or its yaku, because random yaku hardly ever fit together."""

from __future__ import annotations

import random
from typing import Any

from scoring.decks.hanafuda import CARDS
from scoring.decks.yaku import TABLE
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask


def result(sheet: Sheet[Any], ask: Ask, rng: random.Random) -> dict[str, Any]:
    """The end of a month: a winner's yaku by name, or the piles, or nobody stops."""
    calls = [rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 3))]
    base: dict[str, Any] = {"step": "result", "calls": calls}
    way = rng.random()
    if way < 0.15:
        return base | {"winner": "nobody"} | (_ran_out(calls, rng) if sheet.options.after_call == "highest" else {})
    winner = rng.randrange(2)
    if way < 0.6:
        shuffled = [card.code for card in rng.sample(CARDS, len(CARDS))]
        cut, end = rng.randint(8, 24), rng.randint(24, 40)
        piles = [shuffled[:cut], shuffled[cut:end] if rng.random() < 0.5 else []]
        return base | {"winner": winner, "cards": piles if winner == 0 else piles[::-1]}
    yaku = rng.sample([yaku.slug for yaku in TABLE if not yaku.counted], rng.choice((0, 1, 1, 2)))
    counts = {slug: rng.randint(*bounds) for slug, bounds in (("tane", (5, 7)), ("tan", (5, 7)), ("kasu", (10, 14)))}
    said = {slug: n for slug, n in counts.items() if rng.random() < 0.4}
    return base | {"winner": winner, "yaku": yaku} | said


def _ran_out(calls: list[int], rng: random.Random) -> dict[str, Any]:
    """The yaku of each, where the better pile is paid: by name or by the cards."""
    if rng.random() < 0.5:
        shuffled = [card.code for card in rng.sample(CARDS, len(CARDS))]
        return {"cards": [shuffled[:20], shuffled[20:40]]}
    named = ("goko", "hanami", "inoshikacho", "akatan")
    return {
        "each_yaku": [rng.sample(named, rng.choice((0, 1))) if calls[seat] else [] for seat in range(2)],
        "each_kasu": [rng.choice((None, 10, 13)) if calls[seat] else None for seat in range(2)],
    }


ANSWERS = {"result": result}
