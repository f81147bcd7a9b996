"""A whole record goes into another database, and back: nothing is lost on the way, and nothing else is taken."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from record.author import Author
from scoring.catalogue import find_game
from store.__main__ import main
from store.admin import move as moving
from store.admin.move import COPIED_TABLES, MoveError, move
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from tests.conftest import ENGINES
from tests.store.move.conftest import NewDatabase, expect_empty, rows_of, said_by

LATER = datetime(2027, 1, 7, 19, 0, tzinfo=UTC)


def test_it_comes_over_and_back_as_it_was(played: SQLite, new: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "ROWS_PER_COPY", 7)
    rows, said = rows_of(played), said_by(played)
    assert len({action["device"] for action in rows["action"]}) > 2
    assert len({action["kind"] for action in rows["action"]}) == 4
    assert [table for table, found in rows.items() if not found] == ["purging", "part_share"], "some are empty"
    here: Database = played
    for engine in ("postgresql", "postgresql", "sqlite", "sqlite", "postgresql"):
        there = new(engine)
        moved = move(here, there)
        assert rows_of(there) == rows
        assert said_by(there) == said
        assert rows_of(here) == rows
        assert (moved.scorebooks, moved.sessions, moved.actions) == (2, len(said["sessions"]), len(rows["action"]))
        here = there


def test_what_is_said_again_after_the_move_is_known(played: SQLite, target: Database) -> None:
    move(played, target)
    with closing(target.connect()) as db:
        last = db.execute(
            """
            SELECT action.*, session.scorebook FROM action JOIN session ON session.id = action.session
            WHERE kind = 'enter' AND action.position = session.position - 1 ORDER BY at DESC
            """
        ).fetchone()
        by = Author(device=last["device"], key=last["key"], at=LATER)
        book = KeepersBook(db, last["scorebook"])
        written = book.enter(last["session"], json.loads(last["facts"]), position=last["position"], by=by)
        assert (written.repeated, written.session.position) == (True, last["position"] + 1)

        first = db.execute("SELECT * FROM session ORDER BY number").fetchone()
        seats = book.load(first["id"]).sheet.table
        raw = {"players": seats.players, "dealer": seats.dealer, "options": json.loads(first["options"])}
        begun = Author(device="phone", key=first["key"], at=LATER)
        assert KeepersBook(db, first["scorebook"]).start(find_game(first["game"]), raw, begun) == first["id"]
    assert rows_of(target) == rows_of(played)


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


# Every table comes over.


@pytest.mark.parametrize("engine", ENGINES)
def test_all_tables_are_named_each_after_those_it_refers_to(engine: str, request: pytest.FixtureRequest) -> None:
    database: Database = request.getfixturevalue(engine)
    with closing(database.connect()) as db:
        assert db.tables().keys() == COPIED_TABLES.keys()
        named = [*COPIED_TABLES]
        for table, key in COPIED_TABLES.items():
            assert sorted(key_of(db, engine, table)) == sorted(key), table
            # A player may come before the one who stands for him: that is looked at when all are there.
            for other in referred_to(db, engine, table) - {"player" if table == "player" else ""}:
                assert named.index(other) < named.index(table), f"{table} refers to {other}"
        assert referred_to(db, engine, "seat") == {"session", "player"}


def key_of(db: Connection, engine: str, table: str) -> list[str]:
    query = {
        "sqlite": "SELECT name FROM pragma_table_info(?) WHERE pk > 0",
        "postgresql": """
            SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
            WHERE indisprimary AND indrelid = to_regclass(?)
        """,
    }[engine]
    return [row["name"] for row in db.execute(query, (table,))]


def referred_to(db: Connection, engine: str, table: str) -> set[str]:
    query = {
        "sqlite": 'SELECT "table" AS name FROM pragma_foreign_key_list(?)',
        "postgresql": """
            SELECT relname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
            WHERE contype = 'f' AND conrelid = to_regclass(?)
        """,
    }[engine]
    return {row["name"] for row in db.execute(query, (table,))}


@pytest.mark.parametrize(
    ("change", "unknown"),
    [
        ("CREATE TABLE photo (session TEXT)", "photo"),
        ("ALTER TABLE player ADD COLUMN motto TEXT", "player.motto"),
    ],
)
def test_what_a_newer_release_keeps_is_not_left_behind(
    played: SQLite, target: Database, change: str, unknown: str
) -> None:
    with closing(played.connect()) as db:
        db.execute(change)
    with pytest.raises(MoveError, match=f"is of another release, they differ in {unknown}: "):
        move(played, target)
    if target.exists():
        target.prepare()
        expect_empty(target)


def test_tables_that_others_keep_in_the_file_are_no_part_of_the_record(played: SQLite, target: Database) -> None:
    """Litestream has two of its own in a file that it copies."""
    with closing(played.connect()) as db:
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        db.execute("ANALYZE")
    move(played, target)
    assert rows_of(target) == rows_of(played)


# What is refused.


def test_a_record_is_not_moved_into_another(played: SQLite, target: Database) -> None:
    move(played, target)
    once = rows_of(target)
    with pytest.raises(MoveError, match="has a record already: move into an empty database"):
        move(played, target)
    assert rows_of(target) == once


def test_an_empty_scorebook_is_a_record_too(played: SQLite, target: Database) -> None:
    target.prepare()
    with closing(target.connect()) as db:
        db.execute("INSERT INTO scorebook (id, created_at) VALUES ('empty', '')")
    with pytest.raises(MoveError, match="has a record already"):
        move(played, target)


def test_a_database_is_not_moved_onto_itself(played: SQLite) -> None:
    with pytest.raises(MoveError, match="cannot be moved onto itself"):
        move(played, SQLite(played.path))


@pytest.mark.parametrize("engine", ENGINES)
def test_where_there_is_no_record_none_is_moved_and_none_is_made(new: NewDatabase, engine: str, tmp_path: Path) -> None:
    source, target = new(engine), SQLite(tmp_path / "target.db")
    with pytest.raises(MoveError, match="There is no (database at|record in) "):
        move(source, target)
    assert [*tmp_path.iterdir()] == []


def test_lists_that_are_not_as_the_log_says_are_mended_first(played: SQLite, target: Database) -> None:
    with closing(played.connect()) as db:
        db.execute("UPDATE standing SET total_milli = total_milli + 1")
    with pytest.raises(MoveError, match="lists of .* are not as its log says: `python -m store rebuild` mends that"):
        move(played, target)
    expect_empty(target)
    assert main(["rebuild", str(played)]) == 0
    move(played, target)
    assert rows_of(target) == rows_of(played)


def test_a_session_that_cannot_be_read_comes_over_as_it_is(
    played: SQLite, target: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(played.connect()) as db:
        session = db.execute("SELECT id FROM session ORDER BY number").fetchone()["id"]
        db.execute("UPDATE session SET game = 'whist' WHERE id = ?", (session,))
    moved = move(played, target)
    assert [str(error) for error in moved.unreadable] == [
        f"Session {session} cannot be read: There is no game called “whist”."
    ]
    assert rows_of(target) == rows_of(played)
