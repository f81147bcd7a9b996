"""Lists of past sessions: newest first, filtered, in pages, without a replay; and the evenings that they make."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest

from record.evenings import Evening, Sitting, evenings
from record.log import stamp
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import Book
from store.engines.base import Connection
from store.errors import NoSuchError
from store.sessions import history
from store.sessions.details import archive_session, delete_session, exclude_session
from store.sessions.evenings import evening_of, evenings_after, evenings_before, since_last_evenings
from store.sessions.history import find_sessions, line_ups, summaries
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, END, note, takes
from tests.store.conftest import THURSDAY, Keeper, Overheard

OCTOBER = ("2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z")
NOVEMBER = ("2026-11-01T00:00:00Z", "2026-11-30T23:59:59Z")


@pytest.fixture
def played(keeper: Keeper) -> dict[str, str]:
    """Three evenings, the middle one still running."""
    october = keeper.sits_down("Ann", "Ben", at="2026-10-31T20:00:00Z")
    keeper.writes(october, takes(ANN, "2.5"), takes(BEN, "7.5"), at="2026-10-31T20:20:00Z")
    running = keeper.sits_down("Ben", "Chika", at="2026-11-05T20:00:00Z")
    keeper.writes(running, note("Chika brought 100% rye_bread!"), at="2026-11-05T20:10:00Z")
    november = keeper.sits_down("Chika", "Émile", "Ann", game=OH_HELL, at="2026-11-12T20:00:00Z")
    keeper.writes(november, END, at="2026-11-12T20:10:00Z")
    return {"october": october, "running": running, "november": november}


def listed(db: Connection, played: dict[str, str], **filters: Any) -> str:
    """The sessions that are found; the count must agree."""
    names = {session: name for name, session in played.items()}
    found = history.find_sessions(Book(db, THURSDAY, "keeper"), limit=3, **filters)
    assert found.sessions == history.summaries(Book(db, THURSDAY, "keeper"), **filters)
    assert (found.total, found.more_than_total, found.older) == (len(found.sessions), False, False)
    return " ".join(names[each.id] for each in found.sessions)


@for_each(
    "filters, found",
    [
        ({}, "november running october"),
        ({"over": None, "game": "", "player": "", "text": " ", "began": None}, "november running october"),
        ({"over": True}, "november october"),
        ({"over": False}, "running"),
        ({"game": "pot"}, "running october"),
        ({"player": "ben"}, "running october"),
        ({"player": "Be"}, ""),
        ({"began": ("2026-10-31T20:00:00Z", "2026-10-31T20:00:00Z")}, "october"),
        ({"began": ("2026-10-31T20:00:01Z", "2026-12-31T00:00:00Z")}, "november running"),
        ({"began": ("2026-10-01T00:00:00Z", "2026-10-31T19:59:59Z")}, ""),
        ({"began": ("2026-10-01T00:00:00Z", "2026-12-31T00:00:00Z"), "player": "Chika"}, "november running"),
        ({"player": "Chika", "game": "pot", "over": False, "began": NOVEMBER, "text": "rye"}, "running"),
        ({"player": "Chika", "game": "pot", "over": True}, ""),
        ({"over": False, "player": "Ben"}, "running"),
        ({"over": False, "player": "Ann"}, ""),
        ({"over": False, "text": "brought"}, "running"),
        ({"over": False, "text": "chik"}, "running"),
        ({"over": False, "text": "ÉMI"}, ""),
        ({"over": False, "text": "chik", "player": "Ben"}, "running"),
        ({"over": False, "text": "%"}, "running"),
        ({"text": "ÉMI"}, "november"),
        ({"text": "CHIKA"}, "november running"),
        ({"text": "brought"}, "running"),
        ({"text": "１００％ RYE"}, "running"),
        ({"changed_since": "2026-11-05T20:10:00Z"}, "november running"),
        ({"changed_since": "2026-11-12T20:10:01Z"}, ""),
        # Signs that mean something to the database mean themselves.
        ({"text": "a'; DROP TABLE session; --"}, ""),
        ({"text": "%"}, "running"),
        ({"text": "0%"}, "running"),
        ({"text": "1%%"}, ""),
        ({"text": "_"}, "running"),
        ({"text": "rye_"}, "running"),
        ({"text": "r_e"}, ""),
        ({"text": "!"}, "running"),
        ({"text": "!%"}, ""),
    ],
)
def test_filters_narrow_the_list(db: Connection, played: dict[str, str], filters: dict[str, Any], found: str) -> None:
    assert listed(db, played, **filters) == found


def test_a_list_tells_how_each_game_stands(db: Connection, played: dict[str, str]) -> None:
    november, running, october = history.summaries(Book(db, THURSDAY, "keeper"))
    assert (october.game, october.over, october.ended_early, october.deals) == ("pot", True, False, 2)
    assert (october.created_at, october.updated_at) == ("2026-10-31T20:00:00Z", "2026-10-31T20:20:00Z")
    assert october.seats == (
        ("Ann", Fraction(5, 2), 2, False, (), 0, False),
        ("Ben", Fraction(15, 2), 1, True, (), 1, False),
    )
    assert (running.over, running.deals) == (False, 0)
    assert running.seats == (
        ("Ben", 0, 1, False, (), 0, False),
        ("Chika", 0, 1, False, (), 1, False),
    ), "nobody has won yet"
    assert (november.over, november.ended_early) == (True, True)
    assert [seat.name for seat in november.seats] == ["Chika", "Émile", "Ann"]


def test_who_is_named_and_noted_twice_is_found_once_and_what_was_undone_never(
    db: Connection, played: dict[str, str], keeper: Keeper
) -> None:
    keeper.writes(played["running"], note("Chika again, and Anna"), note("and Chika's sister"))
    found = [listed(db, played, text=text) for text in ("chika", "an")]
    assert found == ["november running", "november running october"]
    keeper.undoes(played["running"], count=3)
    assert listed(db, played, text="rye") == listed(db, played, text="sister") == ""


def test_what_was_put_away_or_excluded_has_changed(db: Connection, keeper: Keeper, played: dict[str, str]) -> None:
    archive_session(keeper.book, played["october"], at="2026-12-01T10:00:00Z")
    assert listed(db, played, changed_since="2026-12-01T10:00:00Z", archived=True) == "october"
    exclude_session(keeper.book, played["november"], at="2026-12-01T11:00:00Z")
    assert listed(db, played, changed_since="2026-12-01T11:00:00Z") == "november"
    delete_session(keeper.book, played["running"], at="2026-12-02T10:00:00Z")
    since = {"changed_since": "2026-12-02T10:00:00Z", "deleted_since": "2026-11-20T10:00:00Z"}
    assert listed(db, played, **since) == "running"


@pytest.mark.engines("sqlite")
def test_another_scorebook_sees_nothing_and_the_same_names_there_find_nothing_here(
    db: Connection, played: dict[str, str], stranger: Keeper
) -> None:
    book = stranger.book
    assert (summaries(book), summaries(book, player="Ann", text="rye"), find_sessions(book, limit=1).total) == (
        [],
        [],
        0,
    )
    assert (line_ups(book), history.most_played_games(book)) == ([], [])
    theirs = stranger.sits_down("Ann", "Ben")
    assert listed(db, played, player="Ann") == listed(db, played, text="Ann") == "november october"
    for session in (theirs, "nothing-there"):
        with pytest.raises(NoSuchError):
            history.find_sessions(Book(db, THURSDAY, "keeper"), limit=2, after=session)


# In pages.


@pytest.mark.engines("sqlite")
def test_lists_come_in_pages_and_many_are_not_counted_to_the_end(
    db: Connection, played: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for offset, names in ((0, ["november", "running"]), (2, ["october"]), (4, [])):
        page = history.find_sessions(Book(db, THURSDAY, "keeper"), limit=2, offset=offset, text="a")
        assert [each.id for each in page.sessions] == [played[name] for name in names]
        assert (page.older, page.total) == (offset == 0, 3)
    monkeypatch.setattr(history, "MAX_COUNTED_SESSIONS", 2)
    for filters, more in (({}, True), ({"text": "a"}, True), ({"player": "Ann"}, False), ({"text": "ann"}, False)):
        found = history.find_sessions(Book(db, THURSDAY, "keeper"), limit=1, **filters)  # type: ignore[arg-type]
        assert (found.total, found.more_than_total) == (2, more), filters
    assert history.find_sessions(Book(db, THURSDAY, "keeper"), limit=1, offset=2).total == 3


@for_each("filters", [{}, {"player": "Ann"}, {"text": "a"}, {"game": "pot"}])
def test_after_a_session_the_list_goes_on_where_it_was(
    db: Connection, keeper: Keeper, played: dict[str, str], filters: dict[str, Any]
) -> None:
    """Some begin within one second, and others meanwhile: the later start is the newer one."""
    started = [keeper.sits_down("Ann", "Ben", at="2026-11-21T10:00:00Z") for _ in range(5)]
    everything = [each.id for each in history.summaries(Book(db, THURSDAY, "keeper"), **filters)]
    assert everything[:5] == started[::-1]
    seen: list[str] = []
    while True:
        page = history.find_sessions(Book(db, THURSDAY, "keeper"), limit=2, after=seen[-1] if seen else None, **filters)
        seen += [each.id for each in page.sessions]
        if not page.older:
            break
        keeper.sits_down("Ann", "Ben", at="2026-11-21T10:00:00Z")
    assert seen == everything


@pytest.mark.engines("sqlite")
def test_a_list_takes_three_queries_and_no_replay(
    overheard: Overheard, played: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.catalogue.all_games", dict)  # a replay would miss them
    assert len(history.summaries(Book(overheard, THURSDAY, "keeper"))) == 3
    assert len(overheard.asked) == 3


def test_the_same_again_offers_each_line_up_once(db: Connection, keeper: Keeper) -> None:
    _, third, second, first = (
        keeper.sits_down("Ann", "Ben", dealer=0),
        keeper.sits_down("Ben", "Ann"),
        keeper.sits_down("Ann", "Ben", pot=50),
        keeper.sits_down("Ann", "Ben", dealer=1),
    )
    found = history.line_ups(Book(db, THURSDAY, "keeper"))
    assert [(each.session, each.game, each.players, each.dealer, each.options) for each in found] == [
        (first, "pot", ("Ann", "Ben"), 1, {"pot": 10, "tip": 2}),
        (second, "pot", ("Ann", "Ben"), 0, {"pot": 50, "tip": 2}),
        (third, "pot", ("Ben", "Ann"), 0, {"pot": 10, "tip": 2}),
    ]
    assert history.line_ups(Book(db, THURSDAY, "keeper"), limit=1) == found[:1]
    assert history.most_played_games(Book(db, THURSDAY, "keeper")) == ["pot"]


# Evenings: their pages together are all of them, and none is cut in two.

NIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
PEOPLE = ("Ann", "Ben", "Chika", "Dan", "Eve")


def at_hour(hours: float) -> datetime:
    return NIGHT + timedelta(hours=hours)


def plays(keeper: Keeper, luck: random.Random, hours: float) -> Sitting:
    """A game that began so many hours after eight o'clock and was written in for some time; few are still running."""
    began = at_hour(hours)
    last = began + timedelta(hours=luck.choice((0, 0.5, 2, 5, 8, 40)))
    people = tuple(luck.sample(PEOPLE, luck.randint(2, 3)))
    session = keeper.sits_down(*people, at=stamp(began))
    keeper.writes(session, takes(ANN, "1"), *([END] if luck.random() < 0.9 else []), at=stamp(last))
    return Sitting(session, began, last, frozenset(people))


def ids(found: Sequence[Evening]) -> list[list[str]]:
    return [[each.id for each in evening] for evening in found]


def pages_down(db: Connection, limit: int, **filters: Any) -> Iterator[list[list[str]]]:
    before = None
    while True:
        page = evenings_before(Book(db, THURSDAY, "keeper"), limit=limit, before=before, **filters)
        yield ids(page.evenings)
        if not page.older:
            return
        before = stamp(page.evenings[-1][0].began)


def pages_up(db: Connection, limit: int, after: str) -> Iterator[list[list[str]]]:
    """From the oldest page to the one that has no newer ones."""
    while True:
        page = evenings_after(Book(db, THURSDAY, "keeper"), limit=limit, after=after)
        yield ids(page.evenings)
        if not page.newer:
            return
        after = stamp(page.evenings[0][0].began)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_the_pages_together_are_all_evenings_and_each_is_whole_whatever_of_it_matches(
    db: Connection, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Games of some days by two tables that mix, some begun in the same second, in the order of their start."""
    luck, hours, played = random.Random(seed), 0.0, []
    for _ in range(24):
        hours += luck.choice((0, 0, 0.5, 1, 3, 4, 4.5, 9, 20, 30))
        played.append(plays(keeper, luck, hours))
    began = {each.id: each.began for each in played}
    everything = ids(sorted(evenings(played), key=lambda evening: evening[0].began, reverse=True))
    monkeypatch.setattr("store.sessions.evenings.FIRST_READ", 3)
    for limit in (1, 4):
        pages = list(pages_down(db, limit))
        assert sorted(chain.from_iterable(pages)) == sorted(everything)
        assert all(len(page) >= limit for page in pages[:-1])
        in_order = [began[evening[0]] for page in pages for evening in page]
        assert in_order == sorted(in_order, reverse=True)
    assert ids([evening_of(Book(db, THURSDAY, "keeper"), played[7].id)]) == [
        each for each in everything if played[7].id in each
    ]
    of_eve = {each.id for each in played if "Eve" in each.people}
    expected = [evening for evening in everything if of_eve & set(evening)]
    assert sorted(chain.from_iterable(pages_down(db, 2, player="Eve"))) == sorted(expected)
    # On the way back up the last page may have some of the one before again: the newest page is always full.
    oldest = began[everything[-1][0]]
    *older, newest = pages_up(db, 3, stamp(oldest))
    on_older = [tuple(each) for page in older for each in page]
    assert len(on_older) == len(set(on_older))
    later = [each for each in everything if began[each[0]] > oldest]
    assert {*on_older, *map(tuple, newest)} >= {*map(tuple, later)}


def test_a_period_is_by_the_beginning_of_an_evening_to_the_second(db: Connection, keeper: Keeper) -> None:
    """Three evenings, the second of two games: it began before its own second game, and is whole wherever it is."""
    first, second, later, third = (keeper.plays(takes(ANN, 1), at=stamp(at_hour(each))) for each in (0, 100, 102, 200))
    moments = {"second": at_hour(100), "later": at_hour(101), "third": at_hour(200)}
    bounds = {name: stamp(at) for name, at in moments.items()}
    bounds |= {f"after {name}": stamp(at + timedelta(seconds=1)) for name, at in moments.items()}
    both = [second, later]
    for since, before, found in (
        ("second", None, [[third], both]),
        ("after second", None, [[third]]),
        ("second", "third", [both]),
        ("second", "after third", [[third], both]),
        (None, "second", [[first]]),
        (None, "after second", [both, [first]]),
        ("later", None, [[third]]),
        (None, "later", [both, [first]]),
    ):
        period: Any = {name: bounds[each] for name, each in (("since", since), ("before", before)) if each}
        assert ids(evenings_before(Book(db, THURSDAY, "keeper"), limit=9, **period).evenings) == found, (since, before)
    for after, newer in ((stamp(NIGHT), both), (bounds["second"], [third])):
        page = evenings_after(Book(db, THURSDAY, "keeper"), limit=1, after=after)
        assert (ids(page.evenings), page.newer) == ([newer], newer == both)
    last = [since_last_evenings(Book(db, THURSDAY, "keeper"), count) for count in (2, 3, 4)]
    assert last == [bounds["second"], stamp(NIGHT), None]


@pytest.mark.engines("sqlite")
def test_a_page_of_many_evenings_reads_little(keeper: Keeper, overheard: Overheard) -> None:
    """An evening a day: how many statements a page takes does not grow with what was played before and after."""
    luck, counted = random.Random(2), []
    for day in range(60):
        plays(keeper, luck, 24 * day)
        if day in (40, 59):
            overheard.asked.clear()
            evenings_before(Book(overheard, THURSDAY, "keeper"), limit=5, before=stamp(at_hour(24 * 30)))
            counted.append(len(overheard.asked))
    assert counted[0] == counted[1]
