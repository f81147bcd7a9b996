"""Those who watch ask as the page asks, the saves are real, and what goes wrong is counted."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from bench import watching
from bench.load.engines import on_a_file
from bench.watched_tables import WATCHERS, WatchedTable, watched_tables
from bench.watching import SECRET, Crowd, Seen
from tests.bench.test_arrivals import stand_in

TABLES = 2


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute of a second, and questions every fifth of it."""
    for name, seconds in (("PACE", 0.2), ("MINUTE", 1.0), ("WARM", 0.2)):
        monkeypatch.setattr(watching, name, seconds)


def played(address: str, tables: list[WatchedTable], *, proxied: bool = False, is_real: bool = False) -> Seen:
    async def evening() -> Seen:
        crowd = Crowd(address, tables, proxied=proxied)
        if is_real:
            await crowd.opens()
        await crowd.plays(1.0)
        crowd.close()
        return crowd.seen

    # In a thread of its own: a browser of the tests before may still have a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, evening()).result()


@pytest.mark.parametrize("proxied", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_real_site_takes_the_saves_and_tells_the_news(hurried: None, proxied: bool) -> None:
    with on_a_file({"TAKUROKU_WORKERS": "1", "TAKUROKU_SECRET": SECRET}) as site:
        tables = watched_tables(site.database, TABLES, secret=SECRET)
        seen = played(site.address, tables, proxied=proxied, is_real=True)
        with closing(site.database.connect()) as db:
            roles = [row["role"] for row in db.execute("SELECT role FROM access WHERE withdrawn_at IS NULL")]
            actions = db.execute("SELECT COUNT(*) AS found FROM action WHERE kind = 'enter'").fetchone()["found"]
    assert seen.wrong == {}
    assert sorted(roles) == sorted([*["keeper"] * TABLES, *["watcher"] * TABLES * WATCHERS])
    saves = len(seen.came["save"])
    assert saves == TABLES == len(seen.came["sheet"])
    assert actions == TABLES * 18 + saves
    # The last one may come after the last question of somebody; what comes between mark and page is told once more.
    assert WATCHERS <= len(seen.came["news"]) <= 2 * saves * WATCHERS
    assert len(seen.came["now"]) > TABLES * WATCHERS


def test_a_wrong_answer_is_counted_and_none_of_the_right_ones(hurried: None) -> None:
    tables = [WatchedTable(f"/s/{number}", "", iter(["form"] * 9), ("",) * WATCHERS) for number in range(TABLES)]
    with stand_in(lambda _method, _path: 503) as address:
        seen = played(address, tables)
    assert set(seen.wrong) == {"now: 503", "save: 503"}
    assert not any(seen.came.values())
