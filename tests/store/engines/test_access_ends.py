"""What the second migration makes of a record of version 1.0.0: nobody loses access, and who started it is known."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from store.access import grants, links
from store.access.secrets import hashed
from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite.database import SQLite
from tests.support.postgresql import Cluster

BEFORE, AFTER = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"
NEW = (
    *(("link", "for_evening"), ("link", "founder")),
    *(("access", "ends_at"), ("access", "removed_by"), ("access", "founder")),
)
LINKS = (
    ("paper", "keeper", None, 1, BEFORE),
    ("join", "player", "s1", 0, AFTER),
    ("keep", "keeper", None, 0, AFTER),
    ("later paper", "keeper", None, 1, "2026-03-01T00:00:00Z"),
)
ACCESSES = (
    ("ann", "keeper", None, BEFORE),
    ("ben", "keeper", "keep", AFTER),
    ("tablet", "keeper", "paper", AFTER),
    ("bens second", "keeper", "later paper", "2026-03-02T00:00:00Z"),
    ("chika", "watcher", None, AFTER),
)


def filled(db: Connection) -> None:
    """A scorebook as version 1.0.0 wrote it: four links, and who came by them."""
    db.execute("INSERT INTO scorebook (id, created_at) VALUES ('book', ?)", (BEFORE,))
    db.execute(
        "INSERT INTO session (number, id, scorebook, game, options, dealer, created_at, key, updated_at)"
        " VALUES (1, 's1', 'book', 'oh-hell', '{}', 0, ?, 'k', ?)",
        (BEFORE, BEFORE),
    )
    for id, role, session, recovery, made in LINKS:
        db.execute(
            "INSERT INTO link (id, scorebook, session, role, hash, recovery, created_at)"
            " VALUES (?, 'book', ?, ?, ?, ?, ?)",
            (id, session, role, hashed(id), recovery, made),
        )
    for device, role, link, since in ACCESSES:
        db.execute(
            "INSERT INTO access (id, device, scorebook, role, name, link, since, seen_at)"
            " VALUES (?, ?, 'book', ?, '', ?, ?, ?)",
            (f"access of {device}", device, role, link, since, since),
        )


def check(database: Database) -> None:
    database.prepare()
    with closing(database.connect()) as db:
        there = {each.device: each for each in grants.listed(db, "book", at=AFTER)}
        assert {device for device, each in there.items() if each.founder} == {"ann", "tablet"}
        assert {(each.ends_at, each.removed_by) for each in there.values()} == {(None, None)}
        assert {each.id for each in links.of_scorebook(db, "book") if each.founder} == {"paper"}
        joins = links.link_of(db, "join", at="2030-01-01T00:00:00Z")
        assert joins is not None, "an old link to a table holds until it is revoked"
        assert not joins.for_evening


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_a_record_of_version_1(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database: Database = SQLite(tmp_path / "takuroku.db")
    done = "_sqlite_migrations"
    if engine == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        database, done = PostgreSQL(cluster.new_database()), "migration"
    database.prepare()
    with closing(database.connect()) as db:
        for table, column in NEW:
            db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        assert db.execute(f"DELETE FROM {done} WHERE name = 'm002_access_ends'").rowcount == 1
        filled(db)
    check(database)
