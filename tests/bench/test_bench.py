"""A made scorebook is like a played one, and saves reach a real site."""

from __future__ import annotations

import shutil
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from bench import scorebook
from bench.load import watching
from bench.load.sites import on_a_file
from record.evenings import evenings
from store.admin.rebuild import compare
from store.book import Book
from store.engines import database_at
from store.sessions.history import summaries
from web.summaries.evening import sitting_of

MANY = 60


def test_a_made_scorebook_lies_where_somebody_visited_last_and_the_record_cannot_tell_it_from_a_played_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorebook, "PLAYED", 25)
    database = database_at(tmp_path)
    database.prepare()
    with closing(database.connect()) as db:
        for number, name in enumerate(("older", "mine")):
            db.execute("INSERT INTO scorebook (id, created_at) VALUES (?, ?)", (name, f"2026-11-2{number}T20:00:00Z"))
        scorebook.main([str(tmp_path), "--sessions", f"{MANY}", "--seed", "7"])
        assert capsys.readouterr().out.startswith(f"{MANY} sessions are in the scorebook mine, ")
        assert [line for line in database.damage() if not line.startswith("fsync is off")] == []
        found, book = compare(db), Book(db, "mine", "watcher")
        assert (found.sessions, found.differences, found.unreadable) == (MANY, (), ())
        everything = summaries(book, limit=MANY, archived=None)
        counts = len(everything), len(summaries(book, archived=True)), len(summaries(book, over=False))
        assert counts == (MANY - scorebook.DELETED, scorebook.ARCHIVED, scorebook.RUNNING)
        # Nobody sits at two tables at once, and some evenings have several sessions.
        assert all(earlier.updated_at < later.created_at for later, earlier in pairwise(everything))
        assert max(map(len, evenings(map(sitting_of, everything)))) > 2


@pytest.mark.skipif(shutil.which("wrk") is None, reason="There is no wrk: apt-get install wrk")
def test_a_real_site_takes_the_saves_and_tells_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.25)
    with on_a_file({"TAKUROKU_WORKERS": "1"}) as site, closing(site.database.connect()) as db:
        tables = watching.tables_at(site, 3)
        entered = "SELECT COUNT(*) AS found FROM action WHERE kind = 'enter'"
        before = db.execute(entered).fetchone()["found"]
        found = watching.played(site.address, watching.evening(tables, 3, seconds=2), seconds=2)
        after = db.execute(entered).fetchone()["found"]
    assert (found.missing, found.wrong) == (0, [])
    assert after - before == len(found.times(watching.SAVE)) == len(found.times(watching.SHEET)) == 6
    # Who asks after two saves has the news of both at once; after the last one nobody may have asked any more.
    assert 0 < len(found.times(watching.NEWS)) <= 6 * watching.WATCHERS
    assert len(found.times(watching.POLL)) == found.due - 12 - len(found.times(watching.NEWS))
