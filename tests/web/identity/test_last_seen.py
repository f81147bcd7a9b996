"""When devices were seen last is written behind the answers, for many at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from store.errors import UnavailableError
from web.identity import last_seen


class Record:
    """What is written into it, each time it is; and the thread that waits to do so, until it runs."""

    def __init__(self) -> None:
        self.written: list[list[str]] = []
        self.waiting: list[Callable[[], None]] = []
        self.away = False
        self.lent = 0

    def borrow(self) -> Record:
        self.lent += 1
        return self

    def give_back(self, _db: object) -> None:
        self.lent -= 1

    def start(self) -> None:
        pass

    def later(self, *, target: Callable[[], None], daemon: bool) -> Record:
        assert daemon, "nobody waits for it at the end"
        self.waiting.append(target)
        return self

    def runs(self) -> None:
        self.waiting.pop()()
        assert (self.waiting, self.lent) == ([], 0)


def test_who_comes_within_the_pause_is_written_together_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record()

    def write(_db: object, seen: dict[str, float]) -> None:
        if record.away:
            raise UnavailableError("away", "no such host")
        record.written.append([*seen])

    monkeypatch.setattr(last_seen, "Thread", record.later)
    monkeypatch.setattr(last_seen, "note_visits", write)
    monkeypatch.setattr(last_seen, "SECONDS_BETWEEN_WRITES", 0)
    untyped: Any = record
    seen = last_seen.Visits(untyped)
    for device in ("ann", "ben", "ann", "ann"):
        seen.note(device)
    assert record.written == []
    record.runs()
    seen.note("ann")
    assert (record.written, record.waiting) == ([["ann", "ben"]], []), "that was a moment ago"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + last_seen.SECONDS_BETWEEN_NOTES)
    seen.note("ann")
    record.runs()
    assert record.written == [["ann", "ben"], ["ann"]], "after a while it is written anew"
    # A record that is away is nobody's trouble.
    record.away = True
    seen.note("ben")
    record.runs()
    record.away = False
    seen.note("chika")
    record.runs()
    assert record.written[2:] == [["chika"]]
