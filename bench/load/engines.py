"""The same site on SQLite and on PostgreSQL: sheets, saves and the history, in requests a second in one run."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench import scorebook
from bench.figures import Figure
from bench.load import wrk
from bench.load.rates import EVENINGS
from bench.visitor import Visitor, half_an_evening, sit_down, whole_evenings
from store.book import Book
from store.engines import database_at
from store.engines.base import Connection, Database
from tests.kit.browser.site import running_site
from tests.kit.postgresql import HOW_TO_GET_IT, Cluster, binaries, running_cluster

TITLE = "PostgreSQL beside SQLite: requests a second under the same server on this machine, medians of turns"
WRITERS = 8
EVENINGS_EACH = 5
"""More than this machine can take of several writers within a turn."""
SESSIONS = 100
"""In the scorebook whose history is read: three times what a page shows."""


@dataclass(frozen=True)
class Site:
    """A running site and the database that it keeps its record in."""

    address: str
    database: Database

    def sheets(self) -> Callable[[], float]:
        """Readings of one sheet in its tenth deal, on eight connections."""
        keeper = Visitor(self.address)
        sheet = half_an_evening(keeper)
        return lambda: wrk.reads(keeper, sheet)

    def saves(self) -> Callable[[], float]:
        """Saves one after the other."""
        keeper = Visitor(self.address)
        return lambda: wrk.posts({keeper: whole_evenings(keeper, EVENINGS)})

    def many_saves(self) -> Callable[[], float]:
        """Saves by several at once, each on a sheet of their own."""
        keepers = [Visitor(self.address) for _ in range(WRITERS)]
        return lambda: wrk.posts({keeper: whole_evenings(keeper, EVENINGS_EACH) for keeper in keepers})

    def history(self) -> Callable[[], float]:
        """Readings of the history's first page."""
        keeper = Visitor(self.address)
        sheet = sit_down(keeper)
        with closing(self.database.connect()) as db:
            scorebook.fill(db, book_of(db, sheet).scorebook, SESSIONS, last=datetime.now(UTC))
        return lambda: wrk.reads(keeper, "/history")


def book_of(db: Connection, sheet: str) -> Book:
    """The scorebook that a sheet, given by its path, belongs to."""
    found = db.execute("SELECT scorebook FROM session WHERE id = ?", (id_of(sheet),)).fetchone()
    return Book(db, found["scorebook"], "keeper")


def id_of(sheet: str) -> str:
    """The id of the session whose sheet has this path."""
    return sheet.rpartition("/")[2]


def measured() -> Iterator[Figure]:
    """Each request in turn on the one and on the other."""
    with own_server() as cluster, on_a_file() as file, on_a_server(cluster.new_database()) as server:
        yield from compared("the sheet in its tenth deal", server.sheets(), file.sheets())
        yield from compared("saves, durable, one after the other", server.saves(), file.saves())
        yield from compared(f"saves, {WRITERS} at once on as many sheets", server.many_saves(), file.many_saves())
        yield from compared("the first page of the history", server.history(), file.history())


def compared(what: str, server: Callable[[], float], file: Callable[[], float]) -> Iterator[Figure]:
    ours, theirs = wrk.in_turn(server, file)
    yield Figure(what, ours, "a second")
    yield Figure("  SQLite", theirs, "a second")
    yield Figure("  ratio", ours / theirs, "times")


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
