"""PostgreSQL connections: statements, transactions and error mapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from store.engines.base import Result
from store.engines.migrations import BEFORE_VERSION_1, POSTGRESQL
from store.engines.postgresql.wire import CheckedConnection
from store.errors import (
    Cause,
    ConstraintError,
    DatabaseError,
    EarlierRecordError,
    NewerRecordError,
    UnavailableError,
    UnusableDatabaseError,
)

MIGRATING = 0x7A6B_726F_6B75
"""The advisory lock of migrations."""
COLUMNS_QUERY = """
    SELECT table_name AS place, array_agg(column_name::text) AS columns
    FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'migration'
        AND NOT starts_with(table_name, '_')
    GROUP BY table_name
"""

CAUSES: dict[str, Cause] = {
    "53100": "full",
    "25006": "read-only",
    "42501": "read-only",  # the role may not write there
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "57014": "busy",
    "53300": "busy",
    # Missing tables: a restore is running, or the record is lost. Never start an empty one unasked.
    "42P01": "away",
    "25P03": "away",  # it gave up waiting for us in a transaction
}
"""Causes by SQLSTATE; any other operational error means "away"."""


def _meaning(error: psycopg.Error) -> DatabaseError:
    """Map a PostgreSQL error to one of `store.errors`."""
    if cause := CAUSES.get(error.sqlstate or ""):
        return UnavailableError(cause, error)
    if isinstance(error, psycopg.IntegrityError):
        return ConstraintError(str(error))
    if isinstance(error, psycopg.OperationalError):
        return UnavailableError("away", error)
    return UnusableDatabaseError(str(error))


@contextmanager
def in_the_records_words() -> Iterator[None]:
    """Raise PostgreSQL errors as those of `store.errors`."""
    try:
        yield
    except psycopg.Error as error:
        raise _meaning(error) from error


class PostgreSQLConnection:
    """A connection of PostgreSQL; see `engine.Connection`."""

    def __init__(self, raw: CheckedConnection, place: str, *, is_lent: bool = False) -> None:
        self.raw = raw
        self.place = f"{place} {raw.leads_to}"
        self.is_lent = is_lent
        """Whether it belongs to the pool."""
        self._wrote = False

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Result:
        with in_the_records_words():
            done = self.raw.execute(_with_percents(statement), _kept(values))
        changing = (done.statusmessage or "").startswith(("INSERT", "UPDATE", "DELETE"))
        self._wrote = self._wrote or changing or done.description is None
        return done

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result:
        rows = [_kept(each) for each in values]
        if len(rows) == 1:
            # The driver's pipeline for several rows doubles the cost of one row.
            return self.execute(statement, rows[0])
        cursor = self.raw.cursor()
        with in_the_records_words():
            cursor.executemany(_with_percents(statement), rows)
        self._wrote = True
        return cursor

    @contextmanager
    def writing(self) -> Iterator[None]:
        if not self.in_transaction:
            self._wrote = False
        with in_the_records_words(), self.raw.transaction():
            yield

    @contextmanager
    def writing_unsynced(self, *, patience: int = 0) -> Iterator[None]:
        with self.writing():
            # For this transaction alone, since a connection pooler may be in between.
            self.execute(
                "SELECT set_config('lock_timeout', ?, true), set_config('synchronous_commit', 'off', true)",
                (f"{max(1, patience)}ms",),  # 0 would be for ever
            )
            yield

    def lock_row(self, table: str, key: str) -> None:
        # A query of its own: other rows read by a locking query would be from before the wait.
        self.execute(f"SELECT 1 AS held FROM {table} WHERE id = ? FOR NO KEY UPDATE", (key,))

    @contextmanager
    def reading(self) -> Iterator[None]:
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._wrote = False
        try:
            yield
        finally:
            with in_the_records_words():
                self.raw.rollback()

    @property
    def in_transaction(self) -> bool:
        return self.raw.info.transaction_status != TransactionStatus.IDLE

    @property
    def is_settled(self) -> bool:
        return not (self._wrote and self.in_transaction)

    def advance_sequences(self) -> None:
        for table, column in (("player", "id"), ("session", "number")):
            self.execute(
                f"""
                SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}
                HAVING MAX({column}) IS NOT NULL
                """
            )

    def tables(self) -> dict[str, frozenset[str]]:
        return {row["place"]: frozenset(row["columns"]) for row in self.execute(COLUMNS_QUERY)}

    def close(self) -> None:
        self.raw.close()

    def migrate(self) -> None:
        """Migrate the tables in the open transaction, while other processes wait.

        Raises EarlierRecordError, NewerRecordError.
        """
        self.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
        if not self._has_migrations():
            self.execute(
                "CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())"
            )
        applied = self._migrations()
        if BEFORE_VERSION_1 in applied:
            raise EarlierRecordError
        self.expect_known()
        for name, statements in POSTGRESQL.items():
            if name not in applied:
                for statement in statements:
                    with in_the_records_words():
                        self.raw.execute(statement)
                self.execute("INSERT INTO migration (name) VALUES (?)", (name,))

    def expect_known(self) -> None:
        """See `base.Database`."""
        done = self._migrations()
        if BEFORE_VERSION_1 not in done and (newer := [name for name in done if name not in POSTGRESQL]):
            raise NewerRecordError(newer)

    def _migrations(self) -> list[str]:
        return [row["name"] for row in self.execute("SELECT name FROM migration")] if self._has_migrations() else []

    def _has_migrations(self) -> bool:
        return bool(self.execute("SELECT to_regclass('migration') IS NOT NULL AS there").fetchone()["there"])


@cache
def _with_percents(statement: str) -> str:
    """Replace `?` by the driver's `%s`.

    >>> _with_percents("SELECT id FROM player WHERE name = ?")
    'SELECT id FROM player WHERE name = %s'
    """
    return statement.replace("%", "%%").replace("?", "%s")


def _kept(values: Sequence[Any]) -> list[Any]:
    """Parameters without NUL characters, which PostgreSQL text cannot have."""
    return [value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value for value in values]
