"""An evening of Oh Hell at which the table changes, worked by hand.

From 4 cards down, written bids; a made bid is 10 and its tricks, a missed one nothing. Ann, Ben and Cleo begin.

| deal | cards | Ann, then Zoe | Ben | Cleo | Eva |
|---|---|---|---|---|---|
| 1 | 4 | Ann 2 made: 12 | 1 made: 11 | 1 made: 11 | |
| 2 | 3 | Ann 1 made: 11 | 1, took 0: 0 | 0 made: 10 | joins with 0; 2 made: 12 |
| 3 | 2 | Zoe 2, took 0: 0 | 0 made: 10 | 1, took 2: 0 | 0 made: 10 |
| 4 | 1 | Zoe 1, took 0: 0 | left, out of competition | 0, took 1: 0 | 0 made: 10 |
| | | 23 | 21 | 21 | 32 |
"""

from __future__ import annotations

from typing import Any

from scoring.games.oh_hell import GAME as OH_HELL
from tests.store.conftest import Keeper

ANN, BEN, CLEO, EVA = range(4)
JOIN, TAKEOVER, LEAVE = 2, 5, 8
"""The entries by which Eva, Zoe and Ben come and go."""
OPTIONS: dict[str, Any] = {"format": "short-falling", "top_hand": 4, "bidding": "written"}
ENTRIES: tuple[dict[str, Any], ...] = (
    {"step": "bids", "bids": [2, 1, 1]},
    {"step": "tricks", "tricks": [2, 1, 1]},
    {"step": "join", "name": "Eva", "after": CLEO, "start": "opening"},
    {"step": "bids", "bids": [1, 1, 0, 2]},
    {"step": "tricks", "tricks": [1, 0, 0, 2]},
    {"step": "takeover", "seat": ANN, "name": "Zoe"},
    {"step": "bids", "bids": [2, 0, 1, 0]},
    {"step": "tricks", "tricks": [0, 0, 2, 0]},
    {"step": "leave", "seat": BEN, "ranked": "no"},
    {"step": "bids", "bids": [1, None, 0, 0]},
    {"step": "tricks", "tricks": [0, None, 1, 0]},
)


def plays(keeper: Keeper, entries: tuple[dict[str, Any], ...] = ENTRIES, *, at: str | None = None) -> str:
    """The evening, or its first entries; returns the session."""
    return keeper.plays(*entries, players=("Ann", "Ben", "Cleo"), game=OH_HELL, at=at, **OPTIONS)
