"""The file: made once, by whoever comes first, and durable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store.engines.sqlite import MOST_IDLE, SQLite, SQLiteConnection, database_at
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


# Connections that wait for the next request.


def test_what_is_given_back_is_lent_again(database_file: SQLite) -> None:
    first = database_file.borrow()
    database_file.give_back(first)
    assert database_file.borrow() is first
    assert database_file.borrow() is not first, "two requests at once have one each"


def test_a_query_that_was_not_read_to_its_end_holds_on_to_nothing(database_file: SQLite, keeper: Keeper) -> None:
    borrowed = database_file.borrow()
    keeper.sits_down()
    keeper.sits_down()
    half_read = borrowed.execute("SELECT id FROM session")
    half_read.fetchone()
    database_file.give_back(borrowed)
    keeper.sits_down()
    again = database_file.borrow()
    assert again is borrowed
    assert again.execute("SELECT COUNT(*) FROM session").fetchone()[0] == 3
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        half_read.fetchone()


def test_what_was_begun_and_never_ended_is_undone(database_file: SQLite, db: SQLiteConnection) -> None:
    borrowed = database_file.borrow()
    borrowed.execute("BEGIN IMMEDIATE")
    borrowed.execute("INSERT INTO scorebook (id, created_at) VALUES ('ours', '')")
    database_file.give_back(borrowed)
    with db.writing():
        assert db.execute("SELECT COUNT(*) FROM scorebook").fetchone()[0] == 0


def test_a_file_put_in_its_place_is_opened_anew(database_file: SQLite, tmp_path: Path) -> None:
    borrowed = database_file.borrow()
    database_file.give_back(borrowed)
    other = SQLite(tmp_path / "other.db")
    other.prepare()
    with closing(other.connect()) as elsewhere:
        Keeper(elsewhere, "ours").sits_down()
        elsewhere.execute("PRAGMA journal_mode = DELETE")
    other.path.replace(database_file.path)
    again = database_file.borrow()
    assert again is not borrowed
    assert again.execute("SELECT COUNT(*) FROM session").fetchone()[0] == 1


def test_only_so_many_wait(database_file: SQLite) -> None:
    lent = [database_file.borrow() for _ in range(MOST_IDLE + 2)]
    for each in lent:
        database_file.give_back(each)
    again = [database_file.borrow() for _ in range(MOST_IDLE + 2)]
    assert len({*map(id, lent)} & {*map(id, again)}) == MOST_IDLE


def test_a_transaction_within_another_is_part_of_it(db: SQLiteConnection) -> None:
    def scorebooks() -> list[str]:
        return [row["id"] for row in db.execute("SELECT id FROM scorebook ORDER BY id")]

    with db.writing():
        assert db.is_settled
        with pytest.raises(ZeroDivisionError), db.writing():
            db.execute("INSERT INTO scorebook (id, created_at) VALUES ('in vain', '')")
            raise ZeroDivisionError
        with db.writing():
            db.execute("INSERT INTO scorebook (id, created_at) VALUES ('ours', '')")
        assert (scorebooks(), db.is_settled) == (["ours"], False)
    assert (scorebooks(), db.is_settled) == (["ours"], True)
