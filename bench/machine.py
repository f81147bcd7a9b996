"""Where the time goes while something is measured: the machine's by its parts, a database's by what it waits for."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import psycopg

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
GONE = (FileNotFoundError, ProcessLookupError)
PAUSE = 0.02
IN_A_TRANSACTION = """
    SELECT CASE
        WHEN wait_event_type = 'Lock' THEN 'waits for a row'
        WHEN wait_event LIKE 'WAL%' THEN 'waits for the disk'
        WHEN wait_event_type = 'Client' THEN 'waits for the site'
        ELSE 'works'
    END
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()
"""
"""What each connection does that is in the middle of something."""


@dataclass
class Shares:
    """Percents of all cores' time that the parts took since this was made; a part is processes and all they started."""

    parts: dict[str, tuple[int, ...]]
    _began: float = field(default_factory=time.monotonic, init=False)
    _busy: float = field(init=False)
    _before: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self._busy, self._before = busy_seconds(), self._seconds()

    def __call__(self, **more: float) -> dict[str, float]:
        """The shares by now; `more` parts took so many seconds, `others` is what else ran on the machine."""
        passed = (time.monotonic() - self._began) * CORES
        everything = busy_seconds() - self._busy
        taken = {part: now - self._before[part] for part, now in self._seconds().items()} | more
        taken["others"] = max(0.0, everything - sum(taken.values()))
        return {part: seconds / passed * 100 for part, seconds in taken.items()}

    def _seconds(self) -> dict[str, float]:
        return {part: sum(map(seconds_of, family(pids))) for part, pids in self.parts.items()}


def family(pids: Iterable[int]) -> set[int]:
    """Processes with all that they started."""
    found: set[int] = set()
    for pid in pids:
        with suppress(*GONE):
            found |= {pid} | family(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    return found


def seconds_of(pid: int) -> float:
    """The CPU time of a process and of those it started that are gone; nothing of one that is gone itself."""
    with suppress(*GONE):
        numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, numbers[11:15])) / TICKS
    return 0.0


def busy_seconds() -> float:
    """The CPU time of everything since the machine started."""
    user, nice, system, _idle, _waiting, *rest = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:9])
    return (user + nice + system + sum(rest[:2])) / TICKS


def started_with(argument: str) -> tuple[int, ...]:
    """The processes with this argument that were started by none with it."""
    found = set()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(*GONE):
            if argument.encode() in process.read_bytes().split(b"\0"):
                found.add(int(process.parent.name))
    return tuple(pid for pid in found if parent_of(pid) not in found)


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@contextmanager
def watched(address: str) -> Iterator[Counter[str]]:
    """Counts, again and again while it is open, what each connection to a server is doing that is not idle."""
    seen: Counter[str] = Counter()
    enough = Event()
    with psycopg.connect(address, autocommit=True) as db:

        def look() -> None:
            while not enough.wait(PAUSE):
                seen.update(row[0] for row in db.execute(IN_A_TRANSACTION))

        watcher = Thread(target=look)
        watcher.start()
        try:
            yield seen
        finally:
            enough.set()
            watcher.join()
