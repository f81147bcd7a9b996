"""What the tests of every game ask of Satat, by hand from its rules."""

from __future__ import annotations

from tests.games.satat import sheet
from tests.games.satat.facts import told
from tests.kit.expected import Expected, Paper

EXPECTED = Expected(
    own_parts={},
    shown_ahead={"result"},
    told=told,
    kind=("variant", "end", "length", "weight_plain", "weight_seven", "weight_thirteen"),
    out_of_bounds={
        "weight_plain": (0, -1, 21, "heavy", 1.5),
        "weight_seven": (0, -1, 21, "heavy", 1.5),
        "weight_thirteen": (0, -1, 21, "heavy", 1.5),
        "length": (0, -1, 201, "many", 2.5),
    },
    presets={
        "standard": {"variant": "satat", "end": "deals", "length": 12, "weight_seven": 1, "weight_thirteen": 1},
        "seven-wins": {"variant": "satat", "end": "wins", "length": 7, "weight_seven": 1, "weight_thirteen": 1},
        "weighted": {"variant": "satat", "end": "deals", "length": 12, "weight_seven": 2, "weight_thirteen": 3},
        "trup-kasiet": {"variant": "trup-kasiet", "end": "deals", "length": 12, "weight_seven": 1},
    },
    paper=Paper(
        sheet.SESSION,
        [
            (
                {"leader": leader},
                [entry],
                {"totals": totals * 2} | ({"notices.exchange": exchange} if totals != (7, 6) else {}),
            )
            for (leader, _, _, totals, exchange), entry in zip(sheet.SHEET, sheet.ENTRIES, strict=True)
        ],
        {
            "standings": [(1, (0, 2), 7, 0), (2, (1, 3), 6, 1)],
            "winners": (0, 2),
            "tallies": ["plain win × 2, 7–0 × 1, 13–0 × 1", "plain win × 2, 7–0 × 2"],
            "moments": ["Longest run: あんな & 千夏, 3 deals", "あんな & 千夏 took all thirteen tricks of deal 3"],
        },
    ),
)
