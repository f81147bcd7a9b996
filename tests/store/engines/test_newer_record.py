"""A record that a newer release has migrated is opened by neither the server nor a command, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.__main__ import main
from store.engines import database_at
from store.engines.base import Database
from tests.kit.for_each import for_each
from tests.store.conftest import Keeper, migrated_later
from web.serve import prepare_record
from web.settings import SettingsError, read_settings

SENTENCE = "a newer release has migrated it (m999_later): update Takuroku."


@pytest.fixture
def newer(keeper: Keeper, database: Database, address: str) -> Iterator[str]:
    """The address of a record with a session; other tests find its tables as they were."""
    keeper.sits_down("Ann", "Ben")
    migrated_later(database)
    yield address
    migrated_later(database, was="m999_later", now="m010_join_codes")


@for_each("command", ["check", "rebuild", "purge", "export", "backup", "move"])
def test_no_command_opens_it(command: str, newer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = {"export": "file.json", "backup": "kept.db", "move": "other.db"}.get(command)
    assert main([command, newer, *([str(tmp_path / target)] if target else [])]) == 1
    assert capsys.readouterr().err.strip().endswith(f"cannot be used: {SENTENCE}")
    assert not target or not (tmp_path / target).exists()


def test_a_backup_is_not_restored_over_it(newer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database_at(tmp_path / "today.db").prepare()
    assert main(["restore", str(tmp_path / "today.db"), newer]) == 1
    assert capsys.readouterr().err.strip().endswith(f"cannot be used: {SENTENCE}")


def test_the_server_does_not_start(newer: str, tmp_path: Path) -> None:
    settings = read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_DATABASE": newer})
    with pytest.raises(SettingsError) as refused:
        prepare_record(settings)
    assert str(refused.value).endswith(f"cannot be opened: {SENTENCE}")
