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
from tests.kit.web.gateway import PATIENT, Line, run, scope
from web.http.middleware import DEVICE
from web.server.gateway import Gateway
from web.server.watch import Watch

QUICK = 0.001
LONG = 30
"""Seconds in which also a busy machine has come to it; whoever waited so long was not woken."""


class Site:
    """Sessions with versions, who may see them, and the polls that wait for news of them."""

    def __init__(self) -> None:
        self.versions = {"abc": "1.a", "def": "1.a"}
        self.shut: set[str] = set()
        self.queries: list[set[str]] = []
        self.is_away = False
        self.accesses = (2, 2)
        self._lock, self._now, self.most_at_once = Lock(), 0, 0
        self.watch: Watch
        self.gateway: Gateway

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

    async def answers(self, asked: dict[str, Any], sent: bytes = b"") -> Line:
        line = Line(sent)
        await self.gateway(asked, line.receive, line.send)
        return line

    async def held(self, asked: dict[str, Any]) -> tuple[asyncio.Task[None], Line]:
        """A poll that waits: the record has been asked for its session."""
        line = Line(b"")
        task = asyncio.create_task(self.gateway(asked, line.receive, line.send))
        await self.still_asked(task)
        return task, line

    async def still_asked(self, task: asyncio.Task[None] | None = None) -> None:
        """The record has been asked three times since, or the task is done."""
        until = len(self.queries) + 3
        while len(self.queries) < until and not (task and task.done()):
            await asyncio.sleep(QUICK)


def poll(session: str = "abc", *, wait: str = "wait=10", cookie: str = "a", version: str = "1.a") -> dict[str, Any]:
    return scope(f"/s/{session}/now", if__none__match=f'W/"{version}.w"', prefer=wait, cookie=cookie)


def watched(
    *, per_device: int = 2, places: int = 100, threads: int = 2
) -> Callable[[Callable[[Site], Awaitable[None]]], Callable[[], None]]:
    """Run a test beside a watch; polls that wait at its end are called off."""

    def beside(test: Callable[[Site], Awaitable[None]]) -> Callable[[], None]:
        async def at_its_gateway() -> None:
            site = Site()
            site.watch = Watch(site.read, tick=QUICK, per_device=per_device, places=places)
            site.gateway = Gateway(site, PATIENT, watch=site.watch, threads=threads)
            async with asyncio.timeout(LONG):
                await test(site)

        return lambda: run(at_its_gateway())

    return beside


@watched()
async def test_a_poll_is_answered_and_over_when_its_session_has_another_version(site: Site) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.server.incoming.LINGER", 2 * LONG)
        (waits, line), (still, _) = await site.held(poll()), await site.held(poll("def"))
        site.versions["abc"] = "2.b"
        await waits
    assert (line.status, line.headers["etag"], b"".join(line.taken)) == (200, 'W/"2.b.w"', b"page")
    assert (line.headers["preference-applied"], line.whole) == ("wait=10", True)
    assert not still.done(), "at its table there is nothing new"


@watched()
async def test_a_poll_waits_as_long_as_it_asks_to_and_has_nothing_new(site: Site) -> None:
    for asked, status, applied in (
        (poll(version="0.z"), 200, ""),  # there is something new already
        *((poll(wait=wait), 304, "") for wait in ("", "wait=soon", "respond-async")),
        (poll(wait="wait=1"), 304, "wait=1"),  # its time is over
    ):
        assert site.queries == []
        line = await site.answers(asked)
        assert (line.status, line.headers.get("preference-applied", ""), line.whole) == (status, applied, True)


@watched(threads=1)
async def test_polls_that_wait_keep_no_thread_and_one_query_asks_for_all_of_them(site: Site) -> None:
    tasks = [(await site.held(poll(("abc", "def")[each % 2], cookie=str(each))))[0] for each in range(20)]
    form = await site.answers(scope("/s/abc/entries", "POST"), b"form")
    assert (form.status, site.queries[-1]) == (200, {"abc", "def"})
    assert not any(task.done() for task in tasks)


@watched(places=3)
async def test_of_one_device_so_many_wait_and_of_all_so_many(site: Site) -> None:
    """Over HTTP/1.1 six windows have six connections, and one must be free for a save."""
    tasks = []
    # The third of one device, and whoever comes when all places are taken, is answered at once.
    for cookie, status in (("a", 0), ("a", 0), ("a; more=1", 304), ("b", 0), ("c", 304)):
        task, line = await site.held(poll(cookie=cookie))
        assert (task.done(), line.status, "preference-applied" in line.headers) == (status != 0, status, False)
        tasks += [] if status else [task]
    # A window is closed.
    tasks.pop(0).cancel()
    await asyncio.sleep(0)
    tasks.append((await site.held(poll(cookie="a")))[0])
    assert not any(task.done() for task in tasks)


@watched(per_device=1)
async def test_a_browser_that_hangs_up_leaves_its_place(site: Site) -> None:
    class Leaves(Line):
        async def receive(self) -> Mapping[str, Any]:
            return self._pieces.pop(0) if self._pieces else {"type": "http.disconnect"}

    leaves = Leaves(b"")
    await site.gateway(poll(), leaves.receive, leaves.send)
    task, _ = await site.held(poll())
    assert (leaves.status, task.done()) == (0, False)


@watched()
async def test_an_access_that_ends_is_noticed_though_nothing_is_new(site: Site) -> None:
    (shut, line), (stays, _) = await site.held(poll(cookie="a")), await site.held(poll(cookie="b"))
    site.shut.add("a")
    site.accesses = (2, 1)
    await shut
    await site.still_asked()
    assert (line.status, stays.done()) == (403, False), "the other's own access holds"


@watched(threads=4)
async def test_the_news_of_a_session_are_made_one_after_the_other(site: Site) -> None:
    """The first draws the page, and the next take what is kept of it."""
    waiting = [await site.held(poll(cookie=str(number))) for number in range(4)]
    site.versions["abc"] = "2.b"
    await asyncio.gather(*(task for task, _ in waiting))
    assert (site.most_at_once, {line.status for _, line in waiting}) == (1, {200})


@watched()
async def test_while_the_record_is_away_who_waits_waits_on(site: Site) -> None:
    site.is_away = True
    task, line = await site.held(poll())
    assert not task.done()
    site.is_away = False
    site.versions["abc"] = "2.b"
    await task
    assert line.status == 200


@watched()
async def test_nobody_waits_for_what_does_not_come_any_more(site: Site) -> None:
    """A session that is gone is news; a server that stops lets everybody go."""
    (gone, news), (let_go, line) = await site.held(poll("def")), await site.held(poll())
    del site.versions["def"]
    await gone
    assert not let_go.done()
    site.watch.end()
    await let_go
    late = await site.answers(poll())
    assert (news.status, line.status, late.status) == (200, 304, 304)
