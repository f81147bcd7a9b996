"""Compares the pages of lists and statistics with 10,000 sessions to those with the last 100, and filtered to whole."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from bench import scorebook
from bench.figures import Figure
from bench.visitor import AS_A_PHONE, Visitor, sit_down
from record.evenings import evenings
from store.book import Book
from store.engines import database_at
from store.players.profiles import people
from store.progress import told_if_long
from store.sessions.history import summaries
from store.stats.player_stats import played_games
from tests.kit.browser.site import running_site
from tests.kit.games import NAMES
from web.reports.evening import sitting_of
from web.reports.selection import value_of

TITLE = "Pages at 10,000 sessions beside those at 100, and filtered beside whole ones: how many times as long, in turn"
FEW, MANY = 100, 10_000
GOAL = 1.5
READINGS = 80
REGULAR = NAMES[0]
"""Who was there most often: with a hundred sessions too she has played every game, and most of what is told of it."""
FILTERED = ("table", "player", "two players", "evenings")


@dataclass(frozen=True)
class Pages:
    """Somebody who looks at a scorebook, and the paths of its pages."""

    visitor: Visitor
    paths: dict[str, str]
    filters: dict[str, dict[str, str]]

    def read(self, what: str) -> float:
        """Milliseconds of one reading."""
        return self.read_at(self.paths[what])

    def read_at(self, address: str) -> float:
        began = time.perf_counter()
        answer, _ = self.visitor.get(address, **AS_A_PHONE)
        took = (time.perf_counter() - began) * 1000
        assert answer.status == 200, f"{address} was answered with {answer.status}"
        return took


def measured() -> Iterator[Figure]:
    """Each page of the one in turn with the same page of the other."""
    with visited(FEW) as small, visited(MANY) as large:
        for what in small.paths:
            both = [(small.read(what), large.read(what)) for _ in range(READINGS)]
            few, many = map(undisturbed, zip(*both, strict=True))
            yield Figure(what, many / few, "times", goal=GOAL)
        yield from filtered(large)


def filtered(pages: Pages) -> Iterator[Figure]:
    """Each page with each filter, all of them in turn, beside the same page without one."""
    for page in FILTERED:
        whole = pages.paths[page]
        addresses = [whole, *(f"{whole}?{urlencode(query)}" for query in pages.filters.values())]
        readings = [[pages.read_at(address) for address in addresses] for _ in range(READINGS)]
        without, *others = map(undisturbed, zip(*readings, strict=True))
        for what, took in zip(pages.filters, others, strict=True):
            yield Figure(f"{page}: {what}", took / without, "times", goal=GOAL)


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
            scorebook.fill(db, own, how_many, last=datetime.now(UTC), progress=told_if_long)
            book = Book(db, own, "watcher")
            yield Pages(visitor, paths_of(book), filters_of(book))


def paths_of(book: Book) -> dict[str, str]:
    """The pages that are compared; the evening and the month are the same in both scorebooks."""
    last = summaries(book, limit=FEW - scorebook.DELETED)
    longest = max(evenings(map(sitting_of, last)), key=len)
    month = longest[0].began
    (regular,) = (each.id for each in people(book) if each.name == REGULAR)
    (other,) = (each.id for each in people(book) if each.name == NAMES[1])
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
        "player": f"/players/{regular}",
        "table": "/players/table",
        "ratings": "/players/ratings",
        "two players": f"/players/{regular}/against/{other}",
    }


def filters_of(book: Book) -> dict[str, dict[str, str]]:
    """What each filtered page is asked for, as the forms send it: the seasons begin and end within a year."""
    games = played_games(book)
    year = datetime.now(UTC).year
    (often,) = (each for each in games if each.game == "oh-hell")
    rare = next(each for each in reversed(games) if not each.title)
    named = next((each for each in games if each.title), rare)
    seasons = {"period": "season", "since": f"{year - 5}-06-01", "until": f"{year}-05-31"}
    kind = {"game": often.game, "kind": often.kinds[0]}
    return {
        "this year": {"period": "year"},
        "last evenings": {"period": "evenings"},
        "five years": seasons,
        "a season": {"period": "season", "since": f"{year - 1}-03-10", "until": f"{year - 1}-05-20"},
        "a game": {"game": often.game},
        "a rare game": {"game": rare.game},
        "a named game": {"game": value_of(named.game, named.title)},
        "a game this year": {"game": often.game, "period": "year"},
        "a kind": kind,
        "a rare kind": {"game": often.game, "kind": often.kinds[-1]},
        "a kind in five years": kind | seasons,
    }
