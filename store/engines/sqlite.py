"""The SQLite database and its connections, safe for several processes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from sqlite_utils import Database as Migrated
from sqlite_utils import Migrations

from store.engines.base import Connection, Database, Result
from store.engines.migrations import SQLITE
from store.errors import Cause, ConstraintError, DatabaseError, UnavailableError, UnusableDatabaseError
from store.progress import Progress, no_progress

FILE_NAME = "takuroku.db"
BUSY_SECONDS = 10.0
"""Seconds to wait for another writer."""
MAX_IDLE_CONNECTIONS = 8
"""Pooled connections; opening one costs some fifty times as much as a query."""
COPY_PAUSE_SECONDS = 60.0
"""Seconds without a try by a request after the disk was too full for the copy before a migration."""
PAGES_PER_STEP = 500
"""Pages copied between two progress updates."""
SETTINGS = (
    "foreign_keys = ON",
    "synchronous = FULL",
    # Purged rows must not stay readable in free pages.
    "secure_delete = ON",
    # Otherwise INSERT OR REPLACE would delete without firing the delete trigger.
    "recursive_triggers = ON",
)

# Those that begin with `_` are of the migrations and of tools that copy the file while it is in use.
COLUMNS_QUERY = """
    SELECT entry.name AS table_name, group_concat(part.name) AS columns
    FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS part
    WHERE entry.type = 'table' AND entry.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND entry.name NOT LIKE '!_%' ESCAPE '!'
    GROUP BY entry.name
"""

CAUSES: dict[int, Cause] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "away",
    sqlite3.SQLITE_IOERR: "away",
}
"""Causes of temporary errors by primary result code, which is in the lowest byte of an extended one."""


@contextmanager
def record_errors() -> Iterator[None]:
    """Raise SQLite errors as those of `store.errors`; also a decorator."""
    try:
        yield
    except sqlite3.Error as error:
        raise record_error(error) from error


def record_error(error: sqlite3.Error) -> DatabaseError:
    """The error of `store.errors` that an SQLite error is."""
    if cause := CAUSES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF):
        return UnavailableError(cause, error)
    # A text that is no UTF-8 is quoted at the end.
    reason = str(error).partition(" with text ")[0]
    return (ConstraintError if isinstance(error, sqlite3.IntegrityError) else UnusableDatabaseError)(reason)


class SQLiteConnection(Connection):
    """An SQLite connection whose commits survive a power cut; see `base.Connection`."""

    migrations = SQLITE
    # It follows the order of the subquery that it reads, which SQLite keeps for this function.
    wins_in_order = "GROUP_CONCAT(won, '')"
    columns_query = COLUMNS_QUERY

    @record_errors()
    def __init__(self, path: Path, *, mode: Literal["rw", "rwc"] = "rw") -> None:
        # Only `prepare` creates the file: an empty one in place of a record would destroy its WAL.
        address = f"{path.absolute().as_uri()}?mode={mode}"
        self.raw = sqlite3.connect(
            address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        self.file = path.stat()
        """The open file, which may have been replaced since."""
        self.identity = f"{path} {self.file.st_dev} {self.file.st_ino}"
        self.raw.row_factory = sqlite3.Row
        for setting in SETTINGS:
            self.raw.execute(f"PRAGMA {setting}")
        self._changes_before = 0
        self.is_spent = not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
        """Opened read-only: a new connection may be able to write."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Result:
        return self._run(self.raw.execute, statement, values)

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result:
        return self._run(self.raw.executemany, statement, values)

    def _run(self, act: Callable[[str, Any], sqlite3.Cursor], statement: str, values: Iterable[Any]) -> Result:
        try:
            cursor = act(statement, values)
            found = Result(cursor.fetchall())
        except sqlite3.Error as error:
            raised = record_error(error)
            if isinstance(raised, UnavailableError) and raised.cause in ("away", "read-only"):
                self.is_spent = True
            raise raised from error
        found.rowcount = cursor.rowcount
        return found

    @contextmanager
    def writing(self) -> Iterator[None]:
        # A failure rolls a part of a transaction back to its savepoint.
        begin, commit = "BEGIN IMMEDIATE", "COMMIT"
        if nested := self.raw.in_transaction:
            begin, commit = "SAVEPOINT part", "RELEASE part"
        self.execute(begin)
        if not nested:
            self._changes_before = self.raw.total_changes
        try:
            yield
            self.execute(commit)
        except BaseException:
            if not nested:
                self.raw.rollback()
            elif self.raw.in_transaction:
                self.execute("ROLLBACK TO part")
                self.execute("RELEASE part")
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
    def reading(self) -> Iterator[None]:
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.raw.rollback()

    @property
    def in_transaction(self) -> bool:
        return self.raw.in_transaction

    @property
    def reads_committed(self) -> bool:
        return not self.raw.in_transaction or self.raw.total_changes == self._changes_before

    @record_errors()
    def applied_migrations(self) -> list[str]:
        applied = migrations_of(self.migrations).applied(Migrated(self.raw, execute_plugins=False))
        return [each.name for each in applied]

    def close(self) -> None:
        self.raw.close()


class SQLite(Database):
    """An SQLite file; see `base.Database`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = str(path)
        self._idle: list[SQLiteConnection] = []
        self._prepared = False
        self._no_copy_before = 0.0

    def prepare(self, *, backup: bool = True) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnusableDatabaseError(str(error)) from error
        with closing(SQLiteConnection(self.path, mode="rwc")) as db:
            # Nothing is written where the tables are current, since the file may be read-only.
            pending = db.pending_migrations()
            deadline = time.monotonic() + BUSY_SECONDS
            is_set = db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
            while not is_set:
                try:
                    db.execute("PRAGMA journal_mode = WAL")
                    is_set = True
                except UnavailableError as error:
                    # SQLite does not wait for this lock.
                    if error.cause != "busy" or time.monotonic() > deadline:
                        raise
                    time.sleep(0.01)
            if pending:
                with db.writing(), record_errors():
                    # Another process may have made them meanwhile.
                    pending = db.pending_migrations()
                    if backup and pending and db.applied_migrations():
                        self._copy_before_update(pending[0])
                    migrations_of(db.migrations).apply(Migrated(db.raw, execute_plugins=False))
        self._prepared = True

    def _copy_before_update(self, before: str) -> None:
        """Copy the record into a file beside it, as it is before an update applies a migration to it."""
        copy = self.path.with_name(f"{self.path.stem}-before-{before}{self.path.suffix}")
        part = copy.with_name(f"{copy.name}.part")
        try:
            # What a start that was killed has left.
            part.unlink(missing_ok=True)
            part.touch(0o600, exist_ok=False)
            self.copy_file(part)
            part.replace(copy)
            sync(copy.parent)
        except UnavailableError as error:
            if error.cause == "full":
                self._no_copy_before = time.monotonic() + COPY_PAUSE_SECONDS
                # One that a start has made whose migration found no room leaves its room to the next.
                copy.unlink(missing_ok=True)
            raise
        except OSError as error:
            raise UnusableDatabaseError(f"no copy of it can be made before it is updated: {error}") from error
        finally:
            with suppress(OSError):
                for name in (part.name, f"{part.name}-journal"):
                    part.with_name(name).unlink(missing_ok=True)

    def exists(self) -> bool:
        return self.path.is_file()

    def connect(self) -> SQLiteConnection:
        return SQLiteConnection(self.path)

    def borrow(self) -> SQLiteConnection:
        with suppress(IndexError):
            while True:
                db = self._idle.pop()
                with suppress(FileNotFoundError):
                    if os.path.samestat(db.file, self.path.stat()):
                        return db
                db.close()
        # The disk may have been full at the start, so the tables may be missing.
        if not self._prepared:
            if time.monotonic() < self._no_copy_before:
                raise UnavailableError("full", "no copy of it could be made a moment ago")
            (self.at_first_use or self.prepare)()
        return self.connect()

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, SQLiteConnection), "it was borrowed here"
        db.raw.rollback()
        if len(self._idle) < MAX_IDLE_CONNECTIONS and not db.is_spent:
            self._idle.append(db)
        else:
            db.close()

    def damage(self) -> list[str]:
        with closing(self.connect()) as db:
            broken = [line for row in db.execute("PRAGMA integrity_check") for line in row if line != "ok"]
            homeless = db.execute("PRAGMA foreign_key_check")
        return broken + [f"{row['table']}: a row refers to no row of {row['parent']}" for row in homeless]

    def sweep(self) -> None:
        # Deleted rows are overwritten (secure_delete), but older pages may still be in the WAL.
        with closing(self.connect()) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @record_errors()
    def copy_file(self, target: Path, progress: Progress = no_progress) -> bool:
        # Without a transaction the copy would restart at every write.
        with closing(self.connect()) as db, db.reading(), closing(sqlite3.connect(target)) as copy:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            with progress(f"Copying {pages:,} pages", pages) as advance:
                db.raw.backup(copy, pages=PAGES_PER_STEP, progress=lambda *_: advance(PAGES_PER_STEP))
        return True

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def migrations_of(statements: Mapping[str, Iterable[str]]) -> Migrations:
    """Migrations by name, as sqlite-utils has them."""
    found = Migrations("takuroku")
    for name, each in statements.items():

        @found(name=name)
        def migrate(db: Migrated, each: Iterable[str] = each) -> None:
            for statement in each:
                db.execute(statement)

    return found


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
