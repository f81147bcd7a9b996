"""Health check of a database: tries a write every few seconds."""

from __future__ import annotations

import time
from threading import Lock

from store.access.attempts import LOCK_WAIT_MS
from store.encoding import new_id
from store.engines.base import Database
from store.errors import DatabaseError, UnavailableError

TRUSTED_SECONDS = 5.0
"""Seconds for which a successful write is trusted."""


class Health:
    """The health of one database, shared by a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._written: tuple[Database | None, float] = (None, 0.0)

    def trouble(self, database: Database) -> str | None:
        """Why the database cannot be written: a cause of `store.errors` or "unusable"; None if it can."""
        with self._lock:
            known, at = self._written
            if known is database and time.monotonic() - at < TRUSTED_SECONDS:
                return None
            try:
                address = new_id()
                # Written and deleted in one transaction, which really goes to the disk.
                with database.borrowed() as db, db.writing_unsynced(patience=LOCK_WAIT_MS):
                    insert = "INSERT INTO attempt (kind, address, ends_at, times) VALUES ('health', ?, '', 0)"
                    db.execute(insert, (address,))
                    db.execute("DELETE FROM attempt WHERE kind = 'health' AND address = ?", (address,))
            except UnavailableError as error:
                # Busy means that others are writing, so it is writable.
                if error.cause != "busy":
                    return error.cause
            except DatabaseError:
                return "unusable"
            self._written = database, time.monotonic()
        return None
