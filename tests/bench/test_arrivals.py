"""The crowd of a measurement comes when it is due, and sees what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from threading import Barrier, BrokenBarrierError, Thread

import pytest

from bench import arrivals, crowd
from bench.arrivals import PHONES, Crowd
from bench.crowd import Table, tables_at
from bench.load.engines import on_a_file

TABLES = 3


@contextmanager
def stand_in(answer: Callable[[str, str], int], *, keeps: bool = True) -> Iterator[str]:
    """The address of a site that answers a method and a path with a status; unless it `keeps` on, it hangs up after."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(answer(self.command, self.path))
            self.send_header("Content-Length", "0")
            self.end_headers()
            self.close_connection = self.close_connection or not keeps

        do_GET = do_POST = respond  # noqa: N815  the library's names

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def well(method: str, _path: str) -> int:
    return 200 if method == "GET" else 303


def tables() -> list[Table]:
    return [Table(f"/s/{number}", "", iter(["form"] * 9)) for number in range(TABLES)]


def test_a_save_comes_while_others_wait_for_their_answer() -> None:
    together = Barrier(TABLES, timeout=20)

    def answer(method: str, _path: str) -> int:
        if method == "GET":
            return 200
        try:
            together.wait()
        except BrokenBarrierError:
            return 500
        return 303

    with stand_in(answer) as site:
        found = Crowd(site, tables()).paced(TABLES * 10, seconds=0.1)
    assert [each.right for each in found.saves] == [True] * TABLES
    assert len(found.looks) == TABLES * PHONES


def test_a_table_whose_save_failed_plays_no_more() -> None:
    saved_on = []

    def answer(method: str, path: str) -> int:
        if method == "GET":
            return 200
        saved_on.append(path)
        return 303 if len(saved_on) > 1 else 500

    with stand_in(answer) as site:
        ours = Crowd(site, tables())
        assert not ours.paced(10, seconds=0.1).in_time
        for _ in range(TABLES):
            assert ours.paced(10, seconds=0.1).saves[0].right
    assert saved_on == ["/s/0/entries", "/s/1/entries", "/s/2/entries", "/s/1/entries"]


def test_a_look_that_is_not_answered_is_counted() -> None:
    with stand_in(lambda method, _path: 503 if method == "GET" else 303) as site:
        found = Crowd(site, tables()).paced(10, seconds=0.1)
    assert [each.right for each in found.looks] == [False] * PHONES
    assert not found.in_time


def test_a_connection_that_the_server_hung_up_is_replaced() -> None:
    with stand_in(well, keeps=False) as site:
        found = Crowd(site, tables()).paced(TABLES * 10, seconds=0.1)
    assert [each.right for each in found.every] == [True] * TABLES * (1 + PHONES)


def test_nothing_more_comes_once_too_many_were_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "PATIENCE", -1)
    with stand_in(well) as site:
        found = Crowd(site, tables()).paced(20, seconds=1)
    assert 0 < len(found.saves) < 20
    assert len(found.looks) == len(found.saves) * PHONES, "those that came are answered"
    assert not found.in_time


def test_restless_tables_save_again_and_again() -> None:
    posted = []

    def answer(method: str, path: str) -> int:
        posted.extend([path] * (method == "POST"))
        return well(method, path)

    with stand_in(answer) as site:
        endless = [Table(f"/s/{number}", "", repeat("form")) for number in range(TABLES)]
        rate = Crowd(site, endless).restless(2, seconds=0.5)
    assert rate == len(posted) / 0.5
    assert set(posted) == {f"/s/{number}/entries" for number in range(TABLES)}


def test_a_real_site_takes_every_save(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "GROUPS", 1)
    monkeypatch.setattr(crowd, "TABLES_EACH", 2)
    with on_a_file({"TAKUROKU_WORKERS": "1"}) as site, closing(site.database.connect()) as db:
        ours = tables_at(site)
        sessions = [table.sheet.removeprefix("/s/") for table in ours]
        positions = "SELECT position FROM session WHERE id IN (?, ?)"
        before = [row["position"] for row in db.execute(positions, sessions)]
        players = Crowd(site.address, ours)
        for _ in range(2):
            found = players.paced(20, seconds=0.1)
            assert [each.right for each in found.every] == [True] * 2 * (1 + PHONES)
        after = [row["position"] for row in db.execute(positions, sessions)]
    assert sum(after) - sum(before) == 4
