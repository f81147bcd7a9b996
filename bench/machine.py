"""Measures which processes use the processor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
GONE = (FileNotFoundError, ProcessLookupError)


@contextmanager
def processor_of(site: Iterable[int]) -> Iterator[dict[str, float]]:
    """The CPU seconds of a site, by its processes and their children; filled in on exit.

    `load` is this process and the commands it waited for, `others` everything else on the machine.
    """

    def taken() -> dict[str, float]:
        own = {"site": sum(map(seconds_of, family(site))), "load": sum(os.times()[:4])}
        return own | {"others": busy_seconds() - sum(own.values())}

    seconds: dict[str, float] = {}
    before = taken()
    yield seconds
    seconds |= {part: max(0.0, now - before[part]) for part, now in taken().items()}


def family(pids: Iterable[int]) -> set[int]:
    """Processes and all their children."""
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
