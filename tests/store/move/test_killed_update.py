"""An update that is killed at any moment is made by the next start, and the copy beside the record is whole."""

from __future__ import annotations

import random
import select
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from store.admin.rebuild import bring_up_to_date, compare
from store.engines.base import Database
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.kit.store.earlier_tables import copy_rows, prepare_until
from tests.kit.store.release import file_of
from tests.store.move.conftest import address_of, rows_of

pytestmark = pytest.mark.long

BEFORE, LAST, NEXT = "1.5.0", "m014_keepers_by_age", "m015_sittings"
COPIES = 60
"""Of each scorebook: some two thousand sessions."""
KILLS = 20
NUMBERS = frozenset({"number", "player", "into_player", "person", "seated"})
NAMES = frozenset({"id", "scorebook", "session", "key", "link", "made_by", "hash", "series", "table_id"})
UPDATE = """
import sys
from store.admin.rebuild import bring_up_to_date
from store.engines import database_at
record = database_at(sys.argv[1])
print("begun", flush=True)
bring_up_to_date(record)
print("done", flush=True)
sys.stdin.read()
"""
"""A process that updates a record, and then waits to be killed."""


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The record of the release before, in which each scorebook is there many times, each with people of its own."""
    path = file_of(BEFORE, tmp_path).path
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TEMP TABLE copy (n INTEGER)")
        db.executemany("INSERT INTO copy VALUES (?)", [(number,) for number in range(1, COPIES + 1)])
        for table in tables_in(db):
            columns = {
                column: f"{column} + 1000 * n"
                if column in NUMBERS or (table, column) == ("player", "id")
                else f"n || '.' || {column}"
                if column in NAMES
                else column
                for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))
            }
            if columns.keys() & {"id", "scorebook", "session", "player", "link"}:
                read = f"SELECT {', '.join(columns.values())} FROM {table}, copy"
                db.execute(f"INSERT INTO {table} ({', '.join(columns)}) {read}")
    return path


def tables_in(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
    return [name for (name,) in found.fetchall()]


def rows_in(file: Path) -> dict[str, list[Any]]:
    """All rows of a file that is sound."""
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables_in(db)}


@pytest.fixture(params=ENGINES)
def another(
    request: pytest.FixtureRequest, earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Database]:
    """The same record once more, on each engine in turn."""
    if request.param == "sqlite":
        folder = tmp_path / "another"

        def copied() -> Database:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            return SQLite(Path(shutil.copy(earlier, folder / "takuroku.db")))

        return copied
    cluster: Cluster = request.getfixturevalue("cluster")
    filled = prepare_until(PostgreSQL(cluster.new_database()), LAST, monkeypatch)
    copy_rows(earlier, filled)
    name = address_of(filled).partition("?")[0].rpartition("/")[2]
    return lambda: PostgreSQL(cluster.new_database(like=name))


@contextmanager
def updating(record: Database) -> Iterator[subprocess.Popen[str]]:
    """A process that has begun with the update; it is killed in the end."""
    command = [sys.executable, "-c", UPDATE, address_of(record)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        try:
            yield process
        finally:
            process.kill()


def done_after(process: subprocess.Popen[str], most: float | None) -> float | None:
    """The seconds after which it is done; None where that takes longer than `most`."""
    assert process.stdout is not None
    began = time.monotonic()
    ready, _, _ = select.select([process.stdout], [], [], most)
    seconds = time.monotonic() - began
    assert not ready or process.stdout.readline() == "done\n"
    return seconds if ready else None


def test_an_update_that_is_killed_at_any_moment_is_made_by_the_next_start(
    another: Callable[[], Database], earlier: Path
) -> None:
    """A record that has the rows of one whose update nobody killed is as sound as that."""
    before, whole = rows_in(earlier), another()
    with updating(whole) as process:
        seconds = done_after(process, None)
    assert seconds is not None
    rows, sound = rows_of(whole), whole.damage()
    with closing(whole.connect()) as db:
        found = compare(db)
    assert (found.differences, found.unreadable, found.sessions) == ((), (), len(before["session"]))
    assert len(rows["action"]) == len(before["action"])
    assert len(rows["sitting"]) == len(before["seat"]) + len(before["seat_change"])
    luck = random.Random(BEFORE)
    for number in range(KILLS):
        moment = (number + luck.random()) / KILLS
        while True:
            record = another()
            with updating(record) as process:
                quicker = done_after(process, moment * seconds)
            if quicker is None:
                break
            seconds = quicker
        bring_up_to_date(record)
        assert record.damage() == sound
        assert rows_of(record) == rows, f"killed in part {number}"
        if isinstance(record, SQLite):
            copy = record.path.with_name(f"takuroku-before-{NEXT}.db")
            assert {each.name for each in record.path.parent.glob("*before*")} == {copy.name}
            assert rows_in(copy) == before
