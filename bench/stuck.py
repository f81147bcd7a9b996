"""A scene of load: phones save while others hold connections that stand in the middle of something."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from math import inf
from typing import Any
from urllib.parse import SplitResult, urlsplit
from urllib.request import urlopen

from bench.figures import Figure
from bench.load import FORM, Line, Site, allow_connections, saves_at, served, tables
from bench.sessions import book_of, fill
from store.transfer.export import dump
from tests.kit.web.over_http import cookie_of
from tests.web.conftest import Phone, Sitting, site_at

DRIP, SETTLE, PATIENCE = 4.5, 6.0, 10
"""Seconds after which one that is slow sends a byte more (the site keeps a connection for five); until all have come,
and have what they asked for as far as they take it; and until a save counts as lost."""
SMALL = 4096
"""Bytes that a slow reader has room for."""
FORM_BEGINS = f"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Type: {FORM}\r\nContent-Length: 900\r\n\r\ncsrf_token=abc"


@dataclass(frozen=True)
class Stuck:
    """What one of a kind sends at first and every few seconds after that; one that takes nothing has little room."""

    begins: bytes = b""
    drips: bytes = b""
    takes: bool = True


def kinds(style: str) -> dict[str, Stuck]:
    """By what they are called; `style` is the address of a file that is not small."""
    asks = f"GET {style} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    return {
        "silent connections": Stuck(),
        "slow headers": Stuck(b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-Slow: 1\r\n"),
        "half-sent forms": Stuck(FORM_BEGINS.encode()),
        "slow forms": Stuck(FORM_BEGINS.encode(), b"a"),
        "slow readers": Stuck(asks * 10, takes=False),
        "connections that ask every 4.5 s": Stuck(asks, asks),
    }


def style_of(site: str) -> str:
    """The address of a file that is not small, which anybody may read."""
    with urlopen(site) as page:
        found = re.search(r'href="(/[^"]+\.css)"', page.read().decode())
    assert found, "a page has a style"
    return found[1]


def stuck(short: bool) -> Iterator[Figure]:
    """Saves, one a second on a connection of its own, while others are stuck or send a scorebook file, beside nobody"""
    many, seconds, size = (50, 3, 100) if short else (500, 15, 1_500)
    allow_connections()
    with served() as site:
        sheets, place = iter(tables(site, 9)), urlsplit(site.address)
        others = {
            f"{many} {name}": [partial(hold, place, kind)] * many
            for name, kind in kinds(style_of(site.address)).items()
        }
        others[f"a file of {size:,} sessions, again and again"] = [partial(send_again, site, file_of(size))]
        # The first ones warm the site up.
        _, alone = (max(asyncio.run(saves_beside(site, next(sheets), seconds, []))) for _ in range(2))
        for name, beside in others.items():
            late = asyncio.run(saves_beside(site, next(sheets), seconds, beside))
            yield Figure(f"{name}: the slowest save", max(late, default=inf) / alone)
            yield Figure("  saves without an answer", seconds - len(late), "saves", goal=0)


async def saves_beside(
    site: Site, sheet: Sitting, seconds: int, beside: Sequence[Callable[[], Coroutine[Any, Any, None]]]
) -> list[float]:
    """How late the saves were that were answered."""
    late, saves, cookie = list[float](), saves_at([sheet]), cookie_of(sheet.phone)
    tasks = [asyncio.create_task(each()) for each in beside]
    await asyncio.sleep(SETTLE if tasks else 0)
    for _ in range(seconds):
        keeper, began = Line(site.address, cookie), time.monotonic()
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            status, _ = await asyncio.wait_for(keeper.ask(*next(saves)), PATIENCE)
            assert status == HTTPStatus.SEE_OTHER, status
            late.append(time.monotonic() - began)
        keeper.close()
        await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
    assert not any(each.done() for each in tasks), "they are there to the end"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return late


async def hold(place: SplitResult, kind: Stuck) -> None:
    """Hold a connection; who is hung up on comes again."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(random.uniform(0, DRIP))
    while True:
        with socket.socket() as line, suppress(OSError):
            line.setblocking(False)
            if not kind.takes:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            await loop.sock_connect(line, (place.hostname, place.port))
            await loop.sock_sendall(line, kind.begins)
            while True:
                await asyncio.sleep(DRIP)
                with suppress(BlockingIOError):
                    if kind.takes and line.recv(1 << 16) == b"":
                        break
                await loop.sock_sendall(line, kind.drips)
        await asyncio.sleep(DRIP)


def file_of(sessions: int) -> bytes:
    """A scorebook file."""
    with tempfile.TemporaryDirectory() as folder:
        phone = Phone(site_at(folder), "ja")
        phone.sits_down()
        with book_of(phone) as book:
            fill(book, sessions)
            return "".join(dump(book)).encode()


async def send_again(site: Site, file: bytes) -> None:
    """Import a file into a scorebook of its own."""
    phone = Phone(site.app)
    phone.sits_down()
    told = {"Authorization": f"Bearer {phone.program().token}", "Content_Type": "application/json"}
    while True:
        status, _ = await Line(site.address, "").ask("POST", "/api/v1/scorebook", file, **told)
        assert status == HTTPStatus.OK, status
