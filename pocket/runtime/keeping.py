"""Stores cookies and the key that signs them in a SQLite file beside the record."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from store.engines.sqlite import record_errors

FILE_NAME = "pocket.db"
TABLES = (
    "CREATE TABLE IF NOT EXISTS secret (key TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, ends REAL NOT NULL)",
)

Cookie: TypeAlias = tuple[str, str, float]
"""The name, the value as sent, and the expiry in seconds since the epoch."""


class Keeping:
    """The SQLite file beside the record; writes are synced to the disk, failures raise DatabaseError."""

    @record_errors()
    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
        self._db.execute("PRAGMA synchronous = EXTRA")
        for statement in TABLES:
            self._db.execute(statement)

    @record_errors()
    def key(self) -> str:
        """The key that signs the cookies, made on the first call."""
        self._db.execute(
            "INSERT INTO secret SELECT ? WHERE NOT EXISTS (SELECT 1 FROM secret)", (secrets.token_hex(32),)
        )
        (key,) = self._db.execute("SELECT key FROM secret").fetchone()
        return str(key)

    @record_errors()
    def cookies(self) -> list[Cookie]:
        return self._db.execute("SELECT name, value, ends FROM cookie ORDER BY name").fetchall()

    @record_errors()
    def change_cookies(self, *, come: Iterable[Cookie], go: Iterable[str]) -> None:
        """Store some cookies (replacing those of the same name) and delete others, in one transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany("INSERT OR REPLACE INTO cookie VALUES (?, ?, ?)", come)
            self._db.executemany("DELETE FROM cookie WHERE name = ?", ((name,) for name in go))
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        self._db.close()
