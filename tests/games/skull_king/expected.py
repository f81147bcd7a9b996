"""What the tests of every game ask of Skull King, by hand from its rules."""

from __future__ import annotations

from tests.games.skull_king import sheet
from tests.games.skull_king.facts import told
from tests.kit.expected import ANY_TIME, HIDDEN, Expected, Paper

EXPECTED = Expected(
    own_parts={"bids": HIDDEN, "tricks": ANY_TIME},
    shown_ahead={"bids", "tricks"},
    told=told,
    kind=("edition", "scoring", "cannonball", "missed_bonus", "expansion"),
    paper=Paper(
        sheet.SESSION,
        [({}, sheet.entries((each,)), {"points": each.points, "totals": each.totals}) for each in sheet.ROUNDS],
        {
            "standings": [(1, (0,), 360, 0), (2, (3,), 300, 60), (3, (2,), 250, 110), (4, (1,), 200, 160)],
            "winners": (sheet.WINNER,),
        },
    ),
)
