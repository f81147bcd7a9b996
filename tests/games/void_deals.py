"""What the sentence of void deals makes of a sitting, from nothing but its rules and entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

Made = Callable[[int, int, bool], int]
"""The points of a made bid, by the bid, the hand, and whether a cannonball went with it."""


class Now(NamedTuple):
    """What an entry is made on: who deals, how many deals are used up, what each seat has of bids and void deals."""

    dealer: int
    used: int
    totals: tuple[int, ...]


def nows(session: dict[str, Any], entries: Sequence[dict[str, Any]], hands: Sequence[int], made: Made) -> Iterator[Now]:
    """What each entry is made on, and what the last one leaves, at a table that does not change.

    Only void deals have points here; `hands` are those of the plan.
    """
    rules, players = session["options"], len(session["players"])
    rule, fine = rules.get("void_deal") or "again", rules.get("void_fine") or 0
    dealer, used, totals = session["dealer"], 0, [0] * players
    bids: dict[str, Any] = {}
    for entry in entries:
        yield Now(dealer, used, tuple(totals))
        if entry["step"] == "bids":
            bids = entry
        elif entry["step"] == "tricks":
            dealer, used = (dealer + 1) % players, used + 1
        elif entry["step"] == "void":
            for seat in range(players):
                if seat == entry.get("seat"):
                    totals[seat] -= entry["fine"] if entry.get("fine") is not None else fine
                elif rule == "scored":
                    shot = str(seat) in (bids.get("cannonballs") or ())
                    totals[seat] += made(bids["bids"][seat], hands[used], shot)
            if rule != "again":
                dealer = (dealer + 1) % players
            used += rule == "scored"
    yield Now(dealer, used, tuple(totals))
