"""How long news take from a step's last entry to the other phones, where a whole table enters at once.

On request, `python -m bench news`; `--short` is a try. At each table six phones sit at Oh Hell with written bids: of
each step five enter their part within a second, and the sixth, which completes it, one to three seconds later. A phone
asks as `static/js/sync/follow.js` does, stops asking while it sends, and loads its card after that.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TypeAlias
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.load.sites import Site, on_a_file, on_a_server, own_server
from bench.load.watching import EVERY
from bench.machine import CORES, processor_of
from bench.visitor import FORM, Visitor, as_typed, asked_by, asked_on, let_in, sit_down

TITLE = "From a step's last entry to the news on the five other phones, which entered theirs just before"
PLAYERS = ("あんな", "ベン", "千夏", "大輔", "エマ", "藤井")
HANDS = (*range(8, 0, -1), *range(2, 9))
"""Cards in each deal."""
TOGETHER, LATER = 1.0, (1.0, 3.0)
"""Seconds in which five enter, and after which the sixth does."""
WAIT, PAUSE = 10, 0.1
"""Seconds that the site may wait for news before it answers, and the rest after that."""
LATEST = 10.0
"""Seconds that count where news have not come by then."""
MOST, ALL = 1000, 1500
"""Milliseconds in which 95 of 100 news come, and all."""


@dataclass(frozen=True)
class Plan:
    """How many tables play how many deals, and whether on PostgreSQL too."""

    tables: int = 4
    deals: int = 10
    postgresql: bool = True


SHORT = Plan(1, 2, postgresql=False)


@dataclass(frozen=True)
class Delays:
    """Seconds from the last entry's answer to the news: on the phone that entered first, and on the others."""

    first: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """On SQLite, then on PostgreSQL, with two processes each."""
    plan, settings = plan or Plan(), {"TAKUROKU_WORKERS": "2"}
    with on_a_file(settings) as site:
        yield from played("SQLite", plan, site)
    if plan.postgresql:
        with own_server() as cluster, on_a_server(cluster.new_database(), settings) as site:
            yield from played("PostgreSQL", plan, site)


def played(where: str, plan: Plan, site: Site) -> Iterator[Figure]:
    """All tables play at once."""
    tables = [phones_at(site.address) for _ in range(plan.tables)]
    delays, began = Delays(), time.monotonic()
    with processor_of(site.processes()) as processor:
        asyncio.run(_all_play(tables, plan.deals, delays))
    seconds = time.monotonic() - began
    yield Figure(f"{where}: tables with {len(PLAYERS)} phones", plan.tables, "tables")
    yield from figures("the phone that was first", delays.first)
    yield from figures("the others", delays.others)
    for part, used in processor.items():
        yield Figure(f"  the machine's time: {part}", used / CORES / seconds * 100, "%")


def figures(who: str, delays: Sequence[float]) -> Iterator[Figure]:
    """Within how many milliseconds half of the news came, nearly all, and all."""
    percents = quantiles(delays, n=100, method="inclusive")
    yield Figure(f"  {who}: news", len(delays), "times")
    yield Figure("    50 of 100 within", percents[49] * 1000, "ms")
    yield Figure("    95 of 100 within", percents[94] * 1000, "ms", goal=MOST)
    yield Figure("    all within", max(delays) * 1000, "ms", goal=ALL)


def phones_at(site: str) -> list[Phone]:
    """The phones of a new table, each at its seat."""
    keeper = Visitor(site)
    sheet = sit_down(keeper, PLAYERS, top_hand=str(HANDS[0]), bidding="written", restriction="")
    visitors = [keeper, *(let_in(keeper, sheet) for _ in PLAYERS[1:])]
    for seat, visitor in enumerate(visitors):
        visitor.post(f"{sheet}/seats/{seat}/take", {})
    return [Phone(visitor, f"{sheet}/seats/{seat}") for seat, visitor in enumerate(visitors)]


async def _all_play(tables: Sequence[Sequence[Phone]], deals: int, delays: Delays) -> None:
    await asyncio.gather(*(_play(phones, deals, delays, random.Random(seed)) for seed, phones in enumerate(tables)))


async def _play(phones: Sequence[Phone], deals: int, delays: Delays, chance: random.Random) -> None:
    """Nobody bids any trick, and the first seat takes all."""
    zeros = [0] * len(phones)
    for phone in phones:
        phone.follow()
    steps = [each for hand in HANDS[:deals] for each in (("bids", zeros), ("tricks", [hand, *zeros[1:]]))]
    for position, (step, numbers) in enumerate(steps):
        entry = {"step": step, step: numbers}
        begin = time.monotonic() + chance.uniform(1, 2)
        *early, last = chance.sample(phones, len(phones))
        moments = sorted(chance.uniform(0, TOGETHER) for _ in early)
        entered = (phone.enter(entry, position, begin + at) for phone, at in zip(early, moments, strict=True))
        await asyncio.gather(*entered)
        answered = await last.enter(entry, position, begin + moments[-1] + chance.uniform(*LATER))
        first, *others = await asyncio.gather(*(phone.has(last.version) for phone in early))
        delays.first.append(max(0.0, first - answered))
        delays.others.extend(max(0.0, at - answered) for at in others)
    for phone in phones:
        phone.rest()


class Phone:
    """A phone at its card; `version` is that of its page."""

    def __init__(self, visitor: Visitor, card: str) -> None:
        self._visitor, self._card = visitor, card
        self._line = Line(visitor.site, visitor.cookie)
        self._came: dict[str, float] = {}
        self._asking: asyncio.Task[None] | None = None
        self._is_held = True
        _, self._etag = asked_by(visitor, card)

    @property
    def version(self) -> str:
        return self._etag.rpartition(".")[0]

    def follow(self) -> None:
        """Ask for news until the phone is told to rest."""
        self._asking = asyncio.create_task(self._ask())

    def rest(self) -> None:
        if self._asking:
            self._asking.cancel()
        self._line.close()

    async def enter(self, entry: Mapping[str, object], position: int, due: float) -> float:
        """Send the seat's part of an entry at a moment; the moment of the answer."""
        await asyncio.sleep(due - time.monotonic())
        self.rest()
        body = self._visitor.body(as_typed(entry, position))
        status, _, _ = await self._line.ask("POST", self._card, {"Content-Type": FORM}, body)
        answered = time.monotonic()
        assert status == 303, f"{self._card} was answered with {status}"
        _, _, page = await self._line.ask("GET", self._card, {})
        _, self._etag = asked_on(page)
        self.follow()
        return answered

    async def has(self, version: str) -> float:
        """The moment when a page with this version came; at most LATEST from now."""
        ends = time.monotonic() + LATEST
        while version not in self._came and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        return self._came.get(version, ends)

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(PAUSE if self._is_held else EVERY)
            asks = {"If-None-Match": self._etag, "Prefer": f"wait={WAIT}"}
            status, headers, _ = await self._line.ask("GET", self._card, asks)
            if status == 200:
                self._etag = headers["etag"]
                self._came[self.version] = time.monotonic()
            else:
                self._is_held = "preference-applied" in headers


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
