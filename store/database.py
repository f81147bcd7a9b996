"""The record in one SQLite file, safe for several workers at once; SQLite is known here and in `schema` alone."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from sqlite_utils import Database as Migrated

from store.engine import Connection
from store.errors import UnusableDatabaseError
from store.schema import migrations

FILE_NAME = "takuroku.db"
PATIENCE = 10.0
"""Seconds to wait for another writer."""
MOST_IDLE = 8
"""So many connections wait for the next request; to open one costs some fifty times as much as a query."""


class SQLite:
    """A database file; see `engine.Database`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[SQLiteConnection] = []

    def __str__(self) -> str:
        return str(self.path)

    def prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self.connect()) as db:
                _use_wal(db)
                with db.writing():
                    migrations.apply(Migrated(db, execute_plugins=False))
        except sqlite3.Error as error:
            raise UnusableDatabaseError(str(error)) from error

    def answers(self) -> bool:
        try:
            with closing(self.connect()) as db:
                db.execute("SELECT COUNT(*) FROM session").fetchone()
        except sqlite3.Error:
            return False
        return True

    def damage(self) -> list[str]:
        try:
            with closing(self.connect()) as db:
                broken = [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
                homeless = db.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.Error as error:
            raise UnusableDatabaseError(str(error)) from error
        return broken + [f"{row['table']}: a row refers to no row of {row['parent']}" for row in homeless]

    def back_up(self, target: Path) -> None:
        unfinished = target.with_name(target.name + ".part")
        try:
            with closing(self.connect()) as db, closing(sqlite3.connect(unfinished)) as copy:
                db.backup(copy)
        except sqlite3.Error as error:
            raise UnusableDatabaseError(str(error)) from error
        unfinished.replace(target)

    def borrow(self) -> SQLiteConnection:
        with suppress(IndexError):
            while (db := self._idle.pop()).file != _file_at(self.path):
                db.close()
            return db
        return self.connect()

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, SQLiteConnection), "it was borrowed here"
        db.rest()
        if len(self._idle) < MOST_IDLE:
            self._idle.append(db)
        else:
            db.close()

    def connect(self) -> SQLiteConnection:
        """A connection of which all that is committed survives a power cut."""
        db = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=SQLiteConnection
        )
        db.place, db.file = str(self.path), _file_at(self.path)
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA recursive_triggers = ON")  # else INSERT OR REPLACE deletes past the trigger that refuses it
        return db


class SQLiteConnection(sqlite3.Connection):
    """A connection of SQLite; see `engine.Connection`."""

    place = ""
    file: tuple[int, int] | None = None
    """Which file it has open: another may have been put in its place since."""
    _changes_before = 0

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
        cursor = super().execute(statement, values)
        self._cursors.add(cursor)
        return cursor

    def rest(self) -> None:
        """Leave everything open behind: a query that was not read to its end would hold on to an old moment."""
        for cursor in [*self._cursors]:
            cursor.close()
        if self.in_transaction:
            self.rollback()

    @property
    def is_settled(self) -> bool:
        return not self.in_transaction or self.total_changes == self._changes_before

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.in_transaction:
            with self._within():
                yield
            return
        self.execute("BEGIN IMMEDIATE")
        self._changes_before = self.total_changes
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            self.rollback()
            raise

    @contextmanager
    def _within(self) -> Iterator[None]:
        """A part of the open transaction: what fails in it is gone, though the rest may stand."""
        self.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.in_transaction:
                self.execute("ROLLBACK TO part")
                self.execute("RELEASE part")
            raise
        self.execute("RELEASE part")

    @contextmanager
    def reading(self) -> Iterator[None]:
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()


def database_at(place: Path) -> SQLite:
    """The database of a data folder; a file stands for itself."""
    return SQLite(place / FILE_NAME if place.is_dir() else place)


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file lies there, if one does."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


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
