"""Database engines: SQLite and PostgreSQL behind one interface."""

from __future__ import annotations

import re
from pathlib import Path

from store.engines.base import Database
from store.engines.checksums import BackupInfo, changed_since_backup, finish_backup, read_backup_info
from store.engines.damaged_file import salvage
from store.engines.sqlite import FILE_NAME, SQLite
from store.errors import UnusableDatabaseError

__all__ = [
    "ADDRESSES",
    "BackupInfo",
    "changed_since_backup",
    "database_at",
    "finish_backup",
    "is_server",
    "read_backup_info",
    "salvage",
]

ADDRESSES = "a folder or file (SQLite), or postgresql://user@host/name"
"""The addresses that settings and commands accept."""
SERVERS = ("postgresql://", "postgres://")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""A URL scheme. Taken as a path, such an address would make a folder with a password in its name."""


def is_server(address: Path | str) -> bool:
    """Whether an address is a database server's.

    >>> is_server("postgresql://takuroku@db/takuroku"), is_server("data/takuroku.db")
    (True, False)
    """
    return isinstance(address, str) and address.startswith(SERVERS)


def database_at(address: Path | str) -> Database:
    """The database at an address, see `ADDRESSES`; a path may begin with `~`.

    Raises UnusableDatabaseError for an address of another kind, and where its engine is not installed.
    """
    if is_server(address):
        try:
            from store.engines.postgresql import PostgreSQL
        except ImportError as error:
            raise UnusableDatabaseError(
                "psycopg, which talks to PostgreSQL, or its libpq is missing: "
                ".venv/bin/python -m pip install -r requirements-postgresql.txt"
            ) from error
        return PostgreSQL(str(address))
    if isinstance(address, str) and (scheme := SCHEME.match(address)):
        raise UnusableDatabaseError(f"it begins with {scheme[0]}, but a database is {ADDRESSES}")
    path = Path(address).expanduser().absolute()
    try:
        # The slash marks a folder that may not exist yet.
        return SQLite(path / FILE_NAME if str(address).endswith("/") or path.is_dir() else path)
    except OSError as error:
        raise UnusableDatabaseError(str(error)) from error
