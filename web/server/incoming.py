"""Reads request bodies before a thread is used, so that a slow one occupies only a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeAlias

from web.server.pace import Pace

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]

IN_MEMORY = 64 * 1024
"""Bytes kept in memory; a larger body is a temporary file."""
LINGER = 5
"""Seconds in which a refused body is still read: a browser cut off while sending shows no response."""


class TooSlowError(Exception):
    """A request was not received within its time."""


class GoneError(Exception):
    """The client has closed the connection."""


class Incoming:
    """The body of one request, as far as it was read."""

    def __init__(self, receive: Receive, pace: Pace) -> None:
        self._receive, self._pace = receive, pace
        self.body: IO[bytes] = BytesIO()
        self.size = 0
        self._more = True

    async def read(self, most: int) -> None:
        """Read on to the end, or until there are more than `most` bytes.

        Raises TooSlowError, GoneError.
        """
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self._pace.allowed(self.size)) as limit:
                while self._more and self.size <= most:
                    chunk, self._more = await _next(self._receive)
                    self._keep(chunk)
                    limit.reschedule(began + self._pace.allowed(self.size))
        except TimeoutError as error:
            raise TooSlowError from error

    def _keep(self, chunk: bytes) -> None:
        if not self.size and self._more:
            self.body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self.body.seek(self.size)
        self.size += self.body.write(chunk)
        self.body.seek(0)

    async def until_gone(self) -> None:
        """Wait until the client of a request that was received whole closes the connection."""
        with suppress(GoneError):
            while True:
                _, self._more = await _next(self._receive)

    async def let_go(self) -> None:
        """Read and discard the rest, if there is any, for up to `LINGER` seconds."""
        with suppress(TimeoutError, GoneError):
            async with asyncio.timeout(LINGER):
                while self._more:
                    _, self._more = await _next(self._receive)


async def _next(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] != "http.request":
        raise GoneError
    return message.get("body", b""), message.get("more_body", False)
