"""Waits for sessions to change, so that the poll of an open page is answered as soon as there is something new.

One query asks for the states of all sessions that somebody waits for, as long as anybody does.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakValueDictionary

from store.errors import DatabaseError
from store.sessions.snapshot import State

TICK = 0.6
"""Seconds between two queries."""

States: TypeAlias = Callable[[Collection[str]], Mapping[str, State]]
"""Reads the states of sessions; it is called in a thread."""


@dataclass(eq=False)
class WaitingPoll:
    """A poll of a page with this version; `accesses` as they were when the record was asked first."""

    session: str
    version: str
    news: asyncio.Event
    accesses: tuple[int, int] | None = None

    def hear(self, state: State | None) -> None:
        """Note the session's state; None where there is none any more."""
        if state is not None and self.accesses is None:
            self.accesses = state.accesses
        if state != (self.version, self.accesses):
            self.news.set()


class Watch:
    """The sessions that are waited for in one process; used in its event loop only.

    `places` polls wait at most, `per_device` of them from one device: over HTTP/1.1 it has six connections, and needs
    one for a save.
    """

    def __init__(self, states: States, *, places: int = 2000, per_device: int = 2, tick: float = TICK) -> None:
        self._states, self._tick = states, tick
        self._places, self._per_device = places, per_device
        self._held: Counter[str] = Counter()
        self._waiting: set[WaitingPoll] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: asyncio.Task[None] | None = None
        self._is_over = False

    @contextmanager
    def place(self, device: str) -> Iterator[bool]:
        """Whether a poll of this device may wait, and its place as long as it does."""
        if self._is_over or self._held.total() >= self._places or self._held[device] >= self._per_device:
            yield False
            return
        self._held[device] += 1
        try:
            yield True
        finally:
            self._held[device] -= 1
            if not self._held[device]:
                del self._held[device]

    async def news(self, session: str, version: str, seconds: float) -> bool:
        """Wait until a session has another version, or an access to its scorebook was given or has ended.

        False after so many seconds, or where the server stops.
        """
        waiting = WaitingPoll(session, version, asyncio.Event())
        self._waiting.add(waiting)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            async with asyncio.timeout(seconds):
                await waiting.news.wait()
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(waiting)
        return not self._is_over

    def turn(self, session: str) -> asyncio.Lock:
        """Held while the news of a session are made: the next are then made from what the process keeps of it."""
        return self._turns.setdefault(session, asyncio.Lock())

    def end(self) -> None:
        """Let everybody go: the server stops."""
        self._is_over = True
        for waiting in self._waiting:
            waiting.news.set()

    async def _look(self) -> None:
        while self._waiting:
            await asyncio.sleep(self._tick)
            asked = tuple(self._waiting)
            # Where the record is not to be reached, the site says so when it is asked again.
            with suppress(DatabaseError):
                found = await asyncio.to_thread(self._states, {waiting.session for waiting in asked})
                for waiting in asked:
                    waiting.hear(found.get(waiting.session))
