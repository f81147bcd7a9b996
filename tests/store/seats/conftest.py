"""The games that phones play at the seats here."""

from __future__ import annotations

import pytest

from scoring import catalogue
from scoring.catalogue import all_games
from tests.kit.store.toy_game import POT

GAMES = {**all_games(), "pot": POT}


@pytest.fixture(autouse=True)
def games(two_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: GAMES)
