"""ASGI app that runs the WSGI site in threads: reads each request whole, and sends the response.

Under overload, polls of open pages get a Retry-After instead of a place in the queue, so that saves need not wait.
A poll that prefers to wait (RFC 7240) is answered when its session changes or its time is over; it occupies no thread.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from io import BytesIO
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from web.http.limits import MAX_FILES_BYTES, MAX_FORM_BYTES, TAKES_FILES
from web.http.middleware import ASKS_ACCESS, DEVICE, parse_poll
from web.server.incoming import GoneError, Incoming, Pace, Receive, TooSlowError, environ_of
from web.server.outgoing import Outgoing, Send, say
from web.server.watch import Watch

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

THREADS = 4
QUEUE = 200
"""Requests that may wait for a thread: some half a second's work, mostly polls."""
RETRY_AFTER_SECONDS = range(4, 9)
"""Retry-After of a refused poll, spread so that not all come back at once."""
WAIT = re.compile(r"wait=(\d{1,3})")
MAX_WAIT = 10
"""Seconds that a poll may prefer to wait."""
WINDOW = 60
MAX_FILE_REQUEST_BYTES = MAX_FILES_BYTES + 64 * 1024
"""Bytes of a request with files, including the form around it."""
FILES = 16
"""Larger files that a process receives at once, at most half of them from strangers; they take disk space, or memory in
a container without a disk. The first `MAX_FORM_BYTES` come without a place, as those of any form."""
log = logging.getLogger("gunicorn.error")
FRAMES_BODY = frozenset({b"content-length", b"transfer-encoding"})
"""Headers of which a request with a body has one."""


class NoPlaceError(Exception):
    """Other files are received first."""


def seconds_to_wait(environ: WSGIEnvironment) -> int:
    """The seconds that a poll prefers to wait for news; 0 for any other request."""
    prefers = WAIT.fullmatch(environ.get("HTTP_PREFER", ""))
    return min(MAX_WAIT, int(prefers[1])) if prefers and parse_poll(environ) else 0


class Gateway:
    """The ASGI app around the site."""

    def __init__(
        self,
        site: WSGIApplication,
        pace: Pace,
        *,
        watch: Watch | None = None,
        threads: int = THREADS,
        queue: int = QUEUE,
        files: int = FILES,
    ) -> None:
        self._site, self._pace, self._watch, self._queue_length = site, pace, watch, queue
        self._queue: SimpleQueue[Outgoing] = SimpleQueue()
        self._files, self._files_of_strangers = asyncio.Semaphore(files), asyncio.Semaphore(max(1, files // 2))
        self._shed, self._window_ends = 0, 0.0
        for number in range(threads):
            # Daemons: when the server stops, it has waited for its connections already.
            Thread(target=self._run_site, name=f"site-{number}", daemon=True).start()

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        incoming = Incoming(receive, self._pace)
        async with AsyncExitStack() as places:
            try:
                if any(name in FRAMES_BODY for name, _ in scope["headers"]):
                    await incoming.read(MAX_FORM_BYTES)
                if incoming.size > MAX_FORM_BYTES and scope["path"].endswith(TAKES_FILES):
                    await self._wait_for_place(scope, places)
                    await incoming.read(MAX_FILE_REQUEST_BYTES)
                await self._respond(environ_of(scope, incoming.body, incoming.size), incoming, send)
            except GoneError:
                return
            except TooSlowError:
                await say(send, 408, "Request timed out.", connection="close")
                return
            except NoPlaceError:
                await say(send, 503, "Other files are being received.", retry_after="30", connection="close")
                return
        await incoming.discard_rest()

    async def _wait_for_place(self, scope: Mapping[str, Any], places: AsyncExitStack) -> None:
        """Wait for the place of a file that is larger than a form; raises NoPlaceError."""
        known = (
            await self._ask_site(environ_of(scope, BytesIO(), 0) | {ASKS_ACCESS: True}).status()
            == HTTPStatus.NO_CONTENT
        )
        try:
            async with asyncio.timeout(self._pace.seconds):
                for each in (self._files,) if known else (self._files_of_strangers, self._files):
                    await places.enter_async_context(each)
        except TimeoutError as error:
            raise NoPlaceError from error

    async def _respond(self, environ: WSGIEnvironment, incoming: Incoming, send: Send) -> None:
        """Send the response that a thread makes; raises GoneError."""
        if self._is_full() and parse_poll(environ):
            self._note_shed()
            await say(send, 503, "Please ask again later.", retry_after=str(random.choice(RETRY_AFTER_SECONDS)))
            return
        response = await self._response(environ, incoming)
        # After a timeout the server closes the connection.
        with suppress(TimeoutError):
            await response.send(send, self._pace)

    async def _response(self, environ: WSGIEnvironment, incoming: Incoming) -> Outgoing:
        """The response; to a poll that waits, when there is something new or its time is over. Raises GoneError."""
        response, wait = self._ask_site(environ), seconds_to_wait(environ)
        if not wait or self._watch is None or await response.status() != HTTPStatus.NOT_MODIFIED:
            return response
        with self._watch.place(response.environ.get(DEVICE, "")) as is_free:
            if not is_free:
                return response
            gone = asyncio.create_task(incoming.until_gone())
            try:
                response = await self._hold(response, environ, wait, gone)
            finally:
                gone.cancel()
        response.add_header("preference-applied", f"wait={wait}")
        return response

    async def _hold(
        self, response: Outgoing, environ: WSGIEnvironment, wait: float, gone: asyncio.Task[None]
    ) -> Outgoing:
        assert self._watch is not None
        session, version = parse_poll(environ) or ("", "")
        loop = asyncio.get_running_loop()
        ends = loop.time() + wait
        while (left := ends - loop.time()) > 0 and not self._is_full():
            news = asyncio.create_task(self._watch.news(session, version, left))
            await asyncio.wait((news, gone), return_when=asyncio.FIRST_COMPLETED)
            if not news.done():
                news.cancel()
                raise GoneError
            if not news.result():
                break
            async with self._watch.turn(session):
                response = self._ask_site(environ)
                if await response.status() != HTTPStatus.NOT_MODIFIED:
                    break
        return response

    def _ask_site(self, environ: WSGIEnvironment) -> Outgoing:
        """The response that a thread will make."""
        if seconds_to_wait(environ):  # which may be asked again
            environ = environ | {"wsgi.input": BytesIO()}
        response = Outgoing(environ, asyncio.get_running_loop())
        self._queue.put(response)
        return response

    def _is_full(self) -> bool:
        return self._queue.qsize() >= self._queue_length

    def _run_site(self) -> None:
        while True:
            self._queue.get().make(self._site)

    def _note_shed(self) -> None:
        """Log the first refused poll of a window, with the number since the last line."""
        self._shed += 1
        if (now := time.monotonic()) >= self._window_ends:
            log.warning(
                "Overloaded: %d requests are waiting. Open pages were told to ask later %d times since the last line",
                self._queue.qsize(),
                self._shed,
            )
            self._shed, self._window_ends = 0, now + WINDOW
