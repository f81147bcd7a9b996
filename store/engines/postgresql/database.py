"""The record in PostgreSQL, for several machines at once: rows are locked, not everything."""

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
from store.progress import Progress, untold

MAX_CONNECTIONS = 8
"""Of one process: twice as many as it has threads."""
POOL_WAIT_SECONDS = 2.0
"""Seconds to wait for a connection."""
TRUSTED_SECONDS = 1.0
"""For so many seconds after it was used a connection is taken to work: to ask costs a tenth of a page."""
REPLY_SECONDS = 2.0
"""Seconds in which the server must say that a connection still works."""
STATEMENT_SECONDS = 15.0
"""Seconds that a statement of a request may take; more than anybody waits for a lock."""
RETRY_PAUSE_SECONDS = 1.0
"""For so many seconds after a wait in vain nobody else waits."""


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

    def prepare(self) -> None:
        with closing(self.connect()) as db, db.writing():
            db.migrate()
        self._prepared = True

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
            # A server that was away when the process began may need its tables yet.
            if not self._prepared:
                self.prepare()
            with in_the_records_words():
                raw = self._working()
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

    def copy_file(self, target: Path, progress: Progress = untold) -> bool:
        return False

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def _working(self) -> CheckedConnection:
        """A connection that worked a moment ago, or of which the server says that it still does."""
        pool = self._waiting()
        raw = pool.getconn()
        if time.monotonic() - raw.used_at > TRUSTED_SECONDS or raw.has_news():
            raw.longest = REPLY_SECONDS
            try:
                raw.execute("")
            except psycopg.Error:
                # What cut this one has cut the others that wait: to try them in turn would take seconds each.
                pool.putconn(raw)
                pool.drain()
                raw = pool.getconn()
        raw.longest = STATEMENT_SECONDS
        return raw

    def _waiting(self) -> ConnectionPool[CheckedConnection]:
        """The connections that wait for a request; opened late, since its threads would not outlive a fork."""
        with self._opening:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._conninfo,
                    connection_class=CheckedConnection,
                    configure=CheckedConnection.note_where,
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
