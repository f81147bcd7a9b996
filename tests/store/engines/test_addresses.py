"""How a database is named in settings and commands, and that its password is said by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.engines import database_at
from store.engines.postgresql.database import PostgreSQL
from store.errors import UnusableDatabaseError
from tests.kit.for_each import for_each


@for_each(
    "path, file",
    [
        ("{here}", "takuroku.db"),
        ("{here}/club.db", "club.db"),
        ("{here}/new/", "new/takuroku.db"),
        # As the shell would begin it.
        ("club.db", "club.db"),
        ("~/club.db", "home/club.db"),
        ("./2026-11-22T20:00.db", "2026-11-22T20:00.db"),
    ],
)
def test_a_path_is_a_file_and_a_folder_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert str(database_at(path.format(here=tmp_path))) == str(tmp_path / file)


@for_each(
    "address",
    [
        "mysql://takuroku:hunter2@db/club",
        "postgresql+psycopg://takuroku:hunter2@db/club",
        "POSTGRESQL://takuroku:hunter2@db/club",
        "postgresql:/takuroku:hunter2@db/club",
        "postgres:takuroku:hunter2@db/club",
        "file:///takuroku:hunter2",
    ],
)
def test_an_address_of_another_kind_is_no_path(address: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="begins with .*:, but a database is a folder or file") as caught:
        database_at(address)
    assert "hunter2" not in str(caught.value)


UNREADABLE = [
    "postgresql://takuroku:hunter2@twice@db/club",
    "postgresql://takuroku:hunter2/sliced@db/club",
    "postgresql://takuroku:hunter2/club",
    "postgresql://takuroku:100%hunter2@db/club",
    "postgresql://takuroku:hunter2 spaced@db/club",
    "postgresql://takuroku:hunter2@[::1/club",
    "postgresql://takuroku@db/club?password=hunter2&unheard=of",
]


@for_each("address", UNREADABLE)
def test_an_address_that_cannot_be_read_is_not_repeated(address: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="in a password @ is written as %40") as caught:
        database_at(address)
    error: BaseException | None = caught.value
    while error is not None:
        assert "hunter2" not in str(error)
        assert not any(part in str(error) for part in ("twice", "sliced", "spaced"))
        error = error.__cause__ or error.__context__


@for_each(
    "address, shown",
    [
        ("postgresql://takuroku:hunter2@db/club", "postgresql://db/club"),
        ("postgresql://takuroku:a%40b%2Fhunter2@db:5433/club", "postgresql://db:5433/club"),
        ("postgres://takuroku:hunter2?#@one:1,two:2/club", "postgresql://one,two:1,2/club"),
        ("postgresql://takuroku@/club?host=/run/postgresql&password=hunter2", "postgresql:///run/postgresql/club"),
        ("postgresql:///club?host=@takuroku", "postgresql://@takuroku/club"),
    ],
)
def test_a_server_is_named_without_who_comes_and_how(address: str, shown: str) -> None:
    database = database_at(address)
    assert isinstance(database, PostgreSQL)
    assert str(database) == shown
