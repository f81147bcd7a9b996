"""The backup file: one SQLite file from either engine, with the cookie key and two checksums.

One checksum is over the rows. The other is over all bytes, since much of a file is in no row; it is appended after the
last page, where SQLite does not read.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from store.engines.sqlite.errors import in_the_records_words
from store.progress import Progress

PAGES_PER_STEP = 500
"""Pages copied between two progress updates."""
LAST_LINE = "\ntakuroku sha256 {}\n"
"""The line appended after the pages."""
LAST_LINE_BYTES = len(LAST_LINE.format("0" * 64))
WRITTEN = re.compile(LAST_LINE.format("([0-9a-f]{64})").encode())
BYTES_PER_READ = 1 << 20
WITH_A_LOG = b"\2\2"
"""Bytes 18 and 19 of a file in WAL mode."""


@dataclass(frozen=True)
class Seal:
    """When a backup was made (UTC; None for a record's own file), and the cookie key."""

    at: str | None
    key: str | None = field(repr=False)


def new_file(path: Path) -> None:
    """Make an empty file that only its owner may read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@in_the_records_words
def copy_pages(source: sqlite3.Connection, target: Path, progress: Progress) -> None:
    """Copy all pages within an open transaction of `source`; without one the copy restarts at every write."""
    pages = source.execute("PRAGMA page_count").fetchone()[0]
    done = 0
    with progress(f"Copying {pages:,} pages", pages) as advance, closing(sqlite3.connect(target)) as copy:

        def copied(_status: int, remaining: int, total: int) -> None:
            nonlocal done
            advance(total - remaining - done)
            done = total - remaining

        source.backup(copy, pages=PAGES_PER_STEP, progress=copied)


@in_the_records_words
def seal(path: Path, sealed: Seal) -> None:
    """Add time, key and checksums to a backup, and sync it to disk as one file without a WAL.

    Its tables begin with `_` and are not part of the record.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        for table, columns in (("_backup", "at TEXT, key TEXT"), ("_checksum", "sha256 TEXT")):
            db.execute(f"DROP TABLE IF EXISTS {table}")
            db.execute(f"CREATE TABLE {table} ({columns})")
        db.execute("INSERT INTO _backup (at, key) VALUES (?, ?)", (sealed.at, sealed.key))
        db.execute("INSERT INTO _checksum (sha256) VALUES (?)", (_of_rows(db),))
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    with path.open("ab") as file:
        file.write(LAST_LINE.format(_of_bytes(path, path.stat().st_size)).encode())
    sync(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


@in_the_records_words
def sealed_in(path: Path) -> Seal:
    """Read a backup's seal; empty for a record's own file and for a backup that was served since."""
    with closing(to_read(path)) as db:
        if _was_served(path) or "_backup" not in _tables(db):
            return Seal(None, None)
        found = db.execute("SELECT at, key FROM _backup").fetchone()
        return Seal(*found) if found else Seal(None, None)


@in_the_records_words
def changed_since_sealed(path: Path) -> str | None:
    """What has changed in a backup since it was made, or ""; None for a file without checksums."""
    if _was_served(path):
        return None
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - LAST_LINE_BYTES))
        last = WRITTEN.fullmatch(file.read())
    with closing(to_read(path)) as db:
        noted = db.execute("SELECT sha256 FROM _checksum").fetchone() if "_checksum" in _tables(db) else None
        if noted is None and last is None:
            return None
        if noted != (_of_rows(db),):
            return "its rows are not those that were backed up, by their checksum"
    if last is None or last[1].decode() != _of_bytes(path, size - LAST_LINE_BYTES):
        return "it is not byte for byte what was written, though all its rows are, by their checksum"
    return ""


def _was_served(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:] == WITH_A_LOG


def to_read(path: Path) -> sqlite3.Connection:
    """A connection to a file that may be damaged; nothing is written."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    # A damaged description of an index must not hide the tables, nor a letter that is none its row.
    db.execute("PRAGMA writable_schema = ON")
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def _tables(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return [str(name) for (name,) in found]


def _of_rows(db: sqlite3.Connection) -> str:
    """SHA-256 of the schema and all rows, with types: 1 and '1' differ.

    Each row as the repr of a tuple, by table name and row order.
    """
    digest = hashlib.sha256()

    def add(rows: sqlite3.Cursor) -> None:
        for row in rows:
            digest.update(repr(row).encode())

    add(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"))
    for table in _tables(db):
        if table != "_checksum":
            digest.update(table.encode())
            add(db.execute(f'SELECT * FROM "{table}" ORDER BY rowid'))
    return digest.hexdigest()


def _of_bytes(path: Path, length: int) -> str:
    """SHA-256 of the first `length` bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while length > 0 and (piece := file.read(min(BYTES_PER_READ, length))):
            digest.update(piece)
            length -= len(piece)
    return digest.hexdigest()
