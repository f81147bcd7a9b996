"""Caches folded sessions in this process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeAlias

from record.session import Session

MAX_SESSIONS = 128

Place: TypeAlias = tuple[object, ...]
"""The cache key: database, session, and its table and rules."""


class SessionCache:
    """Least-recently-used cache of at most `MAX_SESSIONS` sessions; thread-safe.

    A cached session stays right up to its position, since logs are only appended to. Its user must read newer actions
    from the database.
    """

    def __init__(self, most: int = MAX_SESSIONS) -> None:
        self._most = most
        self._lock = Lock()
        self._sessions: OrderedDict[Place, Session] = OrderedDict()

    def find(self, place: Place) -> Session | None:
        """The cached session, or None."""
        with self._lock:
            found = self._sessions.get(place)
            if found is not None:
                self._sessions.move_to_end(place)
            return found

    def put(self, place: Place, session: Session) -> None:
        """Cache a session and evict the least recently used."""
        with self._lock:
            self._sessions[place] = session
            self._sessions.move_to_end(place)
            while len(self._sessions) > self._most:
                self._sessions.popitem(last=False)


SESSION_CACHE = SessionCache()
