"""An exact-bid game's deals, read again from their entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.scoring.told import Deal


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    for deal in deals:
        yield attempts(deal)


def attempts(deal: Deal) -> dict[str, tuple[Any, ...]]:
    """So many cards were dealt as could be bid; the deal goes round."""
    bids, tricks = deal.entries["bids"]["bids"], deal.entries["tricks"]["tricks"]
    missed = ["over" if took > bid else "under" if took < bid else None for bid, took in zip(bids, tricks, strict=True)]
    return {
        "hand": (deal.asked.fields[0].high,) * deal.players,  # type: ignore[attr-defined]
        "bid": tuple(bids),
        "tricks": tuple(tricks),
        "made": tuple(how is None for how in missed),
        "missed": tuple(missed),
        "dealt": deal.only((deal.dealer + deal.number) % deal.players),
    }
