"""A score sheet of Twin Shoot worked by hand: four rounds to 100, with the running totals of both teams."""

from __future__ import annotations

from typing import Any

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "twin-shoot",
    "players": ["あんな", "ベン", "千夏", "大輔"],
    "dealer": 0,
    "options": {"target": 100},
}
ENTRIES: list[dict[str, Any]] = [
    # 1, あんな leads. あんな hits 4: 6 + 10 = 16. 千夏 hits 2: 4 + 10 = 14.
    {"step": "result", "bids": [4, 3, 2, 1], "tricks": [4, 2, 2, 2]},
    # 2, 千夏 leads; 14 is last: opened, and 大輔 takes one too many. 4 + 10 = 14 → 28. 6 + 30 + 30 = 66 → 82.
    {"step": "open", "open": "yes"},
    {"step": "result", "bids": [5, 1, 3, 0], "tricks": [5, 1, 3, 1]},
    # 3, ベン leads; 28 is last: opened again, and both hit: 5 + 30 + 30 = 65 → 93. あんな hits: 5 + 10 = 15 → 97.
    {"step": "open", "open": "yes"},
    {
        "step": "result",
        "bids": [2, 4, None, None],
        "first_suit": [None, None, "club", "heart"],
        "second_suit": [None, None, "diamond", "diamond"],
        "tricks": [2, 3, 3, 2],
    },
    # 4, 大輔 leads; 93 is last and stays closed. ベン hits 3: 4 + 10 = 14 → 111. 千夏 hits 4: 6 + 10 = 16 → 109.
    {"step": "open", "open": "no"},
    {"step": "result", "bids": [3, 3, 4, 1], "tricks": [1, 3, 4, 2]},
]
RUNNING = [(16, 14), (82, 28), (97, 93), (111, 109)]
