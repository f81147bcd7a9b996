"""A scorebook out and in by commands, with nobody's browser waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from store import progress
from store.__main__ import main
from tests.kit.postgresql import Cluster
from tests.store.conftest import Keeper
from tests.store.transfer.test_file import FILE, changed, exported


@pytest.fixture(autouse=True)
def two_games() -> None:
    """Here all games are played."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "scorebook.json"
    file.write_text(FILE, "utf-8")
    return file


def test_out_and_in(
    keeper: Keeper, address: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper.book.keep_rule_set("oh-hell", name="Thursdays", options={"scoring": "minus"}, at="2026-11-21T20:00:00Z")
    for outcome in (
        "New sessions: 1, that went on: 0, here already: 0",
        "New sessions: 0, that went on: 0, here already: 1",
    ):
        assert main(["import", address, str(file)]) == 0
        assert capsys.readouterr().out == f"Imported. {outcome}.\n"
    out = tmp_path / "out.json"
    assert main(["export", address, str(out)]) == 0
    assert out.read_text("utf-8") == FILE
    capsys.readouterr()
    assert main(["export", address]) == 0
    assert capsys.readouterr().out == FILE


def test_of_several_scorebooks_one_must_be_meant(
    keeper: Keeper, stranger: Keeper, address: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    stranger.sits_down("Dora", "Emil", "Fritz", game=OH_HELL)
    assert main(["import", address, str(file)]) == 1
    assert "say which by --scorebook" in capsys.readouterr().err
    assert main(["import", address, str(file), "--scorebook", "nobody"]) == 1
    assert "no scorebook 'nobody'" in capsys.readouterr().err
    assert main(["import", address, str(file), f"--scorebook={mine}"]) == 0
    assert keeper.book.find(limit=5).total == 2
    assert main(["export", address, "--scorebook", stranger.scorebook]) == 0
    assert '"Dora"' in capsys.readouterr().out


def test_what_cannot_be_done_is_said_in_a_line(
    keeper: Keeper, address: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", address, str(tmp_path / "new.json")]) == 1
    assert "There is no scorebook yet" in capsys.readouterr().err
    keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    before = exported(keeper)
    file.write_text(changed(sessions__0__dealer=9), "utf-8")
    assert main(["import", address, str(file)]) == 1
    assert capsys.readouterr().err.startswith("Session 1 (2026-11-21): ")
    file.write_text(changed(**{"\x1b[2J": 1}), "utf-8")
    assert main(["import", address, str(file)]) == 1
    assert capsys.readouterr().err == "Scorebook: “�[2J” is not asked for here.\n", "nothing a terminal would obey"
    assert main(["import", address, str(tmp_path / "no.json")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert main(["export", address, str(file)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert exported(keeper) == before
    keeper.book.delete_scorebook(at="2026-11-22T08:00:00Z")
    file.write_text(FILE, "utf-8")
    assert main(["import", address, str(file)]) == 1
    assert "was deleted" in capsys.readouterr().err


def test_an_empty_database_of_a_server_has_no_record(
    cluster: Cluster, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = cluster.new_database()
    for command in (["import", empty, str(file)], ["export", empty], ["export", empty, str(tmp_path / "new.json")]):
        assert main(command) == 1
        said = capsys.readouterr()
        assert (said.out, said.err.startswith("There is no record in postgresql://"), "rror" in said.err) == (
            "",
            True,
            False,
        )
        assert "yet: the site makes it when it is started with that address." in said.err
    assert not (tmp_path / "new.json").exists()


def test_a_long_import_tells_how_far_it_is(
    keeper: Keeper, address: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    monkeypatch.setattr(progress, "QUIET_SECONDS", -1)
    assert main(["import", address, str(file)]) == 0
    assert "Importing a scorebook" in capsys.readouterr().err
