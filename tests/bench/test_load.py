"""What is measured by wrk: each request goes out when it is due, an answer belongs to its request, failures count."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread

import pytest

from bench.load import crowd
from bench.load.crowd import NEWS, POLL, SAVE, SHEET, Table, evening, played, tables_at
from bench.load.engines import on_a_file
from bench.load.wrk import Request, play

wrk = pytest.mark.skipif(shutil.which("wrk") is None, reason="There is no wrk: apt-get install wrk")
WATCHERS = 4
LATE = 3.0
"""Seconds in which even a machine with other work has sent three requests."""


@contextmanager
def stand_in(answer: Callable[[str, str, str], tuple[int, str]]) -> Iterator[str]:
    """The address of a site that answers a method, a path and a version with a status and a version."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, version = answer(self.command, self.path, self.headers.get("If-None-Match", ""))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            if version:
                self.send_header("ETag", version)
            self.end_headers()

        do_GET = do_POST = respond  # noqa: N815  the library's names

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.mark.long
@wrk
def test_the_requests_of_a_connection_go_out_in_their_order_and_none_before_it_is_due() -> None:
    asked = []

    def answer(method: str, path: str, _version: str) -> tuple[int, str]:
        asked.append((method, path))
        return (303, "") if method == "POST" else (200, "")

    lane = [
        Request("sheet", "GET", "/first", "", due=0.2),
        Request("save", "POST", "/second", "", due=0.4, body="tricks=1"),
        Request("sheet", "GET", "/third", ""),
    ]
    with stand_in(answer) as site:
        answers = play(site, [lane], seconds=LATE)
    assert asked == [("GET", "/first"), ("POST", "/second"), ("GET", "/third")]
    assert [(each.what, each.path, each.status) for each in answers] == [
        ("sheet", "/first", 200),
        ("save", "/second", 303),
        ("sheet", "/third", 200),
    ]
    first, second, third = answers
    assert (first.due, second.due) == (0.2, 0.4)
    assert third.due == pytest.approx(second.due + second.seconds), "due when the answer before had come"
    assert all(each.seconds > 0 for each in answers)


@pytest.mark.long
@wrk
def test_a_poll_asks_with_the_version_that_was_told_last() -> None:
    asked = []

    def answer(_method: str, path: str, version: str) -> tuple[int, str]:
        asked.append((path, version))
        return (200, 'W/"2"') if version == 'W/"1"' else (304, version)

    lane = [Request("poll", "GET", path, "", due=0.1, version='W/"1"') for path in ("/a", "/a", "/b")]
    with stand_in(answer) as site:
        answers = play(site, [lane], seconds=LATE)
    assert asked == [("/a", 'W/"1"'), ("/a", 'W/"2"'), ("/b", 'W/"1"')]
    assert [each.status for each in answers] == [200, 304, 200]


@pytest.mark.long
@wrk
def test_what_is_answered_wrongly_and_what_is_not_answered_is_missing() -> None:
    tables = [Table(f"/s/{number}", "", iter(["form"] * 9)) for number in range(2)]
    lanes = evening(tables, 2, seconds=1, looks=1)
    assert len(lanes) == 1
    with stand_in(lambda method, _path, _version: (200, "") if method == "GET" else (503, "")) as site:
        found = played(site, lanes, seconds=1)
    assert (found.due, found.missing) == (4, 2)
    assert [(each.what, each.status) for each in found.wrong] == [(SAVE, 503), (SAVE, 503)]
    assert len(found.times(SHEET)) == 2


def test_each_save_is_followed_by_its_looks_on_the_same_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "OFTEN", 1)
    tables = [Table(f"/s/{number}", "", iter(["form"] * 9)) for number in range(4)]
    lanes = evening(tables, 1, seconds=8, looks=2)
    assert len(lanes) == 3, "24 requests in 8 seconds"
    requests = [request for lane in lanes for request in lane]
    assert len(requests) == 8 * 3
    for lane in lanes:
        for save, *looks in (lane[at : at + 3] for at in range(0, len(lane), 3)):
            assert (save.what, save.path.removesuffix("/entries")) == (SAVE, looks[0].path)
            assert save.due is not None and 0 <= save.due <= 8
            assert [(each.what, each.path, each.due) for each in looks] == [(SHEET, looks[0].path, None)] * 2
    saved = [request.path for request in requests if request.what == SAVE]
    assert {saved.count(path) for path in saved} == {2}, "the tables save in turn"


def test_a_watcher_asks_again_every_two_and_a_half_seconds() -> None:
    table = Table("/s/1", "keeper", iter(()), ("Ann", "Ben"), "/s/1/now", 'W/"1"')
    (lane,) = evening([table], 0, seconds=5, warm=5)
    for watcher in table.watchers:
        due = [request.due or 0 for request in lane if request.cookie == watcher]
        assert len(due) == 4, "in ten seconds"
        assert [later - first for first, later in pairwise(due)] == pytest.approx([2.5] * 3)


@wrk
def test_a_real_site_takes_the_saves_and_tells_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "EVERY", 0.25)
    with on_a_file({"TAKUROKU_WORKERS": "1"}) as site, closing(site.database.connect()) as db:
        tables = tables_at(site, 3, watchers=WATCHERS)
        entered = "SELECT COUNT(*) AS found FROM action WHERE kind = 'enter'"
        before = db.execute(entered).fetchone()["found"]
        found = played(site.address, evening(tables, 3, seconds=2), seconds=2)
        after = db.execute(entered).fetchone()["found"]
    assert (found.missing, found.wrong) == (0, [])
    assert after - before == len(found.times(SAVE)) == len(found.times(SHEET)) == 6
    # Who asks after two saves has the news of both at once; after the last one nobody may have asked any more.
    assert 0 < len(found.times(NEWS)) <= 6 * WATCHERS
    assert len(found.times(POLL)) == found.due - 12 - len(found.times(NEWS))
