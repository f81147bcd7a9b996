"""Caches in this process what was counted from the results of a scorebook, until its `results_revision` changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

from store.book import Book

T = TypeVar("T")
MAX_BYTES = 32_000_000
BYTES_OF_ENTRY = 2_000
"""What is cached of nothing takes so many."""


class ResultCache:
    """Least-recently-used cache; thread-safe."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, tuple[int, Any, int]] = OrderedDict()
        self._size = 0

    def get(self, book: Book, what: Hashable, work_out: Callable[[T | None], tuple[T, int]]) -> T:
        """What is cached of a scorebook under a name, else what `work_out` returns with about how many bytes it takes.

        It is called with what was cached at an earlier revision, or None.
        """
        # Before the results are read: what changes in between makes this out of date, and not wrong.
        row = book.db.execute("SELECT results_revision FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
        revision = row["results_revision"] if row else 0
        key = (book.db.place, book.scorebook, what)
        known: T | None = None
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                cached_at, cached, _size = self._kept[key]
                known = cached
                if cached_at == revision:
                    return cast(T, cached)
        found, size = work_out(known)
        if book.db.reads_committed:
            with self._lock:
                self._size += BYTES_OF_ENTRY + size - self._kept.pop(key, (0, None, 0))[2]
                self._kept[key] = revision, found, BYTES_OF_ENTRY + size
                while self._size > self._most and len(self._kept) > 1:
                    self._size -= self._kept.popitem(last=False)[1][2]
        return found


RESULT_CACHE = ResultCache()
