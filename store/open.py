"""Opens the record: one SQLite file, safe for several workers at once."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from store.schema import migrations

FILE_NAME = "takuroku.db"
PATIENCE = 10.0
"""Seconds to wait for another writer."""


def database_in(place: Path) -> Path:
    """The database file of a data folder; a file stands for itself."""
    return place / FILE_NAME if place.is_dir() else place


def prepare(path: Path) -> None:
    """Make the database if there is none and bring its tables up to date; several workers may call at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(path)) as db:
        _use_wal(db)
        with writing(db):
            migrations.apply(Database(db, execute_plugins=False))


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one request, in no transaction; what it has committed survives a power cut."""
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA recursive_triggers = ON")  # else INSERT OR REPLACE deletes past the trigger that refuses it
    return db


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction that holds the write lock before it reads, so that what was checked still holds when written."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


@contextmanager
def reading(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction in which several queries see the same moment; it holds up no writer."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()


def _use_wal(db: sqlite3.Connection) -> None:
    """SQLite does not wait for the lock that this change needs, so we do."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
