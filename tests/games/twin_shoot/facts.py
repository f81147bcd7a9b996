"""Facts of Twin Shoot worked out independently from the entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.scoring.told import Deal

SUITS = {"leaf": 5, "cross": 4, "club": 3, "heart": 2, "spade": 1, "diamond": 0, None: 0}


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    for deal in deals:
        result = deal.entries["result"]
        legacy_default = (None,) * deal.players
        cards = zip(result.get("first_suit", legacy_default), result.get("second_suit", legacy_default), strict=True)
        numbers = zip(result.get("bids", legacy_default), cards, strict=True)
        bids = tuple(SUITS[one] + SUITS[other] if said is None else said for said, (one, other) in numbers)
        hits = tuple(bid == tricks for bid, tricks in zip(bids, result["tricks"], strict=True))
        opens = deal.entries.get("open", {}).get("open") == "yes"
        teams = deal.players // 2
        lap, turn = divmod(deal.number, teams)
        yield {
            "bid": bids,
            "tricks": tuple(result["tricks"]),
            "made": hits,
            "twin": tuple(hits[seat] and hits[seat ^ 1] for seat in deal.seats),
            "opened": tuple(opens and deal.totals[seat] == min(deal.totals) for seat in deal.seats),
            "led": deal.only((deal.dealer // 2 + turn) % teams * 2 + lap % 2),
        }
