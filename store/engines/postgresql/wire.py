"""PostgreSQL connections with timeouts and the identity of their server and database."""

from __future__ import annotations

import select
import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.rows import DictRow

SETTINGS = {
    # Whatever the server's default: a commit is on disk.
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    # A process stopped within a transaction releases its locks.
    "idle_in_transaction_session_timeout": "30s",
}
CONNECTION_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
}
"""TCP timeouts after which a silent connection counts as broken."""
CONNECTION_OPTIONS["tcp_user_timeout"] = 10_000
SEEN_FROM_THERE = {"tcp_keepalives_idle": 30, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}
"""TCP keepalives by which the server drops connections of a machine that lost its power."""


class CheckedConnection(psycopg.Connection[DictRow]):
    """A connection that is closed when the server does not answer in time."""

    longest: float | None = None
    """Timeout of a statement in seconds; None for no limit."""
    leads_to = ""
    used_at = 0.0
    """When it was returned to the pool, by the monotonic clock."""

    def has_news(self) -> bool:
        """Whether there is unread data from the server, which between requests means that it is closing."""
        socket = select.poll()
        socket.register(self.fileno(), select.POLLIN)
        return bool(socket.poll(0))

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        begun = time.monotonic()
        longest = self.longest if timeout is None else timeout
        try:
            return super().wait(gen, interval, longest)
        except psycopg.OperationalError:
            if longest is not None and time.monotonic() - begun >= longest:
                self.close()
            raise

    def note_where(self) -> None:
        """Query the identity of the server and database.

        Another database may have the same address by now, with logs that differ from the session cache.
        """
        found = self.execute(
            """
            SELECT oid, pg_postmaster_start_time() AS since FROM pg_database WHERE datname = current_database()
            """
        ).fetchone()
        assert found is not None, "a connection is to a database"
        self.leads_to = f"{found['oid']} {found['since']}"
