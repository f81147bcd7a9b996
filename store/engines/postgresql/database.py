"""The PostgreSQL database with its connection pool, for several machines at once with row locks."""

from __future__ import annotations

import time
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from store.engines.base import Connection
from store.engines.postgresql.connection import PostgreSQLConnection, in_the_records_words
from store.engines.postgresql.damage import damage
from store.engines.postgresql.wire import CONNECTION_OPTIONS, SEEN_FROM_THERE, SETTINGS, CheckedConnection
from store.errors import Cause, UnavailableError, UnusableDatabaseError
from store.progress import Progress, no_progress

MAX_CONNECTIONS = 8
"""Connections of a process: two for each thread."""
POOL_WAIT_SECONDS = 2.0
"""Seconds to wait for a connection, with the check of one that is broken."""
TRUSTED_SECONDS = 1.0
"""Seconds after its use in which a connection is not checked; a check costs a tenth of a page."""
REPLY_SECONDS = 1.0
"""Seconds for the server to answer that check."""
STATEMENT_SECONDS = 15.0
"""Timeout of a request's statement, longer than the lock timeout."""
RETRY_PAUSE_SECONDS = 1.0
"""Seconds after a connection timeout in which other requests fail at once."""


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


class PostgreSQL:
    """A PostgreSQL database; see `base.Database`."""

    def __init__(self, address: str) -> None:
        given = _parts(address)
        named = f"{given.get('host', '')}:{given.get('port', '')}".rstrip(":")
        self.place = f"postgresql://{named}/{given.get('dbname', '')}"
        options = " ".join(f"-c {name}={value}" for name, value in (SETTINGS | SEEN_FROM_THERE).items())
        parts: dict[str, Any] = CONNECTION_OPTIONS | given | {"options": f"{options} {given.get('options', '')}"}
        self._conninfo = make_conninfo(address, **parts)
        self._pool: ConnectionPool[CheckedConnection] | None = None
        self._opening = Lock()
        self._prepared = False
        self._no_use_before = 0.0
        self._trouble: Cause = "away"

    def __str__(self) -> str:
        return self.place

    def prepare(self, *, backup: bool = True) -> None:
        with closing(self.connect()) as db, db.writing():
            db.migrate()
        self._prepared = True

    def expect_known(self) -> None:
        with closing(self.connect()) as db:
            db.expect_known()

    def exists(self) -> bool:
        return True

    def connect(self) -> PostgreSQLConnection:
        with in_the_records_words():
            raw = CheckedConnection.connect(self._conninfo, autocommit=True, row_factory=dict_row)
            raw.note_where()
        return PostgreSQLConnection(raw, self.place)

    def borrow(self) -> PostgreSQLConnection:
        if time.monotonic() < self._no_use_before:
            raise UnavailableError(self._trouble, "it was asked a moment ago")
        try:
            # The server may have been away at the start, so the tables may be missing.
            if not self._prepared:
                self.prepare()
            with in_the_records_words():
                raw = self._waiting().getconn()
            if _only_reads(raw):
                # It keeps what held for its role when it came, and that may have changed.
                raw.close()
                self._waiting().putconn(raw)
                db = self.connect()
                db.raw.longest = STATEMENT_SECONDS
                return db
            return PostgreSQLConnection(raw, self.place, is_lent=True)
        except UnavailableError as error:
            self._trouble = error.cause
            self._no_use_before = time.monotonic() + RETRY_PAUSE_SECONDS
            raise

    def give_back(self, db: Connection) -> None:
        assert isinstance(db, PostgreSQLConnection), "it was borrowed here"
        if db.is_lent:
            db.raw.used_at = time.monotonic()
            self._waiting().putconn(db.raw)
        else:
            db.close()

    def damage(self) -> list[str]:
        with closing(self.connect()) as db:
            return [*damage(db)]

    def sweep(self) -> None:
        with closing(self.connect()) as db:
            for table in sorted(db.tables()):
                db.execute(f"VACUUM {table}")

    def copy_file(self, target: Path, progress: Progress = no_progress) -> bool:
        return False

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def _check(self, raw: CheckedConnection) -> None:
        """Raise psycopg.Error for a connection that is broken; the pool then lends another."""
        if time.monotonic() - raw.used_at > TRUSTED_SECONDS or raw.has_news():
            raw.longest = REPLY_SECONDS
            try:
                raw.execute("")
            except psycopg.Error:
                # The others in the pool are broken too; checking each would take seconds.
                self._waiting().drain()
                raise
        raw.longest = STATEMENT_SECONDS

    def _waiting(self) -> ConnectionPool[CheckedConnection]:
        """The connection pool, opened on first use, since its threads do not survive a fork."""
        with self._opening:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._conninfo,
                    connection_class=CheckedConnection,
                    configure=CheckedConnection.note_where,
                    check=self._check,
                    kwargs={"autocommit": True, "row_factory": dict_row},
                    min_size=0,
                    max_size=MAX_CONNECTIONS,
                    timeout=POOL_WAIT_SECONDS,
                    reconnect_timeout=POOL_WAIT_SECONDS,
                    open=True,
                )
            return self._pool


def _only_reads(raw: CheckedConnection) -> bool:
    return raw.info.parameter_status("default_transaction_read_only") == "on"
