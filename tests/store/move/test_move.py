"""A whole record goes into another database, and back: nothing is lost on the way, and nothing else is taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from record.author import Author
from scoring.catalogue import find_game
from store.__main__ import main
from store.admin import move as moving
from store.admin.move import COPIED_TABLES, MoveError, UnansweredMoveError, move
from store.book import KeepersBook
from store.engines import database_at
from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite.database import SQLite
from store.errors import UnavailableError
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.store.move.conftest import MEANWHILE, NewDatabase, expect_empty, killed, only, rows_of, said_by

LATER = datetime(2027, 1, 7, 19, 0, tzinfo=UTC)


def test_it_comes_over_and_back_as_it_was(played: SQLite, new: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "ROWS_PER_COPY", 7)
    rows, said = rows_of(played), said_by(played)
    assert len({action["device"] for action in rows["action"]}) > 2
    assert len({action["kind"] for action in rows["action"]}) == 4
    assert [table for table, found in rows.items() if not found] == ["purging", "part_share"], "some are empty"
    here: Database = played
    for engine in ("postgresql", "postgresql", "sqlite", "sqlite"):
        there = new(engine)
        moved = move(here, there)
        assert rows_of(there) == rows
        assert said_by(there) == said
        assert rows_of(here) == rows
        assert (moved.scorebooks, moved.sessions, moved.actions) == (2, len(said["sessions"]), len(rows["action"]))
        with closing(there.connect()) as db:
            assert db.tables().keys() == COPIED_TABLES.keys(), "no table is left out"
        here = there


def test_it_goes_on_with_higher_numbers(played: SQLite, target: Database) -> None:
    was = rows_of(played)
    move(played, target)
    with closing(target.connect()) as db:
        raw = {"players": ["Somebody new", "Someone else", "A third one"], "dealer": 0, "options": {}}
        game = find_game("oh-hell")
        session = KeepersBook(db, "thursday").start(game, raw, Author(device="phone", key="new", at=LATER))
        begun = db.execute("SELECT number FROM session WHERE id = ?", (session,)).fetchone()
        seated = db.execute("SELECT player FROM seat WHERE session = ?", (session,)).fetchall()
    assert begun["number"] > max(each["number"] for each in was["session"])
    assert min(each["player"] for each in seated) > max(each["id"] for each in was["player"])
    assert rows_of(played) == was


def test_a_record_without_a_row_can_be_moved(sqlite: SQLite, target: Database) -> None:
    moved = move(sqlite, target)
    assert (moved.scorebooks, moved.sessions, moved.actions) == (0, 0, 0)
    expect_empty(target)


def test_tables_that_others_keep_in_the_file_are_no_part_of_the_record(played: SQLite, new: NewDatabase) -> None:
    """Litestream has two of its own in a file that it copies."""
    with closing(played.connect()) as db:
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        db.execute("ANALYZE")
    target = new("sqlite")
    move(played, target)
    assert rows_of(target) == rows_of(played)


# What is refused.


def test_what_a_newer_release_keeps_is_not_left_behind(played: SQLite, new: NewDatabase) -> None:
    for change, unknown in (
        ("ALTER TABLE player ADD COLUMN motto TEXT", "player.motto"),
        ("CREATE TABLE photo (session TEXT)", "photo"),
    ):
        with closing(played.connect()) as db:
            db.execute(change)
        with pytest.raises(MoveError, match=f"is of another release, they differ in {unknown}: "):
            move(played, new("sqlite"))


def test_a_record_is_not_moved_into_another(played: SQLite, target: Database) -> None:
    move(played, target)
    once = rows_of(target)
    with pytest.raises(MoveError, match="has a record already: move into an empty database"):
        move(played, target)
    assert rows_of(target) == once


@pytest.mark.parametrize("engine", ENGINES)
def test_where_there_is_no_record_none_is_moved_and_none_is_made(new: NewDatabase, engine: str, tmp_path: Path) -> None:
    source, target = new(engine), SQLite(tmp_path / "target.db")
    with pytest.raises(MoveError, match="There is no (database at|record in) "):
        move(source, target)
    assert [*tmp_path.iterdir()] == []


def test_lists_that_are_not_as_the_log_says_are_mended_first(played: SQLite, new: NewDatabase) -> None:
    target = new("sqlite")
    with closing(played.connect()) as db:
        db.execute("UPDATE standing SET total_milli = total_milli + 1")
    with pytest.raises(MoveError, match="lists of .* are not as its log says: `python -m store rebuild` mends that"):
        move(played, target)
    expect_empty(target)
    assert main(["rebuild", str(played)]) == 0
    move(played, target)
    assert rows_of(target) == rows_of(played)


def test_a_session_that_cannot_be_read_comes_over_as_it_is(played: SQLite, new: NewDatabase) -> None:
    with closing(played.connect()) as db:
        session = db.execute("SELECT id FROM session ORDER BY number").fetchone()["id"]
        db.execute("UPDATE session SET game = 'whist' WHERE id = ?", (session,))
    target = new("sqlite")
    (unreadable,) = move(played, target).unreadable
    assert str(unreadable) == f"Session {session} cannot be read: There is no game called “whist”."
    assert rows_of(target) == rows_of(played)


# Meanwhile somebody writes, ends it, kills it, cuts a line.


@pytest.mark.parametrize(("engine", "to"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_site_that_goes_on_is_to_be_stopped_first(played: SQLite, new: NewDatabase, engine: str, to: str) -> None:
    source, target = new(engine), new(to)
    move(played, source)
    for statement in MEANWHILE:

        def goes_on(statement: str = statement) -> None:
            with closing(source.connect()) as site:
                assert site.execute(statement).rowcount > 0

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


def test_interrupted_it_leaves_nothing_behind(played: SQLite, target: Database) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    before = rows_of(played)
    for stage in ("Copying", "Reading", "Comparing"):
        with pytest.raises(KeyboardInterrupt):
            move(played, target, only(stage, interrupt))
        expect_empty(target)
    assert rows_of(played) == before
    move(played, target)
    assert rows_of(target) == before


MOVES = """
import sys
from store.engines import database_at
from store.admin.move import move
stage = "Comparing"
move(database_at(sys.argv[1]), database_at(sys.argv[2]), progress)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_killed_at_its_end_it_leaves_nothing_behind(
    played: SQLite, tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    before = rows_of(played)
    is_file = engine == "sqlite"
    address = str(tmp_path / "new.db") if is_file else request.getfixturevalue("cluster").new_database()
    assert killed(MOVES, played, address)
    target = database_at(address)
    expect_empty(target)
    assert rows_of(played) == before
    move(played, target)
    assert rows_of(target) == before


@pytest.mark.parametrize("end", ["source", "target"])
def test_a_line_that_is_cut_leaves_nothing_behind(played: SQLite, new: NewDatabase, cluster: Cluster, end: str) -> None:
    far = new("postgresql")
    source, target = (far, new("sqlite")) if end == "source" else (played, far)
    if end == "source":
        move(played, far)

    def cut() -> None:
        with psycopg.connect(cluster.address(), autocommit=True) as db:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            assert db.execute(query, (str(far).rpartition("/")[2],)).fetchall()

    # At the target all stages are one transaction; of the source nothing is asked while its logs are read.
    for stage in ("Copying", "Comparing"):
        with pytest.raises(MoveError, match=f"{far} cannot be used: The database is away"):
            move(source, target, only(stage, cut))
        expect_empty(target)
    move(source, target)
    assert rows_of(target) == rows_of(played)


def test_a_commit_without_an_answer_is_told_as_what_it_is(
    played: SQLite, new: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = new("sqlite")
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
