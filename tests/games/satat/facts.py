"""Facts of Satat worked out independently from the entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.scoring.told import Deal


def told(deals: Iterator[Deal]) -> Iterator[dict[str, tuple[Any, ...]]]:
    leader = None
    for deal in deals:
        leader = deal.dealer if leader is None else leader
        result = deal.entries["result"]
        failed = result["kind"] == "7-0-failed"
        kind = deal.options["played_on"] if failed else result["kind"]
        won = tuple(seat in (result["winners"], result["winners"] + 2) for seat in deal.seats)
        yield {
            "won": won,
            "win": tuple(kind if each else None for each in won),
            "failed": tuple(failed if each else None for each in won),
            "team": tuple("leader" if seat in (leader, (leader + 2) % 4) else "dealer" for seat in deal.seats),
            "led": deal.only(leader),
            "dealt": deal.only((leader - 1) % 4),
        }
        if not won[leader]:
            leader = (leader + 1) % 4
        elif kind != "plain":
            leader = (leader + 2) % 4
