"""When devices were seen last is written behind the answers, for many at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from store.errors import UnavailableError
from web.identity import last_seen
from web.identity.last_seen import Visits


class Record:
    """What is written into it, each time it is."""

    def __init__(self, *, away: bool = False) -> None:
        self.written: list[list[str]] = []
        self.away = away
        self.lent = 0

    def borrow(self) -> Record:
        self.lent += 1
        return self

    def give_back(self, _db: object) -> None:
        self.lent -= 1


class Later:
    """Threads that run when they are told to."""

    waiting: list[Callable[[], None]]

    def __init__(self) -> None:
        self.waiting = []

    def __call__(self, *, target: Callable[[], None], daemon: bool) -> Later:
        assert daemon, "nobody waits for it at the end"
        self.waiting.append(target)
        return self

    def start(self) -> None:
        pass

    def run(self) -> None:
        (target,) = self.waiting
        self.waiting.clear()
        target()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    def write(record: Any, seen: dict[str, float]) -> None:
        if record.away:
            raise UnavailableError("away", "no such host")
        record.written.append([*seen])

    later = Later()
    monkeypatch.setattr(last_seen, "Thread", later)
    monkeypatch.setattr(last_seen, "note_visits", write)
    monkeypatch.setattr(last_seen, "SECONDS_BETWEEN_WRITES", 0)
    return later


def noted(record: Record) -> Visits:
    return Visits(record)  # type: ignore[arg-type]


def test_who_comes_within_the_pause_is_written_together_and_each_once(later: Later) -> None:
    record = Record()
    seen = noted(record)
    for device in ("ann", "ben", "ann", "ann"):
        seen.note(device)
    assert record.written == []
    later.run()
    assert (record.written, record.lent) == ([["ann", "ben"]], 0)
    seen.note("ann")
    assert later.waiting == [], "that was a moment ago"


def test_after_a_while_it_is_written_anew(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record()
    seen = noted(record)
    seen.note("ann")
    later.run()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + last_seen.SECONDS_BETWEEN_NOTES)
    seen.note("ann")
    later.run()
    assert record.written == [["ann"], ["ann"]]


def test_a_record_that_is_away_is_nobodys_trouble(later: Later) -> None:
    record = Record(away=True)
    seen = noted(record)
    seen.note("ann")
    later.run()
    assert record.lent == 0
    seen.note("ben")
    record.away = False
    later.run()
    assert record.written == [["ben"]]
