"""A site whose database something happens to, and what must hold of its record before, meanwhile and afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from store.admin import health
from store.admin.rebuild import compare
from store.engines import database_at
from store.engines.base import Database
from store.engines.postgresql import SETTINGS
from store.engines.sqlite import SQLite
from store.engines.tables import TABLES
from store.errors import Cause
from tests.kit.postgresql import Cluster
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, seatwise, site_at

BIDS = seatwise("bids", (1, 1, 0))
TRICKS = seatwise("tricks", (1, 1, 1))
ADJUSTED = {"seat": "0", "amount": "-5", "reason": "Ben pours the tea. " + "It is too hot. " * 4}
SAYS: dict[Cause, str] = {"away": "reached", "busy": "busy", "full": "full", "read-only": "saved right now"}
"""A word of what the page is called, by what is the matter."""
LONGEST_RETURN = 30
"""Seconds; it takes less than one where nothing else runs."""
Kept = dict[str, list[tuple[Any, ...]]]


class Site:
    """The site over a database, and a way past what happens to it to what lies there."""

    def __init__(self, app: Flask, address: Path | str, *, beside: Database | None = None) -> None:
        self.app = app
        self.address = address
        self.beside = beside or database_at(address)
        self.app.extensions["takuroku"] = database_at(self.address)

    @property
    def database(self) -> Database:
        database: Database = self.app.extensions["takuroku"]
        return database

    def starts(self) -> None:
        """As after a restart: nothing is kept of the connections there were."""
        self.database.close()
        self.app.extensions["takuroku"] = database_at(self.address)

    def close(self) -> None:
        self.database.close()
        self.beside.close()

    def phone(self) -> Phone:
        return Phone(self.app)

    def is_back(self) -> None:
        """Return when it answers again; the cause is gone, and nobody started anything anew."""
        until = time.monotonic() + LONGEST_RETURN
        while self.phone().opens("/health").status != 200:
            assert time.monotonic() < until, "the cause is gone, and it does not go on"
            time.sleep(0.05)

    def table(self) -> Sitting:
        """Ann, Ben and Chika at Oh Hell; nothing is entered yet."""
        return self.phone().sets_up(format="long", top_hand="3")

    def kept(self) -> Kept:
        """Every row there is; the read models say what the log says."""
        with closing(self.beside.connect()) as db:
            found = compare(db)
            assert (found.differences, found.unreadable) == ((), ())
            rows = {table: db.execute(f"SELECT * FROM {table}") for table in TABLES}
        return {table: sorted(tuple(dict(row).values()) for row in found) for table, found in rows.items()}

    def log(self, table: Sitting) -> list[str]:
        """What was done at a table, in the order of its log."""
        with closing(self.beside.connect()) as db:
            found = db.execute("SELECT kind FROM action WHERE session = ? ORDER BY position", (table.id,))
        return [row["kind"] for row in found]


def refused_for_now(page: Page, cause: Cause) -> None:
    """The page says that it cannot be done now, why, and when to try again."""
    assert page.status == 503
    assert int(page.headers["Retry-After"]) > 0
    assert SAYS[cause] in page.heading
    assert page.root.one("main").text


def goes_on(site: Site, table: Sitting, refused: Any) -> None:
    """What was refused is written when it is sent again, once, however often; `refused` is its form."""
    before = site.log(table)
    assert table.tries(BIDS, form=refused).status == 303
    assert table.tries(BIDS, form=refused).status == 303
    assert site.log(table) == [*before, "enter"]
    assert table.position == len(before) + 1
    site.kept()


@pytest.fixture(autouse=True)
def health_is_looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was shown a moment ago."""
    monkeypatch.setattr(health, "TRUSTED_SECONDS", 0)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One site for all tests, since its templates are slow to build; each puts its own database under it."""
    return site_at(str(tmp_path_factory.mktemp("site")))


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[Site], None]:
    """Lets a site wait less long than in earnest for a server that is away, or for others who are writing."""

    def hurried(site: Site) -> None:
        monkeypatch.setattr("store.engines.postgresql.POOL_WAIT_SECONDS", 0.5)
        monkeypatch.setattr("store.engines.postgresql.RETRY_PAUSE_SECONDS", 0.5)
        monkeypatch.setitem(SETTINGS, "lock_timeout", "500ms")
        monkeypatch.setattr("store.engines.sqlite.BUSY_SECONDS", 0.5)
        site.starts()
        site.is_back()

    return hurried


@pytest.fixture
def file_site(app: Flask, sqlite: SQLite) -> Iterator[Site]:
    """The site over a file."""
    with closing(Site(app, sqlite.path)) as site:
        yield site


@pytest.fixture
def server_site(app: Flask, cluster: Cluster) -> Iterator[Site]:
    """The site over a database of a server with which a test may do what it likes."""
    with closing(Site(app, cluster.new_database(prepared=True))) as site:
        yield site


@pytest.fixture(params=("file_site", "server_site"))
def site(request: pytest.FixtureRequest) -> Site:
    """The site over each engine in turn."""
    site: Site = request.getfixturevalue(request.param)
    return site
