"""Pages of evenings: together they are all evenings, none is cut in two, and a page reads only what lies around it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import pytest

from record.author import stamp
from record.evenings import Evening, Sitting, evenings
from store.engines.base import Connection
from store.sessions.evenings import evening_of, evenings_after, evenings_before, since_last_evenings
from tests.kit.store.table_talk import ANN, END, takes
from tests.store.conftest import THURSDAY, Keeper, Overheard

NIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
PEOPLE = ("Ann", "Ben", "Chika", "Dan", "Eve")


def plays(keeper: Keeper, luck: random.Random, hours: float) -> Sitting:
    """A game that began so many hours after eight o'clock and was written in for some time; few are still running."""
    began = NIGHT + timedelta(hours=hours)
    last = began + timedelta(hours=luck.choice((0, 0.5, 2, 5, 8, 40)))
    people = tuple(luck.sample(PEOPLE, luck.randint(2, 3)))
    session = keeper.sits_down(*people, at=stamp(began))
    keeper.writes(session, takes(ANN, "1"), at=stamp(last))
    if luck.random() < 0.9:
        keeper.writes(session, END, at=stamp(last))
    return Sitting(session, began, last, frozenset(people))


def book_of(keeper: Keeper, seed: int) -> list[Sitting]:
    """Games of some days by two tables that mix, some begun in the same second, in the order of their start."""
    luck, hours, played = random.Random(seed), 0.0, []
    for _ in range(24):
        hours += luck.choice((0, 0, 0.5, 1, 3, 4, 4.5, 9, 20, 30))
        played.append(plays(keeper, luck, hours))
    return played


def ids(found: Sequence[Evening]) -> list[list[str]]:
    return [[each.id for each in evening] for evening in found]


def pages_down(db: Connection, limit: int, **filters: Any) -> Iterator[list[list[str]]]:
    before = None
    while True:
        page = evenings_before(db, THURSDAY, limit=limit, before=before, **filters)
        yield ids(page.evenings)
        if not page.older:
            return
        before = stamp(page.evenings[-1][0].began)


def pages_up(db: Connection, limit: int, after: str) -> Iterator[list[list[str]]]:
    """From the oldest page to the one that has no newer ones."""
    while True:
        page = evenings_after(db, THURSDAY, limit=limit, after=after)
        yield ids(page.evenings)
        if not page.newer:
            return
        after = stamp(page.evenings[0][0].began)


def newest_first(played: Sequence[Sitting]) -> list[list[str]]:
    return ids(sorted(evenings(played), key=lambda evening: evening[0].began, reverse=True))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("limit", [1, 4])
def test_the_pages_together_are_all_evenings(
    db: Connection, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, seed: int, limit: int
) -> None:
    monkeypatch.setattr("store.sessions.evenings.AT_ONCE", 3)
    played = book_of(keeper, seed)
    everything = newest_first(played)
    found = list(pages_down(db, limit))
    assert sorted(chain.from_iterable(found)) == sorted(everything)
    assert all(len(page) >= limit for page in found[:-1])
    began = {each.id: each.began for each in played}
    in_order = [began[evening[0]] for page in found for evening in page]
    assert in_order == sorted(in_order, reverse=True)
    assert ids([evening_of(db, THURSDAY, played[7].id)]) == [each for each in everything if played[7].id in each]


@pytest.mark.parametrize("seed", range(6))
def test_the_way_back_up_leaves_none_out(
    db: Connection, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The last page may have some of the one before again, since the newest page is always full."""
    monkeypatch.setattr("store.sessions.evenings.AT_ONCE", 3)
    everything = newest_first(book_of(keeper, seed))
    began = started(db, everything[-1])
    *older, newest = pages_up(db, 3, began)
    passed = [*chain.from_iterable(older), *newest]
    later = [each for each in everything if started(db, each) > began]
    on_older = [tuple(each) for page in older for each in page]
    assert len(on_older) == len(set(on_older))
    assert {*map(tuple, passed)} >= {*map(tuple, later)}


def started(db: Connection, evening: list[str]) -> str:
    row = db.execute("SELECT created_at FROM session WHERE id = ?", (evening[0],)).fetchone()
    return str(row["created_at"])


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_is_whole_whatever_of_it_matches(
    db: Connection, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("store.sessions.evenings.AT_ONCE", 2)
    played = book_of(keeper, seed)
    of_eve = {each.id for each in played if "Eve" in each.people}
    expected = [evening for evening in newest_first(played) if of_eve & set(evening)]
    assert sorted(chain.from_iterable(pages_down(db, 2, player="Eve"))) == sorted(expected)


def test_a_period_is_by_the_beginning_of_an_evening(db: Connection, keeper: Keeper) -> None:
    luck = random.Random(1)
    days = [plays(keeper, luck, hours).id for hours in (0, 100, 200)]
    since, before = stamp(NIGHT + timedelta(hours=100)), stamp(NIGHT + timedelta(hours=200))
    assert ids(evenings_before(db, THURSDAY, limit=9, since=since).evenings) == [[days[2]], [days[1]]]
    assert ids(evenings_before(db, THURSDAY, limit=9, since=since, before=before).evenings) == [[days[1]]]


def test_the_last_evenings_begin_with_the_first_game_of_the_first_of_them(db: Connection, keeper: Keeper) -> None:
    luck = random.Random(1)
    for hours in (0, 100, 200):
        plays(keeper, luck, hours)
    assert since_last_evenings(db, THURSDAY, 2) == stamp(NIGHT + timedelta(hours=100))
    assert since_last_evenings(db, THURSDAY, 3) == stamp(NIGHT)
    assert since_last_evenings(db, THURSDAY, 4) is None


def test_a_page_of_many_evenings_reads_little(keeper: Keeper, overheard: Overheard) -> None:
    """An evening a day: how many statements a page takes does not grow with what was played before and after."""
    luck, counted = random.Random(2), []
    for day in range(60):
        plays(keeper, luck, 24 * day)
        if day in (40, 59):
            overheard.asked.clear()
            evenings_before(overheard, THURSDAY, limit=5, before=stamp(NIGHT + timedelta(hours=24 * 30)))
            counted.append(len(overheard.asked))
    assert counted[0] == counted[1]
