"""A connection of PostgreSQL that does not wait for ever, and knows which server and database it leads to."""

from __future__ import annotations

import select
import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.rows import DictRow

SETTINGS = {
    # Whatever the server's default: what is acknowledged is on its disk.
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    # A process that was stopped in the middle gives its rows free.
    "idle_in_transaction_session_timeout": "30s",
}
CONNECTION_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
}
"""Seconds after which a line that is dead without a word counts as cut."""
CONNECTION_OPTIONS["tcp_user_timeout"] = 10_000
SEEN_FROM_THERE = {"tcp_keepalives_idle": 30, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}
"""Seconds after which the server takes a machine for gone, which lost its power and with it these connections."""


class CheckedConnection(psycopg.Connection[DictRow]):
    """A connection that is cut where the server says nothing for too long: its machine may keep it open for ever."""

    longest: float | None = None
    """Seconds that a statement may take, None for as long as it likes."""
    leads_to = ""
    used_at = 0.0
    """When a request gave it back, by the monotonic clock."""

    def has_news(self) -> bool:
        """Whether the server said something that nobody has read: between requests that is its farewell."""
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
        """Ask which server and database this is.

        Another may answer at the same address by now, in which logs have gone on otherwise than what this process
        remembers of them.
        """
        found = self.execute(
            """
            SELECT oid, pg_postmaster_start_time() AS since FROM pg_database WHERE datname = current_database()
            """
        ).fetchone()
        assert found is not None, "a connection is to a database"
        self.leads_to = f"{found['oid']} {found['since']}"
