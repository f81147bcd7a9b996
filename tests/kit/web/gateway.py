"""A server in this process, and phones' connections to it that send and take as a test wants."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import h11

from web.server.gateway import Gateway, Pace
from web.server.watch import Watch

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PATIENT = Pace(head=60, idle=60, seconds=60)
Outcome = TypeVar("Outcome")


@asynccontextmanager
async def served(site: WSGIApplication, pace: Pace = PATIENT, **options: Any) -> AsyncIterator[Gateway]:
    """A server of this site."""
    watch, note = options.pop("watch", Watch(lambda _: {})), options.pop("note", lambda *_: None)
    server = Gateway(site, pace, watch, note=note, **options)
    listener = await asyncio.start_server(server.connected, "127.0.0.1", 0)
    server.port = listener.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    try:
        yield server
    finally:
        listener.close()
        for connection in server.connections:
            connection.writer.transport.abort()
        while server.connections:
            await asyncio.sleep(0)


class Line:
    """A phone's connection with one request, whose body is these pieces; `taken` is what it got."""

    def __init__(
        self,
        *pieces: bytes,
        path: str = "/",
        method: str = "",
        ends: bool = True,
        takes: bool = True,
        **headers: str,
    ) -> None:
        self._pieces, self._ends, self._takes = pieces, ends, takes
        self._method = method or ("POST" if pieces else "GET")
        self._path, self._headers = path, {name.replace("__", "-"): value for name, value in headers.items()}
        self.status = 0
        self.headers: dict[str, str] = {}
        self.taken: list[bytes] = []
        self.whole = False

    async def asks(self, server: Gateway) -> Line:
        """Send the request and take the answer, to the end of one or the other."""
        line = socket.socket()
        if not self._takes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))  # type: ignore[attr-defined]
        reader, writer = await asyncio.open_connection(sock=line, limit=4096)
        try:
            with suppress(ConnectionError):
                await self._ask(reader, writer)
        finally:
            writer.transport.abort()
        return self

    async def pause(self) -> None:
        """Between the pieces."""

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        http = h11.Connection(h11.CLIENT)
        headers = {"Host": "x", **({"Transfer-Encoding": "chunked"} if self._pieces else {}), **self._headers}
        writer.write(http.send(h11.Request(method=self._method, target=self._path, headers=[*headers.items()])))
        for piece in self._pieces:
            writer.write(http.send(h11.Data(piece)))
            await writer.drain()
            await self.pause()
        if self._ends:
            writer.write(http.send(h11.EndOfMessage()))
        if not self._takes:
            await asyncio.Event().wait()
        with suppress(h11.RemoteProtocolError):  # cut off
            while not self.whole:
                event = http.next_event()
                if event is h11.NEED_DATA:
                    http.receive_data(await reader.read(1 << 16))
                elif isinstance(event, h11.Response):
                    self.status = event.status_code
                    self.headers = {name.decode(): value.decode() for name, value in event.headers}
                elif isinstance(event, h11.Data):
                    self.taken.append(bytes(event.data))
                else:
                    self.whole = isinstance(event, h11.EndOfMessage)
                    return


async def sends(server: Gateway, *pieces: bytes, ends: bool = False) -> bytes:
    """All that comes for these bytes, until the server hangs up; `ends` closes the sending side first."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)  # type: ignore[attr-defined]
    for piece in pieces:
        writer.write(piece)
        await asyncio.sleep(0.01)
    if ends:
        writer.write_eof()
    try:
        return await reader.read()
    finally:
        writer.transport.abort()


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What comes of it, in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
