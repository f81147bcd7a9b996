"""Facts of Buki worked out independently from the entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.scoring.told import Deal


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    banker = None
    for deal in deals:
        banker = deal.dealer if banker is None else banker
        result = deal.entries["result"]
        best = [result["out"]]
        if result["out"] == "nobody":
            best = [seat for seat in deal.seats if result["pips"][seat] == min(result["pips"])]
        winner = best[0] if len(best) == 1 else None
        yield {
            "role": tuple("banker" if seat == banker else "staker" for seat in deal.seats),
            "stake": tuple(deal.entries["stakes"]["stakes"]),
            "result": tuple("drawn" if winner is None else "won" if seat == winner else "lost" for seat in deal.seats),
            "blocked": (result["out"] == "nobody",) * deal.players,
        }
        banker = banker if winner is None else winner
