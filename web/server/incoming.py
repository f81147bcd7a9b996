"""A request's body, taken in before a thread sees the request: one that comes slowly costs a connection alone."""

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
"""Bytes; what is larger lies in a temporary file."""
LINGER = 5
"""Seconds in which what nobody wants is still taken: a browser that is cut off while it sends shows no answer."""


class TooSlowError(Exception):
    """A request did not come within its time."""


class GoneError(Exception):
    """Whoever sent it has hung up."""


async def taken_in(receive: Receive, most: int, pace: Pace) -> tuple[IO[bytes], int]:
    """The body from its beginning and how long it is; what is longer than `most` bytes is cut off behind them.

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
    """Take what is still coming, for a moment, and forget it."""
    with suppress(TimeoutError, GoneError):
        async with asyncio.timeout(LINGER):
            while (await _next(receive))[1]:
                pass


async def _next(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] != "http.request":
        raise GoneError
    return message.get("body", b""), message.get("more_body", False)
