"""The hot path in SQLAlchemy Core beside plain SQL behind the store's thin layer, on either engine in one run.

On request, `python -m bench layers`: the statements alone, without games and pages.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count, cycle
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench import evenings
from bench.engines import own_server
from bench.figures import Figure
from bench.plain_layer import Layer, Plain, Save
from store.engines import database_at
from store.engines.base import Database

TITLE = "SQLAlchemy Core beside plain SQL: statements of the hot path, one after the other, medians of turns"
HOW_TO_GET_IT = "There is no SQLAlchemy to compare with: .venv/bin/pip install -r requirements-dev.txt"
TURNS = 15
HEADS, SAVES = 1000, 100
"""In a turn."""
SCOREBOOK = "club"
STANDINGS = ((0, 1, 30_000, 0), (1, 2, 20_000, 0), (2, 3, 10_000, 0), (3, 4, 0, 0))
"""Seat, place, thousandths of points, whether it won."""

_keys = count()


class Taken(NamedTuple):
    """Microseconds of one call: on the clock, and of this process's work."""

    clock: float
    work: float


def measured() -> Iterator[Figure]:
    """The head of a sheet that is kept, and all that a save reads and writes."""
    with tempfile.TemporaryDirectory() as folder, own_server() as cluster:
        yield from on("SQLite", database_at(Path(folder)))
        yield from on("PostgreSQL", database_at(cluster.new_database()))


def on(engine: str, database: Database) -> Iterator[Figure]:
    try:
        from bench.core_layer import Core
    except ImportError:
        sys.exit(HOW_TO_GET_IT)
    database.prepare()
    evenings.fill(database, SCOREBOOK, evenings.PLAYED)
    with ExitStack() as opened:
        ours, reading, writing = (opened.enter_context(closing(database.connect())) for _ in range(3))
        sessions = [row["id"] for row in ours.execute("SELECT id FROM session")]
        plain, core = Plain(ours), Core(reading, writing)
        for what, turn in (("the head of a sheet", heads), ("a save", saves)):
            yield from compared(f"{engine}, {what}", lambda: turn(plain, sessions), lambda: turn(core, sessions))  # noqa: B023


def compared(what: str, plain: Callable[[], Taken], core: Callable[[], Taken]) -> Iterator[Figure]:
    """Each in turn, after one that does not count."""
    turns = [(plain(), core()) for _ in range(1 + TURNS)][1:]
    ours, theirs = (Taken(*map(median, zip(*each, strict=True))) for each in zip(*turns, strict=True))
    yield Figure(f"{what}: Core", theirs.clock, "µs")
    yield Figure("  plain", ours.clock, "µs")
    yield Figure("  ratio", theirs.clock / ours.clock, "times")
    yield Figure("  ratio of the work in this process", theirs.work / ours.work, "times")


def heads(layer: Layer, sessions: list[str]) -> Taken:
    return taken(HEADS, sessions, lambda session: layer.head(SCOREBOOK, session))


def saves(layer: Layer, sessions: list[str]) -> Taken:
    """Each of them changes how the table stands."""
    return taken(SAVES, sessions, lambda session: layer.append(SCOREBOOK, session, entry()))


def entry() -> Save:
    number = next(_keys)
    standings = tuple((seat, place, total + number, won) for seat, place, total, won in STANDINGS)
    return Save(f"layer-{number}", '{"step":"bid","bid":[3,2,4,4]}', "2026-11-22T12:00:00Z", "phone", standings)


def taken(times: int, sessions: list[str], act: Callable[[str], object]) -> Taken:
    clock, work = time.perf_counter(), time.process_time()
    for _, session in zip(range(times), cycle(sessions), strict=False):
        act(session)
    return Taken(*(passed / times * 1e6 for passed in (time.perf_counter() - clock, time.process_time() - work)))
