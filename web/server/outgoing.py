"""Buffers a response between the thread that makes it and the phone that receives it.

The thread never waits: unsent bytes are kept in memory, many in a temporary file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from web.server.incoming import Pace, Receive

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
Asgi: TypeAlias = Callable[[Mapping[str, Any], Receive, Send], Awaitable[None]]

IN_MEMORY = 256 * 1024
BYTES_PER_WRITE = 64 * 1024
"""Bytes sent at a time."""
log = logging.getLogger("gunicorn.error")


class Outgoing:
    """The response to one request; `make` runs in a thread, `send` in the event loop."""

    def __init__(self, environ: WSGIEnvironment, loop: asyncio.AbstractEventLoop) -> None:
        self.environ = environ
        """The request, with what the site added."""
        self._loop, self._news, self._lock = loop, asyncio.Event(), Lock()
        self._body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self._bytes_written = self._bytes_read = self._status = 0
        self._headers: list[tuple[bytes, bytes]] = []
        self._streams = self._is_whole = self._is_over = False
        self._is_wanted = True

    # In a thread.

    def make(self, site: WSGIApplication) -> None:
        """Run the site and buffer its response; skipped where the client is gone."""
        try:
            if self._is_wanted:
                self._run(site)
        except BaseException:
            # The site has error pages; this failed in making one, or in a stream.
            log.exception("An answer was not made")
        finally:
            self.environ["wsgi.input"].close()
            self._is_over = True
            self._tell()

    def _run(self, site: WSGIApplication) -> None:
        chunks = site(self.environ, self._start)
        try:
            for chunk in chunks:
                if not self._is_wanted:
                    return
                if chunk:
                    self._write(chunk)
            self._is_whole = self._status > 0
        finally:
            if close := getattr(chunks, "close", None):
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        self._status = int(status[:3])
        self._headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        # A response without a length is streamed, such as an import's progress; others are sent when complete.
        self._streams = not any(name == b"content-length" for name, _ in self._headers)
        return self._write

    def _write(self, chunk: bytes) -> None:
        with self._lock:
            self._body.seek(self._bytes_written)
            self._bytes_written += self._body.write(chunk)
        if self._streams:
            self._tell()

    def _tell(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            self._is_wanted = False  # the server stops

    # In the event loop.

    async def status(self) -> int:
        """The status of the response; 0 where none could be made."""
        await self._news.wait()
        return self._status

    def add_header(self, name: str, value: str) -> None:
        """Add a header to a response that was made."""
        self._headers.append((name.encode(), value.encode()))

    async def send(self, send: Send, pace: Pace) -> None:
        """Send the response as it is made; raises TimeoutError where the client is too slow."""
        try:
            if not await self.status():
                await say(send, 500, "Something went wrong on our side.")
                return
            await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
            waited, is_last = 0.0, False
            while not is_last:
                chunk, is_last = await self._next()
                if is_last and not self._is_whole:
                    return  # cut off, which the phone sees: the connection is closed
                began = self._loop.time()
                async with asyncio.timeout(pace.allowed(self._bytes_read) - waited):
                    await send({"type": "http.response.body", "body": chunk, "more_body": not is_last})
                waited += self._loop.time() - began
        finally:
            self._is_wanted = False
            with self._lock:
                if self._is_over:
                    self._body.close()

    async def _next(self) -> tuple[bytes, bool]:
        """The next bytes, and whether they are the last."""
        while True:
            self._news.clear()
            is_over = self._is_over
            with self._lock:
                self._body.seek(self._bytes_read)
                chunk = self._body.read(BYTES_PER_WRITE)
                self._bytes_read += len(chunk)
                is_last = is_over and self._bytes_read == self._bytes_written
            if chunk or is_last:
                return chunk, is_last
            await self._news.wait()


async def say(send: Send, status: int, text: str, **headers: str) -> None:
    """Send a short plain-text response."""
    body = f"{text}\n".encode()
    given = {"content_type": "text/plain; charset=utf-8", "content_length": str(len(body)), **headers}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": body})
