"""Folded sessions are kept, so many of them, and are never older than the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from record.session import Session
from store.engines.base import Database
from store.sessions import loading
from store.sessions.loading import SessionCache
from tests.conftest import ENGINES
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions were folded, time for time."""
    counted: list[int] = []
    after = Session.after

    def counting(session: Session, *actions: Any) -> Session:
        counted.append(len(actions))
        return after(session, *actions)

    monkeypatch.setattr(Session, "after", counting)
    return counted


def test_what_was_folded_is_not_folded_again(keeper: Keeper, folded: list[int]) -> None:
    session = keeper.sits_down()
    for chips in (3, 2, 1):
        keeper.writes(session, takes(ANN, chips))
    first = keeper.sees(session)
    folded.clear()
    assert keeper.sees(session) is first
    assert folded == []


def test_what_was_written_is_folded_no_more_once_it_stands(keeper: Keeper, folded: list[int]) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    written = keeper.writes(session, takes(BEN, 2)).session
    undone = keeper.undoes(session).session
    assert (written.sheet.totals, undone.sheet.totals) == ((3, 2), (3, 0))
    folded.clear()
    assert keeper.sees(session) is undone
    assert folded == []


def test_what_another_process_wrote_is_seen_at_once(
    keeper: Keeper, database: Database, monkeypatch: pytest.MonkeyPatch, folded: list[int]
) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.sees(session)
    with monkeypatch.context() as another_process:
        another_process.setattr("store.sessions.loading.SESSION_CACHE", SessionCache())
        Keeper(database.connect(), keeper.scorebook).writes(session, takes(BEN, 2), key="theirs")
    folded.clear()
    assert keeper.sees(session).sheet.totals == (3, 2)
    assert folded == [1], "only what is new is folded"


def test_what_was_rolled_back_is_not_kept(keeper: Keeper) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))

    def in_vain() -> None:
        with keeper.book.transaction():
            keeper.writes(session, takes(BEN, 2))
            assert keeper.sees(session).sheet.totals == (3, 2)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_vain()
    keeper.writes(session, takes(BEN, 1))
    assert keeper.sees(session).sheet.totals == (3, 1)


def test_an_older_copy_put_in_its_place_is_read_as_it_is(keeper: Keeper, careless: Callable[[str], None]) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.sees(session)
    careless("DELETE FROM action")
    assert keeper.sees(session).sheet.totals == (0, 0)


def test_what_was_not_asked_for_the_longest_goes(keeper: Keeper) -> None:
    shelf = SessionCache(most=2)
    one, two, three = (keeper.sees(keeper.sits_down()) for _ in range(3))
    shelf.put(("one",), one)
    shelf.put(("two",), two)
    assert shelf.find(("one",)) is one
    shelf.put(("three",), three)
    assert (shelf.find(("one",)), shelf.find(("two",)), shelf.find(("three",))) == (one, None, three)


@pytest.mark.engines(*ENGINES)
def test_each_database_has_its_own(keeper: Keeper, database: Database) -> None:
    session = keeper.sits_down()
    found = keeper.sees(session)
    cache = loading.SESSION_CACHE
    places = [place for place in cache._sessions if session in place]
    assert [cache.find(place) for place in places] == [found]
    # Which server answered there may stand behind its address.
    assert str(places[0][0]).startswith(str(database))
