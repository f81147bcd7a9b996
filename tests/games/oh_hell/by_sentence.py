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


def points(rules: Mapping[str, Any], bid: int, tricks: int, hand: int) -> int:
    """What a bid is worth with these tricks."""

    def set_to(name: str, usual: Any) -> Any:
        return usual if rules.get(name) is None else rules[name]

    scoring, off, made = set_to("scoring", "normal"), max(bid, tricks) - min(bid, tricks), bid == tricks
    if scoring == "minus":
        return 10 if made else -10 * off
    if scoring == "bonus":
        high = {hand: 50, hand - 1: 25}.get(bid, 5) if hand >= 5 else 5
        return tricks + high * made
    if scoring != "numbers":
        return 10 + bid if made else {"normal": 0, "plus": tricks}[scoring]
    if made:
        return int(set_to("made_points", 10) + set_to("trick_points", 2) * bid)
    # T − S − D × off − B × bid
    taken = {"no": 0, "over": tricks if tricks > bid else 0, "always": tricks}[set_to("missed_tricks", "no")]
    lost = set_to("missed_sum", 0) + set_to("missed_points", 2) * off
    return int(taken - lost - (bid if set_to("missed_bid", "off") in ("on", True) else 0))


def trump(rules: Mapping[str, Any], finished: int) -> str | None:
    """The trumps that the sheet fills in after so many finished deals; None where they are turned up."""
    order = rules.get("trump_order") or []
    named = rules.get("no_trump_deals") or []
    if rules.get("trumps") == "order":
        while finished >= len(order):
            finished -= len(order)
        return str(order[finished])
    return "none" if rules.get("trumps") == "deals" and finished + 1 in named else None


def none_left(rules: Mapping[str, Any], hand: int, players: int) -> bool:
    """Whether no card is left to turn up, where that says that there are no trumps."""
    return (rules.get("trumps") or "turned") == "turned" and hand * players == 52
