"""A poll that prefers to wait is answered when there is something new, and keeps nobody else from an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from threading import Lock
from time import sleep
from typing import Any

import pytest

from store.errors import UnavailableError
from store.sessions.snapshot import State
from tests.kit.for_each import for_each
from tests.kit.web.gateway import PATIENT, Line, run, scope
from web.http.live_updates import DEVICE
from web.server.gateway import Gateway
from web.server.watch import Watch

QUICK = 0.001
LONG = 30
"""Seconds in which also a busy machine has come to it; whoever waited so long was not woken."""


class Site:
    """Sessions with versions, and who may see them."""

    def __init__(self) -> None:
        self.versions = {"abc": "1.a", "def": "1.a"}
        self.shut: set[str] = set()
        self.queries: list[set[str]] = []
        self.is_away = False
        self.accesses = (2, 2)
        self._lock, self._now, self.most_at_once = Lock(), 0, 0

    def read(self, sessions: Collection[str]) -> Mapping[str, State]:
        self.queries.append(set(sessions))
        if self.is_away:
            raise UnavailableError("busy", "away")
        there = set(sessions) & self.versions.keys()
        return {session: State(self.versions[session], self.accesses) for session in there}

    def __call__(self, environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        _, _, session, *_ = environ["PATH_INFO"].split("/")
        etag = f'W/"{self.versions.get(session)}.w"'
        environ[DEVICE] = environ.get("HTTP_COOKIE", "").partition(";")[0]
        if environ.get("HTTP_COOKIE") in self.shut:
            start("403 FORBIDDEN", [("Content-Length", "0")])
        elif environ.get("HTTP_IF_NONE_MATCH") == etag:
            start("304 NOT MODIFIED", [("ETag", etag)])
        else:
            with self._lock:
                self._now += 1
                self.most_at_once = max(self.most_at_once, self._now)
            sleep(QUICK)
            with self._lock:
                self._now -= 1
            start("200 OK", [("ETag", etag), ("Content-Length", "4")])
            return [b"page"]
        return []


def poll(session: str = "abc", *, wait: str = "wait=10", cookie: str = "a", version: str = "1.a") -> dict[str, Any]:
    return scope(f"/s/{session}/now", if__none__match=f'W/"{version}.w"', prefer=wait, cookie=cookie)


def with_a_watch(
    work: Callable[[Site, Gateway, Watch], Awaitable[None]], *, per_device: int = 2, places: int = 100, **kinds: int
) -> Site:
    site = Site()

    async def beside_it() -> None:
        watch = Watch(site.read, tick=QUICK, per_device=per_device, places=places)
        async with asyncio.timeout(LONG):
            await work(site, Gateway(site, PATIENT, watch=watch, **kinds), watch)

    run(beside_it())
    return site


async def held(gateway: Gateway, line: Line, site: Site, asked: dict[str, Any]) -> asyncio.Task[None]:
    """A poll that waits: the record has been asked for its session."""
    task = asyncio.create_task(gateway(asked, line.receive, line.send))
    await still_asked(site, task)
    return task


async def still_asked(site: Site, task: asyncio.Task[None] | None = None) -> None:
    """The record has been asked three times since, or the task is done."""
    until = len(site.queries) + 3
    while len(site.queries) < until and not (task and task.done()):
        await asyncio.sleep(QUICK)


def test_a_poll_is_answered_and_over_when_its_session_has_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.incoming.LINGER", 2 * LONG)
    line, other = Line(b""), Line(b"")

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        task = await held(gateway, line, site, poll())
        still = await held(gateway, other, site, poll("def"))
        assert not task.done()
        site.versions["abc"] = "2.b"
        await task
        assert not still.done(), "at its table there is nothing new"
        still.cancel()

    with_a_watch(work)
    assert (line.status, line.headers["etag"], b"".join(line.taken)) == (200, 'W/"2.b.w"', b"page")
    assert (line.headers["preference-applied"], line.whole) == ("wait=10", True)


@for_each(
    "asked, status, applied",
    [
        ({"version": "0.z"}, 200, ""),  # there is something new already
        ({"wait": "wait=1"}, 304, "wait=1"),  # its time is over
        *(({"wait": wait}, 304, "") for wait in ("", "wait=soon", "respond-async")),
    ],
)
def test_a_poll_waits_as_long_as_it_asks_to_and_has_nothing_new(
    asked: dict[str, str], status: int, applied: str
) -> None:
    line = Line(b"")

    async def work(_: Site, gateway: Gateway, __: Watch) -> None:
        await gateway(poll(**asked), line.receive, line.send)

    assert bool(with_a_watch(work).queries) == bool(applied)
    assert (line.status, line.headers.get("preference-applied", ""), line.whole) == (status, applied, True)


def test_polls_that_wait_keep_no_thread_and_one_query_asks_for_all_of_them() -> None:
    form = Line(b"form")

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        tasks = [
            await held(gateway, Line(b""), site, poll(("abc", "def")[number % 2], cookie=str(number)))
            for number in range(20)
        ]
        await gateway(scope("/s/abc/entries", "POST"), form.receive, form.send)
        assert not any(task.done() for task in tasks)
        assert site.queries[-1] == {"abc", "def"}
        for task in tasks:
            task.cancel()

    with_a_watch(work, threads=1)
    assert form.status == 200


def test_of_one_device_so_many_wait_and_of_all_so_many() -> None:
    """Over HTTP/1.1 six windows have six connections, and one must be free for a save."""

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        tasks = [await held(gateway, Line(b""), site, poll(cookie="a")) for _ in range(2)]
        tasks.append(await held(gateway, Line(b""), site, poll(cookie="b")))
        assert not tasks[-1].done()
        for cookie in ("a; more=1", "c"):
            line = Line(b"")
            await gateway(poll(cookie=cookie), line.receive, line.send)
            assert (line.status, "preference-applied" in line.headers) == (304, False)
        # A window is closed.
        tasks.pop(0).cancel()
        await asyncio.sleep(0)
        tasks.append(await held(gateway, Line(b""), site, poll(cookie="a")))
        assert not tasks[-1].done()
        for task in tasks:
            task.cancel()

    with_a_watch(work, places=3)


def test_a_browser_that_hangs_up_leaves_its_place() -> None:
    class Leaves(Line):
        async def receive(self) -> Mapping[str, Any]:
            if self._pieces:
                return self._pieces.pop(0)
            return {"type": "http.disconnect"}

    leaves = Leaves(b"")

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        await gateway(poll(), leaves.receive, leaves.send)
        task = await held(gateway, Line(b""), site, poll())
        assert not task.done()
        task.cancel()

    with_a_watch(work, per_device=1)
    assert leaves.status == 0


def test_an_access_that_ends_is_noticed_though_nothing_is_new() -> None:
    shut, stays = Line(b""), Line(b"")

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        first = await held(gateway, shut, site, poll(cookie="a"))
        second = await held(gateway, stays, site, poll(cookie="b"))
        site.shut.add("a")
        site.accesses = (2, 1)
        await first
        await still_asked(site)
        assert not second.done(), "its own access holds"
        second.cancel()

    with_a_watch(work)
    assert (shut.status, stays.status) == (403, 0)


def test_the_news_of_a_session_are_made_one_after_the_other() -> None:
    """The first draws the page, and the next take what is kept of it."""
    lines = [Line(b"") for _ in range(4)]

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        tasks = [await held(gateway, line, site, poll(cookie=str(number))) for number, line in enumerate(lines)]
        site.versions["abc"] = "2.b"
        await asyncio.gather(*tasks)

    assert with_a_watch(work, threads=4).most_at_once == 1
    assert {line.status for line in lines} == {200}


def test_while_the_record_is_away_who_waits_waits_on() -> None:
    line = Line(b"")

    async def work(site: Site, gateway: Gateway, _: Watch) -> None:
        site.is_away = True
        task = await held(gateway, line, site, poll())
        assert not task.done()
        site.is_away = False
        site.versions["abc"] = "2.b"
        await task

    with_a_watch(work)
    assert line.status == 200


# A session that is gone is news; a server that stops lets everybody go.
@for_each("act, status", [(lambda site, _: site.versions.pop("abc"), 200), (lambda _, watch: watch.end(), 304)])
def test_nobody_waits_for_what_does_not_come_any_more(act: Callable[[Site, Watch], object], status: int) -> None:
    line, late = Line(b""), Line(b"")

    async def work(site: Site, gateway: Gateway, watch: Watch) -> None:
        task = await held(gateway, line, site, poll())
        act(site, watch)
        await task
        await gateway(poll(), late.receive, late.send)

    with_a_watch(work)
    assert (line.status, late.status) == (status, status)
