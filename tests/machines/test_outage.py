"""What becomes of the connections that wait when their server is away for a while, or another one in its place."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

import psycopg
import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store.engines.postgresql import database as postgresql_engine
from store.engines.postgresql.connection import PostgreSQLConnection
from store.engines.postgresql.database import PostgreSQL
from store.errors import UnavailableError
from tests.kit.postgresql import Cluster
from tests.kit.store.table_talk import note
from tests.store.conftest import Keeper

THREADS = 4
"""Of a site process."""


@pytest.fixture
def record(mortal: Cluster) -> Iterator[PostgreSQL]:
    database = PostgreSQL(mortal.new_database(prepared=True))
    yield database
    database.close()


@contextmanager
def lent(database: PostgreSQL) -> Iterator[PostgreSQLConnection]:
    db = database.borrow()
    try:
        yield db
    finally:
        database.give_back(db)


def asked_at_once(database: PostgreSQL, count: int) -> None:
    """So many requests at the same moment, each on a connection of its own; raises what one of them raises."""
    together = Barrier(count, timeout=30)

    def ask() -> None:
        with lent(database) as db:
            together.wait()
            db.execute("SELECT COUNT(*) FROM session").fetchone()

    with ThreadPoolExecutor(count) as threads:
        for asked in [threads.submit(ask) for _ in range(count)]:
            asked.result()


def noted(database: PostgreSQL, session: str, *texts: str) -> list[str]:
    """Write notes; all that are there then."""
    with lent(database) as db:
        keeper = Keeper(db, "thursdays")
        for text in texts:
            keeper.writes(session, note(text), key=text)
        return [remark.text for remark in keeper.sees(session).sheet.remarks]


def begun(database: PostgreSQL) -> str:
    with lent(database) as db:
        return Keeper(db, "thursdays").sits_down("Ann", "Ben", "Chika", game=OH_HELL)


def test_after_a_restart_nobody_is_refused_for_the_connections_that_it_cut(mortal: Cluster, record: PostgreSQL) -> None:
    asked_at_once(record, THREADS)
    for at_once in (1, THREADS):
        mortal.kill()
        mortal.start()
        asked_at_once(record, at_once)


def test_connections_whose_server_says_nothing_any_more_are_given_up(
    record: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_at_once(record, THREADS)
    with lent(record) as db:
        waiting = db.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()").fetchall()
    monkeypatch.setattr(postgresql_engine, "TRUSTED_SECONDS", 0.0)
    monkeypatch.setattr(postgresql_engine, "REPLY_SECONDS", 0.3)
    for backend in waiting:
        os.kill(backend["pid"], signal.SIGSTOP)
    try:
        asked_at_once(record, THREADS)
    finally:
        for backend in waiting:
            os.kill(backend["pid"], signal.SIGCONT)


def test_a_server_that_stops_in_the_middle_lets_go_of_the_request(
    record: PostgreSQL,
) -> None:
    session = begun(record)
    with lent(record) as db:
        backend = db.execute("SELECT pg_backend_pid() AS process").fetchone()["process"]
        with pytest.raises(UnavailableError) as cut, db.writing():
            db.execute("UPDATE session SET deals = 99 WHERE id = ?", (session,))
            os.kill(backend, signal.SIGSTOP)
            db.raw.longest = 0.3
            db.execute("SELECT 1")
    assert cut.value.cause == "away"
    # It finds that nobody waits for it any more, and its row is free.
    os.kill(backend, signal.SIGCONT)
    assert noted(record, session, "after it") == ["after it"]
    with lent(record) as db:
        assert db.execute("SELECT deals FROM session WHERE id = ?", (session,)).fetchone()["deals"] == 0


def test_a_record_that_is_lost_is_not_begun_anew_by_a_site_that_knew_it(mortal: Cluster, record: PostgreSQL) -> None:
    asked_at_once(record, 1)
    name = name_of(record)
    with psycopg.connect(mortal.address(), autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
        db.execute(f"CREATE DATABASE {name}")
    with lent(record) as empty, pytest.raises(UnavailableError) as lost:
        empty.execute("SELECT COUNT(*) FROM session")
    assert lost.value.cause == "away"
    started_again = PostgreSQL(mortal.address(name))
    asked_at_once(started_again, 1)
    started_again.close()
    asked_at_once(record, 1)


def test_a_log_that_was_put_back_and_went_on_otherwise_is_read_as_it_is(mortal: Cluster, record: PostgreSQL) -> None:
    session = begun(record)
    assert noted(record, session, "kept") == ["kept"]
    record.close()
    name = name_of(record)
    site = PostgreSQL(mortal.address(name))
    with psycopg.connect(mortal.address(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}_backup TEMPLATE {name}")
        assert noted(site, session, "lost") == ["kept", "lost"]
        backup = PostgreSQL(mortal.address(f"{name}_backup"))
        assert noted(backup, session, "said anew") == ["kept", "said anew"]
        backup.close()
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
        db.execute(f"ALTER DATABASE {name}_backup RENAME TO {name}")
    assert noted(site, session) == ["kept", "said anew"]
    site.close()


def name_of(record: PostgreSQL) -> str:
    """The name of its database on the server."""
    return record.place.rpartition("/")[2]
