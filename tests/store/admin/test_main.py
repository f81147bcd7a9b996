"""Looking after the record: damage is found, mended from the log, and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store.__main__ import main
from store.engines import database_at
from store.engines.base import Connection, Database
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper, everything, migrated_later, server_setting
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
    session = keeper.sits_down("Ann", "Ben")
    for entry in (takes(ANN, 3), takes(BEN, 4), note("a good start")):
        keeper.writes(session, entry)
    return session


@pytest.fixture
def lines(address: str, capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, list[str]]]:
    """Runs a command on the record: how it ends, and its lines."""

    def lines(command: str) -> tuple[int, list[str]]:
        capsys.readouterr()
        return main([command, address]), capsys.readouterr().out.splitlines()

    return lines


Lines = Callable[[str], tuple[int, list[str]]]


def told(session: str, outcome: str) -> list[str]:
    return [
        f"session {session}: session, rows {outcome}: 1",
        f"session {session}: standing, rows {outcome}: 2",
        f"session {session}: remark, rows {outcome}: 1",
        "Sessions: 2, that differed: 1, that cannot be read: 0.",
    ]


@pytest.mark.engines(*ENGINES)
def test_check_tells_of_damage_and_touches_nothing(keeper: Keeper, db: Connection, session: str, lines: Lines) -> None:
    keeper.sits_down()
    sound = everything(db)
    for command in ("check", "rebuild"):
        assert lines(command) == (0, ["Sessions: 2, that differed: 0, that cannot be read: 0."])
    # Both totals are wrong, a note has gone to another year.
    db.execute("UPDATE standing SET total_milli = total_milli + 1 WHERE session = ?", (session,))
    db.execute("UPDATE remark SET created_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET over = 1 WHERE id = ?", (session,))
    damaged = everything(db)
    assert lines("check") == (1, told(session, "not as the log says"))
    assert everything(db) == damaged
    assert lines("rebuild") == (0, told(session, "rebuilt"))
    assert everything(db) == sound, "all that it tells of is mended from the log"


def test_a_session_that_cannot_be_read_does_not_stop_the_others(
    keeper: Keeper, db: Connection, session: str, lines: Lines
) -> None:
    other = keeper.sits_down()
    db.execute("UPDATE session SET game = 'whist' WHERE id = ?", (other,))
    db.execute("UPDATE standing SET total_milli = total_milli + 1 WHERE session = ?", (session,))
    unread = f"Session {other} cannot be read: There is no game called “whist”."
    ended, output = lines("rebuild")
    assert ended == 0
    assert {unread, f"session {session}: standing, rows rebuilt: 2"} < {*output}
    assert output[-1].endswith("that differed: 1, that cannot be read: 1.")
    assert lines("check")[0] == 1


@pytest.mark.engines(*ENGINES)
def test_check_finds_rows_that_refer_to_nothing(session: str, careless: Callable[[str], None], lines: Lines) -> None:
    careless("INSERT INTO standing (session, seat, place, total_milli, won) VALUES ('gone', 0, 1, 0, 0)")
    careless("UPDATE seat SET number = 99 WHERE seat = 1")
    ended, output = lines("check")
    assert (ended, sorted(output)[1:]) == (
        1,
        [f"{table}: a row refers to no row of session" for table in ("seat", "standing")],
    )


@pytest.mark.engines(*ENGINES)
def test_a_backup_is_a_whole_record_and_overwrites_nothing(
    session: str, keeper: Keeper, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, precious = tmp_path / "backup.db", tmp_path / "precious"
    assert main(["backup", address, str(target)]) == 0
    assert capsys.readouterr().out.startswith(f"Backed up to {target}. Scorebooks: 1, sessions: 1, actions: 3.\n")
    keeper.undoes(session)
    assert main(["check", str(target)]) == 0
    database = database_at(target)
    database.prepare()
    with closing(database.connect()) as copy:
        its_keeper = Keeper(copy, keeper.scorebook)
        assert len(its_keeper.sees(session).entries) == 3
        its_keeper.writes(its_keeper.sits_down("Ann", "Chika", key="it goes on"), takes(ANN, 1), key="with an entry")
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []
    precious.write_text("mine")
    assert main(["backup", address, str(precious)]) == 1
    assert capsys.readouterr().err == f"No backup was made. {precious} already exists. Choose another name.\n"
    assert precious.read_text() == "mine"


def test_without_a_database_a_sentence_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = tmp_path / "nowhere.db"
    for command in (["rebuild"], ["check"], ["backup", str(tmp_path / "b.db")]):
        assert main([command[0], str(nowhere), *command[1:]]) == 1
        assert capsys.readouterr().err == f"There is no database at {nowhere}.\n"
    assert not nowhere.exists()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, "Takuroku 1.5.0\n")


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
@for_each("command", ["check", "rebuild", "purge", "export", "backup", "move"])
def test_no_command_opens_it(command: str, newer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = {"export": "file.json", "backup": "kept.db", "move": "other.db"}.get(command)
    assert main([command, newer, *([str(tmp_path / target)] if target else [])]) == 1
    assert capsys.readouterr().err.strip().endswith(f"cannot be used: {SENTENCE}")
    assert not target or not (tmp_path / target).exists()


@pytest.mark.engines(*ENGINES)
def test_a_backup_is_not_restored_over_it(newer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database_at(tmp_path / "today.db").prepare()
    assert main(["restore", str(tmp_path / "today.db"), newer]) == 1
    assert capsys.readouterr().err.strip().endswith(f"cannot be used: {SENTENCE}")


@pytest.mark.engines(*ENGINES)
def test_the_server_does_not_start(newer: str, tmp_path: Path) -> None:
    settings = read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_DATABASE": newer})
    with pytest.raises(SettingsError) as refused:
        prepare_record(settings)
    assert str(refused.value).endswith(f"cannot be opened: {SENTENCE}")
