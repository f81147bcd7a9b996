"""Last-seen times of devices, written in batches by a background thread so that no response waits."""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Lock, Thread

from flask import Flask

from store.access.grants import note_visits
from store.engines.base import Database
from store.errors import DatabaseError

SECONDS_BETWEEN_NOTES = 60.0
"""A device is noted once in this time."""
SECONDS_BETWEEN_WRITES = 5.0
"""How long visits are collected before they are written together."""


def keep_visits(app: Flask) -> None:
    """Note visits from now on; not in the pocket, which has one device."""
    if not app.config["IN_POCKET"]:
        app.extensions["visits"] = Visits(app.extensions["takuroku"])


def note_visit(app: Flask, access: str) -> None:
    visits: Visits | None = app.extensions.get("visits")
    if visits is not None:
        visits.note(access)


class Visits:
    """Visits to one process that are not written yet; they are lost when it stops."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._noted: dict[str, float] = {}
        self._waiting: dict[str, float] = {}

    def note(self, access: str) -> None:
        """Note a visit of the device that has this access."""
        now = time.time()
        if abs(now - self._noted.get(access, 0.0)) < SECONDS_BETWEEN_NOTES:
            return
        with self._lock:
            begins = not self._waiting
            self._noted[access] = self._waiting[access] = now
        if begins:
            Thread(target=self._write_soon, daemon=True).start()

    def _write_soon(self) -> None:
        time.sleep(SECONDS_BETWEEN_WRITES)
        now = time.time()
        with self._lock:
            waiting, self._waiting = self._waiting, {}
            self._noted = {access: at for access, at in self._noted.items() if abs(now - at) < SECONDS_BETWEEN_NOTES}
        # Where nothing can be written now, these visits are dropped; the next are tried again.
        with suppress(DatabaseError):
            db = self._database.borrow()
            try:
                note_visits(db, waiting)
            finally:
                self._database.give_back(db)
