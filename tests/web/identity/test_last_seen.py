"""When devices were seen last is written behind the answers, for many at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from store.engines.base import Database
from store.errors import UnavailableError
from web.identity import visitor


def test_who_comes_within_the_pause_is_written_together_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is away is nobody's trouble, and nobody waits at the end for what is not written yet."""
    written: list[list[str]] = []
    waiting: list[Callable[[], None]] = []
    lent: list[object] = []
    record: Any = SimpleNamespace(borrow=lambda: lent.append("once"), give_back=lambda _db: lent.pop())
    record.borrowed = lambda: Database.borrowed(record)

    def write(_db: object, seen: dict[str, float]) -> None:
        if "away" in seen:
            raise UnavailableError("away", "no such host")
        written.append([*seen])

    def later(*, target: Callable[[], None], daemon: bool) -> SimpleNamespace:
        return SimpleNamespace(start=lambda: waiting.extend([target] * daemon))

    for name, value in (("Thread", later), ("note_visits", write), ("SECONDS_BETWEEN_WRITES", 0)):
        monkeypatch.setattr(visitor, name, value)
    visits = visitor.Visits(record)
    begins, told = datetime(2026, 11, 21, 20, tzinfo=UTC), []
    minute = visitor.SECONDS_BETWEEN_NOTES
    for at, seen in ((0, "ann ben ann ann"), (0, "ann"), (minute, "ann"), (minute, "away"), (minute, "chika")):
        monkeypatch.setattr(visitor, "now", lambda: begins + timedelta(seconds=at))  # noqa: B023
        for device in seen.split():
            visits.note(device)
        told.append(len(waiting))
        while waiting:
            waiting.pop()()
    assert told == [1, 0, 1, 1, 1], "that was a moment ago; after a while it is written anew"
    assert (written, lent) == ([["ann", "ben"], ["ann"], ["chika"]], [])
