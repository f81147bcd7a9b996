"""What a backup has besides the record: when it was made, the cookie key, and two checksums.

It is one SQLite file from either engine. One checksum is over the rows. The other is over all bytes, since much of a
file is in no row; it is appended after the last page, where SQLite does not read.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from store.engines.sqlite import record_errors, sync

LAST_LINE = "\ntakuroku sha256 {}\n"
"""The line appended after the pages."""
LAST_LINE_BYTES = len(LAST_LINE.format("0" * 64))
WRITTEN = re.compile(LAST_LINE.format("([0-9a-f]{64})").encode())
BYTES_PER_READ = 1 << 20
IN_WAL_MODE = b"\2\2"
"""Bytes 18 and 19 of a file that was served: a backup is in another mode."""


@dataclass(frozen=True)
class BackupInfo:
    """When a backup was made (UTC; None for a record's own file), and the cookie key."""

    at: str | None = None
    key: str | None = field(default=None, repr=False)


@record_errors()
def finish_backup(path: Path, info: BackupInfo) -> None:
    """Add time, key and checksums to a backup, and sync it to disk as one file without a WAL.

    Its tables begin with `_` and are not part of the record.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        for table, columns in (("_backup", "at TEXT, key TEXT"), ("_checksum", "sha256 TEXT")):
            db.execute(f"DROP TABLE IF EXISTS {table}")
            db.execute(f"CREATE TABLE {table} ({columns})")
        db.execute("INSERT INTO _backup (at, key) VALUES (?, ?)", (info.at, info.key))
        db.execute("INSERT INTO _checksum (sha256) VALUES (?)", (_checksum_of_rows(db),))
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    with path.open("ab") as file:
        file.write(LAST_LINE.format(_checksum_of_bytes(path, path.stat().st_size)).encode())
    sync(path)
    sync(path.parent)


@record_errors()
def read_backup_info(path: Path) -> BackupInfo:
    """Read when a backup was made, and its key; empty for a record's own file and a backup that was served since."""
    with closing(open_damaged(path)) as db:
        found = None if _was_served(path) else _row_of(db, "_backup", "at, key")
        return BackupInfo(*found or ())


@record_errors()
def changed_since_backup(path: Path) -> str | None:
    """What has changed in a backup since it was made, or ""; None for a file without checksums."""
    if _was_served(path):
        return None
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - LAST_LINE_BYTES))
        last = WRITTEN.fullmatch(file.read())
    with closing(open_damaged(path)) as db:
        noted = _row_of(db, "_checksum", "sha256")
        if noted is None and last is None:
            return None
        if noted != (_checksum_of_rows(db),):
            return "its rows are not those that were backed up, by their checksum"
    if last is None or last[1].decode() != _checksum_of_bytes(path, size - LAST_LINE_BYTES):
        return "it is not byte for byte what was written, though all its rows are, by their checksum"
    return ""


def open_damaged(path: Path) -> sqlite3.Connection:
    """A connection to a file that may be damaged; nothing is written."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    # A damaged description of an index must not hide the tables, nor a letter that is none its row.
    db.execute("PRAGMA writable_schema = ON")
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def columns_of(db: sqlite3.Connection, table: str) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def _row_of(db: sqlite3.Connection, table: str, columns: str) -> tuple[str | None, ...] | None:
    """The only row of a table, None where there is none."""
    found: tuple[str | None, ...] | None = None
    if columns_of(db, table):
        found = db.execute(f"SELECT {columns} FROM {table}").fetchone()
    return found


def _was_served(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:] == IN_WAL_MODE


def _checksum_of_rows(db: sqlite3.Connection) -> str:
    """SHA-256 of the schema and all rows, with types: 1 and '1' differ.

    Each row as the repr of a tuple, by table name and row order.
    """
    digest = sha256()
    for row in db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"):
        digest.update(repr(row).encode())
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
        if table != "_checksum":
            digest.update(table.encode())
            for row in db.execute(f'SELECT * FROM "{table}" ORDER BY rowid'):
                digest.update(repr(row).encode())
    return digest.hexdigest()


def _checksum_of_bytes(path: Path, length: int) -> str:
    """SHA-256 of the first `length` bytes."""
    digest = sha256()
    with path.open("rb") as file:
        while length > 0 and (piece := file.read(min(BYTES_PER_READ, length))):
            digest.update(piece)
            length -= len(piece)
    return digest.hexdigest()
