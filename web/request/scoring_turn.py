"""Scores for visitors without a scorebook or token one at a time, so that they keep no save waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask_babel import lazy_gettext as _l

PATIENCE_SECONDS = 0.05
"""Seconds that a request waits for its turn: most need less, and a thread that waits saves nothing."""
TEXTS = (_l("Other games are being scored"), _l("They come first. Try again in a moment."))
_turn = Lock()


class NoScoringTurnError(Exception):
    """Others are being scored for; retry after `SECONDS`."""

    SECONDS = 1


@contextmanager
def scoring_turn() -> Iterator[None]:
    """Hold the lock of this process; raises NoScoringTurnError."""
    if not _turn.acquire(timeout=PATIENCE_SECONDS):
        raise NoScoringTurnError
    try:
        yield
    finally:
        _turn.release()
