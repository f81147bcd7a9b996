"""Figures of a period, a game, a kind: against counting every document anew, whatever becomes of the sessions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Literal, TypeAlias

import pytest

from record.session import Session
from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.satat import GAME as SATAT
from scoring.games.score_pad import GAME as SCORE_PAD
from store.book import Book
from store.engines.base import Connection
from store.errors import NoSuchError
from store.players.profiles import merge_players
from store.scorebooks import players
from store.sessions.details import delete_session
from store.sessions.evenings import evenings_before
from store.sessions.history import summaries
from store.sessions.loading import load
from store.sessions.writing import import_session
from store.stats import head_to_head
from store.stats.league import league_table
from store.stats.player_stats import HeadToHeadCounts, last_results, statistics
from store.stats.ratings import rating_history, ratings
from store.stats.selection import PlayedGame, Selection, played_games
from tests.kit.expected import expected
from tests.kit.games import NAMES, played
from tests.kit.store.counting import holds, logged, of, pad, title_of
from tests.kit.store.table_talk import END, note
from tests.store.conftest import Keeper, file_of

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

PUT_AWAY = "2026-11-22T09:00:00Z"
AGAIN = "another name of the first"


def kind_of(session: Session) -> tuple[object, ...]:
    options: Any = session.document["options"]
    told = [options.get(name) for name in expected()[session.game.slug].kind]
    if session.game.slug == "skull-king" and options["scoring"] != "rascal":
        told[2] = None
    return tuple(told)


Way: TypeAlias = tuple[Literal["", "game", "kind"], bool, bool]
WAYS: tuple[Way, ...] = tuple(product(("", "game", "kind"), (False, True), (False, True)))
"""By nothing, a game, or a kind of it; since a moment; until one."""


def chosen(rng: random.Random, sessions: list[Session], way: Way) -> tuple[Selection, Callable[[Session], bool]]:
    """A selection, and the same in words of documents."""
    by, since, until = way
    like = rng.choice(sessions)
    # Often the very moment at which a session began.
    first, last = sorted(
        rng.choice((each.created_at, f"{rng.randint(2023, 2026)}-{rng.randint(1, 12):02}-01T00:00:00Z"))
        for each in rng.sample(sessions, 2)
    )
    selection = Selection(first if since else "", last if until else "")
    if by:
        kind = like.sheet.options.kind if by == "kind" else ""
        selection = replace(selection, game=like.game.slug, title=title_of(like), kind=kind)

    def counts(session: Session) -> bool:
        return (
            (not by or (session.game.slug, title_of(session)) == (like.game.slug, title_of(like)))
            and (by != "kind" or kind_of(session) == kind_of(like))
            and (not since or session.created_at >= first)
            and (not until or session.created_at < last)
        )

    return selection, counts


def played_for_years(keeper: Keeper, rng: random.Random, times: int) -> list[str]:
    """Every game, so many times, by many rules, over four years; somebody is written by two names."""
    games = [*all_games().values(), SCORE_PAD, SCORE_PAD, OH_HELL, OH_HELL]
    sessions = []
    for number in range(times * len(games)):
        game = games[number % len(games)]
        play = played(game, rng.randrange(6))
        head: dict[str, Any] = dict(play.session)
        if rng.random() < 0.5 and NAMES[0] not in json.dumps(play.entries, ensure_ascii=False):
            head["players"] = [AGAIN if name == NAMES[0] else name for name in head["players"]]
        if game is SCORE_PAD:
            name = rng.choice(("Hearts", "七並べ", None))
            head["options"] = {**head["options"], "name": name, "best": "lowest" if name == "Hearts" else "highest"}
        at = f"{rng.randint(2023, 2026)}-{rng.choice((1, 1, 6, 12)):02}-{rng.choice((1, 15, 28)):02}T20:00:00Z"
        session = logged(game, f"session-{number:04}", head, list(play.entries), at)
        import_session(keeper.book, session)
        sessions.append(session.id)
    return sessions


def holds_for_many(db: Connection, book: Book, rng: random.Random, ways: Sequence[Way]) -> list[int]:
    rows = db.execute("SELECT id FROM session WHERE scorebook = ? ORDER BY number", (book.scorebook,))
    sessions = [load(book, row["id"]) for row in rows]
    holds(db, book)
    return [holds(db, book, *chosen(rng, sessions, way)) for way in ways]


@pytest.mark.thorough
@both_engines
@pytest.mark.parametrize("luck", [1, *(pytest.param(luck, marks=pytest.mark.long) for luck in range(2, 6))])
def test_the_figures_of_any_selection_are_those_of_its_documents(
    keeper: Keeper, stranger: Keeper, db: Connection, luck: int
) -> None:
    """Whatever becomes of the sessions; then two people are made one, and all goes to another scorebook."""
    rng = random.Random(luck)
    # Half of the games and some selections usually, all of them otherwise.
    sessions = played_for_years(keeper, rng, 1 if luck == 1 else 2)
    ways = (rng.sample(WAYS, 5), *[rng.sample(WAYS, 2)] * 3) if luck == 1 else [WAYS] * 4
    assert max(holds_for_many(db, keeper.book, rng, ways[0])) > 5, "some selections have a good deal"

    def takes_back(session: str, most: int) -> None:
        if done := len(keeper.sees(session).log.done):
            keeper.undoes(session, count=min(most, done))

    acts: tuple[Callable[[str], object], ...] = (
        lambda session: takes_back(session, 1),
        lambda session: takes_back(session, 3),
        lambda session: keeper.redoes(session) if keeper.sees(session).log.undone else None,
        lambda session: delete_session(keeper.book, session, at=PUT_AWAY),
        partial(delete_session, keeper.book, at=None),
        lambda session: keeper.writes(session, {"step": "adjustment", "seat": 0, "amount": 40, "reason": "a bet"}),
        lambda session: keeper.writes(session, note("late")),
        lambda session: keeper.writes(session, END) if not keeper.sees(session).sheet.over else None,
    )
    for _ in range(40):
        rng.choice(acts)(rng.choice(sessions))
    holds_for_many(db, keeper.book, rng, ways[1])
    merge_players(keeper.book, keeper.numbers[AGAIN], into=keeper.numbers[NAMES[0]], at=PUT_AWAY)
    assert AGAIN not in players(keeper.book)
    holds_for_many(db, keeper.book, rng, ways[2])
    stranger.takes_in(file_of(keeper))
    holds_for_many(db, stranger.book, rng, ways[3])


@both_engines
def test_a_named_game_of_the_pad_is_a_game_of_its_own(keeper: Keeper) -> None:
    pad(keeper, "2026-01-01", 26, 0, name="Hearts", best="lowest")
    pad(keeper, "2026-01-02", 5, 40, name="七並べ")
    pad(keeper, "2026-01-03", 1, 2)
    lines = [
        (line.results.title, line.name, line.results.won, line.results.average) for line in league_table(keeper.book)
    ]
    assert lines == [
        ("", "Ben", 1, 2),
        ("", "Ann", 0, 1),
        ("Hearts", "Ben", 1, 0),
        ("Hearts", "Ann", 0, 26),
        ("七並べ", "Ben", 1, 40),
        ("七並べ", "Ann", 0, 5),
    ]
    assert [(each.game, each.title, each.ahead) for each in of(keeper.book, "Ben").beside] == [
        ("score-pad", "", 1),
        ("score-pad", "Hearts", 1),
        ("score-pad", "七並べ", 1),
    ]
    hearts = Selection(game="score-pad", title="Hearts")
    assert [line.name for line in league_table(keeper.book, hearts)] == ["Ben", "Ann"]
    assert [each.results.title for each in of(keeper.book, "Ann", Selection(game="score-pad")).games] == [""]
    assert [each.game for each in last_results(keeper.book, keeper.numbers["Ann"], limit=9, selection=hearts)] == [
        "score-pad"
    ]


def test_the_history_finds_a_game_of_the_pad_by_its_name(keeper: Keeper) -> None:
    found = pad(keeper, "2026-01-01", 26, 0, name="Black Lady Hearts", best="lowest")
    pad(keeper, "2026-01-02", 5, 40)
    assert [each.id for each in summaries(keeper.book, text="hearts")] == [found]


@both_engines
def test_what_was_played_is_offered_with_its_kinds_the_most_played_first(keeper: Keeper) -> None:
    for day, points, rules in (
        ("01", (26, 0), {"name": "Hearts"}),
        ("02", (26, 0), {"name": "Hearts", "best": "lowest"}),
        ("03", (26, 0, 3), {"name": "Hearts", "best": "lowest"}),
        ("04", (1, 2, 3), {}),
    ):
        pad(keeper, f"2026-01-{day}", *points, **rules)
    assert played_games(keeper.book) == [
        PlayedGame("score-pad", "Hearts", ("lowest", "highest")),
        PlayedGame("score-pad", "", ("highest",)),
    ]
    assert played_games(keeper.book, keeper.numbers["Chika"]) == [
        PlayedGame("score-pad", "", ("highest",)),
        PlayedGame("score-pad", "Hearts", ("lowest",)),
    ]


@both_engines
def test_a_run_counts_from_the_first_day_of_a_period(keeper: Keeper) -> None:
    """Ann wins on the 1st to the 4th, loses on the 5th, wins on the 6th and 7th."""
    for day, won in enumerate((1, 1, 1, 1, 0, 1, 1), start=1):
        pad(keeper, f"2026-01-0{day}", won, 1 - won)

    def runs(since: str, until: str) -> tuple[int, int, int]:
        period = Selection(since=since and f"2026-01-{since}T00:00:00Z", until=until and f"2026-01-{until}T00:00:00Z")
        (game,) = of(keeper.book, "Ann", period).games
        return game.results.run, game.results.longest, game.results.driest

    periods = (("", ""), ("03", ""), ("04", "05"), ("02", "05"), ("05", "06"), ("", "06"))
    assert [runs(*each) for each in periods] == [(2, 4, 1), (2, 2, 1), (1, 1, 0), (3, 3, 0), (-1, 0, 1), (-1, 4, 1)]


def test_a_kind_has_runs_of_its_own(keeper: Keeper) -> None:
    """Lowest wins: won, won; between them a game that the highest total wins is lost."""
    for day, rules in (("01", {"best": "lowest"}), ("02", {}), ("03", {"best": "lowest"})):
        pad(keeper, f"2026-01-{day}", 0, 9, **rules)
    for kind, figures in (("lowest", (2, 2, 2)), ("", (3, 1, 1))):
        (found,) = (each.results for each in of(keeper.book, "Ann", Selection(game="score-pad", kind=kind)).games)
        assert (found.games, found.run, found.longest) == figures


@both_engines
def test_a_name_in_other_capitals_is_the_same_game_written_as_it_was_last(keeper: Keeper) -> None:
    pad(keeper, "2026-01-02", 5, 40, name="Hearts")
    pad(keeper, "2026-01-01", 26, 0, name="ｈｅａｒｔｓ")
    (line,) = [each for each in league_table(keeper.book) if each.name == "Ben"]
    assert (line.results.title, line.results.games) == ("Hearts", 2)
    pad(keeper, "2026-01-03", 9, 1, name="HEARTS")
    ann, ben = keeper.numbers["Ann"], keeper.numbers["Ben"]
    assert [each.title for each in played_games(keeper.book)] == ["HEARTS"]
    assert [each.results.title for each in of(keeper.book, "Ann").games] == ["HEARTS"]
    (beside,) = statistics(keeper.book, ann).beside
    assert (beside.title, beside.ahead, beside.behind) == ("HEARTS", 2, 1)
    (pair,) = head_to_head.head_to_head(keeper.book, ann, ben, Selection(game="score-pad", title="hearts")).games
    assert (pair.title, pair.ahead, pair.behind) == ("HEARTS", 2, 1)
    (rating,) = ratings(keeper.book, ann)
    assert (rating.title, rating.games) == ("HEARTS", 3)
    assert len(rating_history(keeper.book, ann, "score-pad", "Hearts").changes) == 3
    holds_title = Selection(game="score-pad", title="hEARTS")
    assert [each.results.games for each in league_table(keeper.book, holds_title)] == [3, 3]


@both_engines
def test_two_players_beside_each_other_in_a_selection(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    pad(keeper, "2025-12-31", 1, 2, name="Hearts")
    first = pad(keeper, "2026-01-01", 2, 1, name="Hearts")
    lowest = pad(keeper, "2026-01-02", 5, 5, name="Hearts", best="lowest")
    other = pad(keeper, "2026-01-03", 1, 9)
    ann, ben = keeper.numbers["Ann"], keeper.numbers["Ben"]

    def met(**selected: str) -> tuple[list[tuple[str, int, int, int]], list[str]]:
        found = head_to_head.head_to_head(keeper.book, ann, ben, Selection(**selected))
        return [(each.title, each.ahead, each.level, each.behind) for each in found.games], [
            each.session for each in found.last
        ]

    new_year, next_day = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"
    for selected, found in (
        ({"since": new_year}, ([("Hearts", 1, 1, 0), ("", 0, 0, 1)], [other, lowest, first])),
        ({"since": new_year, "until": next_day}, ([("Hearts", 1, 0, 0)], [first])),
        ({"game": "score-pad"}, ([("", 0, 0, 1)], [other])),
        ({"game": "score-pad", "title": "Hearts", "kind": "lowest"}, ([("Hearts", 0, 1, 0)], [lowest])),
    ):
        assert met(**selected) == found, selected
    monkeypatch.setattr(head_to_head, "LAST_MEETINGS", 1)
    assert met(game="score-pad", title="Hearts")[1] == [lowest], "the last of them"


@both_engines
def test_evenings_of_a_kind_and_of_a_pad_without_a_name(keeper: Keeper) -> None:
    pad(keeper, "2026-01-01", 26, 0, name="Hearts")
    lowest = pad(keeper, "2026-01-03", 26, 0, name="Hearts", best="lowest")
    unnamed = pad(keeper, "2026-01-05", 1, 2)
    chika = pad(keeper, "2026-01-07", 1, 2, 3)
    running = keeper.sits_down("Ann", "Ben", game=SCORE_PAD, at="2026-01-09T20:00:00Z", rounds=2, name=None)

    def found(**filters: Any) -> list[str]:
        return [each[0].id for each in evenings_before(keeper.book, limit=9, game="score-pad", **filters).evenings]

    for filters, sessions in (
        ({"title": ""}, [running, chika, unnamed]),
        ({"title": "hearts", "kind": "lowest"}, [lowest]),
        ({"title": "", "kind": "highest"}, [chika, unnamed]),
        ({"title": "", "kind": "highest", "player": "Chika"}, [chika]),
        ({"kind": "no such kind"}, []),
    ):
        assert found(**filters) == sessions, filters


# Two people beside each other.


@both_engines
def test_by_game_and_by_the_name_of_a_game_on_the_pad(keeper: Keeper) -> None:
    pad(keeper, "2026-11-01", 3, 1, 2, name="Hearts")
    pad(keeper, "2026-11-02", 1, 1, 2, name="Hearts")
    last = pad(keeper, "2026-11-03", 1, 2, 0)
    ann, ben = keeper.numbers["Ann"], keeper.numbers["Ben"]
    found = head_to_head.head_to_head(keeper.book, ann, ben)
    assert (found.players, found.names) == ((ann, ben), ("Ann", "Ben"))
    assert found.games == (
        HeadToHeadCounts(ben, "Ben", "score-pad", ahead=1, level=1, behind=0, partners=0, won=0, title="Hearts"),
        HeadToHeadCounts(ben, "Ben", "score-pad", ahead=0, level=0, behind=1, partners=0, won=0),
    )
    newest = found.last[0]
    assert (newest.session, newest.places, newest.totals) == (last, (2, 1), (1, 2))
    back = head_to_head.head_to_head(keeper.book, ben, ann)
    assert [(each.ahead, each.level, each.behind) for each in back.games] == [(0, 1, 1), (1, 0, 0)]


def test_partners_are_apart_from_opponents(keeper: Keeper) -> None:
    game = played(SATAT, 1)
    deal = next(each for each in game.entries if each["step"] not in ("note", "penalty"))
    session = keeper.plays(deal, END, players=("Ann", "Ben", "Chika", "Dan"), game=SATAT, **game.session["options"])
    ann, ben, chika = (keeper.numbers[name] for name in ("Ann", "Ben", "Chika"))
    won = 0 in keeper.sees(session).sheet.winners
    (partners,) = head_to_head.head_to_head(keeper.book, ann, chika).games
    (rivals,) = head_to_head.head_to_head(keeper.book, ann, ben).games
    assert (partners.against, partners.partners, partners.won) == (0, 1, int(won))
    assert (rivals.against, rivals.partners) == (1, 0)
    (beside,) = [each for each in statistics(keeper.book, ann).beside if each.player == ben]
    assert (rivals.ahead, rivals.level, rivals.behind) == (beside.ahead, beside.level, beside.behind)


def test_who_was_merged_is_the_other(keeper: Keeper) -> None:
    pad(keeper, "2026-11-01", 2, 1)
    pad(keeper, "2026-11-02", 1, 2, players=("Anna", "Ben"))
    ann, anna, ben = (keeper.numbers[name] for name in ("Ann", "Anna", "Ben"))
    merge_players(keeper.book, anna, into=ann, at=PUT_AWAY)
    found = head_to_head.head_to_head(keeper.book, ben, anna)
    assert found.players == (ben, ann)
    assert [(each.ahead, each.behind) for each in found.games] == [(1, 1)]
    for nobody in (anna, 99_999):
        with pytest.raises(NoSuchError):
            head_to_head.head_to_head(keeper.book, ann, nobody)
