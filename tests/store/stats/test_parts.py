"""The figures of a table that changes: each person's own deals, and wins for who sat there at the end."""

from __future__ import annotations

import pytest

from scoring.insights.counting import Told
from scoring.insights.facts import MADE
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.stats.player_stats import GameStatistics
from store.stats.selection import Selection
from tests.store.conftest import Keeper
from tests.store.support.changed_table import numbers, plays

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


def test_a_period_counts_the_same(keeper: Keeper) -> None:
    plays(keeper, at=AT)
    inside, outside = Selection(since="2026-11-01T00:00:00Z"), Selection(until="2026-11-01T00:00:00Z")
    (found,) = keeper.book.statistics(numbers(keeper)["Ann"], inside).games
    assert (found.in_part, found.deals_in_part, found.facts[Told(MADE, True)]) == (1, 2, 2)
    assert keeper.book.statistics(numbers(keeper)["Ann"], outside).games == ()


@pytest.mark.parametrize("name", ["Ann", "Eva", "Zoe"])
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


def test_deleted_nothing_is_counted_and_restored_all_is(keeper: Keeper, db: Connection) -> None:
    session = plays(keeper)
    keeper.book.discard(session, at=AT)
    assert [keeper.book.statistics(number).games for number in numbers(keeper).values()] == [()] * 5
    assert compare(db).differences == ()
    keeper.book.restore(session)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED


def test_a_rebuild_makes_the_parts_anew(keeper: Keeper, db: Connection) -> None:
    plays(keeper)
    with db.writing():
        db.execute("DELETE FROM part_share")
        db.execute("DELETE FROM tally")
    assert compare(db).differences != ()
    rebuild(db)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED
    assert compare(db).differences == ()
