"""The time of a save and of the sheet's page, beside what bare Flask needs under the same server in the same minute."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from statistics import median
from urllib.parse import urlencode, urlsplit

from bench.figures import Figure
from tests.browser.site import running_site
from tests.scoring.games.oh_hell_sheet import FIRST_DEALER, PLAYERS, entries

TITLE = "Speed, one request after the other on one connection, medians"
EVENINGS = 8
READINGS = 300
BARE = "bench.bare:create_app()"
AS_A_PHONE = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "ja"}


class Visitor:
    """One kept-alive connection with its cookies and its token against forged forms."""

    def __init__(self, site: str) -> None:
        self.connection = HTTPConnection(urlsplit(site).netloc, timeout=30)
        self.cookies: SimpleCookie = SimpleCookie()
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/new/oh-hell")[1].decode())
        assert token, "the page has a form"
        self.token = token[1]

    def get(self, address: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        return self._ask("GET", address, None, headers)

    def post(self, address: str, fields: Mapping[str, object]) -> HTTPResponse:
        body = urlencode({"csrf_token": self.token, **fields}).encode()
        answer, _ = self._ask("POST", address, body, {"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status == 303, f"{address} was answered with {answer.status}"
        return answer

    def _ask(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())
        self.connection.request(method, address, body, {"Cookie": cookies, **headers})
        answer = self.connection.getresponse()
        read = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        return answer, read


def measured() -> Iterator[Figure]:
    """Each request in turn with its bare counterpart, so that both meet the same machine."""
    with (
        tempfile.TemporaryDirectory() as ours,
        tempfile.TemporaryDirectory() as theirs,
        running_site(Path(ours)) as site,
        running_site(Path(theirs), app=BARE) as bare,
    ):
        yield from compared("save of an entry (POST, durable)", "bare POST", *saves(Visitor(site), Visitor(bare)))
        yield from compared("the sheet in its tenth deal (GET)", "bare hello", *pages(Visitor(site), Visitor(bare)))


def compared(what: str, beside: str, ours: list[float], bare: list[float]) -> Iterator[Figure]:
    yield Figure(what, median(ours), "ms")
    yield Figure(f"  {beside}", median(bare), "ms")
    yield Figure("  ratio", median(ours) / median(bare), "times")


def saves(keeper: Visitor, bare: Visitor) -> tuple[list[float], list[float]]:
    """Milliseconds of each save of whole evenings, and of as many bare inserts."""
    ours, theirs = [], []
    for _ in range(EVENINGS):
        session = sit_down(keeper)
        for position, entry in enumerate(entries()):
            fields = as_typed(entry, position)
            ours.append(timed(lambda: keeper.post(f"{session}/entries", fields)))  # noqa: B023  called at once
            theirs.append(timed(lambda: bare.post("/entries", {"facts": str(entry)})))  # noqa: B023
    return ours, theirs


def pages(keeper: Visitor, bare: Visitor) -> tuple[list[float], list[float]]:
    """Milliseconds of each reading of a sheet with nine deals on it, compressed, and of as many bare pages."""
    session = sit_down(keeper)
    for position, entry in enumerate(entries()[:18]):
        keeper.post(f"{session}/entries", as_typed(entry, position))
    ours, theirs = [], []
    for _ in range(READINGS):
        ours.append(timed(lambda: keeper.get(session, **AS_A_PHONE)))
        theirs.append(timed(lambda: bare.get("/", **AS_A_PHONE)))
    return ours, theirs


_keys = count()


def sit_down(keeper: Visitor) -> str:
    """Begin a session; the path of its sheet."""
    table = {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}
    options = {"format": "long", "top_hand": "", "scoring": "normal", "bidding": "in-turn", "restriction": "on"}
    fields = table | options | {"dealer": FIRST_DEALER, "key": f"bench-{next(_keys):06}"}
    return urlsplit(str(keeper.post("/new/oh-hell", fields).getheader("Location"))).path


def as_typed(entry: Mapping[str, object], position: int) -> dict[str, object]:
    """An entry as the form sends it."""
    step = str(entry["step"])
    numbers = entry[step]
    assert isinstance(numbers, list)
    typed = {f"{step}-{seat}": number for seat, number in enumerate(numbers)}
    return {"step": step, "position": position, "key": f"bench-{next(_keys):06}", **typed}


def timed(request: object) -> float:
    """Milliseconds of one call."""
    assert callable(request)
    began = time.perf_counter()
    request()
    return (time.perf_counter() - began) * 1000
