"""A running site on SQLite or on PostgreSQL, and its processes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench.machine import started_with
from store.book import Book
from store.engines import database_at
from store.engines.base import Connection, Database
from tests.kit.browser.site import running_site
from tests.kit.postgresql import HOW_TO_GET_IT, Cluster, binaries, running_cluster


@dataclass(frozen=True)
class Site:
    """A running site and the database that it keeps its record in."""

    address: str
    database: Database

    def processes(self) -> tuple[int, ...]:
        """Those that serve it."""
        return started_with(f"127.0.0.1:{urlsplit(self.address).port}")


def book_of(db: Connection, sheet: str) -> Book:
    """The scorebook that a sheet, given by its path, belongs to."""
    found = db.execute("SELECT scorebook FROM session WHERE id = ?", (id_of(sheet),)).fetchone()
    return Book(db, found["scorebook"], "keeper")


def id_of(sheet: str) -> str:
    """The id of the session whose sheet has this path."""
    return sheet.rpartition("/")[2]


def own_server() -> AbstractContextManager[Cluster]:
    """A PostgreSQL that waits for its disk as a real one does; exits where none is installed."""
    if binaries() is None:
        sys.exit(HOW_TO_GET_IT)
    return running_cluster(safe=True)


@contextmanager
def on_a_file(settings: Mapping[str, str] | None = None) -> Iterator[Site]:
    """A site on SQLite."""
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder), settings=settings) as site:
        yield Site(site, database_at(Path(folder)))


@contextmanager
def on_a_server(address: str, settings: Mapping[str, str] | None = None) -> Iterator[Site]:
    """A site on a database of PostgreSQL."""
    there = {"TAKUROKU_DATABASE": address, **(settings or {})}
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder), settings=there) as site:
        yield Site(site, database_at(address))
