"""Streams the results of a scorebook from the read models."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from store.book import Book
from store.sessions.history import Summary, find

SESSIONS_PER_READ = 200


def results(book: Book) -> Iterator[Summary]:
    """Every session that is over, archived or not, the last first, as they all were at one moment; no deleted ones."""
    with book.db.reading():
        for page in count():
            found = find(book, limit=SESSIONS_PER_READ, offset=page * SESSIONS_PER_READ, over=True, archived=None)
            yield from found.sessions
            if not found.older:
                return
