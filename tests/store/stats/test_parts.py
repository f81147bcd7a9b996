"""The figures of a table that changes: each person's own deals, and wins for who sat there at the end."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from scoring.document import load
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.insights.counting import Told
from scoring.insights.facts import MADE
from scoring.sheets.changes import PLAYERS_CHANGE, table_next
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.stats.player_stats import GameStatistics
from store.stats.selection import Selection
from tests.kit.games import random_answer
from tests.kit.store.changed_table import OPTIONS, numbers, plays
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

AT = "2026-11-21T20:00:00Z"
YEAR = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")


def figures(keeper: Keeper, name: str) -> GameStatistics:
    (found,) = keeper.book.statistics(numbers(keeper)[name], Selection(game="oh-hell")).games
    return found


def in_short(keeper: Keeper, name: str) -> tuple[int, int, int, int, int, int]:
    """Games, won, games in part with their deals, bids made and missed."""
    found = figures(keeper, name)
    made, missed = (found.facts.get(Told(MADE, each), 0) for each in (True, False))
    return found.results.games, found.results.won, found.in_part, found.deals_in_part, made, missed


WORKED = {
    "Ann": (0, 0, 1, 2, 2, 0),
    "Ben": (0, 0, 1, 3, 2, 1),
    "Cleo": (1, 0, 0, 0, 2, 2),
    "Eva": (1, 1, 0, 0, 3, 0),
    "Zoe": (1, 0, 0, 0, 0, 2),
}


@both_engines
def test_everybody_has_their_own_deals(keeper: Keeper, db: Connection) -> None:
    plays(keeper)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED
    assert compare(db).differences == ()


def test_totals_and_places_are_of_who_sits_there_at_the_end(keeper: Keeper) -> None:
    plays(keeper)
    found = {name: figures(keeper, name) for name in WORKED}
    assert {name: (each.results.highest, dict(each.places)) for name, each in found.items()} == {
        "Ann": (0, {}),
        "Ben": (0, {}),
        "Cleo": (21, {3: 1}),
        "Eva": (32, {1: 1}),
        "Zoe": (23, {2: 1}),
    }
    assert {line.name for line in keeper.book.table()} == {"Cleo", "Eva", "Zoe"}


@both_engines
def test_only_those_with_a_place_have_stood_beside_others(keeper: Keeper) -> None:
    plays(keeper)
    of = numbers(keeper)
    found = keeper.book.statistics(of["Zoe"])
    assert [(each.name, each.ahead, each.behind) for each in found.beside] == [("Cleo", 1, 0), ("Eva", 0, 1)]
    assert keeper.book.head_to_head(of["Ben"], of["Eva"]).games == ()
    assert {each.player for each in keeper.book.ratings()} == {of[name] for name in ("Cleo", "Eva", "Zoe")}
    assert [(each.place, each.players) for each in keeper.book.last_results(of["Eva"], limit=5)] == [(1, 3)]
    assert keeper.book.last_results(of["Ann"], limit=5) == []
    assert set(keeper.book.first_played()) == {of[name] for name in ("Cleo", "Eva", "Zoe")}


@both_engines
def test_a_year_tells_of_those_with_a_place(keeper: Keeper) -> None:
    plays(keeper, at=AT)
    (played,) = keeper.book.played_between(*YEAR)
    of = {number: name for name, number in numbers(keeper).items()}
    # Ann made 2 of 4 cards, which is not Zoe's best bid: Zoe made none.
    assert {of[each.player]: (each.place, each.won, each.bid) for each in played.seats} == {
        "Zoe": (2, False, 0),
        "Cleo": (3, False, 1),
        "Eva": (1, True, 2),
    }
    made = keeper.book.facts_between(*YEAR, game="oh-hell", fact=MADE)
    assert made[True, numbers(keeper)["Ann"], played.session] == 2


@both_engines
def test_a_period_counts_the_same(keeper: Keeper) -> None:
    plays(keeper, at=AT)
    inside, outside = Selection(since="2026-11-01T00:00:00Z"), Selection(until="2026-11-01T00:00:00Z")
    (found,) = keeper.book.statistics(numbers(keeper)["Ann"], inside).games
    assert (found.in_part, found.deals_in_part, found.facts[Told(MADE, True)]) == (1, 2, 2)
    assert keeper.book.statistics(numbers(keeper)["Ann"], outside).games == ()


@both_engines
@pytest.mark.parametrize("name", ["Ann", "Zoe"])
def test_figures_follow_a_merge_and_its_end(keeper: Keeper, db: Connection, name: str) -> None:
    keeper.sits_down("Other", "Ben")
    plays(keeper)
    of = numbers(keeper)
    keeper.book.merge_players(of[name], into=of["Other"], at=AT)
    assert in_short(keeper, "Other") == WORKED[name]
    assert compare(db).differences == ()
    keeper.book.unmerge_player(of[name])
    assert in_short(keeper, name) == WORKED[name]
    assert keeper.book.statistics(of["Other"]).games == ()
    assert compare(db).differences == ()


@both_engines
def test_deleted_nothing_is_counted_and_restored_all_is(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper)
    keeper.book.discard(session, at=AT)
    assert [keeper.book.statistics(number).games for number in numbers(keeper).values()] == [()] * 5
    assert compare(db).differences == ()
    keeper.book.restore(session)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Zoe")


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (0, 2, 3))])
def test_at_tables_that_change_by_chance_figures_are_the_sums_of_the_documents(
    keeper: Keeper, db: Connection, seed: int
) -> None:
    rng = random.Random(seed)
    sessions = [plays_by_chance(keeper, rng) for _ in range(3)]
    assert compare(db).differences == ()
    made: Counter[tuple[str, bool]] = Counter()
    stood: Counter[str] = Counter()
    for session in sessions:
        sheet = load(keeper.sees(session).document)
        for row in sheet.rows:
            for seat, name in enumerate(row.players):
                if row.kind == "deal" and row.facts[MADE][seat] is not None:
                    made[name, row.facts[MADE][seat] is True] += 1
        stood.update(sheet.table.players[seat] for each in sheet.standings for seat in each.seats if sheet.deals)
    for name, number in numbers(keeper).items():
        games = keeper.book.statistics(number).games
        facts = games[0].facts if games else {}
        assert [facts.get(Told(MADE, each), 0) for each in (True, False)] == [made[name, True], made[name, False]]
        assert sum(each.results.games for each in games) == stood[name]


def plays_by_chance(keeper: Keeper, rng: random.Random) -> str:
    """A game of Oh Hell at which somebody comes, goes, sits out or takes over every few entries; some are undone."""
    session = keeper.sits_down(*rng.sample(NAMES, 4), game=OH_HELL, **OPTIONS | {"top_hand": 6})
    while not (sheet := keeper.sees(session).sheet).over:
        changes = [ask for ask in sheet.asks if ask.step in PLAYERS_CHANGE]
        entry: dict[str, Any] = {}
        if changes and rng.random() < 0.3:
            # What can't happen before the end is refused.
            with suppress(AssertionError):
                entry = random_answer(sheet, rng.choice(changes), rng)
        if entry:
            free = [name for name in NAMES if name not in table_next(sheet).players]
            if "name" in entry:
                entry["name"] = rng.choice(free) if free else f"Guest {rng.random()}"
            keeper.writes(session, entry)
        elif sheet.ask:
            keeper.writes(session, random_answer(sheet, sheet.ask, rng))
        if rng.random() < 0.1:
            keeper.undoes(session)
    return session
