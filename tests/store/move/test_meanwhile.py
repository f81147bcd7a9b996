"""What happens while a record is moved: somebody writes, ends it, kills it, cuts a line: all comes over, or nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from store.admin.move import MoveError, UnansweredMoveError, move
from store.engines import database_at
from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite.database import SQLite
from store.errors import UnavailableError
from store.progress import Advance, Progress
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.store.move.conftest import NewDatabase, expect_empty, rows_of

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
STAGES = ("Copying", "Reading", "Comparing")


def only(stage: str, act: Callable[[], None]) -> Progress:
    """Does something in the middle of a stage of the move, once."""
    waiting = [act]

    @contextmanager
    def told_of(doing: str, steps: int) -> Iterator[Advance]:
        def advance(_more: int) -> None:
            if doing.startswith(stage) and waiting:
                waiting.pop()()

        yield advance
        assert not doing.startswith(stage) or not waiting, "the stage has no steps"

    return told_of


MEANWHILE = {
    "an entry": "INSERT INTO action SELECT session, 900, kind, facts, at, device, 'k' FROM action WHERE key = 'key-1'",
    "put away": "UPDATE session SET discarded_at = '2027-01-01T00:00:00Z' WHERE number = 1",
    "a device": "UPDATE device_name SET name = 'iPad' WHERE device = 'a-phone'",
    "rules": "DELETE FROM rule_set",
}


@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.parametrize(("engine", "to"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_site_that_goes_on_is_to_be_stopped_first(
    played: SQLite, new: NewDatabase, engine: str, to: str, what: str
) -> None:
    source, target = new(engine), new(to)
    move(played, source)

    def goes_on() -> None:
        with closing(source.connect()) as site:
            assert site.execute(MEANWHILE[what]).rowcount > 0

    with pytest.raises(MoveError, match="was written on while it was copied: stop the site, then move again"):
        move(source, target, only("Copying", goes_on))
    expect_empty(target)


def test_a_site_that_writes_on_the_target_already_is_found_out(played: SQLite, postgresql: PostgreSQL) -> None:
    def begins() -> None:
        with closing(postgresql.connect()) as site:
            site.execute("INSERT INTO scorebook (id, created_at) VALUES ('early', '')")

    with pytest.raises(MoveError, match="does not hold what was written into it: scorebook"):
        move(played, postgresql, only("Reading", begins))
    assert [row["id"] for row in rows_of(postgresql)["scorebook"]] == ["early"]
    assert rows_of(postgresql)["session"] == []


@pytest.mark.parametrize("stage", STAGES)
def test_interrupted_it_leaves_nothing_behind(played: SQLite, target: Database, stage: str) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    before = rows_of(played)
    with pytest.raises(KeyboardInterrupt):
        move(played, target, only(stage, interrupt))
    expect_empty(target)
    assert rows_of(played) == before
    move(played, target)
    assert rows_of(target) == before


KILLED = """
import os, signal, sys
from contextlib import contextmanager
from store.engines import database_at
from store.admin.move import move

@contextmanager
def progress(doing, steps):
    done = 0
    def advance(more):
        nonlocal done
        done += more
        if doing.startswith(sys.argv[3]) and done * 2 > steps:
            os.kill(os.getpid(), signal.SIGKILL)
    yield advance

move(database_at(sys.argv[1]), database_at(sys.argv[2]), progress)
"""


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("engine", ENGINES)
def test_killed_it_leaves_nothing_behind(
    played: SQLite, tmp_path: Path, request: pytest.FixtureRequest, engine: str, stage: str
) -> None:
    before = rows_of(played)
    address = str(tmp_path / "new.db")
    if engine == "postgresql":
        address = request.getfixturevalue("cluster").new_database()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(played), address, stage], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    target = database_at(address)
    expect_empty(target)
    assert rows_of(played) == before
    move(played, target)
    assert rows_of(target) == before


def cut(database: PostgreSQL, cluster: Cluster) -> Callable[[], None]:
    """The server ends all connections to this database."""
    name = str(database).rpartition("/")[2]

    def end_them() -> None:
        with psycopg.connect(cluster.address(), autocommit=True) as db:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            assert db.execute(query, (name,)).fetchall()

    return end_them


@pytest.mark.parametrize("stage", STAGES)
def test_a_line_to_the_target_that_is_cut_leaves_nothing_behind(
    played: SQLite, new: NewDatabase, cluster: Cluster, stage: str
) -> None:
    target = new("postgresql")
    assert isinstance(target, PostgreSQL)
    with pytest.raises(MoveError, match=f"{target} cannot be used: The database is away"):
        move(played, target, only(stage, cut(target, cluster)))
    expect_empty(target)
    move(played, target)
    assert rows_of(target) == rows_of(played)


def test_a_line_to_the_source_that_is_cut_leaves_nothing_behind(
    played: SQLite, new: NewDatabase, cluster: Cluster
) -> None:
    source, target = new("postgresql"), new("sqlite")
    assert isinstance(source, PostgreSQL)
    move(played, source)
    for stage in ("Copying", "Comparing"):
        with pytest.raises(MoveError, match=f"{source} cannot be used: The database is away"):
            move(source, target, only(stage, cut(source, cluster)))
        expect_empty(target)
    move(source, target)
    assert rows_of(target) == rows_of(played)


def test_a_commit_without_an_answer_is_told_as_what_it_is(
    played: SQLite, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    target.prepare()
    connect = target.connect

    def connected() -> Connection:
        db = connect()
        writing = db.writing

        @contextmanager
        def written_without_a_word() -> Iterator[None]:
            with writing():
                yield
            raise UnavailableError("away", "the line was cut")

        monkeypatch.setattr(db, "writing", written_without_a_word)
        return db

    with monkeypatch.context() as patch:
        patch.setattr(target, "prepare", lambda: None)
        patch.setattr(target, "connect", connected)
        with pytest.raises(UnansweredMoveError, match="all of the record is there, or nothing: move again, which is"):
            move(played, target)
    assert rows_of(target) == rows_of(played)
    with pytest.raises(MoveError, match="has a record already"):
        move(played, target)
