"""A whole evening of each game, as it was worked by hand on paper: line by line, and what stands at the foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from scoring.catalogue import find_game
from scoring.core import enter
from scoring.document import dump, load
from tests.games.boo_ray import sheet as boo_ray
from tests.games.buki import sheet as buki
from tests.games.koi_koi import sheet as koi_koi
from tests.games.oh_hell import sheet as oh_hell
from tests.games.satat import sheet as satat
from tests.games.skull_king import sheet as skull_king
from tests.games.twin_shoot import sheet as twin_shoot
from tests.games.wizard import sheet as wizard
from tests.kit.games import NAMES
from tests.kit.scoring.seen import seen

Line = tuple[Mapping[str, Any], Sequence[dict[str, Any]], Mapping[str, Any]]
"""What the sheet shows before the entries of a line, these, and what it shows after them."""


class Paper(NamedTuple):
    head: dict[str, Any]
    lines: Sequence[Line]
    foot: Mapping[str, Any]


EVENINGS = {
    "oh-hell": Paper(
        oh_hell.SESSION,
        [
            (
                {"hand": deal.cards, "dealer": deal.dealer},
                oh_hell.entries((deal,)),
                {"points": deal.points, "totals": deal.totals},
            )
            for deal in oh_hell.DEALS
        ],
        {
            "standings": [(1, (1,), 141, 0), (2, (3,), 134, 7), (3, (0,), 132, 9), (3, (2,), 132, 9)],
            "winners": (1,),
            "ended_early": False,
            # 千夏 made the best deal in the first and the last but two.
            "moments": [
                "Most bids made: あんな, ベン, 大輔, 12 of 19",
                "Best deal: 千夏, ベン +14 (deal 1, deal 3, deal 17)",
            ],
        },
    ),
    "wizard": Paper(
        wizard.SESSION,
        [
            (
                {"hand": cards, "dealer": deal.dealer},
                wizard.entries_of(deal),
                {"points": deal.points, "totals": deal.totals},
            )
            for cards, deal in enumerate(wizard.DEALS, start=1)
        ],
        {
            "standings": [(1, (1,), 410, 0), (2, (0,), 400, 10), (3, (3,), 220, 190), (4, (2,), 150, 260)],
            "winners": (1,),
            "moments": ["Most bids made: ベン, 12 of 15", "Best deal: あんな, ベン +70 (deal 12, deal 15)"],
        },
    ),
    "skull-king": Paper(
        skull_king.SESSION,
        [
            ({}, skull_king.entries((each,)), {"points": each.points, "totals": each.totals})
            for each in skull_king.ROUNDS
        ],
        {
            "standings": [(1, (0,), 360, 0), (2, (3,), 300, 60), (3, (2,), 250, 110), (4, (1,), 200, 160)],
            "winners": (skull_king.WINNER,),
        },
    ),
    "twin-shoot": Paper(
        twin_shoot.SESSION,
        [
            ({"notices.leader": leader}, entries, {"totals": (one, one, other, other)})
            for leader, entries, (one, other) in zip(
                ("あんな", "千夏", "ベン", "大輔"),
                (twin_shoot.ENTRIES[:1], *(twin_shoot.ENTRIES[at : at + 2] for at in (1, 3, 5))),
                twin_shoot.RUNNING,
                strict=True,
            )
        ],
        {
            "standings": [(1, (0, 1), 111, 0), (2, (2, 3), 109, 2)],
            "winners": (0, 1),
            # hits: あんな 4 5 2, ベン 1 3, 千夏 2 3 3 4, 大輔 2
            "moments": [
                "Most hits: 千夏, 4 of 4",
                "あんな & ベン: 1 twin shoot",
                "千夏 & 大輔: 1 overhead twin shoot",
                "Best deal: あんな & ベン +66 (round 2, 千夏 led first, 千夏 & 大輔 opened)",
            ],
        },
    ),
    "koi-koi": Paper(
        koi_koi.SESSION,
        [
            (
                {"oya": month.oya},
                [month.deal, month.result] if month.result else [month.deal],
                {"points": (month.gain, -month.gain), "totals": month.totals},
            )
            for month in koi_koi.MONTHS
        ],
        {
            "standings": [(1, (0,), 154, 0), (2, (1,), 46, 108)],
            "winners": (0,),
            "ended_early": False,
            "why_over": "All 12 months have been played.",
            "moments": ["Best month: あんな +66 (December, あんな was oya, あんな koi-koi × 2)"],
        },
    ),
    "buki": Paper(
        buki.SESSION,
        [
            (
                {"banker": game.banker},
                [buki.stakes_of(game), buki.result_of(game)],
                {
                    "points": game.points,
                    "totals": game.totals,
                    "spectators": tuple(game.spectators.items()),
                    "left_over": game.on_table,
                    # All chips are 4 × 50.
                    "unowned": 200 - sum(game.totals),
                },
            )
            for game in buki.GAMES
        ],
        {"standings": [(place, (seat,), buki.GAMES[-1].totals[seat], gap) for place, seat, gap in buki.PLACES]},
    ),
    "boo-ray": Paper(
        boo_ray.document(),
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
            for deal in boo_ray.DEALS
        ],
        {
            # Several reach three wins at once: both are first.
            "standings": [(1, (1,), 49, 0), (1, (3,), 49, 0), (3, (2,), -8, 0), (4, (4,), -33, 0), (5, (0,), -77, 0)],
            "tallies": ["3 wins", "3 wins", "2 wins", "1 win", "0 wins"],
            "winners": (1, 3),
            "moments": [
                "Left in the pot: 120",
                "Largest pot: 60 (deal 5)",
                "Best deal: ベン, 千夏, 大輔 +19 (pot 60, 恵美 dealt, Boo-Ray ベン, Low-Shit 千夏 (alone), KALO 大輔)",
            ],
        },
    ),
    "satat": Paper(
        satat.SESSION,
        [
            (
                {"leader": leader},
                [entry],
                {"totals": totals * 2} | ({"notices.exchange": exchange} if totals != (7, 6) else {}),
            )
            for (leader, _, _, totals, exchange), entry in zip(satat.SHEET, satat.ENTRIES, strict=True)
        ],
        {
            "standings": [(1, (0, 2), 7, 0), (2, (1, 3), 6, 1)],
            "winners": (0, 2),
            "tallies": ["plain win × 2, 7–0 × 1, 13–0 × 1", "plain win × 2, 7–0 × 2"],
            "moments": ["Longest run: あんな & 千夏, 3 deals", "あんな & 千夏 took all thirteen tricks of deal 3"],
        },
    ),
    # Four players to 60, the lowest wins; 千夏 gets 5 for a revoke between the rounds.
    # あんな 10 + 26 + 25 = 61, ベン 0 + 13 + 1 = 14, 千夏 16 + 0 + 5 + 0 = 21, 大輔 0 − 13 + 27 = 14.
    "score-pad": Paper(
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
}


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_comes_out_as_worked_by_hand(game: str) -> None:
    head, lines, foot = EVENINGS[game]
    sheet: Any = load(head | {"entries": []})
    for number, (before, entries, after) in enumerate(lines, start=1):
        assert seen(sheet, *before) == before, f"before line {number}"
        for entry in entries:
            sheet = enter(sheet, entry)
        assert seen(sheet, *after) == after, f"after line {number}"
    assert (sheet.over, seen(sheet, *foot)) == (True, foot)
    document = head | {"options": sheet.options.to_json(), "entries": [entry for line in lines for entry in line[1]]}
    assert load(document) == sheet
    assert dump(find_game(game), sheet, document["entries"]) == document


@pytest.mark.parametrize(
    ("paper", "options", "totals"),
    [
        # Minus scoring of the same 19 deals: 10 × made − 10 × all the misses, each by how many:
        # あんな 12 made; misses 1 1 1 1 2 1 3 = 10 → 20.   ベン 12; 1 1 1 1 1 1 1 = 7 → 50.
        # 千夏 11; 1 2 1 2 1 1 1 1 = 10 → 10.             大輔 12; 4 2 1 2 2 2 1 = 14 → −20.
        (oh_hell, {"scoring": "minus"}, [(20, 50, 10, -20)]),
        (koi_koi, koi_koi.SESSION["options"] | {"koi_koi": "payback"}, [month.payback for month in koi_koi.MONTHS]),
    ],
    ids=["oh-hell", "koi-koi"],
)
def test_the_same_evening_by_another_rule_scores_the_same_facts_anew(
    paper: Any, options: dict[str, Any], totals: list[tuple[int, ...]]
) -> None:
    sheet = load(paper.document() | {"options": options})
    running = [
        tuple(sum(row.points[seat] for row in sheet.rows[:count]) + sheet.opening for seat in sheet.table.seats)
        for count in range(1, len(sheet.rows) + 1)
    ]
    assert running[-len(totals) :] == totals
