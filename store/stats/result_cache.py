"""Caches in this process what was counted from the results of a scorebook, until its `results_revision` changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from store.book import Book
from store.cache import Cache

T = TypeVar("T")
MAX_RESULT_BYTES = 32_000_000
BYTES_OF_ENTRY = 2_000
"""What is cached of nothing takes so many."""
RESULT_CACHE: Cache[tuple[int, Any]] = Cache(MAX_RESULT_BYTES)
"""The revision that was counted, and what was counted."""


def cached_result(book: Book, what: Hashable, work_out: Callable[[T | None], tuple[T, int]]) -> T:
    """What is cached of a scorebook under a name, else what `work_out` returns with about how many bytes it takes.

    It is called with what was cached at an earlier revision, or None.
    """
    # Before the results are read: what changes in between makes this out of date, and not wrong.
    row = book.db.execute("SELECT results_revision FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    revision = row["results_revision"] if row else 0
    key = (book.db.identity, book.scorebook, what)
    cached_at, known = RESULT_CACHE.get(key) or (None, None)
    if cached_at == revision:
        return cast(T, known)
    found, size = work_out(known)
    if book.db.reads_committed:
        RESULT_CACHE.put(key, (revision, found), BYTES_OF_ENTRY + size)
    return found
