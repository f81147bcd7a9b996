"""What the sentences of Oh Hell's house rules make of a deal, from nothing but the rules as they were sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def hands(rules: Mapping[str, Any], players: int) -> tuple[int, ...]:
    """The hands from the first deal to the last, at a table that does not change."""
    form = rules.get("format") or "long"
    usual = 6 if form == "short-valley" else min(10, 52 // players)
    top = rules.get("top_hand") or usual
    up, down = list(range(1, top + 1)), list(range(top, 0, -1))
    return tuple(
        {
            "long": down + up[1:],
            "long-reversed": up + down[1:],
            "short-valley": down + up[1:],
            "short-rising": up,
            "short-falling": down,
            "equal": [top] * (rules.get("equal_deals") or 0),
        }[form]
    )


def binds(rules: Mapping[str, Any], hand: int) -> bool:
    """Whether the dealer is restricted: bids are in turn, the restriction is on, and this deal has cards enough."""
    on = rules.get("restriction") not in ("off", False) and (rules.get("bidding") or "in-turn") == "in-turn"
    return on and hand >= (rules.get("restriction_from") or 1)
