"""The SQLite database and its connections, safe for several processes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal
from weakref import WeakSet

from sqlite_utils import Database as Migrated
from sqlite_utils import Migrations

from store.engines.base import Connection
from store.engines.migrations import BEFORE_VERSION_1, SQLITE
from store.engines.sqlite.backup import copy_pages, new_file, sync
from store.engines.sqlite.errors import cause_of, in_the_records_words, meaning
from store.errors import DatabaseError, EarlierRecordError, NewerRecordError, UnavailableError, UnusableDatabaseError
from store.progress import Progress, no_progress

FILE_NAME = "takuroku.db"
BUSY_SECONDS = 10.0
"""Seconds to wait for another writer."""
MAX_IDLE_CONNECTIONS = 8
"""Pooled connections; opening one costs some fifty times as much as a query."""

# Those that begin with `_` are of the migrations and of tools that copy the file while it is in use.
COLUMNS_QUERY = """
    SELECT place.name AS place, part.name AS name
    FROM sqlite_schema AS place JOIN pragma_table_info(place.name) AS part
    WHERE place.type = 'table' AND place.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND place.name NOT LIKE '!_%' ESCAPE '!'
"""


def migrations_of(statements: Mapping[str, Iterable[str]]) -> Migrations:
    """Migrations by name, as sqlite-utils has them."""
    found = Migrations("takuroku")

    def add(name: str, each: Iterable[str]) -> None:
        @found(name=name)
        def migrate(db: Migrated) -> None:
            for statement in each:
                db.execute(statement)

    for name, each in statements.items():
        add(name, each)
    return found


MIGRATIONS = migrations_of(SQLITE)


class SQLite:
    """An SQLite file; see `base.Database`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[SQLiteConnection] = []
        self._prepared = False

    @classmethod
    def at(cls, place: Path) -> SQLite:
        """The database of a data folder; a file stands for itself."""
        try:
            return cls(place / FILE_NAME if place.is_dir() else place)
        except OSError as error:
            raise UnusableDatabaseError(str(error)) from error

    def __str__(self) -> str:
        return str(self.path)

    def prepare(self, *, backup: bool = True) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnusableDatabaseError(str(error)) from error
        with closing(SQLiteConnection(self.path, mode="rwc")) as db:
            db.migrate(self._back_up if backup else None)
        self._prepared = True

    def pending_migrations(self) -> list[str]:
        """The migrations that `prepare` would make in a record that exists; raises as it does."""
        with closing(self.connect()) as db:
            return db.pending_migrations() if db.is_migrated() else []

    @in_the_records_words
    def _back_up(self, before: str) -> None:
        """Copy the record as it is before a migration into a file beside it."""
        copy = self.path.with_name(f"{self.path.stem}-before-{before}{self.path.suffix}")
        part = copy.with_name(f"{copy.name}.part")
        try:
            # What a start that was killed has left.
            part.unlink(missing_ok=True)
            new_file(part)
            self.copy_file(part)
            part.replace(copy)
            sync(copy.parent)
        except OSError as error:
            raise UnusableDatabaseError(f"no copy of it can be made before it is updated: {error}") from error
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def exists(self) -> bool:
        return self.path.is_file()

    def expect_known(self) -> None:
        with closing(self.connect()) as db:
            db.expect_known()

    def damage(self) -> list[str]:
        with closing(self.connect()) as db:
            broken = [line for row in db.execute("PRAGMA integrity_check") for line in row if line != "ok"]
            homeless = db.execute("PRAGMA foreign_key_check").fetchall()
        return broken + [f"{row['table']}: a row refers to no row of {row['parent']}" for row in homeless]

    def sweep(self) -> None:
        # Deleted rows are overwritten (secure_delete), but older pages may still be in the WAL.
        with closing(self.connect()) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @in_the_records_words
    def copy_file(self, target: Path, progress: Progress = no_progress) -> bool:
        with closing(self.connect()) as db, db.reading():
            copy_pages(db.raw, target, progress)
        return True

    def borrow(self) -> SQLiteConnection:
        with suppress(IndexError):
            while (db := self._idle.pop()).file != _file_at(self.path):
                db.close()
            return db
        # The disk may have been full at the start, so the tables may be missing.
        if not self._prepared:
            self.prepare()
        return self.connect()

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, SQLiteConnection), "it was borrowed here"
        db.rest()
        if len(self._idle) < MAX_IDLE_CONNECTIONS and not db.is_spent:
            self._idle.append(db)
        else:
            db.close()

    def connect(self) -> SQLiteConnection:
        """A connection whose commits survive a power cut."""
        return SQLiteConnection(self.path)

    def close(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()


class Rows(sqlite3.Cursor):
    """The result of a statement, read lazily."""

    __next__ = in_the_records_words(sqlite3.Cursor.__next__)  # type: ignore[arg-type]
    fetchone = in_the_records_words(sqlite3.Cursor.fetchone)
    fetchall = in_the_records_words(sqlite3.Cursor.fetchall)


class SQLiteConnection:
    """An SQLite connection; see `base.Connection`."""

    @in_the_records_words
    def __init__(self, path: Path, *, mode: Literal["rw", "rwc"] = "rw") -> None:
        # Only `prepare` creates the file: an empty one in place of a record would destroy its WAL.
        address = f"{path.absolute().as_uri()}?mode={mode}"
        self.raw = sqlite3.connect(
            address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        self.file = _file_at(path)
        """Identity of the open file, which may have been replaced since."""
        self.place = f"{path} {self.file}"
        self.raw.row_factory = sqlite3.Row
        self.raw.execute("PRAGMA foreign_keys = ON")
        self.raw.execute("PRAGMA synchronous = FULL")
        # Purged rows must not stay readable in free pages.
        self.raw.execute("PRAGMA secure_delete = ON")
        # Otherwise INSERT OR REPLACE would delete without firing the delete trigger.
        self.raw.execute("PRAGMA recursive_triggers = ON")
        self._cursors: WeakSet[Rows] = WeakSet()
        self._changes_before = 0
        self.is_spent = not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
        """Opened read-only: a new connection may be able to write."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        cursor = self.raw.cursor(Rows)
        self._cursors.add(cursor)
        try:
            return cursor.execute(statement, values)
        except sqlite3.Error as error:
            raise self._noticed(error) from error

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Rows:
        try:
            return self.raw.cursor(Rows).executemany(statement, values)
        except sqlite3.Error as error:
            raise self._noticed(error) from error

    def _noticed(self, error: sqlite3.Error) -> DatabaseError:
        found = meaning(error)
        if isinstance(found, UnavailableError) and found.cause in ("away", "read-only"):
            self.is_spent = True
        return found

    def rest(self) -> None:
        """End open queries, which would keep an old snapshot."""
        for cursor in [*self._cursors]:
            cursor.close()
        if self.raw.in_transaction:
            self.raw.rollback()

    def close(self) -> None:
        self.raw.close()

    @property
    def in_transaction(self) -> bool:
        return self.raw.in_transaction

    @property
    def is_settled(self) -> bool:
        return not self.raw.in_transaction or self.raw.total_changes == self._changes_before

    def lock_row(self, table: str, key: str) -> None:
        """Does nothing: a writer locks the whole file."""

    def advance_sequences(self) -> None:
        """Does nothing: the next number is always the highest plus one."""

    def tables(self) -> dict[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for row in self.execute(COLUMNS_QUERY):
            found[row["place"]].add(row["name"])
        return {table: frozenset(columns) for table, columns in found.items()}

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.raw.in_transaction:
            with self._within():
                yield
            return
        self.execute("BEGIN IMMEDIATE")
        self._changes_before = self.raw.total_changes
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            self.raw.rollback()
            raise

    @contextmanager
    def writing_unsynced(self, *, patience: int = 0) -> Iterator[None]:
        self.execute(f"PRAGMA busy_timeout = {patience}")
        # Until the next synced commit a power cut may lose it, but nothing of the record.
        self.execute("PRAGMA synchronous = NORMAL")
        try:
            with self.writing():
                yield
        finally:
            self.execute("PRAGMA synchronous = FULL")
            self.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")

    @contextmanager
    def _within(self) -> Iterator[None]:
        """A savepoint: a failure rolls back this part only."""
        self.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.raw.in_transaction:
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
            self.raw.rollback()

    @in_the_records_words
    def migrate(self, back_up: Callable[[str], None] | None) -> None:
        """Migrate the tables; writes nothing if they are current, since the file may be read-only.

        `back_up` gets the first migration to come, where there is a record of before. Raises EarlierRecordError,
        NewerRecordError.
        """
        pending = self.pending_migrations()
        if self.raw.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _use_wal(self.raw)
        if pending:
            with self.writing():
                # Another process may have made them meanwhile.
                pending = self.pending_migrations()
                if back_up and pending and self.is_migrated():
                    back_up(pending[0])
                MIGRATIONS.apply(Migrated(self.raw, execute_plugins=False))

    @in_the_records_words
    def expect_known(self) -> None:
        """See `base.Database`."""
        done = self._migrations()
        if BEFORE_VERSION_1 not in done and (newer := [name for name in done if name not in SQLITE]):
            raise NewerRecordError(newer)

    def is_migrated(self) -> bool:
        """Whether any migration was made, so that there is a record."""
        return bool(self._migrations())

    @in_the_records_words
    def pending_migrations(self) -> list[str]:
        """The migrations that were not made yet. Raises EarlierRecordError, NewerRecordError."""
        if BEFORE_VERSION_1 in self._migrations():
            raise EarlierRecordError
        self.expect_known()
        return [each.name for each in MIGRATIONS.pending(Migrated(self.raw, execute_plugins=False))]

    def _migrations(self) -> list[str]:
        return [each.name for each in MIGRATIONS.applied(Migrated(self.raw, execute_plugins=False))]


def _file_at(path: Path) -> tuple[int, int] | None:
    """The identity of the file at a path; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _use_wal(db: sqlite3.Connection) -> None:
    """Switch to WAL mode, retrying, since SQLite does not wait for this lock."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if cause_of(error) != "busy" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
