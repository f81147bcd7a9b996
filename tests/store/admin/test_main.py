"""Looking after the record: damage is found, mended from the log, and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store.__main__ import main
from store.engines import database_at
from store.engines.base import Connection
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper, server_setting


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
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 4))
    keeper.writes(session, note("a good start"))
    return session


@pytest.fixture
def damaged(session: str, db: Connection) -> str:
    """Both totals are wrong, a note has gone to another year."""
    db.execute("UPDATE standing SET total_milli = total_milli + 1")
    db.execute("UPDATE remark SET created_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET over = 1")
    return session


def told(session: str, outcome: str) -> list[str]:
    return [
        f"session {session}: session, rows {outcome}: 1",
        f"session {session}: standing, rows {outcome}: 2",
        f"session {session}: remark, rows {outcome}: 1",
        "Sessions: 2, that differed: 1, that cannot be read: 0.",
    ]


def test_a_sound_record_is_called_sound(session: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", address]) == 0
    assert main(["rebuild", address]) == 0
    assert capsys.readouterr().out.splitlines() == ["Sessions: 1, that differed: 0, that cannot be read: 0."] * 2


def test_check_tells_of_damage_and_touches_nothing(
    damaged: str, keeper: Keeper, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper.sits_down()
    for _ in range(2):
        assert main(["check", address]) == 1
        assert capsys.readouterr().out.splitlines() == told(damaged, "not as the log says")


def test_rebuild_mends_what_it_tells_of(
    damaged: str, keeper: Keeper, address: str, db: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper.sits_down()
    assert main(["rebuild", address]) == 0
    assert capsys.readouterr().out.splitlines() == told(damaged, "rebuilt")
    totals = db.execute("SELECT total_milli FROM standing WHERE session = ? ORDER BY seat", (damaged,))
    assert [row["total_milli"] for row in totals] == [3000, 4000]
    noted = db.execute("SELECT text_key, created_at FROM remark").fetchone()
    assert (noted["text_key"], noted["created_at"] > "2026") == ("a good start", True)
    assert main(["check", address]) == 0


def test_a_session_that_cannot_be_read_does_not_stop_the_others(
    damaged: str,
    keeper: Keeper,
    address: str,
    db: Connection,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = keeper.sits_down()
    db.execute("UPDATE session SET game = 'whist' WHERE id = ?", (other,))
    assert main(["rebuild", address]) == 0
    output = capsys.readouterr().out
    assert f"session {damaged}: standing, rows rebuilt: 2" in output
    assert f"Session {other} cannot be read: There is no game called “whist”." in output
    assert "that differed: 1, that cannot be read: 1." in output
    assert main(["check", address]) == 1


def test_check_finds_rows_that_refer_to_nothing(
    session: str, address: str, careless: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    careless("INSERT INTO standing (session, seat, place, total_milli, won) VALUES ('gone', 0, 1, 0, 0)")
    careless("UPDATE seat SET number = 99 WHERE seat = 1")
    assert main(["check", address]) == 1
    told = capsys.readouterr().out.splitlines()
    assert sorted(told)[1:] == [f"{table}: a row refers to no row of session" for table in ("seat", "standing")]


def test_a_backup_is_a_whole_record(session: str, keeper: Keeper, address: str, tmp_path: Path) -> None:
    target = tmp_path / "backup.db"
    assert main(["backup", address, str(target)]) == 0
    keeper.undoes(session)
    assert main(["check", str(target)]) == 0
    database = database_at(target)
    database.prepare()
    with closing(database.connect()) as copy:
        its_keeper = Keeper(copy, keeper.scorebook)
        assert len(its_keeper.sees(session).entries) == 3
        its_keeper.writes(its_keeper.sits_down("Ann", "Chika", key="it goes on"), takes(ANN, 1), key="with an entry")
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


def test_a_backup_overwrites_nothing(
    session: str, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "precious"
    assert main(["backup", address, str(target)]) == 0
    assert capsys.readouterr().out.startswith(f"Backed up to {target}. Scorebooks: 1, sessions: 1, actions: 3.\n")
    target.write_text("mine")
    assert main(["backup", address, str(target)]) == 1
    assert capsys.readouterr().err == f"No backup was made. {target} already exists. Choose another name.\n"
    assert target.read_text() == "mine"


@pytest.mark.parametrize("command", ["rebuild", "check", "backup"])
def test_without_a_database_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    nowhere = tmp_path / "nowhere.db"
    assert main([command, str(nowhere), *([str(tmp_path / "b.db")] if command == "backup" else [])]) == 1
    assert capsys.readouterr().err == f"There is no database at {nowhere}.\n"
    assert not nowhere.exists()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, "Takuroku 1.5.0\n")
