"""Looking after the record: damage is mended, a scorebook goes out and in, what was deleted leaves for good."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from record.log import Author, stamp
from store import progress
from store.__main__ import main
from store.admin.rebuild import compare, count_finished, rebuild
from store.book import Book
from store.engines import database_at
from store.engines.base import Connection, Database
from store.engines.sqlite import SQLite
from store.errors import ConstraintError, NoSuchError
from store.players import profiles
from store.players.profiles import describe_player, merge_players, rename_player
from store.progress import Advance
from store.scorebooks import delete_scorebook, rename_scorebook, save_rule_set
from store.seats.entries import enter
from store.sessions import writing
from store.sessions.details import delete_session, describe
from store.sessions.history import find_sessions, summaries
from store.sessions.purge import KEPT_DAYS, Purged, purge, purge_book, purge_cutoff
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import Keeper, Runs, everything, file_of, migrated_later, server_setting
from web.serve import prepare_record
from web.settings import SettingsError, read_settings

pytestmark = pytest.mark.engines("sqlite")


@pytest.fixture
def address(address: str) -> Iterator[str]:
    """A record that waits for its disk, or there would be something to tell."""
    if not address.startswith("postgresql:"):
        yield address
        return
    with server_setting(address, fsync="on"):
        yield address


@pytest.fixture
def session(keeper: Keeper) -> str:
    return keeper.plays(takes(ANN, 3), takes(BEN, 4), note("a good start"))


@pytest.fixture
def told(address: str, runs: Runs) -> Runs:
    """Runs a command on the record."""
    return lambda command, *arguments: runs(command, address, *arguments)


def differing(session: str, outcome: str) -> str:
    return f"""\
session {session}: session, rows {outcome}: 1
session {session}: standing, rows {outcome}: 2
session {session}: remark, rows {outcome}: 1
Sessions: 2, differing: 1, unreadable: 0.
"""


@pytest.mark.engines(*ENGINES)
def test_check_tells_of_damage_and_touches_nothing(keeper: Keeper, db: Connection, session: str, told: Runs) -> None:
    keeper.sits_down()
    sound = everything(db)
    for command in ("check", "rebuild"):
        assert told(command)[:2] == (0, "Sessions: 2, differing: 0, unreadable: 0.\n")
    # Both totals are wrong, a note has gone to another year.
    db.execute("UPDATE standing SET total_milli = total_milli + 1 WHERE session = ?", (session,))
    db.execute("UPDATE remark SET played_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET over = 1 WHERE id = ?", (session,))
    damaged = everything(db)
    assert told("check")[:2] == (1, differing(session, "not as the log says"))
    assert everything(db) == damaged
    assert told("rebuild")[:2] == (0, differing(session, "rebuilt"))
    assert everything(db) == sound, "all that it tells of is mended from the log"


def test_a_session_that_cannot_be_read_does_not_stop_the_others(
    keeper: Keeper, db: Connection, session: str, told: Runs
) -> None:
    other = keeper.sits_down()
    db.execute("UPDATE session SET game = 'whist' WHERE id = ?", (other,))
    db.execute("UPDATE standing SET total_milli = total_milli + 1 WHERE session = ?", (session,))
    unread = f"Session {other} cannot be read: There is no game called “whist”."
    ended, output, _ = told("rebuild")
    assert (ended, {unread, f"session {session}: standing, rows rebuilt: 2"} < {*output.splitlines()}) == (0, True)
    assert output.endswith("differing: 1, unreadable: 1.\n")
    assert told("check")[0] == 1


@pytest.mark.engines(*ENGINES)
def test_check_finds_rows_that_refer_to_nothing(session: str, careless: Callable[[str], None], told: Runs) -> None:
    careless("INSERT INTO standing (session, seat, place, total_milli, won) VALUES ('gone', 0, 1, 0, 0)")
    careless("UPDATE sitting SET number = 99 WHERE seat = 1")
    ended, output, _ = told("check")
    assert (ended, sorted(output.splitlines())[1:]) == (
        1,
        [f"{table}: a row refers to no row of session" for table in ("sitting", "standing")],
    )


def test_without_a_database_a_sentence_says_so(tmp_path: Path, runs: Runs) -> None:
    nowhere = tmp_path / "nowhere.db"
    for command in (["rebuild"], ["check"], ["backup", str(tmp_path / "b.db")]):
        assert runs(command[0], nowhere, *command[1:]) == (1, "", f"There is no database at {nowhere}.\n")
    assert not nowhere.exists()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, "Takuroku 2.0.0\n")


# A record that a newer release has migrated is opened by nobody.

SENTENCE = "a newer release has migrated it (m999_later): update Takuroku."


@pytest.fixture
def newer(keeper: Keeper, database: Database, address: str) -> Iterator[str]:
    """The address of a record with a session; other tests find its tables as they were."""
    keeper.sits_down("Ann", "Ben")
    migrated_later(database)
    yield address
    migrated_later(database, was="m999_later", now="m010_join_codes")


@pytest.mark.engines(*ENGINES)
def test_no_command_opens_it_and_no_site(newer: str, tmp_path: Path, runs: Runs) -> None:
    file, today = str(tmp_path / "file"), tmp_path / "today.db"
    database_at(today).prepare()
    for command in ("check", "rebuild", "purge", "export", "backup", "move", "restore"):
        places = {"restore": [str(today), newer], "check": [newer], "rebuild": [newer], "purge": [newer]}
        ended, _, error = runs(command, *places.get(command, [newer, file]))
        assert (ended, error.endswith(f"cannot be used: {SENTENCE}\n")) == (1, True)
        assert not Path(file).exists()
    with pytest.raises(SettingsError) as refused:
        prepare_record(read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_DATABASE": newer}))
    assert str(refused.value).endswith(f"cannot be opened: {SENTENCE}")


# A scorebook out and in, with nobody's browser waiting.


@pytest.fixture
def file(elsewhere: Keeper, tmp_path: Path) -> Path:
    """Of a scorebook elsewhere, with one session."""
    session = elsewhere.sits_down("Ann", "Ben", at="2026-11-21T19:30:00Z")
    elsewhere.writes(session, takes(ANN, 3), at="2026-11-21T19:40:00Z")
    rename_scorebook(elsewhere.book, name="Cellar", at="2026-11-21T19:50:00Z")
    for player in profiles.people(elsewhere.book):
        describe_player(elsewhere.book, player.id, colour=4)
        rename_player(elsewhere.book, player.id, name=f"{player.name}ie")
    file = tmp_path / "scorebook.json"
    file.write_text(file_of(elsewhere), "utf-8")
    return file


@pytest.mark.engines(*ENGINES)
def test_out_and_in(keeper: Keeper, file: Path, told: Runs, tmp_path: Path) -> None:
    save_rule_set(keeper.book, "pot", name="Thursdays", options={"pot": 20}, at="2026-11-21T20:00:00Z")
    assert told("import", file) == (0, "Imported. New sessions: 1, continued: 0, already here: 0.\n", "")
    assert told("import", file) == (0, "Imported. New sessions: 0, continued: 0, already here: 1.\n", "")
    out = tmp_path / "out.json"
    assert told("export", out)[0] == 0
    whole = file_of(keeper)
    assert (out.read_text("utf-8"), told("export")) == (whole, (0, whole, ""))
    assert json.loads(whole)["sessions"] == json.loads(file.read_text("utf-8"))["sessions"]


@pytest.mark.engines(*ENGINES)
def test_of_several_scorebooks_one_must_be_meant(keeper: Keeper, stranger: Keeper, file: Path, told: Runs) -> None:
    mine = keeper.sits_down("Ann", "Ben")
    stranger.sits_down("Dora", "Emil")
    for arguments, words in (
        ((), "choose one with --scorebook"),
        (("--scorebook", "nobody"), "No scorebook or session has the id 'nobody'"),
    ):
        ended, _, error = told("import", file, *arguments)
        assert (ended, words in error) == (1, True)
    assert told("import", file, f"--scorebook={mine}")[0] == 0
    assert find_sessions(keeper.book, limit=5).total == 2
    assert '"Dora"' in told("export", "--scorebook", stranger.scorebook)[1]


def test_what_cannot_be_done_is_said_in_a_line_and_a_long_import_how_far_it_is(
    keeper: Keeper, file: Path, told: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = file.read_text("utf-8")

    def refused(command: str, path: Path, text: str = sound) -> str:
        file.write_text(text, "utf-8")
        ended, out, error = told(command, path)
        assert (ended, out, error.count("\n")) == (1, "", 1)
        return error

    assert "There is no scorebook yet" in refused("export", tmp_path / "new.json")
    keeper.sits_down("Ann", "Ben")
    before = file_of(keeper)
    assert refused("import", file, sound.replace('"dealer":0', '"dealer":9')).startswith("Session 1 (2026-11-21): ")
    # Nothing that a terminal would obey.
    strange = sound.replace("{", '{"\\u001b[2J":1,', 1)
    assert refused("import", file, strange) == "“�[2J” is not asked for here.\n"
    assert "cannot be read" in refused("import", tmp_path / "no.json")
    assert "already exists" in refused("export", file)
    assert file_of(keeper) == before
    delete_scorebook(keeper.book, at="2026-11-22T08:00:00Z")
    assert "was deleted" in refused("import", file)
    delete_scorebook(keeper.book, at=None)
    monkeypatch.setattr(progress, "QUIET_SECONDS", -1)
    assert "Importing a scorebook" in told("import", file)[2]


def test_an_empty_database_of_a_server_has_no_record(cluster: Cluster, file: Path, tmp_path: Path, runs: Runs) -> None:
    empty = cluster.new_database()
    for command in (
        ["check", empty],
        ["import", empty, str(file)],
        ["export", empty],
        ["export", empty, str(tmp_path / "new.json")],
    ):
        ended, out, error = runs(*command)
        assert (ended, out, "rror" in error) == (1, "", False)
        assert error.startswith("There is no record in postgresql://")
        assert ("yet: start the site with that address, then a session on a phone." in error) == (command[0] != "check")
    assert not (tmp_path / "new.json").exists()


# What was deleted leaves for good after its days, and nothing of it is left; everything else stays.


DELETED = "2026-10-01T20:00:00Z"
LATER = "2026-11-21T20:00:00Z"


ID = re.compile(r"[\w-]{16,}", re.ASCII)
"""What is random and as long as no name here: any short word may stand in it by chance."""


def mentions(db: Connection, *words: str) -> list[str]:
    """Where one of the words stands: each column of each row of every table, in whatever case; a name not in an id."""
    return [
        f"{table}.{column}: {word}"
        for table, columns in db.tables().items()
        for row in db.execute(f"SELECT * FROM {table}")
        for column in columns
        for word in words
        if word.casefold() in (str(row[column]) if ID.fullmatch(word) else ID.sub("", str(row[column]))).casefold()
    ]


def regretted(keeper: Keeper) -> str:
    """A session with everything that one can leave behind, on a device that is seen nowhere else."""
    at = datetime(2026, 9, 1, tzinfo=UTC)
    start, take, said, undo, redo = (Author("secretphone", f"secretkey-{each}", at, "Mobi") for each in range(5))
    session = writing.start(
        keeper.book, POT, {"players": ["Ann", "Xaver", "Yvonne"], "dealer": 0, "options": {}}, start
    )
    enter(keeper.book, session, takes(ANN, 3), position=0, by=take)
    enter(keeper.book, session, note("said by Mephisto"), position=1, by=said)
    writing.undo(keeper.book, session, position=2, by=undo)
    writing.redo(keeper.book, session, position=3, by=redo)
    describe(keeper.book, session, place="Auerbachs Keller", note="never again")
    return session


SECRETS = ("secretphone", "secretkey", "mobi", "xaver", "yvonne", "mephisto", "auerbach", "never again")


@pytest.mark.engines(*ENGINES)
def test_a_session_leaves_whole_and_nothing_else_does(
    keeper: Keeper, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.plays(takes(BEN, 2))
    before = everything(db)
    session = regretted(keeper)
    found = mentions(db, session, *SECRETS)
    assert {each.split(".")[0] for each in found} == {
        *("session", "sitting", "action", "standing", "remark", "player", "device_name"),
    }
    assert {each.split(": ")[1] for each in found} == {session, *SECRETS}, "the search finds what there is"
    delete_session(keeper.book, session, at=DELETED)
    deleted = everything(db)
    with monkeypatch.context() as broken, pytest.raises(ZeroDivisionError):
        broken.setattr("store.sessions.purge._delete_orphaned_players", lambda *_: 1 / 0)
        purge(db, before=LATER)
    assert everything(db) == deleted, "half of it would be none of it"
    assert purge(db, before=LATER) == Purged(scorebooks=0, sessions=1)
    assert mentions(db, session, *SECRETS) == []
    assert everything(db) == before
    for ask in (keeper.sees, partial(delete_session, keeper.book, at=None)):
        with pytest.raises(NoSuchError):
            ask(session)
    assert (compare(db).sessions, compare(db).differences) == (1, ())


@pytest.mark.engines(*ENGINES)
def test_a_phone_is_forgotten_where_it_plays_no_more_and_keeps_its_name_elsewhere(
    keeper: Keeper, stranger: Keeper, db: Connection
) -> None:
    def plays(book: Book) -> str:
        by = Author(device="a-phone", key=f"key of {book.scorebook}", at=datetime(2026, 9, 1, tzinfo=UTC), name="Mobi")
        session = writing.start(book, POT, {"players": ["Ann", "Ben"], "dealer": 0, "options": {}}, by)
        enter(book, session, takes(ANN, 3), position=0, by=replace(by, key=f"{by.key}, again"))
        return session

    def called() -> dict[str, str]:
        return {row["scorebook"]: row["name"] for row in db.execute("SELECT scorebook, name FROM device_name")}

    first, _second = plays(keeper.book), plays(stranger.book)
    assert called() == {keeper.scorebook: "Mobi", stranger.scorebook: "Mobi"}
    delete_session(keeper.book, first, at=DELETED)
    assert purge(db, before=LATER) == Purged(scorebooks=0, sessions=1)
    assert called() == {stranger.scorebook: "Mobi"}


def test_it_stays_for_its_days_and_where_it_was_restored(keeper: Keeper, stranger: Keeper, db: Connection) -> None:
    session, restored, theirs = keeper.sits_down(), keeper.sits_down(), stranger.sits_down()
    for each in (session, restored):
        delete_session(keeper.book, each, at=DELETED)
    delete_session(keeper.book, restored, at=None)
    deleted = datetime.fromisoformat(DELETED)
    assert purge(db, before=purge_cutoff(deleted + timedelta(days=KEPT_DAYS))) == Purged(0, 0)
    keeper.sees(session)
    delete_session(stranger.book, theirs, at=DELETED)
    after = purge_cutoff(deleted + timedelta(days=KEPT_DAYS, seconds=1))
    assert purge_book(keeper.book, before=after) == Purged(0, 1), "a keeper purges the own scorebook"
    assert stranger.sees(theirs).deleted_at
    assert purge(db, before=after) == Purged(0, 1)
    assert keeper.sees(restored).deleted_at is None


@pytest.mark.engines(*ENGINES)
def test_who_still_plays_is_still_known(keeper: Keeper, db: Connection) -> None:
    """A name that was merged and said nowhere else goes; the one who stands for others stays for their sake."""
    gone = keeper.sits_down("Ann", "Ben")
    keeper.sits_down("Anna", "Ben")
    ben, ann, anna = (keeper.numbers[name] for name in ("Ben", "Ann", "Anna"))
    merge_players(keeper.book, anna, into=ann, at=DELETED)
    delete_session(keeper.book, gone, at=DELETED)
    purge(db, before=LATER)
    assert [(each.id, each.name) for each in profiles.people(keeper.book)] == [(ann, "Ann"), (ben, "Ben")]
    assert summaries(keeper.book)[0].seats[0].name == "Ann"
    delete_session(keeper.book, summaries(keeper.book)[0].id, at=DELETED)
    purge(db, before=LATER)
    assert mentions(db, "ann", "ben") == []


@pytest.mark.engines(*ENGINES)
def test_a_scorebook_leaves_whole(keeper: Keeper, stranger: Keeper, db: Connection) -> None:
    stranger.sits_down("Zoë", "Yan")
    before = everything(db)
    sessions = [regretted(keeper), keeper.sits_down("Anna", "Ben"), keeper.sits_down("Ann", "Ben")]
    people = keeper.numbers
    merge_players(keeper.book, people["Anna"], into=people["Ann"], at=DELETED)
    rename_player(keeper.book, people["Ann"], name="Gretchen")
    save_rule_set(keeper.book, "pot", name="Thursdays", options={"pot": "20"}, at=DELETED)
    delete_scorebook(keeper.book, at=DELETED)
    assert purge(db, before=DELETED) == Purged(0, 0)
    assert purge(db, before=LATER) == Purged(scorebooks=1, sessions=3)
    assert mentions(db, *sessions, *SECRETS, keeper.scorebook, "gretchen", "ann", "thursdays") == []
    assert everything(db) == before
    assert keeper.sits_down("Ann", "Ben"), "a new one begins where it was"


@pytest.mark.engines(*ENGINES)
def test_the_door_opens_for_nothing_that_was_not_put_away(keeper: Keeper, db: Connection) -> None:
    session, other = keeper.plays(takes(ANN, 3)), keeper.plays(takes(ANN, 3))
    deletes, changes = "DELETE FROM action WHERE session = ?", "UPDATE action SET facts = '{}' WHERE session = ?"
    steps: tuple[tuple[Callable[[], object], str, str, str], ...] = (
        (lambda: None, deletes, session, "never deleted"),
        (lambda: db.execute("INSERT INTO purging VALUES (?)", (session,)), deletes, session, "never deleted"),
        (lambda: delete_session(keeper.book, session, at=DELETED), deletes, other, "never deleted"),
        (lambda: None, changes, session, "never changed"),
    )
    for before, statement, of, words in steps:
        before()
        with pytest.raises(ConstraintError, match=words):
            db.execute(statement, (of,))
    db.execute(deletes, (session,))
    assert keeper.sees(other).position == 1


@pytest.mark.engines(*ENGINES)
def test_the_command_takes_out_what_is_due(keeper: Keeper, db: Connection, told: Runs) -> None:
    session, recent = regretted(keeper), keeper.sits_down()
    delete_session(keeper.book, session, at=DELETED)
    # The clock of the command is the real one.
    db.execute("UPDATE session SET deleted_at = ? WHERE id = ?", ("2020-01-01T00:00:00Z", session))
    delete_session(keeper.book, recent, at=stamp(datetime.now(UTC)))
    assert told("purge")[:2] == (0, "Deleted for good. Scorebooks: 0, sessions: 1.\n")
    assert mentions(db, session, *SECRETS) == []
    assert keeper.sees(recent).deleted_at


def test_nothing_of_it_is_left_in_the_file(tmp_path: Path, sqlite: SQLite) -> None:
    with closing(sqlite.connect()) as db:
        book = Keeper(db, "club")
        session = book.plays(note("said by Mephisto"), players=("Xaver", "Yvonne"))
        delete_session(book.book, session, at=DELETED)
        assert any(b"Mephisto" in path.read_bytes() for path in tmp_path.iterdir())
        purge_book(Book(db, "club", "keeper"), before=LATER)
    sqlite.sweep()
    left = [path.read_bytes() for path in tmp_path.iterdir()]
    assert not [word for word in (b"Mephisto", b"Xaver", session.encode()) for each in left if word in each]


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("look", [rebuild, count_finished])
def test_what_leaves_while_the_record_is_rebuilt_or_counted_is_passed_over(
    keeper: Keeper, database: Database, db: Connection, careless: Callable[[str], None], look: Callable[..., Any]
) -> None:
    first, gone = keeper.plays(takes(ANN, 10)), keeper.plays(takes(ANN, 10))
    # As an earlier release left them.
    for statement in ("UPDATE session SET counted = 0", "DELETE FROM player_result"):
        careless(statement)
    purged: list[Purged] = []

    @contextmanager
    def purging(_doing: str, _steps: int) -> Iterator[Advance]:
        def advance(_more: int) -> None:
            if not purged:
                with closing(database.connect()) as another:
                    delete_session(Book(another, keeper.scorebook, "keeper"), gone, at=DELETED)
                    purged.append(purge(another, before=LATER))

        yield advance

    look(db, purging)
    assert purged == [Purged(scorebooks=0, sessions=1)]
    assert [each.id for each in summaries(keeper.book)] == [first]
    assert compare(db).differences == ()
