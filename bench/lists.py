"""Compares lists and figures of 10,000 sessions with those of 100, and filtered figures with unfiltered ones."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import urlencode

from bench.figures import Figure
from bench.sessions import NOTE, NOTED, book_of, fill
from record.evenings import evenings
from store.book import Book
from store.cache import RESULT_CACHE
from store.players.profiles import people
from store.sessions.history import summaries
from store.stats.selection import played_games
from tests.kit.games import NAMES
from tests.web.conftest import Phone, site_at
from web.summaries.evening import sitting_of
from web.summaries.filters import value_of

FEW, MANY = 100, 10_000
READINGS = 12
GOAL = 1.5
REGULAR = NAMES[0]
"""Who was there whenever a game was played."""


def lists(short: bool) -> Iterator[Figure]:
    """Processor time of pages: lists of 10,000 sessions beside those of 100, then filtered figures beside all"""
    with filled(FEW) as (few, small), filled(1_000 if short else MANY) as (many, book):
        there = lists_in(small)
        for what, path in lists_in(book).items():
            usual = milliseconds(few, there[what], keep=True)
            yield Figure(what, milliseconds(many, path, keep=True) / usual, goal=GOAL)
        (regular,) = (each.id for each in people(book) if each.name == REGULAR)
        for what, path in {"league": "/players/table", "player": f"/players/{regular}"}.items():
            first = milliseconds(many, path)
            yield Figure(f"{what}: a later look, beside the first", milliseconds(many, path, keep=True) / first, goal=1)
            for name, query in filters_in(book).items():
                yield Figure(f"  {name}", milliseconds(many, f"{path}?{urlencode(query)}") / first, goal=GOAL)


@contextmanager
def filled(how_many: int) -> Iterator[tuple[Phone, Book]]:
    """A phone of a site with a scorebook of this many sessions."""
    with tempfile.TemporaryDirectory() as folder:
        phone = Phone(site_at(folder), "ja")
        phone.sits_down(*NAMES[:4])
        with book_of(phone) as book:
            fill(book, how_many)
            yield phone, book


def milliseconds(phone: Phone, path: str, *, keep: bool = False) -> float:
    """The least processor time of a page, SQLite's included; `keep` what this process has counted for it once."""
    taken = []
    for _ in range(READINGS):
        if not keep:
            RESULT_CACHE.clear()
        began = time.process_time()
        answer = phone.client.get(path, headers={"Accept-Language": "ja"})
        taken.append((time.process_time() - began) * 1000)
        assert answer.status_code == 200, f"{path} was answered with {answer.status_code}"
    return min(taken)


def lists_in(book: Book) -> Mapping[str, str]:
    """The pages that are compared; the evening and the month are alike in both scorebooks."""
    evening = max(evenings(map(sitting_of, summaries(book, limit=FEW // 2))), key=len)
    queries: dict[str, dict[str, str]] = {
        "history": {},
        "  page 2": {"page": "2"},
        "  by player": {"player": REGULAR},
        "  by a part of a name": {"text": REGULAR[0]},
        "  by a word of many notes": {"text": NOTE[:3]},
        "  by a word of one note": {"text": f"{3 * NOTED:05}"},
        "  by a text that is nowhere": {"text": "no such text"},
        "  by game": {"game": "oh-hell"},
        "  by month": {"month": f"{evening[0].began:%Y-%m}"},
    }
    history = {what: f"/history?{urlencode(query)}" for what, query in queries.items()}
    return {"home": "/", **history, "evenings": "/evenings", "  one of them": f"/evenings/{evening[0].id}"}


def filters_in(book: Book) -> Mapping[str, Mapping[str, str]]:
    """What figures are asked for: periods, a game that is played often, a rare one, a kind of a game."""
    often, *_, rare = played_games(book)
    game, year = {"game": value_of(often.game, often.title)}, datetime.now(UTC).year
    season = {"since": f"{year - 1}-03-10", "until": f"{year - 1}-05-20"}
    return {
        "this year": {"period": "year"},
        "the last evenings": {"period": "evenings"},
        "a season": season,
        "a game": game,
        "a rare game": {"game": value_of(rare.game, rare.title)},
        "a game in a season": game | season,
        "a kind": game | {"kind": often.kinds[0]},
        "a rare kind": game | {"kind": often.kinds[-1]},
    }
