"""How many running tables a machine carries: at each a save a minute, after which its four phones load the sheet.

On request, `python -m bench tables`: it needs the machine for itself for some minutes; `--short` is a try. Site,
database and load share it, see how much of its time each of them takes. A rate may pass that is a twentieth too high.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.load.crowd import SAVE, SHEET, Played, Table, evening, percentiles, played, tables_at
from bench.load.engines import Site, on_a_file, on_a_server, own_server
from bench.load.wrk import GRACE, START
from bench.machine import CORES, processor_of, started_with

TITLE = "Running tables, one save a minute each and four phones that load the sheet after it"
MINUTE = 60
PHONES = 4
TABLES = 500
"""They save in turn, so that no session and no page is kept in a process from one save to the next."""
SECONDS = 7
RUNGS = tuple(round(100 * 1.1**step) for step in range(40))
"""The numbers of tables that are tried, half of those left at a time."""
IN_TIME, SHARE = 0.5, 0.95
"""So many seconds an answer may take, and such a share of all must keep to it."""
OTHERS = 5
"""Percents of the machine's time after which it was not measured alone."""


@dataclass(frozen=True)
class Plan:
    """Which numbers of tables are tried, for how many seconds each, and whether on PostgreSQL too."""

    rungs: tuple[int, ...] = RUNGS
    seconds: float = SECONDS
    postgresql: bool = True


SHORT = Plan(RUNGS[:8], 2, postgresql=False)


@dataclass(frozen=True)
class Probe:
    """What so many tables got, for how many seconds, and seconds of processor by whom it worked for."""

    tables: int
    seconds: float
    played: Played
    processor: Mapping[str, float]

    @property
    def is_carried(self) -> bool:
        return self.played.missing == 0 and self.played.within(IN_TIME) >= SHARE


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """On SQLite, then on PostgreSQL with two and with four processes."""
    plan = plan or Plan()
    with on_a_file({"TAKUROKU_WORKERS": "2"}) as site:
        yield from carried("SQLite, 2 processes", plan, site, parts_of(site))
    if not plan.postgresql:
        return
    with own_server() as cluster:
        database = (int((cluster.data / "postmaster.pid").read_text().split()[0]),)
        for workers in (2, 4):
            with on_a_server(cluster.new_database(), {"TAKUROKU_WORKERS": str(workers)}) as site:
                parts = parts_of(site) | {"database": database}
                yield from carried(f"PostgreSQL, {workers} processes", plan, site, parts)


def parts_of(site: Site) -> dict[str, tuple[int, ...]]:
    """The processes of a site."""
    return {"site": started_with(f"127.0.0.1:{urlsplit(site.address).port}")}


def carried(where: str, plan: Plan, site: Site, parts: Mapping[str, tuple[int, ...]]) -> Iterator[Figure]:
    """The most tables that are answered in time, and how."""
    tables = deque[Table]()
    probes: dict[int, Probe] = {}

    def is_too_many(rung: int) -> bool:
        saves = rung / MINUTE
        if len(tables) < saves * plan.seconds:
            tables.extend(tables_at(site, TABLES))
        lanes = evening(tables, saves, seconds=plan.seconds, looks=PHONES)
        with processor_of(parts) as processor:
            probes[rung] = Probe(rung, plan.seconds, played(site.address, lanes, seconds=plan.seconds), processor)
        saved = {answer.path for answer in probes[rung].played.right}
        # A table whose save failed plays no more.
        turn = [tables.popleft() for _ in range(round(saves * plan.seconds))]
        tables.extend(table for table in turn if f"{table.sheet}/entries" in saved)
        return not probes[rung].is_carried

    first = bisect_left(plan.rungs, True, key=is_too_many)
    assert first > 0, f"{plan.rungs[0]} tables are too many to be answered in time"
    yield from figures(where, probes[plan.rungs[first - 1]])


def figures(where: str, probe: Probe) -> Iterator[Figure]:
    yield Figure(f"{where}: tables", probe.tables, "tables")
    yield Figure(
        f"  within {IN_TIME * 1000:.0f} ms", probe.played.within(IN_TIME) * 100, "%", SHARE * 100, at_least=True
    )
    yield from percentiles("saves", probe.played.times(SAVE))
    yield from percentiles("looks", probe.played.times(SHEET))
    saves = probe.tables / MINUTE * probe.seconds
    for name, seconds in probe.processor.items():
        share = seconds / CORES / (START + probe.seconds + GRACE) * 100
        yield Figure(f"  the machine's time: {name}", share, "%", goal=OTHERS if name == "others" else None)
        if name != "others":
            yield Figure(f"    for a save and {PHONES} looks", seconds / saves * 1000, "ms")
