"""Thousands of phones on one processor: bare HTTP/1.1 on kept-alive connections, and as little work as can be."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple

END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
ETAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
NO_BODY = (204, 304)


class Told(NamedTuple):
    """A status, and the mark of the page, as it came."""

    status: int
    mark: str


class Line(asyncio.Protocol):
    """A connection on which one thing is asked at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.is_open = False
        self._came = bytearray()
        self._waiting: asyncio.Future[Told] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.is_open = transport, True

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError("it was closed"))

    def ask(self, request: bytes) -> asyncio.Future[Told]:
        assert self.transport is not None, "it was connected"
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._waiting

    def data_received(self, data: bytes) -> None:
        self._came += data
        end = self._came.find(END)
        if end < 0 or self._waiting is None:
            return
        head = bytes(self._came[: end + 2])
        status = int(head[9:12])
        length = LENGTH.search(head)
        if length is None and status not in NO_BODY:
            self._refuse(f"an answer of {status} without its length")
            return
        whole = end + len(END) + (int(length[1]) if length and status not in NO_BODY else 0)
        if len(self._came) < whole:
            return
        self._came.clear()
        if CLOSES.search(head):
            self.close()
        mark = ETAG.search(head)
        if not self._waiting.done():
            self._waiting.set_result(Told(status, mark[1].decode() if mark else ""))

    def close(self) -> None:
        self.is_open = False
        if self.transport is not None:
            self.transport.close()

    def _refuse(self, why: str) -> None:
        self.close()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ValueError(why))


class Lines:
    """The connections of one phone, or of a proxy that all phones come through; `opened` counts them all."""

    opened = 0

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._resting: list[Line] = []

    async def ask(self, request: bytes) -> Told:
        """The answer; raises OSError, and ValueError for what is none."""
        # A browser, too, asks anew where the server hung up on what had rested.
        while self._resting:
            line = self._resting.pop()
            if line.is_open:
                try:
                    return await self._on(line, request)
                except ConnectionError:
                    continue
        Lines.opened += 1
        _, line = await asyncio.get_running_loop().create_connection(Line, self._host, self._port)
        return await self._on(line, request)

    async def _on(self, line: Line, request: bytes) -> Told:
        try:
            told = await line.ask(request)
        except BaseException:
            line.close()
            raise
        if line.is_open:
            self._resting.append(line)
        return told

    def close(self) -> None:
        while self._resting:
            self._resting.pop().close()


def request(method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    if body:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
