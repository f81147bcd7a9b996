"""Several processes at one record: nothing fails, nothing is lost, nothing is said twice."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from store.engines.sqlite import SQLite, SQLiteConnection
from store.engines.sqlite_schema import migrations
from tests.store.conftest import Keeper
from tests.store.crowd import DATABASES, NOTES

ROOT = Path(__file__).parents[2]
STARTING = 1.0
"""Seconds until all processes are up."""


def crowd(*commands: tuple[object, ...]) -> None:
    """Run them all at once; each must end well."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.crowd", *map(str, command)], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        for command in commands
    ]
    failures = [process.communicate(timeout=60)[1] for process in running]
    assert failures == [""] * len(commands)


def test_eight_workers_prepare_one_new_database_at_once(tmp_path: Path) -> None:
    crowd(*[("prepare", tmp_path, time.time() + STARTING)] * 8)
    for number in range(DATABASES):
        with closing(SQLite(tmp_path / f"{number}.db").connect()) as db:
            assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
            assert migrations.pending(Database(db)) == []


def test_four_phones_write_on_one_sheet_at_once(keeper: Keeper, database: Path, db: SQLiteConnection) -> None:
    session = keeper.sits_down()
    phones = ("Ann", "Ben", "Chika", "Dan")
    start = time.time() + STARTING
    crowd(*[("note", database, start, keeper.scorebook, session, phone) for phone in phones])
    found = keeper.sees(session)
    assert sorted(remark.text for remark in found.sheet.remarks) == sorted(
        f"{phone}-{turn}" for phone in phones for turn in range(NOTES)
    )
    assert [action.position for action in found.actions] == list(range(100))
    # Each phone's notes stand in the order in which it wrote them.
    for phone in phones:
        assert [action.facts["text"] for action in found.actions if action.device == phone] == [
            f"{phone}-{turn}" for turn in range(NOTES)
        ]
    assert db.execute("SELECT position FROM session").fetchone()[0] == 100
