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


async def taken_in(receive: Receive, most: int, pace: Pace) -> tuple[IO[bytes], int]:
    """Read a body and return it with its size, cut off after `most` bytes.

    Raises TooSlowError, GoneError.
    """
    began = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout(pace.allowed(0)) as limit:
            first, more = await _next(receive)
            if not more:
                return BytesIO(first), len(first)
            body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
            size = body.write(first)
            limit.reschedule(began + pace.allowed(size))
            while more and size <= most:
                chunk, more = await _next(receive)
                size += body.write(chunk)
                limit.reschedule(began + pace.allowed(size))
    except TimeoutError as error:
        raise TooSlowError from error
    body.seek(0)
    return body, size


async def let_go(receive: Receive) -> None:
    """Read and discard the rest for up to `LINGER` seconds."""
    with suppress(TimeoutError, GoneError):
        async with asyncio.timeout(LINGER):
            while (await _next(receive))[1]:
                pass


async def until_gone(receive: Receive) -> None:
    """Wait until the client of a request that was received whole closes the connection."""
    with suppress(GoneError):
        while True:
            await _next(receive)


async def _next(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] != "http.request":
        raise GoneError
    return message.get("body", b""), message.get("more_body", False)
