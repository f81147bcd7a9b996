"""A thousand running tables with four watchers each, who ask as the page asks; at each table a save a minute.

On request, `python -m bench watching`: it needs the machine for itself for two minutes, which site, database and load
share. `python -m bench.watching --tables 100 --seconds 10` is a short form, `--database postgresql` another engine.

Every watcher is a device of its own, came by a link to the game, and asks every two and a half seconds whether its page
is as it was. A save comes at some moment of each minute, and after it the keeper's page. The loop is open: each request
goes out when it is due, however late the answers to others are, and its time is counted from then. A phone has a
connection of its own, as long as the site keeps it; `--proxied`, all come through a proxy that uses few for all.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from bench.asking import Lines, Told, request
from bench.figures import Figure, table
from bench.load.engines import on_a_file, on_a_server, own_server
from bench.machine import CORES, Shares, started_with
from bench.visitor import AS_A_PHONE
from bench.watched_tables import WATCHERS, WatchedTable, watched_tables

TITLE = f"Running tables with {WATCHERS} watchers each, who ask every 2.5 s, one save a minute at each"
SECRET = "the secret of a site that is there for two minutes"
NO_MARK = 'W/"-"'
"""Of a page that was never seen."""
PACE = 2.5
MINUTE = 60.0
WARM = 5.0
"""Seconds in which all ask already and nothing is counted."""
PATIENCE = {"now": 8.0, "save": 10.0, "sheet": 10.0}
"""Seconds after which the page gives up."""
AT_ONCE = 8
"""So many pages are asked for at a time before it begins."""
SENT_LATE = 0.02
SAVED = 0.25
RIGHT = {"now": (200, 304), "save": (303,), "sheet": (200,)}


@dataclass(frozen=True)
class Plan:
    """How many tables, for how many seconds, on which engine, in how many processes, behind a proxy or not."""

    tables: int = 1000
    seconds: float = MINUTE
    database: str = "sqlite"
    workers: int = 2
    proxied: bool = False


@dataclass
class Seen:
    """What came: seconds from when it was due, by what was asked, news apart; and what went wrong."""

    came: dict[str, list[float]] = field(default_factory=lambda: {"now": [], "news": [], "save": [], "sheet": []})
    sent: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)


class Crowd:
    """All phones of all tables."""

    def __init__(self, address: str, tables: Sequence[WatchedTable], *, proxied: bool) -> None:
        self.tables = tables
        self.seen = Seen()
        where = urlsplit(address)
        self._headers = {"Host": where.netloc, **AS_A_PHONE}
        host, port = str(where.hostname), int(where.port or 80)
        shared = Lines(host, port)
        self._lines = {
            (number, who): shared if proxied else Lines(host, port)
            for number in range(len(tables))
            for who in range(-1, WATCHERS)
        }
        self._marks = defaultdict[tuple[int, int], str](lambda: NO_MARK)
        self._counts_from = float("inf")

    async def opens(self) -> None:
        """Every watcher has the page, and its mark, which is the same for all of a table."""
        waiting = deque(range(len(self.tables)))

        async def one_after_the_other() -> None:
            while waiting:
                number = waiting.popleft()
                told = await self._asks_for_news(number, 0, mark=NO_MARK)
                assert told.status == 200 and told.mark, f"a watcher was answered {told.status}"
                self._marks |= {(number, who): told.mark for who in range(WATCHERS)}

        await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))

    async def plays(self, seconds: float) -> float:
        """Ask and save for so long, and some before that; how long it took until the last answer."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._counts_from = began + WARM
        running: set[asyncio.Task[None]] = set()
        for due, number, who in self._moments(seconds):
            if (wait := began + due - loop.time()) > 0:
                await asyncio.sleep(wait)
            asked = self._saves(number, began + due) if who < 0 else self._asks(number, who, began + due)
            task = asyncio.create_task(asked)
            running.add(task)
            task.add_done_callback(running.discard)
        if running:
            await asyncio.wait(running)
        return loop.time() - self._counts_from

    def _moments(self, seconds: float) -> list[tuple[float, int, int]]:
        """When which phone of which table asks, or (-1) saves."""
        chance = random.Random(1)
        until, found = WARM + seconds, []
        for number in range(len(self.tables)):
            for who in range(WATCHERS):
                due = chance.uniform(0, PACE)
                while due < until:
                    found.append((due, number, who))
                    due += PACE
            due = WARM + chance.uniform(0, MINUTE)
            while due < until:
                found.append((due, number, -1))
                due += MINUTE
        return sorted(found)

    async def _asks(self, number: int, who: int, due: float) -> None:
        told = await self._timed("now", due, self._asks_for_news(number, who, mark=self._marks[number, who]))
        if told is not None and told.mark:
            self._marks[number, who] = told.mark

    async def _asks_for_news(self, number: int, who: int, *, mark: str) -> Told:
        place = self.tables[number]
        headers = {**self._headers, "Cookie": place.watchers[who], "If-None-Match": mark}
        return await self._lines[number, who].ask(request("GET", f"{place.sheet}/now", headers))

    async def _saves(self, number: int, due: float) -> None:
        place, lines = self.tables[number], self._lines[number, -1]
        headers = {**self._headers, "Cookie": place.keeper}
        form = next(place.forms)
        saved = await self._timed("save", due, lines.ask(request("POST", f"{place.sheet}/entries", headers, form)))
        if saved is not None:
            now = asyncio.get_running_loop().time()
            await self._timed("sheet", now, lines.ask(request("GET", place.sheet, headers)))

    async def _timed(self, what: str, due: float, asked: Coroutine[Any, Any, Told]) -> Told | None:
        """The right answer, and when it came; None for a wrong one, or none."""
        loop = asyncio.get_running_loop()
        counts = due >= self._counts_from
        if counts:
            self.seen.sent.append(loop.time() - due)
        try:
            told = await asyncio.wait_for(asked, PATIENCE[what])
        except (OSError, ValueError, TimeoutError) as error:
            self.seen.wrong[f"{what}: {type(error).__name__}"] += 1
            return None
        if told.status not in RIGHT[what]:
            self.seen.wrong[f"{what}: {told.status}"] += 1
            return None
        if counts:
            self.seen.came["news" if (what, told.status) == ("now", 200) else what].append(loop.time() - due)
        return told

    def close(self) -> None:
        for lines in self._lines.values():
            lines.close()


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """What all of them got."""
    plan = plan or Plan()
    with ExitStack() as opened:
        settings = {"TAKUROKU_WORKERS": str(plan.workers), "TAKUROKU_SECRET": SECRET}
        parts: dict[str, tuple[int, ...]] = {}
        if plan.database == "postgresql":
            cluster = opened.enter_context(own_server())
            site = opened.enter_context(on_a_server(cluster.new_database(), settings))
            parts["database"] = (int((cluster.data / "postmaster.pid").read_text().split()[0]),)
        else:
            site = opened.enter_context(on_a_file(settings))
        parts["site"] = started_with(f"127.0.0.1:{urlsplit(site.address).port}")
        tables = watched_tables(site.database, plan.tables, secret=SECRET)
        yield from asyncio.run(figures(plan, site.address, tables, parts))


async def figures(
    plan: Plan, address: str, tables: Sequence[WatchedTable], parts: dict[str, tuple[int, ...]]
) -> list[Figure]:
    crowd = Crowd(address, tables, proxied=plan.proxied)
    try:
        await crowd.opens()
        # What is there stays there: to look through it again and again would make requests late.
        gc.collect()
        gc.freeze()
        shares, before, opened = Shares(parts), time.process_time(), Lines.opened
        took = await crowd.plays(plan.seconds)
        taken = shares(load=time.process_time() - before)
        connections = (Lines.opened - opened) / (WARM + took)
    finally:
        gc.unfreeze()
        crowd.close()
    return [
        *_figures(plan, crowd.seen, took),
        *_machine(taken),
        Figure("  connections opened", connections, "a second"),
    ]


def _figures(plan: Plan, seen: Seen, took: float) -> Iterator[Figure]:
    came = seen.came
    every = sum(map(len, came.values()))
    yield Figure(f"{plan.database}, {plan.workers} processes: tables", plan.tables, "tables")
    yield Figure("  watchers", plan.tables * WATCHERS, "phones")
    yield Figure("  due", len(seen.sent) / plan.seconds, "a second")
    yield Figure("  answered", every / took, "a second")
    yield Figure("  without the right answer", seen.wrong.total(), "requests", goal=0)
    for what, times in seen.wrong.most_common(5):
        yield Figure(f"    {what}", times, "requests")
    asked = len(came["now"]) + len(came["news"])
    yield Figure("  304 of what watchers asked", len(came["now"]) / max(1, asked) * 100, "%")
    for name, what in (("save", "saves"), ("sheet", "sheets after them"), ("now", "304s"), ("news", "pages with news")):
        if len(came[name]) < 2:
            continue
        yield Figure(f"  {what}", len(came[name]), "times")
        percents = quantiles(came[name], n=100, method="inclusive")
        for part in (50, 95, 99):
            goal = SAVED * 1000 if (name, part) == ("save", 99) else None
            yield Figure(f"    {part} of 100 within", percents[part - 1] * 1000, "ms", goal=goal)
        yield Figure("    the slowest within", max(came[name]) * 1000, "ms")
    with suppress(IndexError):
        late = quantiles(seen.sent, n=100)[98]
        yield Figure("  99 of 100 requests sent within", late * 1000, "ms", goal=SENT_LATE * 1000)


def _machine(taken: dict[str, float]) -> Iterator[Figure]:
    for part, share in taken.items():
        yield Figure(f"  the machine's time ({CORES} cores): {part}", share, "%")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure it as it is asked for, and print it."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.watching", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Plan()
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default=usual.database)
    parser.add_argument("--workers", type=int, default=usual.workers, help="processes of the site")
    parser.add_argument("--proxied", action="store_true", help="all come through a proxy that keeps its connections")
    print(table(TITLE, measured(Plan(**vars(parser.parse_args(arguments))))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
