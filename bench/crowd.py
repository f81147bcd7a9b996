"""A crowd at many tables: somebody saves, and the phones of the table load the sheet; then the next table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from bench import load
from bench.engines import Site
from bench.evenings import copy, rows_of
from bench.machine import Shares, started_with, watched
from bench.rates import half_an_evening
from bench.site import HALF_AN_EVENING
from bench.visitor import Visitor, as_typed
from tests.postgresql import Cluster
from tests.scoring.games.oh_hell_sheet import entries

SCRIPT = Path(__file__).with_name("tables.lua")
COUNTED = re.compile(r"^counted: (.*)$", re.MULTILINE)
GROUPS, TABLES_EACH = 25, 20
"""So many tables that no session and no page is kept in a process from one save to the next."""
PHONES = 4
CROWD = 32
REST = 0.7
"""Seconds between two requests of a connection (on average), so that a slow answer holds up few others; in two the
server closes it."""


@dataclass(frozen=True)
class Counted:
    """Answers a second, and within how many seconds 50, 95 and 99 of 100 came.

    `shares` are percents of the machine's time by its parts, `activities` percents of what the database's connections
    were seen to do.
    """

    rate: float
    median: float
    p95: float
    p99: float
    shares: dict[str, float]
    activities: dict[str, float]


class Crowd:
    """The tables at a site, each in the middle of its evening; `cluster` is the server that the record lies on."""

    def __init__(self, site: Site, cluster: Cluster | None = None) -> None:
        self._site, self._cluster = site, cluster
        self._forms = [*_forms(site)]
        self._sent = 0
        self._parts = {"site": started_with(f"127.0.0.1:{urlsplit(site.address).port}")}
        if cluster is not None:
            self._parts["database"] = (int((cluster.data / "postmaster.pid").read_text().split()[0]),)

    def restless(self, *, seconds: int) -> Counted:
        """As much as it takes: each answer is followed by the next request."""
        return self._counted(connections=CROWD, rest=0, seconds=seconds)

    def paced(self, rate: float, *, seconds: int) -> Counted:
        """At so many requests a second at most, from connections that rest in between."""
        return self._counted(connections=round(rate * REST), rest=REST, seconds=seconds)

    def _counted(self, *, connections: int, rest: float, seconds: int) -> Counted:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
            lines.writelines(self._forms)
            lines.flush()
            ours = ["-s", str(SCRIPT), f"-c{connections}", "-t1", f"-d{seconds}s", self._site.address, "--"]
            command = load.wrk([*ours, *map(str, (lines.name, self._sent, PHONES, rest))])
            watching = watched(self._cluster.address()) if self._cluster else nullcontext(Counter[str]())
            shares, before = Shares(self._parts), _of_children()
            with watching as seen:
                done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = COUNTED.search(done.stdout)
        assert found, done.stdout + done.stderr
        counted = json.loads(found[1])
        assert not counted["failed"], done.stdout
        self._sent = counted["saved"]
        return Counted(
            counted["requests"] / counted["seconds"],
            counted["median"],
            counted["p95"],
            counted["p99"],
            shares(load=_of_children() - before),
            {activity: times / seen.total() * 100 for activity, times in seen.most_common()},
        )


def _of_children() -> float:
    """The CPU seconds of commands that were run and are done."""
    times = os.times()
    return times.children_user + times.children_system


def _forms(site: Site) -> Iterator[str]:
    """A line for each save, table after table and then the next save of the first one."""
    keepers = [Visitor(site.address) for _ in range(GROUPS)]
    for keeper in keepers:
        keeper.connection.close()  # else the server does, while the others play
    sheets = [half_an_evening(keeper) for keeper in keepers]
    numbers = count(1)
    with closing(site.database.connect()) as db:
        played = [rows_of(db, sheet.rpartition("/")[2]) for sheet in sheets]
        with db.writing():
            tables = [
                (f"/s/{copy(db, rows, next(numbers))}", keeper)
                for _ in range(TABLES_EACH)
                for rows, keeper in zip(played, keepers, strict=True)
            ]
    for position, entry in enumerate(entries()[HALF_AN_EVENING:], start=HALF_AN_EVENING):
        for sheet, keeper in tables:
            yield f"{sheet}\t{keeper.cookie}\t{keeper.body(as_typed(entry, position))}\n"
