"""Measures a phone's saves while hundreds of connections are stuck, or game codes or a scorebook file are sent.

On request, `python -m bench stuck`: directly, then behind each proxy of docs/operating that is installed; `--short` is
a try with few, directly.
"""

from __future__ import annotations

import asyncio
import random
import re
import resource
import shutil
import socket
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode, urlsplit

from bench.figures import Figure
from bench.load.proxies import PROXIES, before
from bench.visitor import FORM, Visitor, whole_evenings
from record.log import MAX_ACTIONS_READ
from record.packed.code import pack, to_link
from scoring.catalogue import all_games, find_game
from store.encoding import to_text
from store.transfer.check import MAX_SHOWN_ENTRIES
from tests.kit.browser.site import running_site
from tests.kit.games import NAMES, played
from web.http.limits import MAX_FILE_BYTES

TITLE = "Saves while others are stuck, one a second on a connection of its own"
SAVED = 1000
"""Milliseconds."""
DRIP = 4.5
"""Seconds after which one that is slow sends a byte more; the site keeps a connection for five."""
SETTLE = 6.0
"""Seconds until all have come, and have what they asked for as far as they take it."""
SMALL = 4096
"""Bytes that a slow reader has room for."""
PATIENCE = 10
AT = "2026-11-28T20:00:00Z"
FORM_BEGINS = f"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Type: {FORM}\r\nContent-Length: 900\r\n\r\ncsrf_token=abc"
MB = 1024**2
BOUNDARY = "a-file-follows"
CODES = 24
"""So many send game codes, each the next one as soon as it is answered."""
LONGEST = ((MAX_SHOWN_ENTRIES, 12), (MAX_ACTIONS_READ, 6))
"""Rounds and players: the most that is scored for a code, and the longest code that is read."""
STYLE = re.compile(r'href="(/[^"]+\.css)"')


@dataclass(frozen=True)
class Plan:
    """How many connections of each kind and how many that are kept, for how many seconds, behind which proxy if any;
    the bytes of the scorebook file."""

    connections: int = 500
    kept: int = 4000
    seconds: int = 15
    proxy: str = ""
    file: int = MAX_FILE_BYTES - MB // 8


SHORT = Plan(50, 200, 3, file=MB)


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
    }


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """What the phone met, kind by kind; without a plan in all ways."""
    if plan is None:
        for proxy in ("", *(name for name, (_, command) in PROXIES.items() if shutil.which(command[0]))):
            yield from measured(Plan(proxy=proxy))
        return
    _allow_files(plan.kept + plan.connections + 200)
    settings = {"TAKUROKU_PROXIES": "1" if plan.proxy else "0"}
    with (
        TemporaryDirectory() as folder,
        running_site(Path(folder), settings=settings) as site,
        before(site, plan.proxy) if plan.proxy else nullcontext(site) as address,
    ):
        yield from asyncio.run(_figures(plan, address))


async def _figures(plan: Plan, address: str) -> list[Figure]:
    keeper = Visitor(address)
    style = STYLE.search(keeper.get("/")[1].decode())
    assert style, "a page has a style"
    where = urlsplit(address)
    place = (str(where.hostname), int(where.port or 80))
    # Begun while nobody is stuck, one for each kind.
    sheets = iter([list(whole_evenings(keeper, 1)) for _ in range(len(kinds(style[1])) + 4)])
    found = [Figure(f"{plan.proxy or 'directly'}: nobody stuck", 0, "connections")]
    found += await _saves(plan, sheets, keeper)
    for name, kind in kinds(style[1]).items():
        async with _held([_hold(place, kind) for _ in range(plan.connections)]) as tasks:
            found += [Figure(f"  {name}", len(tasks), "connections"), *await _saves(plan, sheets, keeper)]
    # Each has asked something and is kept for the next question.
    asks = f"HEAD {style[1]} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    async with _held([_hold(place, Stuck(asks, asks)) for _ in range(plan.kept)]) as tasks:
        found += [Figure("  kept connections that ask every 4.5 s", len(tasks), "connections")]
        found += await _saves(plan, sheets, keeper)
    codes = [_code_sent(rounds, players) for rounds, players in LONGEST]
    async with _held([_send(place, codes[each % len(codes)]) for each in range(CODES)]) as tasks:
        found += [Figure("  the longest game codes, one after the other", len(tasks), "connections")]
        found += await _saves(plan, sheets, keeper)
    file = _file_sent(Visitor(address), _played_file(plan.file))
    async with _held([_send(place, file)]) as tasks:
        found += [Figure(f"  a scorebook file of {plan.file / MB:.0f} MB, again and again", len(tasks), "connections")]
        found += await _saves(plan, sheets, keeper)
    return found


async def _saves(plan: Plan, sheets: Iterator[list[tuple[str, str]]], keeper: Visitor) -> list[Figure]:
    """How many of a second's saves were answered, and how late the latest."""
    times: list[float] = []
    for path, body in next(sheets)[: plan.seconds]:
        keeper.connection.close()
        keeper.connection.timeout = PATIENCE
        began = time.monotonic()
        with suppress(OSError, HTTPException, AssertionError):
            await asyncio.to_thread(_save, keeper, path, body)
            times.append(time.monotonic() - began)
        await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
    answered = Figure("    saves answered", len(times), "saves", goal=plan.seconds, at_least=True)
    slowest = max(times) * 1000 if len(times) == plan.seconds else float("inf")
    return [answered, Figure("    the slowest within", slowest, "ms", goal=SAVED)]


def _save(keeper: Visitor, path: str, body: str) -> None:
    keeper.connection.request("POST", path, body, {"Cookie": keeper.cookie, "Content-Type": FORM})
    answer = keeper.connection.getresponse()
    answer.read()
    assert answer.status == 303, answer.status


@asynccontextmanager
async def _held(connections: Sequence[Coroutine[Any, Any, None]]) -> AsyncIterator[list[asyncio.Task[None]]]:
    """All of them for a while; who is hung up on comes again."""
    tasks = [asyncio.create_task(each) for each in connections]
    try:
        await asyncio.sleep(SETTLE)
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hold(place: tuple[str, int], kind: Stuck) -> None:
    loop = asyncio.get_running_loop()
    await asyncio.sleep(random.uniform(0, DRIP))
    while True:
        with socket.socket() as line, suppress(OSError):
            line.setblocking(False)
            if not kind.takes:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            await loop.sock_connect(line, place)
            await loop.sock_sendall(line, kind.begins)
            while True:
                await asyncio.sleep(DRIP)
                with suppress(BlockingIOError):
                    if kind.takes and line.recv(1 << 16) == b"":
                        break
                await loop.sock_sendall(line, kind.drips)
        await asyncio.sleep(DRIP)


def _code_sent(rounds: int, players: int) -> bytes:
    """The request that sends the game code of a score pad."""
    names = [f"P{number}" for number in range(players)]
    entry = {"step": "round", "points": [1] * players}
    session = {
        "id": "A" * 22,
        "created_at": AT,
        "game": "score-pad",
        "players": names,
        "dealer": 0,
        "options": find_game("score-pad").start({"players": names}).options.to_json(),
        "actions": [{"kind": "enter", "at": AT, "device": "5f3a9c01", "facts": entry}] * rounds,
    }
    players_told = [{"name": name} for name in names]
    file = {"scorebook": 1, "devices": {}, "players": players_told, "rules": [], "sessions": [session]}
    body = urlencode({"code": to_link(pack(file))})
    head = f"POST /code HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {FORM}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


def _played_file(size: int) -> bytes:
    """A scorebook file with games of every kind, one after the other until it has this size."""
    people = [{"name": name} for name in NAMES]
    whole = to_text({"scorebook": 1, "devices": {"5f3a9c01": "iPhone"}, "players": people, "rules": []})
    written, room = list[str](), size
    games = [played(game, seed) for game in all_games().values() for seed in range(4)]
    for number, game in zip(count(), cycle(games)):
        actions = [{"kind": "enter", "at": AT, "device": "5f3a9c01", "facts": entry} for entry in game.entries]
        head = {name: game.session[name] for name in ("game", "players", "dealer", "options")}
        session = to_text({"id": f"played-{number:06}", "created_at": AT, **head, "actions": actions})
        room -= len(session.encode()) + 2
        if room < 0:
            break
        written.append(session)
    sessions = ",\n".join(written)
    return f'{whole[:-1]},"sessions":[\n{sessions}]}}'.encode()


def _file_sent(keeper: Visitor, file: bytes) -> bytes:
    """The request that imports a file by the page's form."""
    parts = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{keeper.token}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="scorebook.json"\r\n\r\n'
    )
    body = parts.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    head = f"POST /scorebook HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {keeper.cookie}\r\n"
    return f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def _send(place: tuple[str, int], request: bytes) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(*place)
            writer.write(request)
            await reader.read()
            writer.close()


def _allow_files(many: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < many:
        resource.setrlimit(resource.RLIMIT_NOFILE, (many if hard == resource.RLIM_INFINITY else min(many, hard), hard))
