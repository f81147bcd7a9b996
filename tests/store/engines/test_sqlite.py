"""What is so only where the record is one SQLite file: made once, durable, moved and copied as files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.admin.health import Health
from store.engines import database_at
from store.engines.sqlite import MAX_IDLE_CONNECTIONS, SQLite, SQLiteConnection
from store.errors import ConstraintError, StaleError, UnusableDatabaseError
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, takes
from tests.store.conftest import THURSDAY, Keeper, Runs


@pytest.fixture
def db(sqlite: SQLite) -> SQLiteConnection:
    return sqlite.connect()


def test_a_connection_is_as_the_record_needs_it(db: SQLiteConnection) -> None:
    needed = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}  # 2 is FULL
    assert {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in needed} == needed


def test_preparing_makes_the_folder_and_commands_know_a_record_by_it(tmp_path: Path, runs: Runs) -> None:
    database = SQLite(tmp_path / "data" / "takuroku.db")
    assert not database.exists()
    database.prepare()
    assert (database.exists(), Health().trouble(database)) == (True, None)
    assert runs("check", tmp_path / "data")[:2] == (0, "Sessions: 0, differing: 0, unreadable: 0.\n")


def test_a_transaction_that_undid_itself_still_tells_what_went_wrong(db: SQLiteConnection) -> None:
    with pytest.raises(ConstraintError), db.writing():
        db.execute("INSERT INTO scorebook (id, created_at) VALUES ('ours', '')")
        db.execute("INSERT OR ROLLBACK INTO scorebook (id, created_at) VALUES ('ours', '')")


def test_a_row_is_not_replaced_past_the_trigger(db: SQLiteConnection) -> None:
    keeper = Keeper(db, THURSDAY)
    session = keeper.plays(takes(ANN, 3))
    with pytest.raises(ConstraintError, match="never deleted"):
        db.execute(
            "INSERT OR REPLACE INTO action SELECT session, 0, 'undo', '{}', at, device, 'new' FROM action LIMIT 1"
        )
    assert keeper.sees(session).sheet.totals == (3, 0)


def test_a_backup_put_in_its_place_is_what_there_is(sqlite: SQLite, tmp_path: Path) -> None:
    """What came after the backup is gone, and nothing is written as if it were there."""
    borrowed = sqlite.borrow()
    keeper = Keeper(borrowed, THURSDAY)
    session = keeper.plays(takes(ANN, 3))
    sqlite.copy_file(tmp_path / "backup.db")
    keeper.writes(session, takes(ANN, 2))
    sqlite.give_back(borrowed)
    for each in tmp_path.glob("takuroku.db*"):
        each.unlink()
    (tmp_path / "backup.db").rename(sqlite.path)
    again = sqlite.borrow()
    assert again is not borrowed
    keeper = Keeper(again, THURSDAY)
    assert keeper.sees(session).sheet.totals == (3, 0)
    with pytest.raises(StaleError):
        keeper.writes(session, takes(ANN, 1), position=2, key="after the second")
    keeper.writes(session, takes(ANN, 1), key="instead of it")
    sqlite.give_back(again)


def test_only_so_many_wait(sqlite: SQLite) -> None:
    lent = [sqlite.borrow() for _ in range(MAX_IDLE_CONNECTIONS + 2)]
    for each in lent:
        sqlite.give_back(each)
    again = [sqlite.borrow() for _ in range(MAX_IDLE_CONNECTIONS + 2)]
    assert len({*map(id, lent)} & {*map(id, again)}) == MAX_IDLE_CONNECTIONS


def test_a_file_that_is_no_database_is_said_without_a_traceback(tmp_path: Path, runs: Runs) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Ann, " * 200)
    with pytest.raises(UnusableDatabaseError, match="file is not a database"):
        SQLite(letter).prepare()
    ended, _, error = runs("check", letter)
    assert (ended, "file is not a database" in error) == (1, True)


@for_each(
    "path, file",
    [
        ("{here}", "takuroku.db"),
        ("{here}/club.db", "club.db"),
        ("{here}/new/", "new/takuroku.db"),
        # As the shell would begin it.
        ("club.db", "club.db"),
        ("~/club.db", "home/club.db"),
        ("./2026-11-22T20:00.db", "2026-11-22T20:00.db"),
    ],
)
def test_a_path_is_a_file_and_a_folder_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert str(database_at(path.format(here=tmp_path))) == str(tmp_path / file)
