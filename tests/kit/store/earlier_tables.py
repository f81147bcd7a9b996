"""A new database with the tables of an earlier release, those that its migrations had made, and what it kept there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store.engines.base import Database
from store.engines.migrations import ON_BOTH, POSTGRESQL, SQLITE
from store.engines.postgresql import PostgreSQLConnection
from store.engines.sqlite import FILE_NAME, SQLite, SQLiteConnection


def prepare_until(database: Database, last: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Make the tables, up to and with the migration `last`."""
    names = [*ON_BOTH][: [*ON_BOTH].index(last) + 1]
    with monkeypatch.context() as then:
        then.setattr(SQLiteConnection, "migrations", {name: SQLITE[name] for name in names})
        then.setattr(PostgreSQLConnection, "migrations", {name: POSTGRESQL[name] for name in names})
        database.prepare()
    return database


def copy_rows(file: Path, database: Database) -> None:
    """Copy every row of an SQLite file into the same tables of a server, whatever refers to what."""
    with closing(sqlite3.connect(file)) as old, closing(database.connect()) as db, db.writing():
        db.execute("SET LOCAL session_replication_role = replica")
        for table, columns in (*db.tables().items(), ("_lists", {"rules"})):
            names = ", ".join(columns)
            db.executemany(
                f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})",
                old.execute(f"SELECT {names} FROM {table}"),
            )
        db.advance_sequences()


IN_TODAYS_WORDS = {
    "seat": "SELECT *, played_at AS created_at FROM today.sitting WHERE turn = 0",
    "seat_change": "SELECT *, played_at AS created_at, turn - 1 AS before FROM today.sitting WHERE turn > 0",
    "remark": "SELECT *, played_at AS created_at FROM today.remark",
    "_lists": "SELECT * FROM today._read_models",
}
"""Where today's record has what lay in a table of before `m015_sittings`."""
RENAMED = {
    "names": "names_revision",
    "stirs": "seats_revision",
    "rating_epoch": "results_revision",
    "discarded_at": "deleted_at",
    "withdrawn_at": "revoked_at",
}


def taken_back(record: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record that nobody has open, as release 1.5.0 would have kept it, in another folder."""
    earlier = folder / FILE_NAME
    prepare_until(SQLite(earlier), "m014_keepers_by_age", monkeypatch)
    with closing(sqlite3.connect(earlier)) as db:
        db.execute("ATTACH ? AS today", (str(record),))
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('_sqlite_migrations')"
        for (table,) in db.execute(tables).fetchall():
            if table in ("share", "part_share", "tally"):
                # Whatever they had is counted anew.
                continue
            columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            there = [
                "before" if (table, name) == ("seat_change", "turn") else RENAMED.get(name, name) for name in columns
            ]
            found = IN_TODAYS_WORDS.get(table, f"SELECT * FROM today.{table}")
            db.execute(
                f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) SELECT {', '.join(there)} FROM ({found})"
            )
        db.commit()
    return earlier
