"""What the sentences of Oh Hell's house rules make of a deal, from nothing but the rules as they were sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def binds(rules: Mapping[str, Any], hand: int) -> bool:
    """Whether the dealer is restricted: bids are in turn, the restriction is on, and this deal has cards enough."""
    on = rules.get("restriction") not in ("off", False) and (rules.get("bidding") or "in-turn") == "in-turn"
    return on and hand >= (rules.get("restriction_from") or 1)
