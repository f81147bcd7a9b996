"""A whole score sheet of Oh Hell as it lay on the table, worked by hand: 19 deals of four, normal scoring.

A made bid scores 10 and its tricks, a missed one nothing. ベン deals first, so 大輔 deals last.
Check at the foot, 10 × made + tricks of the made ones:
あんな 12 made with 12 tricks, ベン 12 with 21, 千夏 11 with 22, 大輔 12 with 14.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.kit.expected import WRITTEN_DEFAULTS

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
FIRST_DEALER = 1


class Deal(NamedTuple):
    """One line of the sheet, everything in seat order; `totals` are the running ones."""

    cards: int
    dealer: int
    bids: tuple[int, int, int, int]
    tricks: tuple[int, int, int, int]
    points: tuple[int, int, int, int]
    totals: tuple[int, int, int, int]


# fmt: off
DEALS = (
    #    cards dealer bids         tricks         points            running totals
    Deal(10,   1, (3, 2, 4, 4), (3, 3, 4, 0), (13,  0, 14,  0), ( 13,   0,  14,   0)),  # 大輔 misses by four
    Deal( 9,   2, (2, 3, 1, 2), (2, 3, 2, 2), (12, 13,  0, 12), ( 25,  13,  14,  12)),
    Deal( 8,   3, (0, 4, 2, 3), (1, 4, 0, 3), ( 0, 14,  0, 13), ( 25,  27,  14,  25)),
    Deal( 7,   0, (2, 1, 3, 0), (2, 0, 3, 2), (12,  0, 13,  0), ( 37,  27,  27,  25)),
    Deal( 6,   1, (1, 2, 2, 2), (1, 2, 1, 2), (11, 12,  0, 12), ( 48,  39,  27,  37)),
    Deal( 5,   2, (1, 1, 1, 0), (0, 1, 3, 1), ( 0, 11,  0,  0), ( 48,  50,  27,  37)),
    Deal( 4,   3, (0, 2, 1, 2), (0, 1, 1, 2), (10,  0, 11, 12), ( 58,  50,  38,  49)),
    Deal( 3,   0, (1, 0, 1, 0), (1, 0, 2, 0), (11, 10,  0, 10), ( 69,  60,  38,  59)),
    Deal( 2,   1, (0, 1, 0, 2), (0, 2, 0, 0), (10,  0, 10,  0), ( 79,  60,  48,  59)),
    Deal( 1,   2, (0, 0, 0, 0), (0, 0, 1, 0), (10, 10,  0, 10), ( 89,  70,  48,  69)),  # 千夏 may not bid her 1
    Deal( 2,   3, (1, 1, 1, 0), (0, 1, 1, 0), ( 0, 11, 11, 10), ( 89,  81,  59,  79)),
    Deal( 3,   0, (1, 1, 0, 2), (1, 0, 0, 2), (11,  0, 10, 12), (100,  81,  69,  91)),
    Deal( 4,   1, (0, 1, 1, 1), (0, 1, 2, 1), (10, 11,  0, 11), (110,  92,  69, 102)),
    Deal( 5,   2, (2, 1, 3, 0), (1, 1, 3, 0), ( 0, 11, 13, 10), (110, 103,  82, 112)),
    Deal( 6,   3, (3, 1, 1, 4), (1, 2, 1, 2), ( 0,  0, 11,  0), (110, 103,  93, 112)),
    Deal( 7,   0, (2, 3, 3, 0), (2, 2, 3, 0), (12,  0, 13, 10), (122, 103, 106, 122)),  # two lead, ベン is last
    Deal( 8,   1, (1, 2, 4, 2), (2, 2, 4, 0), ( 0, 12, 14,  0), (122, 115, 120, 122)),
    Deal( 9,   2, (0, 3, 2, 3), (0, 3, 2, 4), (10, 13, 12,  0), (132, 128, 132, 122)),
    Deal(10,   3, (4, 3, 3, 2), (1, 3, 4, 2), ( 0, 13,  0, 12), (132, 141, 132, 134)),  # and wins on the last deal
)
# fmt: on

# The five deals that fall from five cards, as a short game of their own.
# fmt: off
SHORT_DEALS = (
    Deal( 5,   2, (1, 1, 1, 0), (0, 1, 3, 1), ( 0, 11,  0,  0), ( 0, 11,  0,  0)),
    Deal( 4,   3, (0, 2, 1, 2), (0, 1, 1, 2), (10,  0, 11, 12), (10, 11, 11, 12)),
    Deal( 3,   0, (1, 0, 1, 0), (1, 0, 2, 0), (11, 10,  0, 10), (21, 21, 11, 22)),
    Deal( 2,   1, (0, 1, 0, 2), (0, 2, 0, 0), (10,  0, 10,  0), (31, 21, 21, 22)),
    Deal( 1,   2, (0, 0, 0, 0), (0, 0, 1, 0), (10, 10,  0, 10), (41, 31, 21, 32)),
)
# fmt: on

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "oh-hell",
    "players": list(PLAYERS),
    "dealer": FIRST_DEALER,
    "options": WRITTEN_DEFAULTS["oh-hell"] | {"top_hand": 10},
}


def entries(deals: tuple[Deal, ...] = DEALS) -> list[dict[str, Any]]:
    """The sheet as entries: the bids and the tricks of each deal."""
    return [
        entry
        for deal in deals
        for entry in (
            {"step": "bids", "bids": list(deal.bids)},
            {"step": "tricks", "tricks": list(deal.tricks)},
        )
    ]


def document() -> dict[str, Any]:
    """The sheet as a session document."""
    return SESSION | {"entries": entries()}
