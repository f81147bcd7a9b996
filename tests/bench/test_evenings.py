"""A scorebook made by copying is one that could have been played."""

from __future__ import annotations

from contextlib import closing

import pytest

from bench import evenings
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Database


def test_the_record_cannot_tell_copies_from_what_was_played(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "PLAYED", 9)
    evenings.fill(database, "club", 20)
    assert [line for line in database.damage() if not line.startswith("fsync is off")] == []
    with closing(database.connect()) as db:
        found = compare(db)
        assert (found.sessions, found.differences, found.unreadable) == (20, (), ())
        book = Book(db, "club")
        assert len(book.search(over=False)) == evenings.RUNNING
        begun = [each.created_at for each in book.search()]
        assert begun == sorted(set(begun), reverse=True)
        assert book.find(limit=1, text="00015").total == 1
