"""What the tests of every game ask of Oh Hell, by hand from its rules."""

from __future__ import annotations

from tests.games.oh_hell import sheet
from tests.games.oh_hell.facts import told
from tests.kit.expected import ANY_TIME, IN_TURN, Expected, Paper

EXPECTED = Expected(
    own_parts={"bids": IN_TURN, "tricks": ANY_TIME},
    shown_ahead={"bids", "tricks"},
    told=told,
    kind=(
        *("format", "top_hand", "scoring", "made_points", "trick_points", "missed_points"),
        *("equal_deals", "missed_tricks", "missed_sum", "missed_bid"),
    ),
    # 「同点の場合は該当プレイヤー全てが勝者です」
    out_of_bounds={
        "top_hand": (0, -1, 18, "ten", 10.5),
        "made_points": (101, -1),
        "trick_points": (31, -1),
        "missed_points": (31, -1),
        "trumps": ("none", 1),
        "trump_order": (["spades"], ["spades"] * 9, ["stars", "none"], "s", "sx", 5),
        "no_trump_deals": ([0], [61], "some", 5),
        "missed_tricks": ("under", 1),
        "missed_sum": (101, -1, 0.5),
        "missed_bid": ("some",),
        "equal_deals": (0, 61, "some"),
        "restriction_from": (0, 18, "four"),
    },
    needs={
        "equal": {"top_hand": 13, "equal_deals": 8},
        "order": {"trump_order": ("spades", "none")},
        "deals": {"no_trump_deals": (5,)},
    },
    presets={
        "standard": {"format": "long", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
        "short": {"format": "short-valley", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
        "written": {"format": "long", "scoring": "normal", "bidding": "written", "restriction": "off"},
        "minus": {"format": "long", "scoring": "minus", "bidding": "in-turn", "restriction": "on"},
    },
    paper=Paper(
        sheet.SESSION,
        [
            (
                {"hand": deal.cards, "dealer": deal.dealer},
                sheet.entries((deal,)),
                {"points": deal.points, "totals": deal.totals},
            )
            for deal in sheet.DEALS
        ],
        {
            "standings": [(1, (1,), 141, 0), (2, (3,), 134, 7), (3, (0,), 132, 9), (3, (2,), 132, 9)],
            "winners": (1,),
            "ended_early": False,
            # 千夏 made the best deal in the first and the last but two.
            "moments": [
                "Most bids made: あんな, ベン, 大輔, 12 of 19",
                "Best score: 千夏, ベン +14 (deal 1, deal 3, deal 17)",
            ],
        },
    ),
)
