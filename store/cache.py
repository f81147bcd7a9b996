"""What a process keeps in memory: sessions, pages, and what was counted from the results of a scorebook."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar, cast

from store.book import Book

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Least-recently-used cache; thread-safe."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][0]

    def put(self, key: Hashable, value: Value, size: int = 1) -> None:
        """Evicts until the sizes add up to no more than `most`; the newest stays, however large."""
        with self._lock:
            self._size += size - (self._entries.pop(key)[1] if key in self._entries else 0)
            self._entries[key] = value, size
            while self._size > self._most and len(self._entries) > 1:
                self._size -= self._entries.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._size = 0


MAX_RESULT_BYTES = 32_000_000
BYTES_OF_ENTRY = 2_000
"""What is cached of nothing takes so many."""
RESULT_CACHE: Cache[tuple[int, Any]] = Cache(MAX_RESULT_BYTES)
"""The revision that was counted, and what was counted."""


def cached_result(book: Book, what: Hashable, work_out: Callable[[Value | None], tuple[Value, int]]) -> Value:
    """What is cached of a scorebook under a name, until its `results_revision` changes.

    Else what `work_out` returns with about how many bytes it takes; it is called with what was cached at an earlier
    revision, or None.
    """
    # Before the results are read: what changes in between makes this out of date, and not wrong.
    row = book.db.execute("SELECT results_revision FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    revision = row["results_revision"] if row else 0
    key = (book.db.identity, book.scorebook, what)
    cached_at, known = RESULT_CACHE.get(key) or (None, None)
    if cached_at == revision:
        return cast(Value, known)
    found, size = work_out(known)
    if book.db.reads_committed:
        RESULT_CACHE.put(key, (revision, found), BYTES_OF_ENTRY + size)
    return found
