"""What is said at the toy game's table."""

from __future__ import annotations

from typing import Any

ANN, BEN, CHIKA = 0, 1, 2


def takes(seat: int, chips: object) -> dict[str, Any]:
    return {"step": "take", "seat": seat, "chips": chips}


def note(text: str) -> dict[str, Any]:
    return {"step": "note", "text": text}


END = {"step": "end"}
