"""The PostgreSQL database with its connection pool, for several machines at once with row locks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool

from store.engines.base import Connection, Database, Result
from store.engines.migrations import POSTGRESQL
from store.errors import Cause, ConstraintError, UnavailableError, UnusableDatabaseError

MAX_CONNECTIONS = 8
"""Connections of a process: two for each thread."""
POOL_WAIT_SECONDS = 2.0
"""Seconds to wait for a connection, with the check of one that is broken."""
REPLY_SECONDS = 1.0
"""Seconds for the server to answer that check."""
STATEMENT_SECONDS = 15.0
"""Timeout of a request's statement, longer than the lock timeout."""
RETRY_PAUSE_SECONDS = 1.0
"""Seconds after a connection timeout in which other requests fail at once."""
MIGRATING = 0x7A6B_726F_6B75
"""The advisory lock of migrations."""

SETTINGS = {
    # Whatever the server's default: a commit is on disk.
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    # A process stopped within a transaction releases its locks.
    "idle_in_transaction_session_timeout": "30s",
    # The server drops connections of a machine that lost its power.
    "tcp_keepalives_idle": 30,
    "tcp_keepalives_interval": 10,
    "tcp_keepalives_count": 3,
}
CONNECTION_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}
"""TCP timeouts after which a silent connection counts as broken."""

COLUMNS_QUERY = """
    SELECT table_name, string_agg(column_name, ',') AS columns
    FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'migration'
        AND NOT starts_with(table_name, '_')
    GROUP BY table_name
"""
IDENTITY_QUERY = "SELECT oid, pg_postmaster_start_time() AS since FROM pg_database WHERE datname = current_database()"
DAMAGE_QUERY = """
    SELECT format('index %s is not valid', indexrelid::regclass) AS line FROM pg_index WHERE NOT indisvalid
    UNION ALL
    SELECT format('constraint %s of %s was never checked', conname, conrelid::regclass) FROM pg_constraint
    WHERE NOT convalidated
    UNION ALL
    SELECT format('trigger %s is missing or switched off: actions could be changed', wanted.name)
    FROM unnest(ARRAY['action_is_not_changed', 'action_is_not_deleted', 'actions_are_not_cleared']) AS wanted (name)
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger
        WHERE tgrelid = to_regclass('action') AND tgname = wanted.name AND tgenabled IN ('O', 'A')
    )
    UNION ALL
    SELECT format('%s is off: what is acknowledged may be lost in a power cut', name) FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
    UNION ALL
    SELECT format('%s pages of it failed their checksum', checksum_failures) FROM pg_stat_database
    WHERE datname = current_database() AND checksum_failures > 0
"""
REFERENCES_QUERY = """
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent, (
        SELECT string_agg(format('child.%I = parent.%I', here.attname, there.attname), ' AND ')
        FROM unnest(conkey, confkey) AS pair (here, there)
        JOIN pg_attribute AS here ON here.attrelid = conrelid AND here.attnum = pair.here
        JOIN pg_attribute AS there ON there.attrelid = confrelid AND there.attnum = pair.there
    ) AS same, (
        SELECT string_agg(format('child.%I IS NOT NULL', attname), ' AND ')
        FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)
    ) AS refers
    FROM pg_constraint WHERE contype = 'f' ORDER BY child, parent
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


@contextmanager
def record_errors() -> Iterator[None]:
    """Raise PostgreSQL errors as those of `store.errors`."""
    try:
        yield
    except psycopg.Error as error:
        cause = CAUSES.get(error.sqlstate or "")
        if cause is None and isinstance(error, psycopg.IntegrityError):
            raise ConstraintError(str(error)) from error
        if cause or isinstance(error, psycopg.OperationalError):
            raise UnavailableError(cause or "away", error) from error
        raise UnusableDatabaseError(str(error)) from error


class PostgreSQLConnection(psycopg.Connection[DictRow], Connection):
    """A connection of PostgreSQL that is closed when the server does not answer in time; see `base.Connection`."""

    identity = ""
    wins_in_order = "STRING_AGG(CAST(won AS TEXT), '' ORDER BY played_at, number)"
    migrations = POSTGRESQL
    columns_query = COLUMNS_QUERY
    timeout_seconds: float | None = None
    """Of a statement; None for no limit."""
    is_pooled = False
    _wrote = False

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        begun = time.monotonic()
        longest = self.timeout_seconds if timeout is None else timeout
        try:
            return super().wait(gen, interval, longest)
        except psycopg.OperationalError:
            if longest is not None and time.monotonic() - begun >= longest:
                self.close()
            raise

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Result:  # type: ignore[override]
        with record_errors():
            cursor = self.cursor().execute(_with_percents(statement), _without_nul(values))
            result = Result(cursor if cursor.description else ())
        result.rowcount = cursor.rowcount
        changing = (cursor.statusmessage or "").startswith(("INSERT", "UPDATE", "DELETE"))
        self._wrote = self._wrote or changing or cursor.description is None
        return result

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result:
        rows = [_without_nul(each) for each in values]
        if len(rows) == 1:
            # The driver's pipeline for several rows doubles the cost of one row.
            return self.execute(statement, rows[0])
        cursor = self.cursor()
        with record_errors():
            cursor.executemany(_with_percents(statement), rows)
        self._wrote = True
        result = Result()
        result.rowcount = cursor.rowcount
        return result

    @contextmanager
    def writing(self) -> Iterator[None]:
        if not self.in_transaction:
            self._wrote = False
        with record_errors(), self.transaction():
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
            with record_errors():
                self.rollback()

    @property
    def in_transaction(self) -> bool:
        return self.info.transaction_status != TransactionStatus.IDLE

    @property
    def reads_committed(self) -> bool:
        return not (self._wrote and self.in_transaction)

    def advance_sequences(self) -> None:
        for table, column in (("player", "id"), ("session", "number")):
            self.execute(
                f"""
                SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}
                HAVING MAX({column}) IS NOT NULL
                """
            )

    def applied_migrations(self) -> list[str]:
        there = self.execute("SELECT to_regclass('migration') IS NOT NULL AS there").fetchone()["there"]
        return [row["name"] for row in self.execute("SELECT name FROM migration")] if there else []


class PostgreSQL(Database):
    """A PostgreSQL database; see `base.Database`."""

    def __init__(self, address: str) -> None:
        given = _parts(address)
        named = f"{given.get('host', '')}:{given.get('port', '')}".rstrip(":")
        self.address = f"postgresql://{named}/{given.get('dbname', '')}"
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        parts: dict[str, Any] = CONNECTION_OPTIONS | given | {"options": f"{options} {given.get('options', '')}"}
        self._conninfo = make_conninfo(address, **parts)
        self._pool = ConnectionPool(
            self._conninfo,
            connection_class=PostgreSQLConnection,
            configure=self._identify,
            check=self._check,
            kwargs={"autocommit": True, "row_factory": dict_row},
            min_size=0,
            max_size=MAX_CONNECTIONS,
            reconnect_timeout=POOL_WAIT_SECONDS,
            open=False,
        )
        self._prepared = False
        self._no_use_before = 0.0
        self._trouble: Cause = "away"

    def prepare(self, *, backup: bool = True) -> None:
        with closing(self.connect()) as db, db.writing():
            # Other processes wait.
            db.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
            if not db.applied_migrations():
                db.execute(
                    "CREATE TABLE IF NOT EXISTS migration"
                    " (name TEXT PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())"
                )
            for name in db.pending_migrations():
                for statement in db.migrations[name]:
                    db.execute(statement)
                db.execute("INSERT INTO migration (name) VALUES (?)", (name,))
        self._prepared = True

    def connect(self) -> PostgreSQLConnection:
        with record_errors():
            db = PostgreSQLConnection.connect(self._conninfo, autocommit=True, row_factory=dict_row)
        self._identify(db)
        return db

    def borrow(self) -> PostgreSQLConnection:
        if time.monotonic() < self._no_use_before:
            raise UnavailableError(self._trouble, "it was asked a moment ago")
        try:
            # The server may have been away at the start, so the tables may be missing.
            if not self._prepared:
                (self.at_first_use or self.prepare)()
            with record_errors():
                # On first use, since its threads do not survive a fork.
                self._pool.open()
                db = self._pool.getconn(POOL_WAIT_SECONDS)
            db.is_pooled = True
            if db.info.parameter_status("default_transaction_read_only") == "on":
                # It keeps what held for its role when it was opened, and that may have changed.
                db.close()
                self.give_back(db)
                db = self.connect()
                db.timeout_seconds = STATEMENT_SECONDS
            return db
        except UnavailableError as error:
            self._trouble = error.cause
            self._no_use_before = time.monotonic() + RETRY_PAUSE_SECONDS
            raise

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, PostgreSQLConnection), "it was borrowed here"
        if db.is_pooled:
            self._pool.putconn(db)
        else:
            db.close()

    def damage(self) -> list[str]:
        with closing(self.connect()) as db:
            found = [row["line"] for row in db.execute(DAMAGE_QUERY)]
            for key in db.execute(REFERENCES_QUERY):
                homeless = db.execute(
                    f"""
                    SELECT COUNT(*) AS many FROM {key["child"]} AS child
                    WHERE {key["refers"]} AND NOT EXISTS (SELECT FROM {key["parent"]} AS parent WHERE {key["same"]})
                    """
                ).fetchone()
                found += [f"{key['child']}: a row refers to no row of {key['parent']}"] * homeless["many"]
        return found

    def sweep(self) -> None:
        with closing(self.connect()) as db:
            db.execute(f"VACUUM {', '.join(sorted(db.tables()))}")

    def close(self) -> None:
        self._pool.close()

    def _identify(self, db: PostgreSQLConnection) -> None:
        """Note the server and database: another at the same address may have other logs than the session cache."""
        found = db.execute(IDENTITY_QUERY).fetchone()
        db.identity = f"{self.address} {found['oid']} {found['since']}"

    def _check(self, db: PostgreSQLConnection) -> None:
        """Raise an error for a connection that is broken; the pool then lends another."""
        db.timeout_seconds = REPLY_SECONDS
        try:
            ConnectionPool.check_connection(db)
        except UnavailableError:
            # The others in the pool are broken too; checking each would take seconds.
            self._pool.drain()
            raise
        db.timeout_seconds = STATEMENT_SECONDS


def _parts(address: str) -> dict[str, Any]:
    """Parse an address; errors do not quote it, since it may contain the password.

    With an unescaped @ or / in the password, the rest of it would be read as host, port or name.
    """
    with suppress(psycopg.Error):
        given = conninfo_to_dict(address)
        host, port, name = (str(given.get(part, "")) for part in ("host", "port", "dbname"))
        # A host that begins with @ is an abstract socket.
        if "@" not in host[1:] + name and not port.strip("0123456789,"):
            return given
    raise UnusableDatabaseError("its address cannot be read (in a password @ is written as %40, / as %2F, % as %25)")


@cache
def _with_percents(statement: str) -> str:
    """Replace `?` by the driver's `%s`.

    >>> _with_percents("SELECT id FROM player WHERE name = ?")
    'SELECT id FROM player WHERE name = %s'
    """
    return statement.replace("%", "%%").replace("?", "%s")


def _without_nul(values: Sequence[Any]) -> list[Any]:
    """Parameters without NUL characters, which PostgreSQL text cannot have."""
    return [value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value for value in values]
