"""How many running tables a machine carries: at each a save a minute, and four phones that load the sheet after it.

On request, `python -m bench tables`: it needs the machine for itself for two minutes. Site, database and load share it,
see how much of its time each of them takes; `everything` counts what else runs there.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.crowd import CROWD, PHONES, Counted, Crowd
from bench.engines import on_a_file, on_a_server, own_server
from bench.figures import Figure
from bench.machine import CORES

TITLE = "Running tables, one save a minute each and four phones that load the sheet after it"
PATIENCE = 0.5
"""Seconds that 95 of 100 answers may take."""
RESTLESS, PACED = 5, 6
"""Seconds of measuring."""
PROBES = 5


def measured() -> Iterator[Figure]:
    """On SQLite, then on PostgreSQL with two and with four processes."""
    with on_a_file({"TAKUROKU_WORKERS": "2"}) as site:
        yield from carried("SQLite, 2 processes", Crowd(site))
    with own_server() as cluster:
        for workers in (2, 4):
            with on_a_server(cluster.new_database(), {"TAKUROKU_WORKERS": str(workers)}) as site:
                yield from carried(f"PostgreSQL, {workers} processes", Crowd(site, cluster))


def carried(where: str, crowd: Crowd) -> Iterator[Figure]:
    most, found = highest(crowd)
    yield Figure(f"{where}: tables", int(found.rate / (1 + PHONES) * 60), "tables")
    yield Figure("  answers in time", found.rate, "a second")
    yield Figure(f"  {CROWD} connections that never rest", most.rate, "a second")
    yield Figure("  half of the answers within", found.median * 1000, "ms")
    yield Figure("  95 of 100 within", found.p95 * 1000, "ms", goal=PATIENCE * 1000)
    yield Figure("  99 of 100 within", found.p99 * 1000, "ms")
    for part, share in found.shares.items():
        yield Figure(f"  the machine's time: {part}", share, "%")
        yield Figure("    for a save and what follows", share / 100 * CORES / (found.rate / (1 + PHONES)) * 1000, "ms")
    for activity, share in found.activities.items():
        yield Figure(f"  a connection in a transaction {activity}", share, "%")


def highest(crowd: Crowd) -> tuple[Counted, Counted]:
    """What is answered when nobody rests, and at the highest rate found at which all is answered in time."""
    most = crowd.restless(seconds=RESTLESS)
    best, held, failed = None, 0.0, 2.0
    for _ in range(PROBES):
        part = (held + failed) / 2
        found = crowd.paced(most.rate * part, seconds=PACED)
        if found.p95 > PATIENCE:
            failed = part
            continue
        best, held = found, part
        if part == 1.0:
            break
    assert best, f"not even a little of {most} is answered in time"
    return most, best
