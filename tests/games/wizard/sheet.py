"""A whole score sheet of Wizard as it lay on the table, worked by hand: 15 deals of four, the usual rules.

A made bid scores 20 and 10 a trick, a missed one loses 10 for each trick of difference. 千夏 deals first, so あんな
deals the last, where all 60 cards are dealt.
Check at the foot, 20 × made + 10 × tricks of the made ones − 10 × all misses:
あんな 11 made with 23 tricks, 5 off: 220 + 230 − 50. ベン 12 with 23, 6 off: 240 + 230 − 60.
千夏 8 with 9, 10 off: 160 + 90 − 100. 大輔 7 with 16, 8 off: 140 + 160 − 80.
"""

from __future__ import annotations

from typing import Any, NamedTuple

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
FIRST_DEALER = 2


class Deal(NamedTuple):
    """One line of the sheet, everything in seat order; `totals` are the running ones."""

    dealer: int
    trump: str | None
    bids: tuple[int, int, int, int]
    tricks: tuple[int, int, int, int]
    points: tuple[int, int, int, int]
    totals: tuple[int, int, int, int]


# fmt: off
DEALS = (
    #   dealer trump      bids          tricks        points                running totals
    Deal(2, "hearts",   (0, 1, 0, 0), (0, 1, 0, 0), ( 20,  30,  20,  20), ( 20,  30,  20,  20)),  # the dealer is free
    Deal(3, "none",     (1, 0, 1, 0), (1, 0, 0, 1), ( 30,  20, -10, -10), ( 50,  50,  10,  10)),  # a jester lay there
    Deal(0, "clubs",    (1, 1, 1, 1), (0, 1, 2, 0), (-10,  30, -10, -10), ( 40,  80,   0,   0)),
    Deal(1, "spades",   (2, 0, 1, 2), (2, 0, 1, 1), ( 40,  20,  30, -10), ( 80, 100,  30, -10)),
    Deal(2, "hearts",   (1, 2, 0, 2), (1, 2, 0, 2), ( 30,  40,  20,  40), (110, 140,  50,  30)),  # all make it
    Deal(3, "diamonds", (2, 1, 3, 1), (4, 1, 1, 0), (-20,  30, -20, -10), ( 90, 170,  30,  20)),
    Deal(0, None,       (0, 3, 2, 1), (0, 3, 2, 2), ( 20,  50,  40, -10), (110, 220,  70,  10)),
    Deal(1, "clubs",    (3, 2, 2, 2), (3, 0, 3, 2), ( 50, -20, -10,  40), (160, 200,  60,  50)),
    Deal(2, "none",     (2, 2, 3, 4), (2, 2, 1, 4), ( 40,  40, -20,  60), (200, 240,  40, 110)),
    Deal(3, "spades",   (4, 3, 0, 2), (5, 3, 0, 2), (-10,  50,  20,  40), (190, 290,  60, 150)),
    Deal(0, "hearts",   (3, 4, 1, 5), (3, 1, 1, 6), ( 50, -30,  30, -10), (240, 260,  90, 140)),
    Deal(1, "diamonds", (5, 2, 4, 3), (5, 2, 2, 3), ( 70,  40, -20,  50), (310, 300,  70, 190)),
    Deal(2, "hearts",   (2, 4, 3, 3), (2, 5, 3, 3), ( 40, -10,  50,  50), (350, 290, 120, 240)),
    Deal(3, "clubs",    (6, 3, 2, 4), (5, 3, 3, 3), (-10,  50, -10, -10), (340, 340, 110, 230)),  # two are level
    Deal(0, None,       (4, 5, 2, 3), (4, 5, 2, 4), ( 60,  70,  40, -10), (400, 410, 150, 220)),  # no trumps
)
# fmt: on

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "wizard",
    "players": list(PLAYERS),
    "dealer": FIRST_DEALER,
    "options": {"deals": 15, "bidding": "in-turn", "restriction": "off"},
}


def entries(deals: tuple[Deal, ...] = DEALS) -> list[dict[str, Any]]:
    """The sheet as entries: the bids (with trumps where somebody noted them) and the tricks of each deal."""
    return [entry for deal in deals for entry in entries_of(deal)]


def entries_of(deal: Deal) -> tuple[dict[str, Any], dict[str, Any]]:
    trump = {} if deal.trump is None else {"trump": deal.trump}
    return {"step": "bids", "bids": list(deal.bids)} | trump, {"step": "tricks", "tricks": list(deal.tricks)}


def document() -> dict[str, Any]:
    """The sheet as a session document."""
    return SESSION | {"entries": entries()}
