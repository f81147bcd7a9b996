"""What the facts of a sheet come to: counted by hand on small sheets, and against the rows on random ones."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import replay
from scoring.game import AnyGame
from scoring.games.boo_ray import GAME as BOO_RAY
from scoring.games.buki import GAME as BUKI
from scoring.games.koi_koi import GAME as KOI_KOI
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.insights.facts import count_facts
from scoring.sheets.sheet import Sheet
from tests.games.koi_koi import sheet as koi_koi_sheet
from tests.kit.for_each import for_each
from tests.kit.games import played, session_of
from tests.kit.scoring.bidding import entries_of
from tests.kit.scoring.toy_games import PENNY

ANN, BEN = 0, 1


def of(counts: Any, name: str) -> dict[Any, Any]:
    return {told.value: times for told, times in counts.items() if told.name == name}


def crossed(sheet: Sheet[Any], seat: int, name: str, by: str) -> dict[Any, int]:
    found = count_facts(sheet, seat).crossings.items()
    return {(each.by.value, each.of.value): n for each, n in found if (each.of.name, each.by.name) == (name, by)}


def oh_hell() -> Sheet[Any]:
    """Hands of 3, 2, 1, 2, 3. Ann deals first and fourth."""
    deals = [
        ((1, 1, 0), (1, 0, 2)),
        ((1, 0, 0), (0, 1, 1)),
        ((0, 1, 1), (0, 1, 0)),
        ((1, 1, 1), (1, 1, 0)),
        ((1, 0, 1), (2, 0, 1)),
    ]
    adjusted = {"step": "adjustment", "seat": 0, "amount": -5, "reason": "showed a card"}
    session = session_of(OH_HELL, players=3, format="short-valley", top_hand=3)
    return replay(OH_HELL.start(session), [*entries_of(*deals), adjusted])


def banking() -> Sheet[Any]:
    """Anna banks twice: she wins, then Ben does. In his own game nobody goes out."""
    entries: list[dict[str, Any]] = [
        {"step": "stakes", "stakes": [None, 2, 4, 6]},
        {"step": "result", "out": 0},
        {"step": "stakes", "stakes": [None, 2, 4, 6]},
        {"step": "result", "out": 1},
        {"step": "stakes", "stakes": [2, None, 2, 2]},
        {"step": "result", "out": "nobody", "pips": [3, 3, 5, 6]},
    ]
    return replay(BUKI.start(session_of(BUKI, players=4)), entries)


def two_games() -> Sheet[Any]:
    """A pot of 3, two winners: 1 each. Anna also pays 3 for KALO, and everybody the ante of 1."""
    entries: list[dict[str, Any]] = [
        {"step": "entries", "games": [["boo-ray", "kalo"], ["kalo"], []]},
        {"step": "results", "kalo_best": ["1"]},
    ]
    return replay(BOO_RAY.start(session_of(BOO_RAY, players=3, several="on")), entries)


FALLING, BANKING, TWO_GAMES = oh_hell(), banking(), two_games()
YEAR = replay(KOI_KOI.start(koi_koi_sheet.SESSION), koi_koi_sheet.entries())


@pytest.mark.parametrize(
    ("sheet", "seat", "fact", "times"),
    [
        (FALLING, ANN, "made", {True: 3, False: 2}),
        (FALLING, ANN, "missed", {"over": 1, "under": 1}),
        (FALLING, ANN, "bid", {1: 4, 0: 1}),
        (FALLING, ANN, "hand", {3: 2, 2: 2, 1: 1}),
        (FALLING, ANN, "dealt", {True: 2, False: 3}),
        (
            *(YEAR, ANN, "yaku"),
            {"akatan": 2, "aotan": 1, "rokutan": 1, "tan": 2, "tane": 1, "hanami": 1, "kasu": 2, "goko": 1},
        ),
        (
            *(YEAR, BEN, "yaku"),
            {"hanami": 1, "tsukimi": 1, "teppo": 1, "kasu": 1, "inoshikacho": 1, "sanko": 1, "tan": 1},
        ),
        (YEAR, ANN, "won_by", {"yaku": 5}),
        (YEAR, BEN, "won_by", {"yaku": 4, "dealt-hand": 1, "no-yaku": 1}),
        # Both called in March, which Anna won; Ben's two of May came to nothing; August and December were Anna's.
        (YEAR, ANN, "calling", {"won": 3}),
        (YEAR, BEN, "calling", {"lost": 1, "drawn": 1, "won": 1}),
        # April ended with a dealt hand.
        (YEAR, BEN, "calls", {0: 8, 1: 2, 2: 1}),
        (BANKING, BEN, "stake", {2: 2}),
        (BANKING, BEN, "blocked", {False: 2, True: 1}),
        (TWO_GAMES, ANN, "won", {"boo-ray": 1}),
        (TWO_GAMES, ANN, "alone", {"boo-ray": 1}),
        (TWO_GAMES, ANN, "lost", {"kalo": 1}),
        (TWO_GAMES, 2, "entered", {}),
        (TWO_GAMES, 2, "out", {True: 1}),
    ],
)
def test_facts_are_counted_by_their_values(sheet: Sheet[Any], seat: int, fact: str, times: dict[Any, int]) -> None:
    assert of(count_facts(sheet, seat).facts, fact) == times


@pytest.mark.parametrize(
    ("sheet", "seat", "fact", "by", "times"),
    [
        (
            *(FALLING, ANN, "made", "hand"),
            {(3, True): 1, (3, False): 1, (2, True): 1, (2, False): 1, (1, True): 1},
        ),
        (FALLING, ANN, "made", "dealt", {(True, True): 2, (False, True): 1, (False, False): 2}),
        (FALLING, BEN, "made", "bid", {(1, True): 2, (1, False): 1, (0, True): 1, (0, False): 1}),
        (YEAR, BEN, "calling", "calls", {(1, "lost"): 1, (2, "drawn"): 1, (1, "won"): 1}),
        (BANKING, ANN, "result", "role", {("banker", "won"): 1, ("banker", "lost"): 1, ("staker", "drawn"): 1}),
    ],
)
def test_facts_are_counted_beside_others(
    sheet: Sheet[Any], seat: int, fact: str, by: str, times: dict[Any, int]
) -> None:
    assert crossed(sheet, seat, fact, by) == times


@pytest.mark.parametrize(
    ("sheet", "seat", "by", "points"),
    [
        (YEAR, ANN, "month", {month + 1: each.gain for month, each in enumerate(koi_koi_sheet.MONTHS)}),
        # Anna was oya in February, April, September and December.
        (YEAR, ANN, "oya", {True: -4 - 6 - 30 + 66, False: 54 - 26}),
        # As the banker she took 12, then paid 2 × 2.5 and took 4 and 6; then staked 2 in a drawn game.
        (BANKING, ANN, "role", {"banker": 12 - 5 + 10, "staker": -2}),
        (BANKING, BEN, "role", {"staker": -2 + 5, "banker": 0}),
        # What a deal brought counts for every game that was entered.
        (TWO_GAMES, ANN, "entered", {"boo-ray": -3, "kalo": -3}),
        (TWO_GAMES, ANN, "out", {False: -3}),
        (TWO_GAMES, ANN, "dealt", {True: -3}),
    ],
)
def test_points_are_added_up_by_facts(sheet: Sheet[Any], seat: int, by: str, points: dict[Any, int]) -> None:
    assert of(count_facts(sheet, seat).points, by) == points


def test_a_game_that_tells_nothing_has_nothing_to_count() -> None:
    sheet = played(PENNY, 0).last
    assert (count_facts(sheet, 0).facts, count_facts(sheet, 0).crossings, count_facts(sheet, 0).points) == ({}, {}, {})


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
@for_each("seed", range(4))
def test_every_breakdown_adds_up_to_what_was_counted(game: AnyGame, seed: int) -> None:
    sheet = played(game, seed).last
    kinds = {kind.name for kind in sheet.fact_kinds}
    for seat in sheet.table.seats:
        counts, both, points = count_facts(sheet, seat)
        deals = [row for row in sheet.rows if row.kind == "deal"]
        assert {told.name for told in counts} <= kinds
        assert {(each.of.name, each.by.name) for each in both} | {("points", told.name) for told in points} <= set(
            sheet.breakdowns
        )
        for each, times in both.items():
            assert times <= min(counts[each.of], counts[each.by])
        assert points.keys() <= counts.keys()
        for name in {told.name for told in points}:
            seats = [row.facts[name][seat] for row in deals]
            if all(value is not None and not isinstance(value, tuple) for value in seats):
                assert sum(of(points, name).values()) == sum(row.points[seat] for row in deals)
