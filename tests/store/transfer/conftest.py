"""Scorebooks of all games, here and on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scoring import catalogue
from store.engines.sqlite.database import SQLite
from tests.kit.store.toy_game import POT
from tests.store.conftest import Keeper

ALL_GAMES = catalogue.all_games


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here all games are played, and the pot."""
    monkeypatch.setattr(catalogue, "all_games", lambda: {**ALL_GAMES(), "pot": POT})


@pytest.fixture
def elsewhere(new_file: Path, tmp_path: Path) -> Iterator[Keeper]:
    """The keeper of an empty scorebook on another machine."""
    path = tmp_path / "elsewhere.db"
    path.write_bytes(new_file.read_bytes())
    with closing(SQLite(path).connect()) as db:
        yield Keeper(db, "cellar")
