"""Counts attempts by address in windows of time, for all processes together: joining, importing and the like.

Counts are for fixed windows, the same for everybody. Addresses are stored as keyed hashes.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from record.log import stamp
from store.engines.base import Connection

LOCK_WAIT_MS = 50
"""Milliseconds to wait for other writers."""
MAX_CODE_ENTERED = 30
"""How often a join code can be entered; its link then has another."""
EXPIRED = {"attempt": "ends_at <= ?", "join_code": f"ends_at <= ? OR entered >= {MAX_CODE_ENTERED}"}


def window_end(now: datetime, length: timedelta) -> datetime:
    """The end of the current window.

    >>> window_end(datetime(2026, 11, 22, 20, 17, tzinfo=UTC), timedelta(minutes=10)).time()
    datetime.time(20, 20)
    """
    return now + length - (now - datetime.min.replace(tzinfo=UTC)) % length


def times(db: Connection, *, kind: str, address: str, ends: datetime) -> int:
    """The count in the window that ends then."""
    found = db.execute(
        "SELECT times FROM attempt WHERE kind = ? AND address = ? AND ends_at = ?", (kind, address, stamp(ends))
    ).fetchone()
    return found["times"] if found is not None else 0


def count(db: Connection, *, kind: str, address: str, most: int, now: datetime, ends: datetime) -> bool:
    """Count one more; False, and nothing is written, where the limit is reached.

    Raises UnavailableError after waiting `LOCK_WAIT_MS`.
    """
    if times(db, kind=kind, address=address, ends=ends) >= most:
        return False
    with db.writing_unsynced(patience=LOCK_WAIT_MS):
        counted = db.execute(
            """
            INSERT INTO attempt (kind, address, ends_at, times) VALUES (?, ?, ?, 1)
            ON CONFLICT (kind, address, ends_at) DO UPDATE SET times = attempt.times + 1 RETURNING times
            """,
            (kind, address, stamp(ends)),
        )
        now_counted: int = counted[0]["times"]
        if now_counted == 1:
            delete_expired(db, stamp(now), ["attempt"])
    return now_counted <= most


def delete_expired(db: Connection, at: str, tables: Iterable[str] = tuple(EXPIRED)) -> None:
    """Delete counts and join codes that are over; a new one of either does so too."""
    with db.writing():
        for table in tables:
            db.execute(f"DELETE FROM {table} WHERE {EXPIRED[table]}", (at,))
