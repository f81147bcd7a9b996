"""What the tests of every game ask of a score pad, by hand from its rules."""

from __future__ import annotations

from tests.games.score_pad.facts import told
from tests.kit.expected import ANY_TIME, Expected, Paper
from tests.kit.games import NAMES

EXPECTED = Expected(
    own_parts={"round": ANY_TIME},
    shown_ahead={"round"},
    told=told,
    kind=("best", "result"),
    out_of_bounds={"target": (0, -10), "rounds": (0,), "best": ("middle",)},
    # Four players to 60, the lowest wins; 千夏 gets 5 for a revoke between the rounds.
    # あんな 10 + 26 + 25 = 61, ベン 0 + 13 + 1 = 14, 千夏 16 + 0 + 5 + 0 = 21, 大輔 0 − 13 + 27 = 14.
    paper=Paper(
        {
            "takuroku": 1,
            "game": "score-pad",
            "players": list(NAMES[:4]),
            "dealer": 0,
            "options": {"name": None, "best": "lowest", "target": 60, "rounds": None},
        },
        [
            ({}, [{"step": "round", "points": [10, 0, 16, 0]}], {"totals": (10, 0, 16, 0)}),
            ({}, [{"step": "round", "points": [26, 13, 0, -13]}], {"totals": (36, 13, 16, -13)}),
            ({}, [{"step": "adjustment", "seat": 2, "amount": 5, "reason": "revoked"}], {"totals": (36, 13, 21, -13)}),
            ({}, [{"step": "round", "points": [25, 1, 0, 27]}], {"totals": (61, 14, 21, 14)}),
        ],
        {"standings": [(1, (1,), 14, 0), (1, (3,), 14, 0), (3, (2,), 21, 7), (4, (0,), 61, 47)], "winners": (1, 3)},
    ),
)
