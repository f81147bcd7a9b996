"""Home and the lists of a scorebook with ten thousand sessions beside those of one with a hundred."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from bench import load
from bench.evenings import NOTE, PLAYED, fill
from bench.figures import Figure
from bench.visitor import Visitor, sit_down
from store.engines import database_at
from tests.browser.site import running_site
from tests.games import NAMES

TITLE = "Lists at 10,000 sessions beside those at 100: how many times as long (medians of turns)"
FEW, MANY = 100, 10_000
GOAL = 1.5
PAGES = {
    "home": "/",
    "history": "/history",
    "  page 2": "/history?page=2",
    "  by player": f"/history?{urlencode({'player': NAMES[2]})}",
    "  by a part of a name": f"/history?{urlencode({'text': NAMES[2][0]})}",
    "  by a word of many notes": f"/history?{urlencode({'text': NOTE[:3]})}",
    "  by a word of one note": f"/history?{urlencode({'text': f'{PLAYED + 1:05}'})}",
    "  by a text that is nowhere": f"/history?{urlencode({'text': 'no such text'})}",
    "  by game": "/history?game=oh-hell",
    "  by month": f"/history?month={datetime.now(UTC):%Y-%m}",
}


def measured() -> Iterator[Figure]:
    """Each page of the one in turn with the same page of the other."""
    with visited(FEW) as small, visited(MANY) as large:
        for what, page in PAGES.items():
            few, many = load.in_turn(lambda: load.reads(small, page), lambda: load.reads(large, page))  # noqa: B023
            yield Figure(what, few / many, "times", goal=GOAL)


@contextmanager
def visited(how_many: int) -> Iterator[Visitor]:
    """Somebody whose scorebook has so many sessions."""
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site:
        visitor = Visitor(site)
        sit_down(visitor)
        database = database_at(Path(folder))
        with closing(database.connect()) as db:
            scorebook = db.execute("SELECT id FROM scorebook").fetchone()["id"]
        fill(database, scorebook, how_many)
        yield visitor
