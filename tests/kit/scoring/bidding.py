"""Games of exact bids, entered as the table says them."""

from __future__ import annotations

from typing import Any

from scoring.core import enter
from scoring.sheets.sheet import Sheet


def bid(sheet: Sheet[Any], *bids: int | None, **more: object) -> Any:
    return enter(sheet, {"step": "bids", "bids": list(bids)} | more)


def take(sheet: Sheet[Any], *tricks: int | None, **more: object) -> Any:
    return enter(sheet, {"step": "tricks", "tricks": list(tricks)} | more)


def pass_deals(sheet: Any, number: int = 1) -> Any:
    """Everybody bids 0, and the first seat takes all the tricks."""
    nought = [0] * len(sheet.table.players)
    for _ in range(number):
        sheet = take(bid(sheet, *nought), sheet.hand, *nought[1:])
    return sheet


def entries_of(*deals: tuple[tuple[int, ...], tuple[int, ...]]) -> list[dict[str, Any]]:
    """The bids and the tricks of each deal, as entries."""
    return [
        {"step": step, step: list(values)}
        for deal in deals
        for step, values in zip(("bids", "tricks"), deal, strict=True)
    ]
