"""Moving from the command line, and what all commands say of a database on a server."""

from __future__ import annotations

import re
import sys
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

from store import progress
from store.__main__ import main
from store.engines import database_at
from store.engines.sqlite.database import SQLite
from tests.kit.for_each import for_each
from tests.kit.postgresql import Cluster
from tests.store.move.conftest import NewDatabase, rows_of

STAGES = ("Copying", "Reading", "Comparing")


def test_the_command_tells_what_it_did_and_what_is_left_to_do(
    played: SQLite, new: NewDatabase, cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = rows_of(played)
    address = cluster.new_database()
    assert main(["move", str(played), address]) == 0
    heard = capsys.readouterr()
    assert heard.out.splitlines() == [
        f"Moved to {database_at(address)}. Scorebooks: 2, sessions: {len(rows['session'])},"
        f" actions: {len(rows['action']):,}, that cannot be read: 0.",
        f"{played} is as it was. The site goes on with {database_at(address)} once TAKUROKU_DATABASE has its address.",
    ]
    everything = sum(len(lines) for lines in rows.values())
    assert heard.err.splitlines() == [
        f"Copying {everything:,} rows",
        f"Reading {len(rows['session'])} sessions from their logs",
        "Adding up what was played in 2 scorebooks",
        f"Comparing {everything:,} rows",
    ]
    (tmp_path / "data").mkdir()
    assert main(["move", address, str(tmp_path / "data")]) == 0
    assert rows_of(SQLite(tmp_path / "data" / "takuroku.db")) == rows
    assert main(["check", str(tmp_path / "data")]) == 0


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
    for stage in STAGES:
        assert re.search(rf"{stage} [^\r]*  \[-+\]    0%", shown), "it begins with nothing"
        assert re.search(rf"{stage} [^\r]*  \[#+-+\]", shown), "it grows"
        assert re.search(rf"{stage} [^\r]*  \[#+\]  100%", shown), "it comes to its end"


def test_what_takes_long_shows_how_far_it_is(
    played: SQLite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("check", "rebuild"):
        assert main([command, str(played)]) == 0
        assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "QUIET_SECONDS", -1.0)
    for command in ("check", "rebuild"):
        assert main([command, str(played)]) == 0
        told = r"Reading \d+ sessions from their logs\nAdding up what was played in \d+ scorebooks\n"
        assert re.fullmatch(told, capsys.readouterr().err)


def test_ctrl_c_is_no_traceback(
    played: SQLite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("store.__main__.move", interrupted)
    assert main(["move", str(played), str(tmp_path / "new.db")]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_what_is_refused_is_one_sentence_more(played: SQLite, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move", str(played), str(played)]) == 1
    assert capsys.readouterr().err == f"Nothing was moved. {played} cannot be moved onto itself.\n"


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
    played: SQLite, cluster: Cluster, capsys: pytest.CaptureFixture[str], command: str, wrong: str
) -> None:
    folder = played.path.parent
    form, sentence = ADDRESSES[wrong]
    filled = {"folder": folder, "server": cluster.folder, "secret": SECRET}
    address = "postgresql://" + form.format(**filled)
    assert main([part.format(address=address, folder=folder) for part in COMMANDS[command]]) == 1
    heard = capsys.readouterr()
    assert SECRET not in heard.out + heard.err
    assert len(heard.err.splitlines()) == 1
    name = "postgresql://" + address.partition("host=")[2] + address.partition("@")[2].partition("?")[0]
    end = "target" if command == "move to" else "database"
    assert sentence.format(name=name, end=end) in heard.err
    assert sorted(path.name for path in folder.iterdir()) == ["played.db"]


def test_a_database_without_tables_has_no_record(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    address = cluster.new_database()
    for _ in range(2):
        assert main(["check", address]) == 1
        assert capsys.readouterr().err == f"There is no record in {database_at(address)}.\n"
    assert main(["rebuild", address]) == 0
    assert main(["check", address]) == 1, "this server does not wait for its disk"
    assert "fsync is off" in capsys.readouterr().out
