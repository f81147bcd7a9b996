"""Buffers a response between the thread that makes it and the phone that receives it.

The thread never waits: unsent bytes are kept in memory, many in a temporary file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from web.server.incoming import Receive
from web.server.pace import Pace

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
        self._loop = loop
        self._news = asyncio.Event()
        self._lock = Lock()
        self._body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self._written, self._read = 0, 0
        self._head: tuple[int, list[tuple[bytes, bytes]]] | None = None
        self._streams = False
        self._is_whole, self._is_over, self._is_wanted = False, False, True

    # In a thread.

    def make(self, site: WSGIApplication) -> None:
        """Run the site and buffer its response; skipped where the client is gone."""
        try:
            if not self._is_wanted:
                return
            chunks = site(self.environ, self._start)
            try:
                self._keep(chunks)
            finally:
                if close := getattr(chunks, "close", None):
                    close()
            self._is_whole = self._head is not None
        except BaseException:
            # The site has error pages; this failed in making one, or in a stream.
            log.exception("An answer was not made")
        finally:
            self.environ["wsgi.input"].close()
            self._is_over = True
            self._tell()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        self._head = (
            int(status[:3]),
            [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        )
        # A response without a length is streamed, such as an import's progress; others are sent when complete.
        self._streams = not any(name.lower() == "content-length" for name, _ in headers)
        return self._write

    def _keep(self, chunks: Iterable[bytes]) -> None:
        for chunk in chunks:
            if not self._is_wanted:
                return
            if chunk:
                self._write(chunk)

    def _write(self, chunk: bytes) -> None:
        with self._lock:
            self._body.seek(self._written)
            self._written += self._body.write(chunk)
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
        return self._head[0] if self._head else 0

    def add_header(self, name: str, value: str) -> None:
        """Add a header to a response that was made."""
        if self._head:
            self._head[1].append((name.encode(), value.encode()))

    async def send(self, send: Send, pace: Pace) -> None:
        """Send the response as it is made; raises TimeoutError where the client is too slow."""
        try:
            await self._news.wait()
            if self._head is None:
                await say(send, 500, "Something broke here, not at your table.")
                return
            status, headers = self._head
            await send({"type": "http.response.start", "status": status, "headers": headers})
            waited = 0.0
            while True:
                chunk, is_last = await self._next()
                if is_last and not self._is_whole:
                    return  # cut off, which the phone sees: the connection is closed
                began = self._loop.time()
                async with asyncio.timeout(pace.allowed(self._read) - waited):
                    await send({"type": "http.response.body", "body": chunk, "more_body": not is_last})
                waited += self._loop.time() - began
                if is_last:
                    return
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
                self._body.seek(self._read)
                chunk = self._body.read(BYTES_PER_WRITE)
                self._read += len(chunk)
                is_last = is_over and self._read == self._written
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
