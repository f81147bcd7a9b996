"""Scores for visitors without a scorebook or token one at a time, so that they keep no save waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from web.errors import NoScoringTurnError

PATIENCE_SECONDS = 0.05
"""Seconds that a request waits for its turn: most need less, and a thread that waits saves nothing."""
_turn = Lock()


@contextmanager
def scoring_turn() -> Iterator[None]:
    """Hold the lock of this process; raises NoScoringTurnError."""
    if not _turn.acquire(timeout=PATIENCE_SECONDS):
        raise NoScoringTurnError
    try:
        yield
    finally:
        _turn.release()
