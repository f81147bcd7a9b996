"""The record in PostgreSQL, for several machines at once: rows are locked, not everything."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from store.engine import Connection, Result
from store.engines.postgresql_damage import damage
from store.engines.postgresql_schema import MIGRATIONS
from store.errors import Cause, ConstraintError, DatabaseError, UnavailableError, UnusableDatabaseError

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg.pq import TransactionStatus
    from psycopg.rows import DictRow, dict_row
    from psycopg_pool import ConnectionPool
except ImportError as error:
    raise UnusableDatabaseError(
        "psycopg, which talks to PostgreSQL, or its libpq is missing: "
        ".venv/bin/python -m pip install -r requirements-postgresql.txt"
    ) from error

MOST_CONNECTIONS = 8
"""Of one process: twice as many as it has threads."""
PATIENCE = 2.0
"""Seconds to wait for a connection."""
RESPITE = 1.0
"""For so many seconds after a wait in vain nobody else waits."""
MIGRATING = 0x7A6B_726F_6B75
"""The number of the lock under which tables are brought up to date."""
COLUMNS = """
    SELECT table_name AS place, array_agg(column_name::text) AS columns
    FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'migration'
    GROUP BY table_name
"""

SETTINGS = {
    # Whatever the server's default: what is acknowledged is on its disk.
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    # A process that was stopped in the middle gives its rows free.
    "idle_in_transaction_session_timeout": "30s",
}
LINE = {"connect_timeout": 3, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
"""Seconds after which a line that is dead without a word counts as cut."""
LINE["tcp_user_timeout"] = 10_000

CAUSES: dict[str, Cause] = {
    "53100": "full",
    "25006": "read-only",
    "42501": "read-only",  # the role may not write there
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "57014": "busy",
    "53300": "busy",
    "25P03": "away",  # it gave up waiting for us in a transaction
}
"""By SQLSTATE; whatever else is operational is a server that is away."""


def _meaning(error: psycopg.Error) -> DatabaseError:
    """What an error of PostgreSQL means to the record."""
    if cause := CAUSES.get(error.sqlstate or ""):
        return UnavailableError(cause, error)
    if isinstance(error, psycopg.IntegrityError):
        return ConstraintError(str(error))
    if isinstance(error, psycopg.OperationalError):
        return UnavailableError("away", error)
    return UnusableDatabaseError(str(error))


@contextmanager
def _in_the_records_words() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise _meaning(error) from error


def _parts(address: str) -> dict[str, Any]:
    """What an address says; an error repeats nothing of it, since that may be a part of the password.

    A password with an unmasked @ or / is not seen as one: its rest would stand in the host, the port or the name.
    """
    with suppress(psycopg.Error):
        given = conninfo_to_dict(address)
        host, port, name = (str(given.get(part, "")) for part in ("host", "port", "dbname"))
        # A host that begins with @ is a socket without a file.
        if "@" not in host[1:] + name and not port.strip("0123456789,"):
            return given
    raise UnusableDatabaseError("its address cannot be read (in a password @ is written as %40, / as %2F, % as %25)")


class PostgreSQL:
    """A database of a server; see `engine.Database`."""

    def __init__(self, address: str) -> None:
        given = _parts(address)
        named = f"{given.get('host', '')}:{given.get('port', '')}".rstrip(":")
        self.place = f"postgresql://{named}/{given.get('dbname', '')}"
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        self._conninfo = make_conninfo(address, **(LINE | given | {"options": f"{options} {given.get('options', '')}"}))
        self._pool: ConnectionPool[psycopg.Connection[DictRow]] | None = None
        self._opening = Lock()
        self._prepared = False
        self._no_use_before = 0.0
        self._trouble: Cause = "away"

    def __str__(self) -> str:
        return self.place

    def prepare(self) -> None:
        with closing(self.connect()) as db, db.writing():
            db.migrate()
        self._prepared = True

    def exists(self) -> bool:
        return True

    def connect(self) -> PostgreSQLConnection:
        with _in_the_records_words():
            raw = psycopg.connect(self._conninfo, autocommit=True, row_factory=dict_row)
        return PostgreSQLConnection(raw, self.place)

    def borrow(self) -> PostgreSQLConnection:
        if time.monotonic() < self._no_use_before:
            raise UnavailableError(self._trouble, "it was asked a moment ago")
        try:
            # A server that was away when the process began may need its tables yet.
            if not self._prepared:
                self.prepare()
            with _in_the_records_words():
                raw = self._waiting().getconn()
            if _only_reads(raw):
                # It keeps what held for its role when it came, and that may have changed.
                raw.close()
                self._waiting().putconn(raw)
                return self.connect()
            return PostgreSQLConnection(raw, self.place, is_lent=True)
        except UnavailableError as error:
            self._trouble = error.cause
            self._no_use_before = time.monotonic() + RESPITE
            raise

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, PostgreSQLConnection), "it was borrowed here"
        if db.is_lent:
            self._waiting().putconn(db.raw)
        else:
            db.close()

    def answers(self) -> bool:
        try:
            db = self.borrow()
            try:
                db.execute("SELECT COUNT(*) FROM session")
            finally:
                self.give_back(db)
        except DatabaseError:
            return False
        return True

    def damage(self) -> list[str]:
        with closing(self.connect()) as db:
            return [*damage(db)]

    def back_up(self, target: Path) -> None:
        command = shutil.which("pg_dump")
        if command is None:
            raise UnusableDatabaseError("there is no pg_dump here to copy it with (apt install postgresql-client)")
        unfinished = target.with_name(target.name + ".part")
        parts = conninfo_to_dict(self._conninfo)
        # Not on the command line, which everybody on the machine can read.
        password = parts.pop("password", None)
        done = subprocess.run(
            [command, "--format=custom", f"--file={unfinished}", f"--dbname={make_conninfo('', **parts)}"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PGPASSWORD": str(password)} if password else None,
        )
        if done.returncode:
            unfinished.unlink(missing_ok=True)
            raise UnusableDatabaseError(done.stderr.strip())
        unfinished.replace(target)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def _waiting(self) -> ConnectionPool[psycopg.Connection[DictRow]]:
        """The connections that wait for a request; opened late, since its threads would not outlive a fork."""
        with self._opening:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._conninfo,
                    kwargs={"autocommit": True, "row_factory": dict_row},
                    min_size=0,
                    max_size=MOST_CONNECTIONS,
                    timeout=PATIENCE,
                    reconnect_timeout=PATIENCE,
                    check=ConnectionPool.check_connection,
                    open=True,
                )
            return self._pool


class PostgreSQLConnection:
    """A connection of PostgreSQL; see `engine.Connection`."""

    def __init__(self, raw: psycopg.Connection[DictRow], place: str, *, is_lent: bool = False) -> None:
        self.raw = raw
        self.place = place
        self.is_lent = is_lent
        """Whether it goes back to those that wait for a request."""
        self._wrote = False

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Result:
        with _in_the_records_words():
            done = self.raw.execute(_with_percents(statement), _kept(values))
        self._wrote = self._wrote or done.description is None
        return done

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result:
        cursor = self.raw.cursor()
        with _in_the_records_words():
            cursor.executemany(_with_percents(statement), [_kept(each) for each in values])
        self._wrote = True
        return cursor

    @contextmanager
    def writing(self) -> Iterator[None]:
        if not self.in_transaction:
            self._wrote = False
        with _in_the_records_words(), self.raw.transaction():
            yield

    def hold(self, table: str, key: str) -> None:
        # Not in the query that reads what is held: its other rows would be those of before the wait.
        self.execute(f"SELECT 1 AS held FROM {table} WHERE id = ? FOR NO KEY UPDATE", (key,))

    @contextmanager
    def reading(self) -> Iterator[None]:
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._wrote = False
        try:
            yield
        finally:
            with _in_the_records_words():
                self.raw.rollback()

    @property
    def in_transaction(self) -> bool:
        return self.raw.info.transaction_status != TransactionStatus.IDLE

    @property
    def is_settled(self) -> bool:
        return not (self._wrote and self.in_transaction)

    def number_on(self) -> None:
        for table, column in (("player", "id"), ("session", "number")):
            self.execute(
                f"""
                SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}
                HAVING MAX({column}) IS NOT NULL
                """
            )

    def tables(self) -> dict[str, frozenset[str]]:
        return {row["place"]: frozenset(row["columns"]) for row in self.execute(COLUMNS)}

    def close(self) -> None:
        self.raw.close()

    def migrate(self) -> None:
        """Bring the tables up to date within the open transaction; other processes wait for its end."""
        self.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
        found = self.execute("SELECT to_regclass('migration') IS NOT NULL AS there").fetchone()
        if not found["there"]:
            self.execute(
                "CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())"
            )
        applied = {row["name"] for row in self.execute("SELECT name FROM migration")}
        for name, statements in MIGRATIONS.items():
            if name not in applied:
                for statement in statements:
                    with _in_the_records_words():
                        self.raw.execute(statement)
                self.execute("INSERT INTO migration (name) VALUES (?)", (name,))


@cache
def _with_percents(statement: str) -> str:
    """A statement with its values marked as the driver wants them.

    >>> _with_percents("SELECT id FROM player WHERE name = ?")
    'SELECT id FROM player WHERE name = %s'
    """
    return statement.replace("%", "%%").replace("?", "%s")


def _only_reads(raw: psycopg.Connection[DictRow]) -> bool:
    return raw.info.parameter_status("default_transaction_read_only") == "on"


def _kept(values: Sequence[Any]) -> list[Any]:
    """Values as PostgreSQL can keep them: no text of it has a zero sign; one that is looked for is not found."""
    return [value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value for value in values]
