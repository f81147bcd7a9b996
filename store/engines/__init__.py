"""The engines behind the store, each in modules of its own; nothing outside names one."""

from __future__ import annotations

from pathlib import Path

from store.engine import Database
from store.engines.sqlite import SQLite

ADDRESSES = "a folder or file (SQLite), or postgresql://user@host/name"
"""How a database is named in settings and commands."""


def database_at(place: Path | str) -> Database:
    """The database at an address, see `ADDRESSES`; raises UnusableDatabaseError where its engine is not installed."""
    if isinstance(place, str) and place.startswith(("postgresql://", "postgres://")):
        from store.engines.postgresql import PostgreSQL

        return PostgreSQL(place)
    return SQLite.at(Path(place))
