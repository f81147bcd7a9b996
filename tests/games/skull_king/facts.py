"""Facts of Skull King worked out independently from the entries: the bonus is the points without the bid's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.scoring.told import Deal
from tests.scoring.families.exact_bids_facts import attempts


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    for deal in deals:
        known = attempts(deal)
        rascal = deal.options["scoring"] == "rascal"
        offered = rascal and deal.options["cannonball"] == "on"
        fired = deal.entries["bids"].get("cannonballs") or []
        yield known | {
            "bonus": tuple(
                deal.points[seat]
                - (_rascal if rascal else _standard)(
                    *(known[name][seat] for name in ("bid", "tricks", "hand")), cannonball=str(seat) in fired
                )
                for seat in deal.seats
            ),
            "cannonball": tuple(str(seat) in fired if offered else None for seat in deal.seats),
        }


def _standard(bid: int, tricks: int, hand: int, *, cannonball: bool) -> int:
    if bid == 0:
        return 10 * hand if tricks == 0 else -10 * hand
    return 20 * bid if bid == tricks else -10 * abs(bid - tricks)


def _rascal(bid: int, tricks: int, hand: int, *, cannonball: bool) -> int:
    if bid == tricks:
        return hand * (15 if cannonball else 10)
    return 5 * hand if abs(bid - tricks) == 1 and not cannonball else 0
