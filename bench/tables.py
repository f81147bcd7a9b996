"""How many running tables a machine carries: at each a save a minute, and four phones that load the sheet after it.

On request, `python -m bench tables`: it needs the machine for itself for three minutes. Site, database and load share
it, see how much of its time each of them takes. In so short a probe a rate may still pass that is a twentieth too high.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from statistics import quantiles
from urllib.parse import urlsplit

from bench.arrivals import PATIENCE, PHONES, Answers, Crowd
from bench.crowd import tables_at
from bench.figures import Figure
from bench.load.engines import Site, on_a_file, on_a_server, own_server
from bench.machine import CORES, Shares, started_with, watched
from tests.support.postgresql import Cluster

TITLE = "Running tables, one save a minute each and four phones that load the sheet after it"
CROWD = 16
RESTLESS, PACED = 3, 7
"""Seconds of measuring."""
PROBES = 5
FIRST, STEP = 0.9, 0.2
"""Parts of what is saved when nobody rests: the rate tried first, and the step until one holds and one does not."""
SENT_LATE = 0.02
"""Seconds after which this program would measure itself."""
OTHERS = 5
"""Percents of the machine's time after which it was not measured alone."""


@dataclass(frozen=True)
class Probe:
    """What so many saves a second got.

    `shares` are percents of the machine's time by its parts, `activities` percents of what the database's connections
    were seen to do.
    """

    rate: float
    answers: Answers
    shares: dict[str, float]
    activities: dict[str, float]


class Place:
    """A site with its crowd, and the server that its record lies on, if any."""

    def __init__(self, site: Site, cluster: Cluster | None = None) -> None:
        self.crowd = Crowd(site.address, tables_at(site))
        self._cluster = cluster
        self._parts = {"site": started_with(f"127.0.0.1:{urlsplit(site.address).port}")}
        if cluster is not None:
            self._parts["database"] = (int((cluster.data / "postmaster.pid").read_text().split()[0]),)

    def probe(self, rate: float) -> Probe:
        watching = watched(self._cluster.address()) if self._cluster else nullcontext(Counter[str]())
        with watching as seen:
            shares, before = Shares(self._parts), time.process_time()
            answers = self.crowd.paced(rate, seconds=PACED)
            taken = shares(load=time.process_time() - before)
        activities = {activity: times / seen.total() * 100 for activity, times in seen.most_common()}
        return Probe(rate, answers, taken, activities)


def measured() -> Iterator[Figure]:
    """On SQLite, then on PostgreSQL with two and with four processes."""
    with on_a_file({"TAKUROKU_WORKERS": "2"}) as site:
        yield from carried("SQLite, 2 processes", Place(site))
    with own_server() as cluster:
        for workers in (2, 4):
            with on_a_server(cluster.new_database(), {"TAKUROKU_WORKERS": str(workers)}) as site:
                yield from carried(f"PostgreSQL, {workers} processes", Place(site, cluster))


def carried(where: str, place: Place) -> Iterator[Figure]:
    most = place.crowd.restless(CROWD, seconds=RESTLESS)
    found = highest(place.probe, near=most)
    yield Figure(f"{where}: tables", round(found.rate * 60), "tables")
    yield Figure("  saves", found.rate, "a second")
    yield Figure(f"  saves by {CROWD} tables that never rest", most, "a second")
    late = quantiles((answer.came for answer in found.answers.every), n=100)[94]
    yield Figure("  95 of 100 answers within", late * 1000, "ms", goal=PATIENCE * 1000)
    for what, answers in (("saves", found.answers.saves), ("looks", found.answers.looks)):
        percents = quantiles((answer.came for answer in answers), n=100)
        for part in (50, 95, 99):
            yield Figure(f"  {part} of 100 {what} within", percents[part - 1] * 1000, "ms")
    sent = quantiles((answer.sent for answer in found.answers.every), n=100)[98]
    yield Figure("  99 of 100 requests sent within", sent * 1000, "ms", goal=SENT_LATE * 1000)
    for name, share in found.shares.items():
        yield Figure(f"  the machine's time: {name}", share, "%", goal=OTHERS if name == "others" else None)
        if name != "others":
            yield Figure(f"    for a save and {PHONES} looks", share / 100 * CORES / found.rate * 1000, "ms")
    for activity, share in found.activities.items():
        yield Figure(f"  a connection in a transaction {activity}", share, "%")


def highest(probe: Callable[[float], Probe], *, near: float) -> Probe:
    """What was found at the highest rate tried at which all is answered in time."""
    best, worst, rate = None, None, near * FIRST
    for _ in range(PROBES):
        found = probe(rate)
        if found.answers.in_time:
            best = found
        else:
            worst = found
        if best and worst:
            rate = (best.rate + worst.rate) / 2
        else:
            rate += near * (STEP if best else -STEP)
    assert best, f"{worst.rate if worst else near} saves a second are still too many to be answered in time"
    return best
