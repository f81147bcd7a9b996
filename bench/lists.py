"""Compares pages of lists with 10,000 sessions to those with the last 100, and times figures on both engines."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from bench import scorebook
from bench.figures import Figure
from bench.load.sites import own_server
from bench.machine import seconds_of
from bench.visitor import AS_A_PHONE, Visitor, sit_down
from record.evenings import evenings
from record.log import stamp
from store.admin.move import move
from store.book import Book
from store.cache import RESULT_CACHE
from store.encoding import new_id
from store.engines import database_at
from store.engines.postgresql import PostgreSQLConnection
from store.players.profiles import people
from store.progress import show_if_long
from store.scorebooks import lock_scorebook
from store.sessions.history import summaries
from store.stats.league import league_table
from store.stats.player_stats import MAX_LAST_RESULTS, last_results, statistics
from store.stats.selection import EVERYTHING, Selection, played_games
from tests.kit.browser.site import running_site
from tests.kit.games import NAMES
from web.summaries.evening import sitting_of

TITLE = "Lists at 10,000 sessions beside those at 100, in times; then figures, in processor time of site and database"
FEW, MANY = 100, 10_000
GOAL = 1.5
READINGS = 80
TURNS, LOOKS = 4, 5
REGULAR = NAMES[0]
"""Who was there most often: with a hundred sessions too she has played every game, and most of what is told of it."""
FIRST_LOOK = {"league": {1_000: 10.0, MANY: 80.0}, "player": {1_000: 50.0, MANY: 500.0}}
KEPT = 10.0
"""Milliseconds that a look takes at most."""


@dataclass(frozen=True)
class Pages:
    """Somebody who looks at a scorebook, and the paths of its pages."""

    visitor: Visitor
    paths: dict[str, str]

    def read(self, what: str) -> float:
        """Milliseconds of one reading."""
        began = time.perf_counter()
        answer, _ = self.visitor.get(self.paths[what], **AS_A_PHONE)
        took = (time.perf_counter() - began) * 1000
        assert answer.status == 200, f"{self.paths[what]} was answered with {answer.status}"
        return took


def measured() -> Iterator[Figure]:
    """Each page of the one in turn with the same page of the other; then figures."""
    with visited(FEW) as small, visited(MANY) as large:
        for what in small.paths:
            both = [(small.read(what), large.read(what)) for _ in range(READINGS)]
            few, many = map(undisturbed, zip(*both, strict=True))
            yield Figure(what, many / few, "times", goal=GOAL)
    for how_many in FIRST_LOOK["league"]:
        with on_both(how_many) as books:
            for engine, book in books.items():
                yield from looks(f"{how_many:,}, {engine}", book, how_many)


def looks(where: str, book: Book, how_many: int) -> Iterator[Figure]:
    """The first look of a process and later ones; and the first with each filter, beside the first without one."""
    (regular,) = (each.id for each in people(book) if each.name == REGULAR)
    ways: dict[str, Callable[[Selection], object]] = {
        "league": lambda selection: league_table(book, selection),
        "player": lambda selection: (
            statistics(book, regular, selection),
            last_results(book, regular, limit=MAX_LAST_RESULTS, selection=selection),
        ),
    }
    for what, look in ways.items():
        first = processor_time(book, look, EVERYTHING)
        yield Figure(f"{what}, first look ({where})", first, "ms", goal=FIRST_LOOK[what][how_many])
        yield Figure("  later ones", processor_time(book, look, EVERYTHING, keep=True), "ms", goal=KEPT)
        for name, selection in filters_of(book).items():
            yield Figure(f"  {name}", processor_time(book, look, selection) / first, "of first", goal=1.0)


def processor_time(
    book: Book, look: Callable[[Selection], object], selection: Selection, *, keep: bool = False
) -> float:
    """The fewest milliseconds that a look takes of this process and of the server's that answers it."""
    server = None
    if isinstance(book.db, PostgreSQLConnection):
        server = book.db.execute("SELECT pg_backend_pid() AS process").fetchone()["process"]

    def spent() -> float:
        return time.process_time() + (seconds_of(server) if server else 0.0)

    taken = []
    for _ in range(TURNS):
        began = spent()
        for _ in range(LOOKS):
            if not keep:
                RESULT_CACHE.clear()
            look(selection)
        taken.append((spent() - began) / LOOKS)
    return min(taken) * 1000


@contextmanager
def on_both(how_many: int) -> Iterator[dict[str, Book]]:
    """The same scorebook on either engine."""
    with tempfile.TemporaryDirectory() as folder, own_server() as cluster:
        file, server = database_at(Path(folder)), database_at(cluster.new_database())
        file.prepare()
        with closing(file.connect()) as db:
            own, now = new_id(), datetime.now(UTC)
            with db.writing():
                lock_scorebook(Book(db, own, "keeper"), at=stamp(now))
            scorebook.fill(db, own, how_many, last=now, progress=show_if_long)
        move(file, server)
        with closing(file.connect()) as ours, closing(server.connect()) as theirs:
            # As its autovacuum does within minutes; until then no index answers by itself.
            theirs.execute("VACUUM ANALYZE")
            yield {"SQLite": Book(ours, own, "watcher"), "PostgreSQL": Book(theirs, own, "watcher")}


def undisturbed(times: Sequence[float]) -> float:
    """What a reading takes: the end of the quicker quarter, which other work on the machine disturbs least."""
    return quantiles(times, n=4)[0]


@contextmanager
def visited(how_many: int) -> Iterator[Pages]:
    """A site with a scorebook of this many sessions."""
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site:
        visitor = Visitor(site)
        sit_down(visitor)
        with closing(database_at(Path(folder)).connect()) as db:
            own = db.execute("SELECT id FROM scorebook").fetchone()["id"]
            scorebook.fill(db, own, how_many, last=datetime.now(UTC), progress=show_if_long)
            book = Book(db, own, "watcher")
            yield Pages(visitor, paths_of(book))


def paths_of(book: Book) -> dict[str, str]:
    """The pages that are compared; the evening and the month are the same in both scorebooks."""
    last = summaries(book, limit=FEW - scorebook.DELETED)
    longest = max(evenings(map(sitting_of, last)), key=len)
    month = longest[0].began
    return {
        "home": "/",
        "history": "/history",
        "  page 2": "/history?page=2",
        "  by player": f"/history?{urlencode({'player': REGULAR})}",
        "  by a part of a name": f"/history?{urlencode({'text': REGULAR[0]})}",
        "  by a word of many notes": f"/history?{urlencode({'text': scorebook.NOTE[:3]})}",
        "  by a word of one note": f"/history?{urlencode({'text': f'{3 * scorebook.NOTED:05}'})}",
        "  by a text that is nowhere": f"/history?{urlencode({'text': 'no such text'})}",
        "  by game": "/history?game=oh-hell",
        "  by month": f"/history?month={month:%Y-%m}",
        "evenings": "/evenings",
        f"  one of {len(longest)} sessions": f"/evenings/{longest[0].id}",
    }


def filters_of(book: Book) -> dict[str, Selection]:
    """What figures are asked for; the seasons begin and end within a year."""
    games = played_games(book)
    year = datetime.now(UTC).year
    (often,) = (each for each in games if each.game == "oh-hell")
    rare = next(each for each in reversed(games) if not each.title)
    named = next((each for each in games if each.title), rare)
    this_year = Selection(since=f"{year}-01-01T00:00:00Z")
    five_years = Selection(since=f"{year - 5}-06-01T00:00:00Z", until=f"{year}-06-01T00:00:00Z")
    kind = Selection(game=often.game, kind=often.kinds[0])
    return {
        "this year": this_year,
        "five years": five_years,
        "a season": Selection(since=f"{year - 1}-03-10T00:00:00Z", until=f"{year - 1}-05-21T00:00:00Z"),
        "a game": Selection(game=often.game),
        "a rare game": Selection(game=rare.game),
        "a named game": Selection(game=named.game, title=named.title),
        "a game this year": replace(this_year, game=often.game),
        "a kind": kind,
        "a rare kind": replace(kind, kind=often.kinds[-1]),
        "a kind in five years": replace(five_years, game=often.game, kind=often.kinds[0]),
    }
