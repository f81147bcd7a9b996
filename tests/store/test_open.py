"""The file: made once, by whoever comes first, and durable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store.database import SQLite, SQLiteConnection, database_at
from tests.store.conftest import Keeper
from tests.store.table_talk import ANN, takes


def pragma(db: SQLiteConnection, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_connection_is_as_the_record_needs_it(db: SQLiteConnection) -> None:
    assert pragma(db, "journal_mode") == "wal"
    assert pragma(db, "synchronous") == 2  # FULL
    assert pragma(db, "foreign_keys") == 1
    assert pragma(db, "busy_timeout") == 10_000


def test_preparing_makes_the_folder_and_a_second_time_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data" / "takuroku.db"
    SQLite(path).prepare()
    with closing(SQLite(path).connect()) as db:
        session = Keeper(db, "ours").sits_down()
    SQLite(path).prepare()
    with closing(SQLite(path).connect()) as db:
        assert Keeper(db, "ours").sees(session).position == 0


def test_a_folder_holds_its_database_and_a_file_is_one(tmp_path: Path) -> None:
    assert database_at(tmp_path).path == tmp_path / "takuroku.db"
    assert database_at(tmp_path / "backup.db").path == tmp_path / "backup.db"


def test_what_fails_half_way_leaves_nothing_behind(db: SQLiteConnection, database: Path) -> None:
    with pytest.raises(ZeroDivisionError), db.writing():
        db.execute("INSERT INTO scorebook (id, created_at) VALUES ('ours', '')")
        raise ZeroDivisionError
    assert not db.in_transaction
    assert db.execute("SELECT COUNT(*) FROM scorebook").fetchone()[0] == 0


def test_a_transaction_that_undid_itself_still_tells_what_went_wrong(db: SQLiteConnection) -> None:
    with pytest.raises(sqlite3.IntegrityError), db.writing():
        db.execute("INSERT INTO scorebook (id, created_at) VALUES ('ours', '')")
        db.execute("INSERT OR ROLLBACK INTO scorebook (id, created_at) VALUES ('ours', '')")


def test_an_acknowledged_write_is_seen_by_everybody(keeper: Keeper, database: Path) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    with closing(SQLite(database).connect()) as another:
        assert Keeper(another, keeper.scorebook).sees(session).sheet.totals == (3, 0)
