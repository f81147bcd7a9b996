"""Requests at the gateway between server and site, and phones' connections that send and take as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from web.server.incoming import Pace

PATIENT = Pace(head=60, seconds=60)
Outcome = TypeVar("Outcome")


def scope(path: str = "/", method: str = "GET", **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"a=1",
        "headers": [
            *([(b"transfer-encoding", b"chunked")] if method == "POST" else []),
            *((name.replace("__", "-").encode(), value.encode()) for name, value in headers.items()),
        ],
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 4711),
    }


class Line:
    """A phone's connection: it sends these pieces and then no more; `taken` is what it got."""

    def __init__(self, *pieces: bytes, ends: bool = True, takes: bool = True) -> None:
        self._pieces = [
            {"type": "http.request", "body": piece, "more_body": not ends or number < len(pieces)}
            for number, piece in enumerate(pieces, start=1)
        ]
        self.takes = takes
        self.status = 0
        self.headers: dict[str, str] = {}
        self.taken: list[bytes] = []
        self.whole = False

    async def receive(self) -> Mapping[str, Any]:
        if self._pieces:
            return self._pieces.pop(0)
        await asyncio.Event().wait()
        raise AssertionError("never")

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        if not self.takes:
            await asyncio.Event().wait()
        self.taken.append(message.get("body", b""))
        self.whole = not message.get("more_body", False)


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What comes of it, in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
