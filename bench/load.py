"""Scenes of load: phones at running tables send what their pages send, to a site that serves the same record.

The tables are begun in this process. With `bench/stuck.py`.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from itertools import count, repeat
from pathlib import Path
from statistics import median, quantiles
from typing import Any, TypeAlias
from urllib.parse import urlencode, urlsplit

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf

from bench.figures import Figure
from bench.sessions import HALF_AN_EVENING, again, book_of, session_of
from store.sessions.writing import import_session
from tests.games.oh_hell.sheet import SESSION, entries
from tests.kit.browser.site import APP, running_site
from tests.kit.games import NAMES
from tests.kit.web.following import mark
from tests.kit.web.over_http import SAME_SECRET, cookie_of, form_of
from tests.kit.web.seats import comes, takes
from tests.web.conftest import SECRET, Phone, Sitting, site_at

AS_A_PHONE = {
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "ja",
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)",
}
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Site:
    """A site that is served at an address by some processes, and the same record in this one."""

    address: str
    app: Flask
    processes: frozenset[int]

    def seconds(self) -> float:
        """The processor time that it has taken."""
        found = 0
        for pid in self.processes.union(*map(children, self.processes)):
            found += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
        return found / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> frozenset[int]:
    return frozenset(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


@contextmanager
def served(app: str = APP, same: Callable[[str], Flask] = site_at) -> Iterator[Site]:
    """A site on a new record; `same` makes it in this process."""
    with tempfile.TemporaryDirectory() as folder:
        others = children(os.getpid())
        with running_site(Path(folder), app=app, settings=SAME_SECRET) as address:
            yield Site(address, same(folder), children(os.getpid()) - others)


def tables(site: Site, how_many: int) -> list[Sitting]:
    """Sheets of one phone in their tenth deal."""
    keeper, model = Phone(site.app, "ja"), session_of(SESSION, entries()[:HALF_AN_EVENING])
    keeper.sits_down()
    keeper.token()
    copies = [again(model, datetime.now(UTC)) for _ in range(how_many)]
    with book_of(keeper) as book, book.db.writing():
        for each in copies:
            import_session(book, each)
    return [Sitting(keeper, f"/s/{each.id}") for each in copies]


class Line:
    """One kept connection of a phone, which opens another where the site has closed it."""

    def __init__(self, site: str, cookie: str) -> None:
        self.place, self.cookie = urlsplit(site), cookie
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: str | bytes = b"", **headers: str
    ) -> tuple[int, Mapping[str, str]]:
        """The status and the headers of the answer; its body is read and forgotten."""
        sent = body.encode() if isinstance(body, str) else body
        given = AS_A_PHONE | {"Host": self.place.netloc, "Cookie": self.cookie, "Content-Type": FORM}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        if sent:
            given["Content-Length"] = str(len(sent))
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        whole = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + sent
        if self.streams:
            with suppress(OSError, asyncio.IncompleteReadError):
                return await self._ask(whole)
            self.close()
        return await self._ask(whole)

    async def _ask(self, whole: bytes) -> tuple[int, Mapping[str, str]]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.place.hostname, self.place.port)
        reader, writer = self.streams
        writer.write(whole)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        await reader.readexactly(int(headers.get("content-length", "0")))
        return int(status.split()[1]), headers

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()
        self.streams = None


def allow_connections() -> None:
    """As many as the machine lets a process have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Rates.

BARE = "bench.load:bare_app()"
CONNECTIONS, SECONDS = 8, 1.0
SHEET, SAVE = 5, 2
EVENINGS = 200
"""With twenty saves each: more than a machine takes in all turns."""

Request: TypeAlias = tuple[str, str, str]
"""Method, address and body."""


def rates(short: bool) -> Iterator[Figure]:
    """Processor time of a request, beside bare Flask under the same server: medians of turns after a first one"""
    with served() as ours, served(BARE, bare_app) as bare:
        sheet, *others = tables(ours, EVENINGS)
        guest = Phone(bare.app)
        posts = ("POST", "/entries", urlencode({"csrf_token": guest.opens("/form").html, "facts": "x" * 100}))
        sides = (ours, cookie_of(sheet.phone)), (bare, cookie_of(guest))
        for what, goal, lines, sends in (
            (
                "the sheet in its tenth deal, beside hello",
                SHEET,
                CONNECTIONS,
                (("GET", sheet.address, ""), ("GET", "/", "")),
            ),
            ("a save, one after the other, beside one durable row", SAVE, 1, (saves_at(others), posts)),
        ):
            requests = [each if isinstance(each, Iterator) else repeat(each) for each in sends]
            turns = [
                [asyncio.run(cost(*side, lines, sent)) for side, sent in zip(sides, requests, strict=True)]
                for _ in range(2 if short else 6)
            ]
            mine, theirs = map(median, zip(*turns[1:], strict=True))
            yield Figure(what, mine / theirs, goal=goal)


def saves_at(sheets: Sequence[Sitting]) -> Iterator[Request]:
    """The rest of an evening at one table after the other."""
    token = sheets[0].phone.token()
    for sheet in sheets:
        for position, entry in enumerate(entries()[HALF_AN_EVENING:], HALF_AN_EVENING):
            yield "POST", f"{sheet.address}/entries", form_of(token, entry, position)


async def cost(site: Site, cookie: str, lines: int, requests: Iterator[Request]) -> float:
    """The processor time of an answer, while each line sends one request after the other."""

    async def send(line: Line) -> int:
        for answered in count():
            if time.monotonic() > ends:
                line.close()
                return answered
            status, _ = await line.ask(*next(requests))
            assert status in {HTTPStatus.OK, HTTPStatus.SEE_OTHER}, status
        return 0

    before, ends = site.seconds(), time.monotonic() + SECONDS
    answered = sum(await asyncio.gather(*(send(Line(site.address, cookie)) for _ in range(lines))))
    return (site.seconds() - before) / answered


def bare_app(folder: str = "") -> Flask:
    """A minimal site: hello, and one durable row from a form with a CSRF token; its record lies where ours would."""
    place = Path(folder or os.environ["TAKUROKU_DATA"]) / "bare.db"
    app = Flask(__name__)
    app.config.update(SECRET_KEY=SECRET, METRICS="", WTF_CSRF_TIME_LIMIT=None)
    CSRFProtect(app)

    def connect() -> closing[sqlite3.Connection]:
        db = sqlite3.connect(place, isolation_level=None, timeout=10)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return closing(db)

    with connect() as db:
        db.execute("CREATE TABLE IF NOT EXISTS bare (facts TEXT)")

    @app.get("/")
    def hello() -> str:
        return "<p>Hello, table!</p>"

    @app.get("/form")
    def form() -> str:
        return str(generate_csrf())

    @app.post("/entries")
    def enter() -> ResponseReturnValue:
        with connect() as db:
            db.execute("INSERT INTO bare (facts) VALUES (?)", (request.form["facts"],))
        return redirect("/", HTTPStatus.SEE_OTHER)

    return app


# Phones that follow a page.

EVERY, WAIT, PAUSE = 2.5, 10, 0.1
"""Seconds after which an open page asks again; that the site may wait for news; and the rest after an answer then."""


class OpenPage(Line):
    """A page that a phone has open; it asks for news as `static/js/sync/follow.js` does."""

    def __init__(self, site: Site, phone: Phone, address: str, *, form: str = "", wait: int = 0) -> None:
        page = phone.opens(address)
        self.wait = wait
        self.address, self.form, self.token = page.root.one("main").get("data-follow"), form or address, token_of(phone)
        super().__init__(site.address, cookie_of(phone))
        self.etag = f'W/"{mark(page)}"'
        self.came: dict[str, float] = {}
        """When news came, by their version."""
        self.refused = 0
        self.asking: asyncio.Task[None] | None = None

    @property
    def version(self) -> str:
        return self.etag.rpartition(".")[0]

    def follow(self) -> None:
        self.asking = asyncio.create_task(self._ask_again())

    def rest(self) -> None:
        if self.asking:
            self.asking.cancel()
        self.close()

    async def _ask_again(self) -> None:
        pause = random.uniform(0, PAUSE if self.wait else EVERY)
        while True:
            await asyncio.sleep(pause)
            status, told = await self.ask("GET", self.address, If_None_Match=self.etag, Prefer=f"wait={self.wait}")
            waited = status == HTTPStatus.OK or "preference-applied" in told
            pause = PAUSE if self.wait and waited else EVERY
            if status == HTTPStatus.OK:
                self.etag = told["etag"]
                self.came[self.version] = time.monotonic()
            elif status != HTTPStatus.NOT_MODIFIED:
                self.refused += 1

    async def enter(self, entry: Mapping[str, Any], position: int, due: float) -> float:
        """Send an entry when it is due, and load the page after it; the moment of the answer."""
        body = form_of(self.token, entry, position)
        await asyncio.sleep(due - time.monotonic())
        was_asking = self.asking
        self.rest()
        status, _ = await self.ask("POST", self.form, body)
        answered = time.monotonic()
        self.refused += status != HTTPStatus.SEE_OTHER
        _, told = await self.ask("GET", self.address, If_None_Match=self.etag)
        self.etag = told.get("etag", self.etag)
        if was_asking:
            self.follow()
        return answered


@cache
def token_of(phone: Phone) -> str:
    return phone.token()


# Watching.

GROUPS, WATCHERS = 25, 4


def watching(short: bool) -> Iterator[Figure]:
    """Saves at running tables, one a minute at each, while four phones at each ask every 2.5 s, beside nobody"""
    many, seconds = (2 * GROUPS, 10) if short else (1_000, 60)
    allow_connections()
    with served() as site:
        groups = [watched(site, many // GROUPS) for _ in range(GROUPS)]
        pages = [page for group in groups for page in group]
        _, alone, _, beside = (asyncio.run(a_save_each(pages, at, seconds, watched=at > 1)) for at in range(4))
    # The bids of a deal warm the site up; its tricks count.
    yield from percentiles(f"saves at {many:,} tables", beside, alone, (50, 95, 99))
    yield Figure("requests refused", sum(each.refused for page in pages for each in page), "requests", goal=0)
    uninformed = sum(keeper.version not in each.came for keeper, *others in pages for each in others)
    yield Figure("watchers without the news 5 s later", uninformed, "phones", goal=0)


def watched(site: Site, how_many: int) -> list[list[OpenPage]]:
    """Tables of a scorebook: at each the keeper's page, and those of others who may see them all."""
    sheets = tables(site, how_many)
    guests = [Phone(site.app, "ja") for _ in range(WATCHERS)]
    for guest in guests:
        sheets[0].phone.lets_in(guest, "watcher")
    return [
        [
            OpenPage(site, sheet.phone, sheet.address, form=f"{sheet.address}/entries"),
            *(OpenPage(site, guest, sheet.address) for guest in guests),
        ]
        for sheet in sheets
    ]


async def a_save_each(
    pages: Sequence[Sequence[OpenPage]], number: int, seconds: float, *, watched: bool
) -> list[float]:
    """How late the answers to an entry of each table were, due at random moments within so many seconds."""
    position = HALF_AN_EVENING + number
    others = [page for _, *rest in pages for page in rest if watched]
    for each in others:
        each.follow()
    await asyncio.sleep(EVERY if others else 0)
    moments = [time.monotonic() + random.uniform(0, seconds) for _ in pages]
    entered = (page[0].enter(entries()[position], position, due) for page, due in zip(pages, moments, strict=True))
    answered = await asyncio.gather(*entered)
    await asyncio.sleep(2 * EVERY if others else 0)
    for each in (page for table in pages for page in table):
        each.rest()
    return [at - due for at, due in zip(answered, moments, strict=True)]


def percentiles(what: str, mine: Sequence[float], others: Sequence[float], parts: Sequence[int]) -> Iterator[Figure]:
    """Within how many times the seconds that others take so many of a hundred came."""
    percents = [quantiles(each, n=100, method="inclusive") for each in (mine, others)]
    for part in parts:
        yield Figure(f"{part} of 100 {what} within", percents[0][part - 1] / percents[1][part - 1])


# News.

HANDS = (*range(8, 0, -1), *range(2, 9))
"""Cards in each deal."""
TOGETHER, LATER = 1.0, (1.0, 3.0)
"""Seconds in which five of six phones enter their part, and after which the sixth completes the step."""
LATEST = 10.0
"""Seconds that count where news have not come by then."""


def news(short: bool) -> Iterator[Figure]:
    """From a step's last entry to the five other phones, where the site waits for news, beside asking every 2.5 s"""
    many, deals = (1, 2) if short else (4, 10)
    delays, used = dict[int, list[float]](), dict[int, float]()
    with served() as site:
        asyncio.run(all_play([phones_at(site, WAIT)], 1))
        for wait in (0, WAIT):
            phones = [phones_at(site, wait) for _ in range(many)]
            before = site.seconds()
            delays[wait] = asyncio.run(all_play(phones, deals))
            used[wait] = site.seconds() - before
    yield from percentiles(f"news on {len(delays[WAIT]):,} phones", delays[WAIT], delays[0], (50, 95))
    yield Figure("processor time", used[WAIT] / used[0])


def phones_at(site: Site, wait: int) -> list[OpenPage]:
    """The cards of a new table, each on the phone of its seat."""
    keeper = Phone(site.app, "ja")
    table = keeper.sits_down(*NAMES[:6], format="long", top_hand=str(HANDS[0]), bidding="written")
    phones = [keeper, *(comes(keeper, table) for _ in NAMES[1:6])]
    for seat, phone in enumerate(phones):
        takes(phone, table, seat)
    return [OpenPage(site, phone, f"{table.address}/seats/{seat}", wait=wait) for seat, phone in enumerate(phones)]


async def all_play(tables: Sequence[Sequence[OpenPage]], deals: int) -> list[float]:
    return [late for table in await asyncio.gather(*(play(phones, deals) for phones in tables)) for late in table]


async def play(phones: Sequence[OpenPage], deals: int) -> list[float]:
    """How late news came at a table where nobody bids any trick, and the first seat takes all."""
    zeros, late = [0] * len(phones), list[float]()
    for phone in phones:
        phone.follow()
    steps = [each for hand in HANDS[:deals] for each in (("bids", zeros), ("tricks", [hand, *zeros[1:]]))]
    for position, (step, numbers) in enumerate(steps):
        entry = {"step": step, step: numbers}
        begin = time.monotonic() + random.uniform(1, 2)
        *early, last = random.sample(phones, len(phones))
        entered = [each.enter(entry, position, begin + random.uniform(0, TOGETHER)) for each in early]
        await asyncio.gather(*entered)
        answered = await last.enter(entry, position, time.monotonic() + random.uniform(*LATER))
        ends = answered + LATEST
        while any(last.version not in each.came for each in early) and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        late += [max(0.0, each.came.get(last.version, ends) - answered) for each in early]
    for phone in phones:
        phone.rest()
    assert not any(phone.refused for phone in phones), "every part was taken"
    return late
