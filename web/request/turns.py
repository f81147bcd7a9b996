"""Work that this process does one at a time, so that it keeps no save waiting: imports, and scoring for strangers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock

from web.errors import NoImportTurnError, NoScoringTurnError


def _one_at_a_time(refusal: type[Exception], patience_seconds: float) -> Callable[[], AbstractContextManager[None]]:
    lock = Lock()

    @contextmanager
    def turn() -> Iterator[None]:
        if not lock.acquire(timeout=patience_seconds):
            raise refusal
        try:
            yield
        finally:
            lock.release()

    return turn


scoring_turn = _one_at_a_time(NoScoringTurnError, patience_seconds=0.05)
"""For visitors without a scorebook or token; most need less than the patience. Raises NoScoringTurnError."""
import_turn = _one_at_a_time(NoImportTurnError, patience_seconds=0)
"""Who waited would keep a thread for minutes. Raises NoImportTurnError."""
