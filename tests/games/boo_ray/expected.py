"""What the tests of every game ask of Boo-Ray, by hand from its rules."""

from __future__ import annotations

from tests.games.boo_ray import sheet
from tests.games.boo_ray.facts import told
from tests.kit.expected import HIDDEN, Expected, Paper

EXPECTED = Expected(
    own_parts={"entries": HIDDEN},
    shown_ahead={"results"},
    told=told,
    kind=("chips", "ante", "wins"),
    out_of_bounds={"chips": (-1,), "ante": (0, 0.5), "wins": (0, 21), "staying_out": ("maybe",)},
    paper=Paper(
        sheet.document(),
        [
            (
                {"pot": deal.pot},
                deal.entries,
                {
                    "points": deal.points,
                    "totals": deal.totals,
                    "wins": deal.wins,
                    "left": deal.left,
                    "unowned": deal.left,
                },
            )
            for deal in sheet.DEALS
        ],
        {
            # Several reach three wins at once: both are first.
            "standings": [(1, (1,), 49, 0), (1, (3,), 49, 0), (3, (2,), -8, 0), (4, (4,), -33, 0), (5, (0,), -77, 0)],
            "tallies": ["3 wins", "3 wins", "2 wins", "1 win", "0 wins"],
            "winners": (1, 3),
            "moments": [
                "Largest pot: 60 (deal 5)",
                "Best score: ベン, 千夏, 大輔 +19 (pot 60, 恵美 dealt, Boo-Ray: ベン, Low-Shit: 千夏 (alone),"
                " KALO: 大輔)",
                "Left in the pot: 120",
            ],
        },
    ),
)
