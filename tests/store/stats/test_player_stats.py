"""What sessions come to for their players: worked by hand, and against counting every sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from record.review import review
from scoring.document import load
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME as KOI_KOI
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.insights.facts import MADE, FactValue
from store.admin.rebuild import compare, rebuild
from store.book import Book
from store.engines.base import Connection
from store.errors import NoSuchError
from store.players.profiles import merge_players, unmerge_player
from store.sessions.details import delete_session
from store.sessions.history import summaries
from store.sessions.writing import import_session
from store.stats import league
from store.stats.finished import facts_between, first_and_last_played, played_between
from store.stats.head_to_head import head_to_head
from store.stats.league import LeagueRow
from store.stats.player_stats import GameStatistics, HeadToHeadCounts, last_results, statistics
from store.stats.ratings import ratings
from store.stats.results import Results
from store.stats.selection import Selection
from tests.games.koi_koi import sheet as koi_koi_sheet
from tests.kit.games import changed
from tests.kit.store.changed_table import plays as plays_on
from tests.kit.store.counting import holds, logged, of, pad
from tests.kit.store.table_talk import END, note
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

PUT_AWAY = "2026-11-22T09:00:00Z"
TABLE = ("Ann", "Ben", "Chika")


def plays(keeper: Keeper, *deals: tuple[list[int], list[int]], at: str, **table: Any) -> str:
    entries = (
        {"step": step, step: said} for deal in deals for step, said in zip(("bids", "tricks"), deal, strict=True)
    )
    return keeper.plays(*entries, players=TABLE, game=OH_HELL, at=at, **table)


def valley(keeper: Keeper, at: str = "2026-11-01T20:00:00Z") -> str:
    """Hands of 3, 2, 1, 2, 3; Ann 11 0 10 11 0, Ben 0 0 11 11 10, Chika 0 0 0 0 11: Ann and Ben share the win."""
    return plays(
        keeper,
        ([1, 1, 0], [1, 0, 2]),
        ([1, 0, 0], [0, 1, 1]),
        ([0, 1, 1], [0, 1, 0]),
        ([1, 1, 1], [1, 1, 0]),
        ([1, 0, 1], [2, 0, 1]),
        at=at,
        format="short-valley",
        top_hand=3,
    )


def falling(keeper: Keeper, at: str = "2026-11-02T20:00:00Z") -> str:
    """Hands of 2, 1; Ben and Chika deal. Ann 10 11, Ben 0 10, Chika 10 0: Ann wins."""
    return plays(
        keeper, ([0, 1, 0], [0, 2, 0]), ([1, 0, 1], [1, 0, 0]), at=at, dealer=1, format="short-falling", top_hand=2
    )


def of_ann(book: Book) -> GameStatistics:
    (game,) = of(book, "Ann").games
    return game


def told(counts: Any, name: str) -> dict[Any, Any]:
    return {each.value: times for each, times in counts.items() if each.name == name}


@both_engines
def test_two_evenings_of_oh_hell(keeper: Keeper) -> None:
    valley(keeper)
    falling(keeper)
    ann = of_ann(keeper.book)
    assert ann.results == Results("oh-hell", 2, 2, Fraction(53, 2), 32, 21, run=2, longest=2, driest=0, average_place=1)
    assert ann.places == {1: 2}
    assert told(ann.facts, "made") == {True: 5, False: 2}
    assert told(ann.facts, "bid") == {1: 5, 0: 2}
    assert told(ann.facts, "hand") == {3: 2, 2: 3, 1: 2}
    assert told(ann.facts, "dealt") == {True: 2, False: 5}
    assert told(ann.facts, "missed") == {"over": 1, "under": 1}
    by_hand = {(by.value, of.value): n for (of, by), n in ann.crossings.items() if by.name == "hand"}
    assert by_hand == {(3, True): 1, (3, False): 1, (2, True): 2, (2, False): 1, (1, True): 2}
    assert ann.points == {}
    ann_is, ben_is, chika_is = (keeper.numbers[name] for name in TABLE)
    assert of(keeper.book, "Ann").beside == (
        HeadToHeadCounts(ben_is, "Ben", "oh-hell", ahead=1, level=1, behind=0, partners=0, won=0),
        HeadToHeadCounts(chika_is, "Chika", "oh-hell", ahead=2, level=0, behind=0, partners=0, won=0),
    )
    assert league.league_table(keeper.book) == [
        LeagueRow(ann_is, "Ann", ann.results),
        LeagueRow(
            ben_is,
            "Ben",
            Results("oh-hell", 2, 1, 21, 32, 10, run=-1, longest=1, driest=1, average_place=Fraction(3, 2)),
        ),
        LeagueRow(
            chika_is,
            "Chika",
            Results(
                "oh-hell", 2, 0, Fraction(21, 2), 11, 10, run=-2, longest=0, driest=2, average_place=Fraction(5, 2)
            ),
        ),
    ]


@both_engines
def test_what_is_said_later_of_a_finished_session_changes_its_counts(keeper: Keeper) -> None:
    first = valley(keeper)
    falling(keeper)
    keeper.writes(first, {"step": "adjustment", "seat": 0, "amount": -5, "reason": "showed a card"})
    ann = of_ann(keeper.book)
    assert ann.results == Results("oh-hell", 2, 1, 24, 27, 21, run=1, longest=1, driest=1, average_place=Fraction(3, 2))
    assert ann.places == {1: 1, 2: 1}
    # The last deal's tricks are open again: the session runs, and counts for nothing.
    keeper.undoes(first, count=2)
    ann = of_ann(keeper.book)
    assert ann.results == Results(
        "oh-hell", 1, 1, 21, 21, 21, run=1, longest=1, driest=0, average_place=1, kind="short-falling.2.normal"
    )
    assert told(ann.facts, "made") == {True: 2}


def test_a_correction_changes_what_it_corrects(keeper: Keeper) -> None:
    """In the last deal Ann took her one trick after all, and Ben one that he had not bid: 43, 22, 11."""
    first = valley(keeper)
    keeper.corrects(first, {9: {"step": "tricks", "tricks": [1, 1, 1]}})
    ann = of_ann(keeper.book)
    assert ann.results == Results(
        "oh-hell", 1, 1, 43, 43, 43, run=1, longest=1, driest=0, average_place=1, kind="short-valley.3.normal"
    )
    assert told(ann.facts, "made") == {True: 4, False: 1}
    assert told(ann.facts, "missed") == {"under": 1}
    assert {line.name: line.results.won for line in league.league_table(keeper.book)} == {
        "Ann": 1,
        "Ben": 0,
        "Chika": 0,
    }
    keeper.undoes(first)
    assert {line.name: line.results.won for line in league.league_table(keeper.book)} == {
        "Ann": 1,
        "Ben": 1,
        "Chika": 0,
    }


def test_a_session_that_is_put_away_counts_no_more_until_it_is_back(keeper: Keeper) -> None:
    first = valley(keeper)
    falling(keeper)
    both = of(keeper.book, "Ben")
    delete_session(keeper.book, first, at=PUT_AWAY)
    assert of_ann(keeper.book).results == Results(
        "oh-hell", 1, 1, 21, 21, 21, run=1, longest=1, driest=0, average_place=1, kind="short-falling.2.normal"
    )
    for back in (
        lambda: delete_session(keeper.book, first, at=None),
        lambda: keeper.writes(first, note("wanted after all")),
    ):
        delete_session(keeper.book, first, at=PUT_AWAY)
        back()
        assert of(keeper.book, "Ben") == both


def test_a_session_that_runs_or_was_ended_before_its_first_deal_counts_for_nothing(keeper: Keeper) -> None:
    plays(keeper, ([0, 1, 0], [0, 2, 0]), at="2026-11-02T20:00:00Z", dealer=1, format="short-falling", top_hand=2)
    keeper.plays(END, players=TABLE, game=OH_HELL)
    found = of(keeper.book, "Ann")
    assert (found.games, found.beside, league.league_table(keeper.book)) == ((), (), [])


def test_who_won_most_stands_first_however_few_somebody_else_played(keeper: Keeper) -> None:
    """Of the pad's winners Ann has 2 of 4, Dai 1 of 1, Chika 1 of 3, and Ben none of 4."""
    for points, third in (((9, 1, 3), "Chika"), ((9, 1, 3), "Chika"), ((1, 3, 9), "Chika"), ((3, 1, 9), "Dai")):
        pad(keeper, "2026-11-01", *points, players=("Ann", "Ben", third))
    assert [(line.name, line.results.won, line.results.games) for line in league.league_table(keeper.book)] == [
        ("Ann", 2, 4),
        ("Dai", 1, 1),
        ("Chika", 1, 3),
        ("Ben", 0, 4),
    ]


@both_engines
def test_a_draw_is_no_win_in_any_count(keeper: Keeper, db: Connection) -> None:
    """Half years of Koi-Koi, of which the first month decides: Ann wins two, and nobody the third."""
    months = [{"step": "deal", "lights": 0}, {"step": "result", "calls": [1, 0], "winner": "nobody"}]
    won = {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["akatan"]}
    drawn = ""
    for day, first in (("01", won), ("02", won), ("03", months[1])):
        entries = (months[0], first, *months * 5)
        drawn = keeper.plays(*entries, players=TABLE[:2], game=KOI_KOI, length="half", at=f"2026-11-{day}T20:00:00Z")
    kept = db.execute("SELECT place, won FROM standing WHERE session = ? ORDER BY seat", (drawn,))
    assert [(row["place"], row["won"]) for row in kept] == [(1, 0), (1, 0)]
    assert [row["won"] for row in db.execute("SELECT won FROM player_result WHERE session = ?", (drawn,))] == [0, 0]
    lines = {line.name: line.results for line in league.league_table(keeper.book)}
    assert {name: (each.games, each.won, each.run, each.longest) for name, each in lines.items()} == {
        "Ann": (3, 2, -1, 2),
        "Ben": (3, 0, -3, 0),
    }
    (beside,) = of(keeper.book, "Ann").beside
    assert (beside.ahead, beside.level, beside.behind) == (2, 1, 0)
    assert compare(db).differences == ()


@both_engines
def test_a_tie_that_the_table_decides_changes_places_and_wins_and_no_total(keeper: Keeper, db: Connection) -> None:
    """Of the first evening Ann and Ben share the win with 32."""

    def counted() -> list[tuple[str, int, Any, Any, Any, int]]:
        lines = {line.name: line.results for line in league.league_table(keeper.book)}
        return [
            (name, its.won, its.average_place, its.average, its.highest, its.run)
            for name, its in sorted(lines.items())[:2]
        ]

    game = valley(keeper)
    level, rated = counted(), ratings(keeper.book)
    assert level == [("Ann", 1, 1, 32, 32, 1), ("Ben", 1, 1, 32, 32, 1)]
    with pytest.raises(EntryError, match="share a place"):
        keeper.writes(game, {"step": "tie", "order": [0, 2]})
    keeper.writes(game, {"step": "tie", "order": [1, 0], "reason": "by cards"})
    decided = [("Ann", 0, 2, 32, 32, -1), ("Ben", 1, 1, 32, 32, 1)]
    assert (counted(), ratings(keeper.book) == rated) == (decided, False)
    (ben, _chika) = of(keeper.book, "Ann").beside
    assert (ben.ahead, ben.level, ben.behind) == (0, 0, 1)
    seats = summaries(keeper.book)[0].seats
    assert [(seat.place, seat.won, seat.decided) for seat in seats] == [
        *((2, False, True), (1, True, True)),
        (3, False, False),
    ]
    # By a fine Ben has won anyway; without it the table's decision holds again. A correction does the same.
    keeper.writes(game, {"step": "adjustment", "seat": 0, "amount": -1, "reason": "fine"})
    assert [seat.decided for seat in summaries(keeper.book)[0].seats] == [False] * 3
    keeper.undoes(game)
    assert counted() == decided
    keeper.corrects(game, {9: {"step": "tricks", "tricks": [1, 1, 1]}})
    assert [line[:2] for line in counted()] == [("Ann", 1), ("Ben", 0)]
    assert [action.kind for action in keeper.sees(game).actions[-2:]] == ["undo", "correct"]
    keeper.undoes(game)
    assert counted() == decided
    keeper.corrects(game, {len(keeper.sees(game).entries) - 1: {"step": "tie", "order": [0, 1]}})
    assert [line[:2] for line in counted()] == [("Ann", 1), ("Ben", 0)]
    keeper.undoes(game, count=2)
    assert counted() == level
    keeper.redoes(game)
    assert (counted(), compare(db).differences) == (decided, ())
    assert load(keeper.sees(game).document).winners == (1,)


@both_engines
def test_together_and_alone_count_as_played_and_in_nothing_that_compares(keeper: Keeper, db: Connection) -> None:
    """Four lose together after Ann has beaten the others, and win together later; Ann plays alone once."""
    four = ("Ann", "Ben", "Chika", "Dov")
    pad(keeper, "2026-11-01", 9, 5, 4, 3, players=four)
    keeper.plays(
        *({"step": "round", "outcome": "lost"},),
        players=four,
        game=SCORE_PAD,
        at="2026-11-02T20:00:00Z",
        result="together",
    )
    before = [(each.name, each.rating.number) for each in ratings(keeper.book)]
    keeper.plays(
        *({"step": "round", "outcome": "won", "points": [40]},),
        players=four,
        game=SCORE_PAD,
        at="2026-11-03T20:00:00Z",
        result="together",
    )
    pad(keeper, "2026-11-04", 100, players=("Ann",))
    assert [(each.name, each.rating.number) for each in ratings(keeper.book)] == before
    (ann,), (dov,) = of(keeper.book, "Ann").games, of(keeper.book, "Dov").games
    assert (ann.results.games, ann.results.won, ann.results.highest, ann.results.run) == (1, 1, 9, 1)
    assert (ann.uncontested, ann.won_together, ann.in_part) == (3, 1, 0)
    assert (dov.results.games, dov.results.won, dov.uncontested, dov.won_together) == (1, 0, 2, 1)
    assert {(each.ahead, each.partners) for each in of(keeper.book, "Ann").beside} == {(1, 0)}
    played = played_between(keeper.book, "2026-11-01", "2026-12-01")
    assert [len(each.seats) for each in played] == [4, 4, 4, 1]
    year = review(played)
    assert (year.sessions, year.uncontested, year.players) == (4, 3, 4)
    assert [(each.won, each.games) for each in year.won] == [(1, 1), (0, 1), (0, 1), (0, 1)]
    assert holds(db, keeper.book) == 4


def test_who_is_of_another_scorebook_has_no_statistics_here(keeper: Keeper, stranger: Keeper) -> None:
    valley(keeper)
    stranger.sits_down("Zoë", "Yan")
    for number in (stranger.numbers["Zoë"], 12_345):
        with pytest.raises(NoSuchError):
            statistics(keeper.book, number)
    assert last_results(stranger.book, keeper.numbers["Ann"], limit=5) == []


@both_engines
def test_the_last_results_of_all_games_newest_first(keeper: Keeper) -> None:
    """Ann was first with 32 points on the 1st, and of four at her pad second with 3 on the 3rd; then first with 21."""
    falling(keeper, at="2026-11-04T20:00:00Z")
    first = valley(keeper)
    pad(keeper, "2026-11-03", 3, 7, 1, 0, players=(*TABLE, "Dai"))
    keeper.sits_down("Ann", "Ben", at="2026-11-05T20:00:00Z", game=SCORE_PAD)
    ann, ben = (keeper.numbers[name] for name in ("Ann", "Ben"))
    last = last_results(keeper.book, ann, limit=9)
    assert [(each.game, each.began[:10], each.place, each.total, each.won, each.players) for each in last] == [
        ("oh-hell", "2026-11-04", 1, 21, True, 3),
        ("score-pad", "2026-11-03", 2, 3, False, 4),
        ("oh-hell", "2026-11-01", 1, 32, True, 3),
    ]
    assert (last[2].session, last[1].options["rounds"]) == (first, 1)
    assert last_results(keeper.book, ann, limit=2) == last[:2]
    delete_session(keeper.book, first, at=PUT_AWAY)
    assert [each.place for each in last_results(keeper.book, ben, limit=9)] == [2, 1]


@both_engines
def test_the_current_run_goes_through_all_games_and_is_as_long_as_it_is(keeper: Keeper) -> None:
    """Ann and Ben share the win of a valley on the 1st, then Ben wins a pad against Ann on each of 22 days."""
    valley(keeper)
    for day in range(3, 25):
        pad(keeper, f"2026-11-{day:02}", 3, 7)
    ann, ben, chika = (keeper.numbers[name] for name in ("Ann", "Ben", "Chika"))
    assert [statistics(keeper.book, each).run for each in (ann, ben, chika)] == [-22, 23, -1]


@both_engines
def test_a_win_that_came_earlier_but_is_written_later_joins_the_run(keeper: Keeper) -> None:
    """Ann wins on the 2nd, 4th and 6th, and then the evening of the 3rd is written down, where she shares a win."""
    for day in (2, 4, 6):
        falling(keeper, f"2026-11-0{day}T20:00:00Z")
    between = valley(keeper, "2026-11-03T20:00:00Z")
    assert of_ann(keeper.book).results.run == 4
    keeper.writes(between, {"step": "adjustment", "seat": 0, "amount": -5, "reason": "showed a card"})
    assert (of_ann(keeper.book).results.run, of_ann(keeper.book).results.longest) == (2, 2)
    delete_session(keeper.book, between, at=PUT_AWAY)
    assert (of_ann(keeper.book).results.run, of_ann(keeper.book).results.driest) == (3, 0)


def test_a_year_of_koi_koi(keeper: Keeper) -> None:
    import_session(keeper.book, logged(KOI_KOI, "year", koi_koi_sheet.SESSION, list(koi_koi_sheet.entries())))
    (year,) = of(keeper.book, koi_koi_sheet.SESSION["players"][0]).games
    assert told(year.facts, "won_by") == {"yaku": 5}
    assert told(year.facts, "calling") == {"won": 3}
    assert year.facts[FactValue("yaku", "akatan")] == 2
    # Anna was oya in February, April, September and December.
    assert told(year.points, "oya") == {True: -4 - 6 - 30 + 66, False: 54 - 26}


@both_engines
def test_rebuild_mends_results(keeper: Keeper, db: Connection, careless: Callable[[str], None]) -> None:
    valley(keeper)
    falling(keeper)
    plays_on(keeper)
    right = of(keeper.book, "Ann"), of(keeper.book, "Zoe"), league.league_table(keeper.book)
    for damage, table in (
        ("DELETE FROM player_result", "player_result"),
        ("DELETE FROM player_result WHERE place = 0", "player_result"),
        ("UPDATE player_result SET facts = '{}', won = 0", "player_result"),
        ("UPDATE player_result SET game = 'koi-koi'", "player_result"),
        ("UPDATE session SET counted = 0", "session"),
    ):
        careless(damage)
        assert table in {each.table for each in compare(db).differences}, damage
        rebuild(db)
        assert compare(db).differences == (), damage
        assert (of(keeper.book, "Ann"), of(keeper.book, "Zoe"), league.league_table(keeper.book)) == right, damage


# At a table that changes: each person's own deals, and wins for who sat there at the end.

AT = "2026-11-21T20:00:00Z"
YEAR = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")


def figures(keeper: Keeper, name: str) -> GameStatistics:
    (found,) = statistics(keeper.book, keeper.numbers[name], Selection(game="oh-hell")).games
    return found


def in_short(keeper: Keeper, name: str) -> tuple[int, int, int, int, int, int]:
    """Games, won, games in part with their deals, bids made and missed."""
    found = figures(keeper, name)
    made, missed = (found.facts.get(FactValue(MADE, each), 0) for each in (True, False))
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
    plays_on(keeper)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED
    assert compare(db).differences == ()


def test_totals_and_places_are_of_who_sits_there_at_the_end(keeper: Keeper) -> None:
    plays_on(keeper)
    found = {name: figures(keeper, name) for name in WORKED}
    assert {name: (each.results.highest, dict(each.places)) for name, each in found.items()} == {
        "Ann": (0, {}),
        "Ben": (0, {}),
        "Cleo": (21, {3: 1}),
        "Eva": (32, {1: 1}),
        "Zoe": (23, {2: 1}),
    }
    assert {line.name for line in league.league_table(keeper.book)} == {"Cleo", "Eva", "Zoe"}


@both_engines
def test_only_those_with_a_place_have_stood_beside_others(keeper: Keeper) -> None:
    plays_on(keeper)
    of = keeper.numbers
    found = statistics(keeper.book, of["Zoe"])
    assert [(each.name, each.ahead, each.behind) for each in found.beside] == [("Cleo", 1, 0), ("Eva", 0, 1)]
    assert head_to_head(keeper.book, of["Ben"], of["Eva"]).games == ()
    assert {each.player for each in ratings(keeper.book)} == {of[name] for name in ("Cleo", "Eva", "Zoe")}
    assert [(each.place, each.players) for each in last_results(keeper.book, of["Eva"], limit=5)] == [(1, 3)]
    assert last_results(keeper.book, of["Ann"], limit=5) == []
    assert set(first_and_last_played(keeper.book)) == {of[name] for name in ("Cleo", "Eva", "Zoe")}


@both_engines
def test_a_year_tells_of_those_with_a_place(keeper: Keeper) -> None:
    plays_on(keeper, at=AT)
    (played,) = played_between(keeper.book, *YEAR)
    of = {number: name for name, number in keeper.numbers.items()}
    # Ann made 2 of 4 cards, which is not Zoe's best bid: Zoe made none.
    assert {of[each.player]: (each.place, each.won, each.bid) for each in played.seats} == {
        "Zoe": (2, False, 0),
        "Cleo": (3, False, 1),
        "Eva": (1, True, 2),
    }
    made = facts_between(keeper.book, *YEAR, game="oh-hell", fact=MADE)
    assert made[True, keeper.numbers["Ann"], played.session] == 2


@both_engines
def test_a_period_counts_the_same(keeper: Keeper) -> None:
    plays_on(keeper, at=AT)
    inside, outside = Selection(since="2026-11-01T00:00:00Z"), Selection(until="2026-11-01T00:00:00Z")
    (found,) = statistics(keeper.book, keeper.numbers["Ann"], inside).games
    assert (found.in_part, found.deals_in_part, found.facts[FactValue(MADE, True)]) == (1, 2, 2)
    assert statistics(keeper.book, keeper.numbers["Ann"], outside).games == ()


@both_engines
@pytest.mark.parametrize("name", ["Ann", "Zoe"])
def test_figures_follow_a_merge_and_its_end(keeper: Keeper, db: Connection, name: str) -> None:
    keeper.sits_down("Other", "Ben")
    plays_on(keeper)
    of = keeper.numbers
    merge_players(keeper.book, of[name], into=of["Other"], at=AT)
    assert in_short(keeper, "Other") == WORKED[name]
    assert compare(db).differences == ()
    unmerge_player(keeper.book, of[name])
    assert (in_short(keeper, name), statistics(keeper.book, of["Other"]).games) == (WORKED[name], ())
    assert compare(db).differences == ()


@both_engines
def test_deleted_nothing_is_counted_and_restored_all_is(keeper: Keeper, db: Connection) -> None:
    session = plays_on(keeper)
    delete_session(keeper.book, session, at=AT)
    assert [statistics(keeper.book, number).games for number in keeper.numbers.values()] == [()] * 5
    assert compare(db).differences == ()
    delete_session(keeper.book, session, at=None)
    assert {name: in_short(keeper, name) for name in WORKED} == WORKED


@pytest.mark.parametrize("seeds", [range(1, 4), pytest.param(range(4, 20), marks=pytest.mark.long)], ids=str)
def test_at_tables_that_change_by_chance_figures_are_the_sums_of_the_documents(
    keeper: Keeper, db: Connection, seeds: range
) -> None:
    made, stood = Counter[tuple[str, bool]](), Counter[str]()
    for seed in seeds:
        play = changed(OH_HELL, seed)
        import_session(keeper.book, logged(OH_HELL, f"game-{seed}", play.session, [*play.entries]))
        sheet = load(keeper.sees(f"game-{seed}").document)
        for row in (each for each in sheet.rows if each.kind == "deal"):
            there = zip(row.players, row.facts[MADE], strict=True)
            made.update((name, own is True) for name, own in there if own is not None)
        stood.update(sheet.table.players[seat] for each in sheet.standings for seat in each.seats if sheet.deals)
    assert compare(db).differences == ()
    for name, number in keeper.numbers.items():
        games = statistics(keeper.book, number).games
        facts = games[0].facts if games else {}
        assert [facts.get(FactValue(MADE, each), 0) for each in (True, False)] == [made[name, True], made[name, False]]
        assert sum(each.results.games for each in games) == stood[name]
