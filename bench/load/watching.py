"""A thousand running tables with four watchers each, who ask as an open page asks; at each table a save a minute.

On request, `python -m bench watching`: it needs the machine for itself for two minutes, which site and load share;
`--short` is a try. Every watcher asks every two and a half seconds whether their page is as it was, as a page does for
which the site does not wait. A save comes at some moment, and after it the keeper's page; the watchers who ask next get
the news. Each request goes out when it is due, or as soon as the one before it on its connection is answered; its time
is counted from when it was due.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from http import HTTPStatus
from statistics import quantiles

from bench.figures import Figure
from bench.load.sites import Site, book_of, id_of, on_a_file
from bench.load.wrk import GRACE, START, Answer, Request, play
from bench.machine import CORES, processor_of
from bench.visitor import HALF_AN_EVENING, Visitor, as_typed, asked_by, half_an_evening, let_in
from store.encoding import new_id
from store.sessions.loading import load
from store.sessions.writing import import_session
from tests.games.oh_hell.sheet import entries

WATCHERS = 4
TITLE = f"Running tables with {WATCHERS} watchers each, who ask every 2.5 s, one save a minute at each"
MINUTE = 60
WARM = 5.0
"""Seconds in which all ask already and nothing is counted."""
SAVED = 250
"""Milliseconds in which 99 of 100 saves are to be answered."""
GROUPS = 25
LANES = 64
"""The most connections, like those of a proxy; each carries the requests of several tables."""
OFTEN = 5
"""Requests a second on a connection that is one of few: the server closes what rests for five seconds."""
POLL, SAVE, SHEET, NEWS = "poll", "save", "sheet", "news"
RIGHT = {POLL: HTTPStatus.NOT_MODIFIED, SAVE: HTTPStatus.SEE_OTHER, SHEET: HTTPStatus.OK, NEWS: HTTPStatus.OK}
EVERY = 2.5
"""Seconds after which an open page asks again."""


@dataclass(frozen=True)
class Plan:
    """How many tables, for how many seconds, in how many processes."""

    tables: int = 1000
    seconds: float = MINUTE
    workers: int = 2


SHORT = Plan(50, 10)


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """What all of them got."""
    plan = plan or Plan()
    with on_a_file({"TAKUROKU_WORKERS": str(plan.workers)}) as site:
        tables = tables_at(site, plan.tables)
        lanes = evening(tables, plan.tables / MINUTE, seconds=plan.seconds, warm=WARM)
        with processor_of(site.processes()) as processor:
            found = played(site.address, lanes, seconds=plan.seconds, warm=WARM)
    yield Figure("tables", plan.tables, "tables")
    yield Figure("  watchers", plan.tables * WATCHERS, "phones")
    yield Figure("  due", found.due / plan.seconds, "a second")
    yield from figures(found)
    for part, seconds in processor.items():
        share = seconds / CORES / (START + WARM + plan.seconds + GRACE) * 100
        yield Figure(f"  the machine's time ({CORES} cores): {part}", share, "%")


def figures(found: Played) -> Iterator[Figure]:
    yield Figure("  without the right answer", found.missing, "requests", goal=0)
    for (what, status), times in Counter((answer.what, answer.status) for answer in found.wrong).most_common(5):
        yield Figure(f"    {what}: {status}", times, "requests")
    polls, news = found.times(POLL), found.times(NEWS)
    yield Figure("  304 of what watchers asked", len(polls) / max(1, len(polls) + len(news)) * 100, "%")
    yield from percentiles("saves", found.times(SAVE), SAVED)
    yield from percentiles("sheets after them", found.times(SHEET))
    yield from percentiles("304s", polls)
    yield from percentiles("pages with news", news)


@dataclass(frozen=True)
class Table:
    """A sheet, the cookies of keeper and watchers, the forms that come next, where to poll and with which version."""

    sheet: str
    keeper: str
    forms: Iterator[str]
    watchers: tuple[str, ...]
    poll: str
    version: str


def tables_at(site: Site, how_many: int) -> list[Table]:
    """Make tables in several scorebooks, each with watchers, who may see all tables of their scorebook."""
    keepers = [Visitor(site.address) for _ in range(min(GROUPS, how_many))]
    sheets = [half_an_evening(keeper) for keeper in keepers]
    guests = [[let_in(keeper) for _ in range(WATCHERS)] for keeper in keepers]
    with closing(site.database.connect()) as db:
        books = [book_of(db, sheet) for sheet in sheets]
        played = [load(book, id_of(sheet)) for book, sheet in zip(books, sheets, strict=True)]
        copies = [replace(played[number % len(played)], id=new_id()) for number in range(how_many)]
        with db.writing():
            for number, session in enumerate(copies):
                import_session(books[number % len(books)], session)
    tables = []
    for number, session in enumerate(copies):
        keeper, there = keepers[number % len(keepers)], guests[number % len(keepers)]
        sheet = f"/s/{session.id}"
        cookies = tuple(guest.cookie for guest in there)
        tables.append(Table(sheet, keeper.cookie, rest(keeper), cookies, *asked_by(there[0], sheet)))
    return tables


def rest(keeper: Visitor) -> Iterator[str]:
    """The forms that follow half an evening."""
    for position, entry in enumerate(entries()[HALF_AN_EVENING:], start=HALF_AN_EVENING):
        yield keeper.body(as_typed(entry, position))


def evening(tables: Sequence[Table], saves: float, *, seconds: float, warm: float = 0) -> list[list[Request]]:
    """The requests for each connection, with `saves` a second at random times, at one table after the other.

    After each save the sheet is loaded; watchers poll all the time, and for `warm` seconds before.
    """
    chance = random.Random(1)
    plan: list[tuple[float, int, list[Request]]] = []
    moments = sorted(chance.uniform(warm, warm + seconds) for _ in range(round(saves * seconds)))
    for number, due in enumerate(moments):
        table = tables[number % len(tables)]
        save = Request(SAVE, "POST", f"{table.sheet}/entries", table.keeper, due, body=next(table.forms))
        plan.append((due, number % len(tables), [save, Request(SHEET, "GET", table.sheet, table.keeper)]))
    for number, table in enumerate(tables):
        for watcher in table.watchers:
            due = chance.uniform(0, EVERY)
            while due < warm + seconds:
                plan.append((due, number, [Request(POLL, "GET", table.poll, watcher, due, table.version)]))
                due += EVERY
    sent = sum(len(requests) for *_, requests in plan) / (warm + seconds)
    lanes: list[list[Request]] = [[] for _ in range(max(1, min(LANES, len(tables), int(sent / OFTEN))))]
    for _, number, requests in sorted(plan, key=lambda each: each[:2]):
        lanes[number % len(lanes)] += requests
    return lanes


@dataclass(frozen=True)
class Played:
    """What came of an evening: how many answers were due, those that came right, and all others."""

    due: int
    right: list[Answer]
    wrong: list[Answer]

    @property
    def missing(self) -> int:
        """The number of requests without an answer, or with a wrong one."""
        return self.due - len(self.right)

    def times(self, what: str) -> list[float]:
        return [answer.seconds for answer in self.right if answer.what == what]


def played(site: str, lanes: Sequence[Sequence[Request]], *, seconds: float, warm: float = 0) -> Played:
    """What the site at this address answers; nothing counts that was due in the first seconds, while it gets warm."""
    came = play(site, lanes, seconds=START + warm + seconds + GRACE)
    due = sum(1 for lane in lanes for request in lane if request.due is None or request.due >= warm)
    right, wrong = list[Answer](), list[Answer]()
    for answer in (_named(each) for each in came if each.due >= warm):
        (right if answer.status == RIGHT[answer.what] else wrong).append(answer)
    return Played(due, right, wrong)


def _named(answer: Answer) -> Answer:
    """A poll that brings a newer page is news."""
    is_news = (answer.what, answer.status) == (POLL, HTTPStatus.OK)
    return answer._replace(what=NEWS) if is_news else answer


def percentiles(what: str, times: Sequence[float], goal: float | None = None) -> Iterator[Figure]:
    """Within how many milliseconds half of the answers came, and nearly all; the goal is for 99 of 100."""
    if len(times) < 2:
        return
    yield Figure(f"  {what}", len(times), "times")
    percents = quantiles(times, n=100, method="inclusive")
    for part in (50, 95, 99):
        yield Figure(f"    {part} of 100 within", percents[part - 1] * 1000, "ms", goal=goal if part == 99 else None)
