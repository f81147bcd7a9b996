"""A program with a token of the phone's scorebook, one of another scorebook, and rounds on the score pad at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from tests.kit.web.api import Program
from tests.web.conftest import Phone


@pytest.fixture
def program(phone: Phone) -> Program:
    return phone.api


@pytest.fixture
def another(stranger: Phone) -> Program:
    """A program of another scorebook."""
    return stranger.api


@pytest.fixture
def plays(program: Program, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Plays one round on the score pad: `plays("2026-03-01T20:00", {"Ann": 7, "Ben": 2}, name="Hearts")`."""

    def play(at: str, points: dict[str, int], **options: Any) -> str:
        with monkeypatch.context() as patch:
            patch.setattr("web.api.dispatch.now", lambda: datetime.fromisoformat(f"{at}:00+00:00"))
            session = program.starts(game="score-pad", players=[*points], options=options)
            program.enters(session, {"step": "round", "points": [*points.values()]}, {"step": "end"})
        return session

    return play
