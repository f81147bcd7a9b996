"""A session comes from another record: with its log, its times and its devices, once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store.admin.rebuild import compare
from store.book import KeepersBook
from store.engines.sqlite.database import SQLite
from store.errors import OtherLogError
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper


@pytest.fixture
def elsewhere(tmp_path: Path) -> Keeper:
    """The keeper of a record on another machine."""
    database = SQLite(tmp_path / "elsewhere.db")
    database.prepare()
    return Keeper(database.connect(), "cellar")


@pytest.fixture
def evening(elsewhere: Keeper) -> str:
    session = elsewhere.sits_down("Ann", "Ben", at="2026-11-14T19:30:00Z", pot=12)
    elsewhere.writes(session, takes(ANN, 3), at="2026-11-14T19:40:00Z")
    elsewhere.writes(session, takes(BEN, 2), at="2026-11-14T19:50:00Z")
    elsewhere.undoes(session)
    elsewhere.redoes(session)
    elsewhere.corrects(session, {0: takes(ANN, 4)})
    return session


def test_it_is_the_same_session_here(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    there = elsewhere.sees(evening)
    assert keeper.book.import_session(there) == 5
    here = keeper.sees(evening)
    assert here == there
    assert [action.at for action in here.actions[:2]] == ["2026-11-14T19:40:00Z", "2026-11-14T19:50:00Z"]
    (listed,) = keeper.book.search()
    assert (listed.created_at, [seat.total for seat in listed.seats]) == ("2026-11-14T19:30:00Z", [4, 2])
    assert compare(keeper.book.db).differences == ()


def test_a_second_time_nothing_is_doubled(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    keeper.book.import_session(elsewhere.sees(evening))
    assert keeper.book.import_session(elsewhere.sees(evening)) == 0
    assert (keeper.sees(evening).position, keeper.book.find(limit=1).total) == (5, 1)


def test_what_was_written_elsewhere_since_is_added(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    keeper.book.import_session(elsewhere.sees(evening))
    earlier = elsewhere.sees(evening)
    elsewhere.writes(evening, note("one more round"))
    assert keeper.book.import_session(elsewhere.sees(evening)) == 1
    assert keeper.book.import_session(earlier) == 0, "an older copy takes nothing away"
    assert keeper.sees(evening) == elsewhere.sees(evening)


def test_it_goes_on_here(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    keeper.book.import_session(elsewhere.sees(evening))
    assert keeper.writes(evening, takes(BEN, 1)).session.sheet.totals == (4, 3)
    assert keeper.undoes(evening, count=2).session.sheet.totals == (3, 2)


def test_two_that_went_on_apart_are_not_mixed(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    keeper.book.import_session(elsewhere.sees(evening))
    keeper.writes(evening, note("here"))
    elsewhere.writes(evening, note("there"))
    before = keeper.sees(evening)
    with pytest.raises(OtherLogError):
        keeper.book.import_session(elsewhere.sees(evening))
    assert keeper.sees(evening) == before


@pytest.mark.parametrize("other", [{"pot": 20}, {"dealer": 1}, {"game": OH_HELL}])
def test_the_same_id_at_another_table_is_another_session(
    keeper: Keeper, elsewhere: Keeper, other: dict[str, Any]
) -> None:
    here = elsewhere.sees(elsewhere.sits_down("Ann", "Ben", "Chika"))
    keeper.book.import_session(here)
    there = elsewhere.sees(elsewhere.sits_down("Ann", "Ben", "Chika", **other))
    with pytest.raises(OtherLogError):
        keeper.book.import_session(replace(there, id=here.id))
    assert keeper.sees(here.id) == here


def test_a_session_of_another_scorebook_is_left_to_it(
    keeper: Keeper, stranger: Keeper, elsewhere: Keeper, evening: str
) -> None:
    stranger.book.import_session(elsewhere.sees(evening))
    with pytest.raises(OtherLogError):
        keeper.book.import_session(elsewhere.sees(evening))
    assert keeper.book.find(limit=1).total == 0


def test_several_come_together_or_not_at_all(keeper: Keeper, elsewhere: Keeper, evening: str) -> None:
    book: KeepersBook = keeper.book
    other = elsewhere.sees(elsewhere.sits_down("Ann", "Ben"))

    def both() -> None:
        with book.transaction():
            book.import_session(elsewhere.sees(evening))
            book.import_session(other)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        both()
    assert book.find(limit=1).total == 0
