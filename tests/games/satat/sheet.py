"""A score sheet of Satat worked by hand: to seven wins, 7–0 counts 2 and 13–0 counts 3; failed, it is a plain win."""

from __future__ import annotations

from typing import Any

ANNA, BEN, CHIKA, DAI = range(4)
EVEN, ODD = 0, 1
"""The teams, by their first seats: あんな & 千夏, ベン & 大輔."""
SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "satat",
    "players": ["あんな", "ベン", "千夏", "大輔"],
    "dealer": BEN,
    "options": {
        "variant": "satat",
        "end": "wins",
        "length": 7,
        "played_on": "plain",
        "weight_plain": 1,
        "weight_seven": 2,
        "weight_thirteen": 3,
        "dealers_exchange": "no",
    },
}
# leader, winners, kind, totals of あんな & 千夏 and of ベン & 大輔, exchange in the next deal
SHEET = (
    (BEN, ODD, "plain", (0, 1), "none"),  # the leader's team, plainly: ベン again
    (BEN, ODD, "7-0", (0, 3), "1 card"),  # 2: the partner, 大輔
    (DAI, EVEN, "13-0", (3, 3), "none"),  # 3 to the dealer's team: left of 大輔, あんな; no exchange
    (ANNA, EVEN, "7-0-failed", (4, 3), "none"),  # a plain win here: あんな again
    (ANNA, EVEN, "7-0", (6, 3), "1 card"),  # the partner, 千夏
    (CHIKA, ODD, "plain", (6, 4), "none"),  # left of 千夏: 大輔
    (DAI, ODD, "7-0", (6, 6), "1 card"),  # the partner, ベン
    (BEN, EVEN, "plain", (7, 6), "none"),  # seven: the end
)
ENTRIES = [{"step": "result", "winners": winners, "kind": kind} for _, winners, kind, _, _ in SHEET]
