"""How long news take from a save's answer to an open page, and what it costs: pages that wait beside pages that poll.

On request, `python -m bench news`: it needs the machine for itself for some minutes; `--short` is a try. Each watcher
has a connection and a cookie of its own and asks as `static/js/sync/follow.js` does: the one every two and a half
seconds, the other with `Prefer: wait`. At each table one save comes at some moment of the minute.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TypeAlias
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.load.crowd import EVERY, Table, tables_at
from bench.load.engines import Site, on_a_file, on_a_server, own_server
from bench.load.tables import parts_of
from bench.machine import processor_of
from bench.visitor import FORM

TITLE = "From a save's answer to the news on an open page: pages that wait (now), pages that poll every 2.5 s (before)"
MEDIAN = 1000
"""Milliseconds."""
WAIT = 10
SETTLE = 10.0
"""Seconds in which all ask already and no save comes; news that are later than that after the last save are missed."""
MINUTE = 60


@dataclass(frozen=True)
class Plan:
    """How many tables with how many watchers each, for how many seconds, in how many processes, on which engines."""

    tables: int = 200
    watchers: int = 4
    seconds: float = MINUTE
    workers: int = 2
    postgresql: bool = True


SHORT = Plan(10, 2, 10, postgresql=False)


@dataclass
class Seen:
    """When a table's save was answered, and when its watchers had the news."""

    saved: float = 0.0
    news: list[float] = field(default_factory=list)


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """Both on SQLite, then on PostgreSQL."""
    plan = plan or Plan()
    settings = {"TAKUROKU_WORKERS": str(plan.workers)}
    with on_a_file(settings) as site:
        yield from compared("SQLite", plan, site)
    if plan.postgresql:
        with own_server() as cluster, on_a_server(cluster.new_database(), settings) as site:
            yield from compared("PostgreSQL", plan, site)


def compared(where: str, plan: Plan, site: Site) -> Iterator[Figure]:
    """Both in turn at the same tables."""
    tables = tables_at(site, plan.tables, watchers=plan.watchers, own=True)
    took = {}
    for wait in (0, WAIT):
        with processor_of(parts_of(site)) as processor:
            seen = asyncio.run(_watched(site.address, tables, plan, wait))
        took[wait] = processor["site"]
        yield from figures(f"{where}: {'now' if wait else 'before'}", plan, seen)
        yield Figure("  the site's processor", took[wait] / (plan.seconds + 2 * SETTLE) * MINUTE, "s a minute")
    yield Figure(f"{where}: processor, now to before", took[WAIT] / took[0], "times", goal=1)


def figures(what: str, plan: Plan, seen: Sequence[Seen]) -> Iterator[Figure]:
    delays = [max(0.0, at - each.saved) for each in seen if each.saved for at in each.news]
    yield Figure(f"{what}: tables", plan.tables, "tables")
    yield Figure("  news", len(delays), "times", goal=plan.tables * plan.watchers, at_least=True)
    if len(delays) > 1:
        percents = quantiles(delays, n=100, method="inclusive")
        yield Figure("    50 of 100 within", percents[49] * 1000, "ms", goal=MEDIAN)
        yield Figure("    95 of 100 within", percents[94] * 1000, "ms")


async def _watched(site: str, tables: Sequence[Table], plan: Plan, wait: int) -> list[Seen]:
    chance = random.Random(1)
    seen = [Seen() for _ in tables]
    pages = [
        asyncio.create_task(_page(Line(site, cookie), table, found, wait))
        for table, found in zip(tables, seen, strict=True)
        for cookie in table.watchers
    ]
    begin = time.monotonic() + SETTLE
    saves = [
        asyncio.create_task(_save(site, table, found, begin + chance.uniform(0, plan.seconds)))
        for table, found in zip(tables, seen, strict=True)
    ]
    await asyncio.gather(*saves)
    await asyncio.sleep(begin + plan.seconds + SETTLE - time.monotonic())
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    return seen


async def _page(line: Line, table: Table, seen: Seen, wait: int) -> None:
    await asyncio.sleep(random.uniform(0, EVERY))
    version = ""
    while True:
        # Unlike a first look, who knows the version already is held.
        prefers = {"Prefer": f"wait={wait}"} if wait and version else {}
        status, headers, _ = await line.ask("GET", table.poll, {"If-None-Match": version or table.version, **prefers})
        if status == 200 and version:
            seen.news.append(time.monotonic())
        version = headers.get("etag", version)
        if "preference-applied" not in headers:
            await asyncio.sleep(0 if wait and status == 200 else EVERY)


async def _save(site: str, table: Table, seen: Seen, due: float) -> None:
    await asyncio.sleep(due - time.monotonic())
    line = Line(site, table.keeper)
    status, _, _ = await line.ask("POST", f"{table.sheet}/entries", {"Content-Type": FORM}, next(table.forms))
    assert status == 303, status
    seen.saved = time.monotonic()
    line.close()


Answer: TypeAlias = tuple[int, dict[str, str], bytes]
"""Status, headers and body."""


class Line:
    """One kept connection of a browser."""

    def __init__(self, site: str, cookie: str) -> None:
        self._place, self._cookie = urlsplit(site), cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        """What is answered; once more on a new connection where the server closed this one."""
        known = self._streams is not None
        try:
            return await self._ask(method, path, headers, body)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not known:
                raise
        return await self._ask(method, path, headers, body)

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: str) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._place.hostname, self._place.port)
        reader, writer = self._streams
        said = {"Host": self._place.netloc, "Cookie": self._cookie, "Content-Length": str(len(body)), **headers}
        if not body:
            del said["Content-Length"]
        lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        told = {name.lower(): value for name, _, value in (each.partition(": ") for each in head[1:] if each)}
        return int(head[0].split()[1]), told, await reader.readexactly(int(told.get("content-length", "0")))
