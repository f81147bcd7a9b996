"""A scorebook of an earlier release comes in as its record is read, whatever today's rules would refuse.

The record of f29ad61 was played by that release's own random sessions: Boo-Ray among them with ties that five tricks
cannot leave, which is refused since.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from scoring import catalogue
from scoring.core import replay
from scoring.errors import ReplayError
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.earlier import replace
from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from tests.kit.store.release import RELEASES
from tests.store.conftest import Keeper
from tests.store.transfer.test_file import by

ALL_GAMES = catalogue.all_games


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the real games are played."""
    monkeypatch.setattr(catalogue, "all_games", ALL_GAMES)


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Connection]:
    path = tmp_path / "earlier.db"
    path.write_bytes(gzip.decompress((RELEASES / "2026-11-21-f29ad61.db.gz").read_bytes()))
    replace(SQLite(path))
    with closing(SQLite(path).connect()) as db:
        yield db


def test_some_of_it_could_not_be_entered_today(earlier: Connection) -> None:
    """Else the test below would say little."""
    book = Book(earlier, "thursday")
    against = []
    for each in book.search():
        session = book.load(each.id)
        try:
            replay(session.blank, session.entries)
        except ReplayError as error:
            against.append(str(error))
    assert len(against) == 2
    assert all("tie for the most" in each for each in against)


def test_it_comes_in_and_goes_out_as_it_was(earlier: Connection, keeper: Keeper, database: Database) -> None:
    file = "".join(dump(Book(earlier, "thursday")))
    assert take_in(keeper.book, read(BytesIO(file.encode())), by()) == Taken(new=5)
    # A house rule has come since, and stands as it was played before there was a choice.
    asked_since = file.replace('"exclusive_teppo":"off"}', '"exclusive_teppo":"off","boards":"open"}')
    asked_since = asked_since.replace('"exclusive_teppo":"on"}', '"exclusive_teppo":"on","boards":"open"}')
    assert "".join(dump(keeper.book)) == asked_since != file
    assert compare(keeper.book.db).differences == ()
    for each in keeper.book.search():
        assert keeper.sees(each.id).sheet == Book(earlier, "thursday").load(each.id).sheet
    assert take_in(keeper.book, read(BytesIO(file.encode())), by()) == Taken(known=5)
