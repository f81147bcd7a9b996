"""A scorebook that is filled is like a played one, and saves reach a real site, from which others have the news."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from bench import load
from bench.sessions import AN_EVENING, book_of, fill
from record.evenings import evenings
from store.admin.rebuild import compare
from store.sessions.history import summaries
from tests.web.conftest import Phone, borrowed, site_at
from web.summaries.evening import sitting_of

MANY = 30


def test_the_record_cannot_tell_a_filled_scorebook_from_a_played_one(tmp_path: Path) -> None:
    phone = Phone(site_at(str(tmp_path)))
    phone.opens("/")
    phone.sits_down()
    with book_of(phone) as book:
        fill(book, MANY)
        found = compare(book.db)
        assert (found.sessions, found.differences, found.unreadable) == (MANY + 1, (), ())
        everything = summaries(book, limit=MANY, over=True)
    # Nobody sits at two tables at once, and some evenings have several sessions.
    assert all(earlier.updated_at < later.created_at for later, earlier in pairwise(everything))
    assert max(map(len, evenings(map(sitting_of, everything)))) == AN_EVENING


def test_a_real_site_takes_the_saves_and_others_have_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "EVERY", 0.25)
    entered = "SELECT COUNT(*) AS found FROM action WHERE kind = 'enter'"
    with load.served() as site, borrowed(site.app) as db:
        pages = load.watched(site, 3)
        before = db.execute(entered).fetchone()["found"]
        # In a thread of its own: a browser of other tests may have left a loop running in this one.
        with ThreadPoolExecutor(1) as aside:
            late = [aside.submit(asyncio.run, load.a_save_each(pages, at, 0.5, watched=True)).result() for at in (0, 1)]
        after = db.execute(entered).fetchone()["found"]
    assert (after - before, [len(each) for each in late]) == (6, [3, 3])
    assert [page.refused for table in pages for page in table] == [0] * 3 * (1 + load.WATCHERS)
    assert all(keeper.version in each.came for keeper, *watchers in pages for each in watchers)
