"""A whole record goes into another database, and back: nothing is lost on the way, and nothing else is taken."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from itertools import product
from pathlib import Path

import psycopg
import pytest

from scoring.catalogue import find_game
from store import progress
from store.__main__ import main
from store.admin import move as moving
from store.admin.move import move
from store.engines import database_at
from store.engines.base import Connection, Database
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.engines.tables import TABLES
from store.errors import CommandError, UnansweredError, UnavailableError
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.postgresql import Cluster
from tests.store.conftest import Keeper, Runs
from tests.store.move.conftest import MEANWHILE, NewDatabase, expect_empty, only, rows_of, said_by, writing


def test_it_comes_over_and_back_as_it_was(played: SQLite, new: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "ROWS_PER_COPY", 7)
    # Litestream has two of its own in a file that it copies.
    with closing(played.connect()) as db:
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        db.execute("ANALYZE")
    rows, said = rows_of(played), said_by(played)
    assert len({action["device"] for action in rows["action"]}) > 2
    assert len({action["kind"] for action in rows["action"]}) == 4
    assert [table for table, found in rows.items() if not found] == ["purging"], "some are empty"
    here: Database = played
    for engine in ("postgresql", "postgresql", "sqlite"):
        there = new(engine)
        moved = move(here, there)
        assert rows_of(there) == rows
        assert said_by(there) == said
        assert rows_of(here) == rows
        assert (moved.scorebooks, moved.sessions, moved.actions) == (2, len(said["sessions"]), len(rows["action"]))
        with closing(there.connect()) as db:
            assert db.tables().keys() == TABLES.keys(), "none is left out, and none of others comes"
        first, here = here if engine == "sqlite" else there, there
    # The next of whatever has a number has a higher one.
    for each in (first, here):
        with closing(each.connect()) as db:
            keeper = Keeper(db, "thursday")
            keeper.sits_down("Somebody new", "Someone else", game=find_game("score-pad"), key="afterwards")
        now = rows_of(each)
        assert now["session"][-1]["number"] > max(row["number"] for row in rows["session"])
        assert now["player"][-2]["id"] > max(row["id"] for row in rows["player"])


def test_a_record_without_a_row_can_be_moved(sqlite: SQLite, target: Database) -> None:
    moved = move(sqlite, target)
    assert (moved.scorebooks, moved.sessions, moved.actions) == (0, 0, 0)
    expect_empty(target)


# What is refused.


def test_what_a_newer_release_keeps_is_not_left_behind(played: SQLite, new: NewDatabase) -> None:
    for change, unknown in (
        ("ALTER TABLE player ADD COLUMN motto TEXT", "player.motto"),
        ("CREATE TABLE photo (session TEXT)", "photo"),
    ):
        with closing(played.connect()) as db:
            db.execute(change)
        with pytest.raises(CommandError, match=f"was made by another release; they differ in {unknown}: "):
            move(played, new("sqlite"))


@pytest.mark.parametrize("engine", ENGINES)
def test_where_there_is_no_record_none_is_moved_and_none_is_made(new: NewDatabase, engine: str, tmp_path: Path) -> None:
    source, target = new(engine), SQLite(tmp_path / "target.db")
    with pytest.raises(CommandError, match="There is no (database at|record in) "):
        move(source, target)
    assert [*tmp_path.iterdir()] == []


def test_lists_that_are_not_as_the_log_says_are_mended_first(played: SQLite, new: NewDatabase) -> None:
    target = new("sqlite")
    writing(played, "UPDATE standing SET total_milli = total_milli + 1")()
    with pytest.raises(CommandError, match="lists of .* don't match its log: run `python -m store rebuild`"):
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
def test_a_site_that_goes_on_is_to_be_stopped_first(
    record: NewDatabase, new: NewDatabase, engine: str, to: str
) -> None:
    source, target = record(engine), new(to)
    for statement in MEANWHILE:
        with pytest.raises(CommandError, match="changed while it was copied: stop the site, then move again"):
            move(source, target, only("Copying", writing(source, statement)))
        expect_empty(target)


def test_a_site_that_writes_on_the_target_already_is_found_out(played: SQLite, postgresql: PostgreSQL) -> None:
    begins = writing(postgresql, "INSERT INTO scorebook (id, created_at) VALUES ('early', '')")
    with pytest.raises(CommandError, match="differs from what was written to it: scorebook"):
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


@pytest.mark.parametrize("end", ["source", "target"])
def test_a_line_that_is_cut_leaves_nothing_behind(
    played: SQLite, record: NewDatabase, new: NewDatabase, cluster: Cluster, end: str
) -> None:
    source, target = (record("postgresql"), new("sqlite")) if end == "source" else (played, new("postgresql"))
    far = source if end == "source" else target

    def cut() -> None:
        with psycopg.connect(cluster.address(), autocommit=True) as db:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            assert db.execute(query, (str(far).rpartition("/")[2],)).fetchall()

    # At the target all stages are one transaction; of the source nothing is asked while its logs are read.
    for stage in ("Copying", "Comparing"):
        with pytest.raises(CommandError, match=f"{far} cannot be used: The database is away"):
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
        with pytest.raises(UnansweredError, match="all of the record is there, or nothing: move again, which is"):
            move(played, target)
    assert rows_of(target) == rows_of(played)
    with pytest.raises(CommandError, match="already has a record"):
        move(played, target)


# The command.


def test_the_command_tells_what_it_did_and_what_is_left_to_do(
    played: SQLite, cluster: Cluster, tmp_path: Path, runs: Runs
) -> None:
    rows = rows_of(played)
    address = cluster.new_database()
    ended, out, told = runs("move", played, address)
    assert (ended, *out.splitlines()) == (
        0,
        f"Moved to {database_at(address)}. Scorebooks: 2, sessions: {len(rows['session'])},"
        f" actions: {len(rows['action']):,}, unreadable: 0.",
        f"{played} is unchanged. To use {database_at(address)}, set TAKUROKU_DATABASE to its address.",
    )
    everything = sum(len(lines) for lines in rows.values())
    assert told.splitlines() == [
        f"Copying {everything:,} rows",
        f"Reading {len(rows['session'])} sessions from their logs",
        f"Comparing {everything:,} rows",
    ]
    (tmp_path / "data").mkdir()
    assert runs("move", address, "data")[0] == 0
    assert rows_of(SQLite(tmp_path / "data" / "takuroku.db")) == rows
    assert runs("check", "data")[0] == 0


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_there_is_a_bar(
    played: SQLite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["move", str(played), str(tmp_path / "new.db")]) == 0
    shown = terminal.getvalue()
    for stage in ("Copying", "Reading", "Comparing"):
        assert re.search(rf"{stage} [^\r]*  \[-+\]    0%", shown), "it begins with nothing"
        assert re.search(rf"{stage} [^\r]*  \[#+-+\]", shown), "it grows"
        assert re.search(rf"{stage} [^\r]*  \[#+\]  100%", shown), "it comes to its end"


@for_each(
    "command, stages",
    [
        (["check", "played.db"], ["Reading"]),
        (["rebuild", "played.db"], ["Reading"]),
        (["backup", "played.db", "kept.db"], ["Copying", "Reading"]),
        (
            ["restore", "kept.db", "new.db"],
            ["Copying", "Reading", "Copying", "Reading", "Comparing"],
        ),
    ],
)
@pytest.mark.usefixtures("played")
def test_what_takes_long_shows_how_far_it_is(
    command: list[str], stages: list[str], monkeypatch: pytest.MonkeyPatch, runs: Runs
) -> None:
    with monkeypatch.context() as patient:
        patient.setattr(progress, "QUIET_SECONDS", -1.0)
        ended, _, error = runs(*command)
    assert (ended, [line.split()[0] for line in error.splitlines()]) == (0, stages)
    if len(command) == 2:
        assert runs(*command)[2] == ""


def test_ctrl_c_is_no_traceback_and_what_is_refused_one_sentence_more(
    played: SQLite, monkeypatch: pytest.MonkeyPatch, runs: Runs
) -> None:
    said = f"Nothing was moved. {played} cannot be moved onto itself.\n"
    assert runs("move", played, played) == (1, "", said)

    def interrupted(*_asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("store.__main__.move", interrupted)
    assert runs("move", played, "new.db") == (130, "", "Interrupted.\n")


SECRET = "h0rse-b4ttery"
COMMANDS = {
    "check": ["check", "{address}"],
    "rebuild": ["rebuild", "{address}"],
    "backup": ["backup", "{address}", "{folder}/backup"],
    "restore": ["restore", "{folder}/played.db", "{address}"],
    "move from": ["move", "{address}", "{folder}/new.db"],
    "move to": ["move", "{folder}/played.db", "{address}"],
}
ADDRESSES = {
    "nobody answers": ("ann:{secret}@/record?host={folder}", "{name} cannot be used: "),
    "no such database": ("takuroku:{secret}@/nothing?host={server}", "{name} cannot be used: "),
    "a sign that is not allowed": ("ann:%zz{secret}@host/record", "The {end} cannot be used: "),
    "a space": ("ann:{secret} {secret}@host/record", "The {end} cannot be used: "),
    "no end": ("ann:{secret}@[::1/record", "The {end} cannot be used: "),
    "not a port": ("ann:{secret}@host:http/record", "The {end} cannot be used: "),
}


@for_each("command, wrong", product(COMMANDS, ADDRESSES))
def test_an_address_that_does_not_do_is_told_without_its_password(
    played: SQLite, cluster: Cluster, runs: Runs, command: str, wrong: str
) -> None:
    folder = played.path.parent
    form, sentence = ADDRESSES[wrong]
    address = "postgresql://" + form.format(folder=folder, server=cluster.folder, secret=SECRET)
    ended, out, error = runs(*(part.format(address=address, folder=folder) for part in COMMANDS[command]))
    assert (ended, SECRET in out + error, len(error.splitlines())) == (1, False, 1)
    name = "postgresql://" + address.partition("host=")[2] + address.partition("@")[2].partition("?")[0]
    end = "target" if command == "move to" else "database"
    assert sentence.format(name=name, end=end) in error
    assert sorted(path.name for path in folder.iterdir()) == ["played.db"]
