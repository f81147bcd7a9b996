"""A document of Oh Hell, and what is entered in it."""

from __future__ import annotations

from typing import Any


def bids(*numbers: int) -> dict[str, Any]:
    return {"step": "bids", "bids": list(numbers)}


def tricks(*numbers: int) -> dict[str, Any]:
    return {"step": "tricks", "tricks": list(numbers)}


DOCUMENT: dict[str, Any] = {
    "game": "oh-hell",
    "players": ["Ann", "Ben", "Chika"],
    "dealer": 2,
    "options": {"format": "short-falling", "top_hand": 2, "scoring": "minus"},
    "entries": [bids(1, 0, 2)],
}
