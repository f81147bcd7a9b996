"""What the tests of every game ask of Wizard, by hand from its rules."""

from __future__ import annotations

from tests.games.wizard import sheet
from tests.games.wizard.facts import told
from tests.kit.expected import ANY_TIME, IN_TURN, Expected, Paper

EXPECTED = Expected(
    own_parts={"bids": IN_TURN, "tricks": ANY_TIME},
    shown_ahead={"bids", "tricks"},
    told=told,
    kind=("deals",),
    out_of_bounds={"deals": (0, 21, "all", 1.5)},
    presets={
        "standard": {"deals": 15, "bidding": "in-turn", "restriction": "off"},
        "ten": {"deals": 10, "bidding": "in-turn", "restriction": "off"},
        "restricted": {"deals": 15, "bidding": "in-turn", "restriction": "on"},
        "hidden": {"deals": 15, "bidding": "hidden", "restriction": "off"},
    },
    paper=Paper(
        sheet.SESSION,
        [
            (
                {"hand": cards, "dealer": deal.dealer},
                sheet.entries_of(deal),
                {"points": deal.points, "totals": deal.totals},
            )
            for cards, deal in enumerate(sheet.DEALS, start=1)
        ],
        {
            "standings": [(1, (1,), 410, 0), (2, (0,), 400, 10), (3, (3,), 220, 190), (4, (2,), 150, 260)],
            "winners": (1,),
            "moments": ["Most bids made: ベン, 12 of 15", "Best score: あんな, ベン +70 (deal 12, deal 15)"],
        },
    ),
)
