"""Holds polls until their session changes, so that an open page is answered as soon as there is something new.

A poll says how long it prefers to wait (RFC 7240), and occupies no thread meanwhile. One query asks for the states of
all sessions that somebody waits for, as long as anybody does.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from store.errors import DatabaseError
from store.sessions.snapshot import State
from web.http.live_updates import DEVICE, polled

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from web.server.gateway import Answer

WAIT = re.compile(r"wait=(\d{1,3})")


def seconds_to_wait(environ: WSGIEnvironment) -> int:
    """The seconds, ten at most, that a poll prefers to wait for news; 0 for any other request."""
    prefers = WAIT.fullmatch(environ.get("HTTP_PREFER", ""))
    return min(10, int(prefers[1])) if prefers and polled(environ) else 0


@dataclass(eq=False)
class Poll:
    """A poll that waits, of a page with this version; `accesses` as they were when the record was asked first."""

    device: str
    session: str
    version: str
    accesses: tuple[int, int] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Watch:
    """The polls that wait in one process, at most `places` of them and `per_device` from one device.

    Every `tick` seconds `states` reads the states of their sessions, in a thread.
    """

    def __init__(
        self,
        states: Callable[[Collection[str]], Mapping[str, State]],
        *,
        places: int = 2000,
        per_device: int = 2,
        tick: float = 0.6,
    ) -> None:
        self._states, self._places, self._per_device, self._tick = states, places, per_device, tick
        self._waiting: set[Poll] = set()
        # Held while the news of a session are made: the next are then made from what the process keeps of it.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: asyncio.Task[None] | None = None
        self._is_over = False

    async def hold(
        self,
        answer: Answer,
        seconds: float,
        ask: Callable[[], Awaitable[Answer]],
        until_gone: Callable[[], Coroutine[Any, Any, None]],
    ) -> Answer:
        """The site's next answer when the session of a poll has another version, or accesses to its scorebook change.

        The given one after so many seconds or where the client is gone, at once where too many wait. A page that is
        being made when the time is over is waited for.
        """
        poll = Poll(answer.environ.get(DEVICE, ""), *(polled(answer.environ) or ("", "")))
        if (
            self._is_over
            or len(self._waiting) >= self._places
            or sum(each.device == poll.device for each in self._waiting) >= self._per_device
        ):
            return answer
        self._waiting.add(poll)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        leaves = asyncio.create_task(until_gone())
        leaves.add_done_callback(lambda _: poll.news.set())
        ends = asyncio.get_running_loop().time() + seconds
        try:
            while answer.status == 304:
                async with asyncio.timeout_at(ends):
                    await poll.news.wait()
                if leaves.done() or self._is_over:
                    break
                poll.accesses = None
                poll.news.clear()
                async with self._turns.setdefault(poll.session, asyncio.Lock()):
                    answer = await ask()
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(poll)
            leaves.cancel()
            await asyncio.wait([leaves])  # of two who read from a connection the second would break it
        answer.headers.append(("Preference-Applied", f"wait={seconds}"))
        return answer

    def end(self) -> None:
        """Answer all polls that wait: the server stops."""
        self._is_over = True
        for poll in self._waiting:
            poll.news.set()

    async def _look(self) -> None:
        while self._waiting:
            await asyncio.sleep(self._tick)
            asked = tuple(self._waiting)
            # Where the record is not to be reached, the site says so when it is asked again.
            with suppress(DatabaseError):
                found = await asyncio.to_thread(self._states, {poll.session for poll in asked})
                for poll in asked:
                    state = found.get(poll.session)
                    poll.accesses = poll.accesses or (state and state.accesses)
                    if state != (poll.version, poll.accesses):
                        poll.news.set()
