"""A scorebook out and in by commands, with nobody's browser waiting."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from store import progress
from store.__main__ import main
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.kit.store.table_talk import ANN, takes
from tests.store.conftest import Keeper, file_of

pytestmark = pytest.mark.engines("sqlite")

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(elsewhere: Keeper, tmp_path: Path) -> Path:
    """Of a scorebook elsewhere, with one session."""
    session = elsewhere.sits_down("Ann", "Ben", at="2026-11-21T19:30:00Z")
    elsewhere.writes(session, takes(ANN, 3), at="2026-11-21T19:40:00Z")
    elsewhere.book.rename(name="Cellar", at="2026-11-21T19:50:00Z")
    for player in elsewhere.book.people():
        elsewhere.book.paint_player(player.id, colour=4)
        elsewhere.book.rename_player(player.id, name=f"{player.name}ie")
    file = tmp_path / "scorebook.json"
    file.write_text(file_of(elsewhere), "utf-8")
    return file


@pytest.fixture
def told(address: str, capsys: pytest.CaptureFixture[str]) -> Told:
    """Runs a command on the record: how it ends, and what it says where."""

    def told(command: str, *arguments: object) -> tuple[int, str, str]:
        ended = main([command, address, *map(str, arguments)])
        return (ended, *capsys.readouterr())

    return told


@pytest.mark.engines(*ENGINES)
def test_out_and_in(keeper: Keeper, file: Path, told: Told, tmp_path: Path) -> None:
    keeper.book.keep_rule_set("pot", name="Thursdays", options={"pot": 20}, at="2026-11-21T20:00:00Z")
    assert told("import", file) == (0, "Imported. New sessions: 1, that went on: 0, here already: 0.\n", "")
    assert told("import", file) == (0, "Imported. New sessions: 0, that went on: 0, here already: 1.\n", "")
    out = tmp_path / "out.json"
    assert told("export", out)[0] == 0
    whole = file_of(keeper)
    assert (out.read_text("utf-8"), told("export")) == (whole, (0, whole, ""))
    assert json.loads(whole)["sessions"] == json.loads(file.read_text("utf-8"))["sessions"]


@pytest.mark.engines(*ENGINES)
def test_of_several_scorebooks_one_must_be_meant(keeper: Keeper, stranger: Keeper, file: Path, told: Told) -> None:
    mine = keeper.sits_down("Ann", "Ben")
    stranger.sits_down("Dora", "Emil")
    for arguments, words in ((), "say which by --scorebook"), (("--scorebook", "nobody"), "no scorebook 'nobody'"):
        ended, _, error = told("import", file, *arguments)
        assert (ended, words in error) == (1, True)
    assert told("import", file, f"--scorebook={mine}")[0] == 0
    assert keeper.book.find(limit=5).total == 2
    assert '"Dora"' in told("export", "--scorebook", stranger.scorebook)[1]


def test_what_cannot_be_done_is_said_in_a_line_and_a_long_import_how_far_it_is(
    keeper: Keeper, file: Path, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    assert refused("import", file, strange) == "Scorebook: “�[2J” is not asked for here.\n"
    assert "cannot be read" in refused("import", tmp_path / "no.json")
    assert "already exists" in refused("export", file)
    assert file_of(keeper) == before
    keeper.book.delete_scorebook(at="2026-11-22T08:00:00Z")
    assert "was deleted" in refused("import", file)
    keeper.book.restore_scorebook()
    monkeypatch.setattr(progress, "QUIET_SECONDS", -1)
    assert "Importing a scorebook" in told("import", file)[2]


def test_an_empty_database_of_a_server_has_no_record(
    cluster: Cluster, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = cluster.new_database()
    for command in (["import", empty, str(file)], ["export", empty], ["export", empty, str(tmp_path / "new.json")]):
        assert main(command) == 1
        out, error = capsys.readouterr()
        assert (out, error.startswith("There is no record in postgresql://"), "rror" in error) == ("", True, False)
        assert "yet: the site makes it when it is started with that address." in error
    assert not (tmp_path / "new.json").exists()
