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
    base = {"step": "result", "calls": [rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 3))]}
    way = rng.random()
    if way < 0.15:
        return base | {"winner": "nobody"}
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


ANSWERS = {"result": result}
