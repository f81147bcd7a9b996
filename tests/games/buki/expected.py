"""What the tests of every game ask of Buki, by hand from its rules."""

from __future__ import annotations

from tests.games.buki import sheet
from tests.games.buki.facts import told
from tests.kit.expected import ANY_TIME, Expected, Paper

EXPECTED = Expected(
    own_parts={"stakes": ANY_TIME},
    shown_ahead={"stakes"},
    told=told,
    kind=("chips", "least", "greatest", "games"),
    out_of_bounds={
        "odds": ("2.555", -1, 101, "two"),
        "chips": (-1, 0.5),
        "least": (0, "two"),
        "greatest": (0, 2.5),
        "games": (0, 501),
        "tiles": (5, 8),
    },
    paper=Paper(
        sheet.SESSION,
        [
            (
                {"banker": game.banker},
                [sheet.stakes_of(game), sheet.result_of(game)],
                {
                    "points": game.points,
                    "totals": game.totals,
                    "spectators": tuple(game.spectators.items()),
                    "left_over": game.on_table,
                    # All chips are 4 × 50.
                    "unowned": 200 - sum(game.totals),
                },
            )
            for game in sheet.GAMES
        ],
        {"standings": [(place, (seat,), sheet.GAMES[-1].totals[seat], gap) for place, seat, gap in sheet.PLACES]},
    ),
)
