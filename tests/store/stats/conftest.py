"""Here the real games are played, and the pot, by a process that has worked out no rating yet."""

from __future__ import annotations

import pytest

from scoring import catalogue
from store.stats import ratings
from tests.kit.store.toy_game import POT

ALL_GAMES = catalogue.all_games


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {**ALL_GAMES(), "pot": POT})
    monkeypatch.setattr(ratings, "RATING_CACHE", ratings.RatingCache())
