"""The database interface that both engines implement: rows by name, transactions, row locks and migrations.

Statements use the SQL that both engines share, with `?` for parameters; `postgresql` converts them. Errors are
`DatabaseError`s: UnavailableError for temporary ones, ConstraintError for constraints and triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from store.engines.migrations import BEFORE_VERSION_1
from store.errors import EarlierRecordError, NewerRecordError
from store.progress import Progress, no_progress

Row: TypeAlias = Mapping[str, Any]
"""A row by the names of its columns."""


class Result(list[Any]):
    """All rows that a statement has given, and the number of those that it changed."""

    rowcount = -1

    def fetchone(self) -> Any:
        """The first row; None where there is none."""
        return self[0] if self else None


class Connection(Protocol):
    """A connection of one request, without a transaction until one is opened."""

    identity: str
    """An id of the database, since another may later have the same address."""
    migrations: Mapping[str, Sequence[str]]
    """The statements of all migrations, by name and in order."""
    wins_in_order: str
    """An aggregate of the ordered rows of a query: their `won`, 0 or 1, as one text."""
    columns_query: str
    """Gives the `table_name` of each table and the names of its `columns`, with commas between them."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Result: ...

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result: ...

    def writing(self) -> AbstractContextManager[None]:
        """A write transaction; rows that must not change are locked with `lock_row` before they are read.

        Nested, it is part of the outer one.
        """

    def writing_unsynced(self, *, patience: int = 0) -> AbstractContextManager[None]:
        """A transaction for data outside the record: not synced to disk, so a power cut may undo it.

        Raises UnavailableError where it is locked for longer than `patience` milliseconds.
        """

    def lock_row(self, table: str, key: str) -> None:
        """Lock the row with this `id` until the end of the transaction, unless a writer locks the whole file."""
        return

    def reading(self) -> AbstractContextManager[None]:
        """A read transaction with a consistent snapshot; it blocks no writer."""

    @property
    def in_transaction(self) -> bool: ...

    @property
    def reads_committed(self) -> bool:
        """Whether all that is read now is committed: nothing was written in the open transaction."""

    def advance_sequences(self) -> None:
        """Advance the sequences of numbers after rows were inserted with their own, where there are sequences."""
        return

    def tables(self) -> dict[str, frozenset[str]]:
        """The record's tables with their columns, without those of migrations and tools."""
        return {row["table_name"]: frozenset(row["columns"].split(",")) for row in self.execute(self.columns_query)}

    def applied_migrations(self) -> list[str]:
        """The names of the migrations that were made; none where there is no record."""

    def pending_migrations(self) -> list[str]:
        """The migrations to come. Raises EarlierRecordError, NewerRecordError."""
        applied = self.applied_migrations()
        if BEFORE_VERSION_1 in applied:
            raise EarlierRecordError(
                "it was made before version 1.0.0: make a backup with the version that made it"
                " (`python -m store backup`), restore that with version 1.5.0 into an empty database, and open this"
                " with today's"
            )
        if newer := ", ".join(name for name in applied if name not in self.migrations):
            raise NewerRecordError(f"a newer release has migrated it ({newer}): update Takuroku")
        return [name for name in self.migrations if name not in applied]

    def close(self) -> None: ...


class Database(Protocol):
    """A database of a record; `address` is without the password."""

    address: str
    at_first_use: Callable[[], object] | None = None
    """Called in place of `prepare` by the first `borrow` after a start at which the database could not be prepared."""

    def __str__(self) -> str:
        return self.address

    def prepare(self, *, backup: bool = ...) -> None:
        """Create or migrate the database; safe in several processes at once.

        With `backup`, a file is copied beside itself before it is migrated; a server keeps its own.

        Raises UnusableDatabaseError, UnavailableError.
        """

    def pending_migrations(self) -> list[str]:
        """The migrations that `prepare` would make in a record that exists; raises as it does, and writes nothing."""
        with closing(self.connect()) as db:
            return db.pending_migrations() if db.applied_migrations() else []

    def exists(self) -> bool:
        """Whether the database exists, prepared or not."""
        return True

    def connect(self) -> Connection:
        """A new connection."""

    def borrow(self) -> Connection:
        """A pooled or new connection for one request."""

    def give_back(self, db: Connection) -> None:
        """Return a connection to the pool, ending what was left open on it."""

    @contextmanager
    def borrowed(self) -> Iterator[Connection]:
        """A connection that is given back in any case."""
        db = self.borrow()
        try:
            yield db
        finally:
            self.give_back(db)

    def damage(self) -> list[str]:
        """Damage and unsafe settings, a line each."""

    def sweep(self) -> None:
        """Remove purged rows from the database files, as far as the engine can."""

    def copy_file(self, target: Path, progress: Progress = no_progress) -> bool:
        """Copy the database file while it is in use; False where it is not a file."""
        return False

    def close(self) -> None:
        """Close the pooled connections."""
