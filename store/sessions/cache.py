"""Sessions kept in this process as they stood at a position of their log, so that not each look folds it anew."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeAlias

from record.session import Session

MAX_SESSIONS = 128

Place: TypeAlias = tuple[object, ...]
"""Which session of which database, and by what the rows say of it that are not its log: its table, its rules."""


class SessionCache:
    """The sessions that were asked for or written last, at most `MAX_SESSIONS`; several threads may use it.

    A log is only ever appended to, so what was folded up to a position stays right; whoever takes a session from here
    asks the database how long its log is by now.
    """

    def __init__(self, most: int = MAX_SESSIONS) -> None:
        self._most = most
        self._lock = Lock()
        self._sessions: OrderedDict[Place, Session] = OrderedDict()

    def find(self, place: Place) -> Session | None:
        """The session as it was put here last."""
        with self._lock:
            found = self._sessions.get(place)
            if found is not None:
                self._sessions.move_to_end(place)
            return found

    def put(self, place: Place, session: Session) -> None:
        """Keep a session; what was not asked for the longest goes."""
        with self._lock:
            self._sessions[place] = session
            self._sessions.move_to_end(place)
            while len(self._sessions) > self._most:
                self._sessions.popitem(last=False)


SHELF = SessionCache()
