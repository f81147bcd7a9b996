"""Scorebooks of all games, here and on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scoring import catalogue
from store.engines.sqlite.database import SQLite
from tests.kit.store.toy_game import POT
from tests.store.conftest import Keeper

ALL_GAMES = catalogue.all_games


def bids(*numbers: int) -> dict[str, Any]:
    return {"step": "bids", "bids": list(numbers)}


def tricks(*numbers: int) -> dict[str, Any]:
    return {"step": "tricks", "tricks": list(numbers)}


DOCUMENT: dict[str, Any] = {
    "game": "oh-hell",
    "players": ["Ann", "Ben", "Chika"],
    "dealer": 2,
    "options": {"format": "short-falling", "top_hand": 2, "scoring": "minus"},
    "entries": [bids(1, 0, 2)],
}


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
