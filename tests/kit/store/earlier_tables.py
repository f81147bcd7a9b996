"""A new database with the tables of an earlier release, those that its migrations had made, and what it kept there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store.engines.base import Database
from store.engines.migrations import ON_BOTH, POSTGRESQL, SQLITE
from store.engines.sqlite.database import migrations_of


def prepare_until(database: Database, last: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Make the tables, up to and with the migration `last`."""
    names = [*ON_BOTH][: [*ON_BOTH].index(last) + 1]
    with monkeypatch.context() as then:
        then.setattr("store.engines.sqlite.database.MIGRATIONS", migrations_of({name: SQLITE[name] for name in names}))
        then.setattr("store.engines.postgresql.connection.POSTGRESQL", {name: POSTGRESQL[name] for name in names})
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
