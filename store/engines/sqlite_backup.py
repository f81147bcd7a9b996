"""What a backup is, whichever engine it came from: one SQLite file, in which the key of the cookies lies too."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from store.engines.sqlite_errors import in_the_records_words
from store.progress import Progress

PAGES = 500
"""So many are copied between two looks at the clock."""


@dataclass(frozen=True)
class Seal:
    """When a backup was made (UTC, None where it is a record's own file), and the key that signed its cookies."""

    at: str | None
    key: str | None = field(repr=False)


def new_file(path: Path) -> None:
    """An empty file that nobody else may read: a backup is as precious as the record."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@in_the_records_words
def copy_pages(source: sqlite3.Connection, target: Path, progress: Progress) -> None:
    """Copy all pages as they are at this moment, which the open transaction of `source` holds: else it would begin
    anew each time that somebody writes.
    """
    pages = source.execute("PRAGMA page_count").fetchone()[0]
    done = 0
    with progress(f"Copying {pages:,} pages", pages) as advance, closing(sqlite3.connect(target)) as copy:

        def copied(_status: int, remaining: int, total: int) -> None:
            nonlocal done
            advance(total - remaining - done)
            done = total - remaining

        source.backup(copy, pages=PAGES, progress=copied)


@in_the_records_words
def seal(path: Path, sealed: Seal) -> None:
    """Write down what belongs to a backup, and make it one file, without a log beside it, that is on the disk.

    The table is no part of the record, like all whose names begin so.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        db.execute("DROP TABLE IF EXISTS _backup")
        db.execute("CREATE TABLE _backup (at TEXT, key TEXT)")
        db.execute("INSERT INTO _backup (at, key) VALUES (?, ?)", (sealed.at, sealed.key))
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    for each in (path, path.parent):
        descriptor = os.open(each, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


@in_the_records_words
def sealed_in(path: Path) -> Seal:
    """What was written down in a backup; a record's own file has nothing of it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = '_backup'").fetchone():
            return Seal(None, None)
        found = db.execute("SELECT at, key FROM _backup").fetchone()
        return Seal(*found) if found else Seal(None, None)
