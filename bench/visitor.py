"""An HTTP client with one keep-alive connection, cookies and a CSRF token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from itertools import count
from urllib.parse import urlencode, urlsplit

from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries

AS_A_PHONE = {
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "ja",
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)",
}
FORM = "application/x-www-form-urlencoded"
HALF_AN_EVENING = 18
"""Entries of nine deals: the tenth of nineteen is to be bid."""
LINK = re.compile(r"/j/[\w-]+")
FOLLOWED = re.compile(r'data-follow="([^"]+)" data-etag="([^"]+)"')


class Visitor:
    """Somebody with a cookie; `site` is the address that is visited."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.connection = HTTPConnection(urlsplit(site).netloc, timeout=30)
        self.cookies: SimpleCookie = SimpleCookie()
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/new/oh-hell")[1].decode())
        assert token, "the page has a form"
        self.token = token[1]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())

    def get(self, address: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        return self._ask("GET", address, None, headers)

    def ask(self, address: str, fields: Mapping[str, object]) -> tuple[HTTPResponse, bytes]:
        """Send a form, whatever comes of it."""
        return self._ask("POST", address, self.body(fields).encode(), {"Content-Type": FORM})

    def post(self, address: str, fields: Mapping[str, object]) -> HTTPResponse:
        answer, _ = self.ask(address, fields)
        assert answer.status == 303, f"{address} was answered with {answer.status}"
        return answer

    def body(self, fields: Mapping[str, object]) -> str:
        """A form as it is sent."""
        return urlencode({"csrf_token": self.token, **fields})

    def _ask(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        # The server closes a connection that rested; http.client opens another.
        with suppress(ConnectionError):
            return self._ask_once(method, address, body, headers)
        self.connection.close()
        return self._ask_once(method, address, body, headers)

    def _ask_once(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        self.connection.request(method, address, body, {"Cookie": self.cookie, **headers})
        answer = self.connection.getresponse()
        read = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        return answer, read


_keys = count()


OPTIONS = {"format": "long", "top_hand": "", "scoring": "normal", "bidding": "in-turn", "restriction": "on"}


def sit_down(keeper: Visitor, players: Sequence[str] = PLAYERS, **options: str) -> str:
    """Begin a session of Oh Hell; the path of its sheet."""
    table = {f"players-{seat}": name for seat, name in enumerate(players)}
    fields = table | OPTIONS | options | {"dealer": FIRST_DEALER, "key": f"bench-{next(_keys):06}"}
    return urlsplit(str(keeper.post("/new/oh-hell", fields).getheader("Location"))).path


def as_typed(entry: Mapping[str, object], position: int) -> dict[str, object]:
    """An entry as the form sends it."""
    step = str(entry["step"])
    numbers = entry[step]
    assert isinstance(numbers, list)
    typed = {f"{step}-{seat}": number for seat, number in enumerate(numbers)}
    return {"step": step, "position": position, "key": f"bench-{next(_keys):06}", **typed}


def half_an_evening(keeper: Visitor) -> str:
    """The path of a sheet with nine deals on it."""
    sheet = sit_down(keeper)
    for position, entry in enumerate(entries()[:HALF_AN_EVENING]):
        keeper.post(f"{sheet}/entries", as_typed(entry, position))
    return sheet


def whole_evenings(keeper: Visitor, how_many: int) -> Iterator[tuple[str, str]]:
    """The paths and forms of evening after evening, on sheets that are blank yet."""
    for _ in range(how_many):
        sheet = sit_down(keeper)
        for position, entry in enumerate(entries()):
            yield f"{sheet}/entries", keeper.body(as_typed(entry, position))


def let_in(keeper: Visitor, table: str = "") -> Visitor:
    """Somebody who came by a keeper's link to look at everything, or to play at one table."""
    guest = Visitor(keeper.site)
    if table:
        keeper.post(f"{table}/seats/link", {"kind": "play"})
        _, page = keeper.get(f"{table}/seats")
    else:
        _, page = keeper.ask("/links", {"for": "watch", "days": ""})
    link = LINK.search(page.decode())
    assert link, "the link is told"
    guest.post(link[0], {})
    return guest


def asked_by(watcher: Visitor, sheet: str) -> tuple[str, str]:
    """Where the script of an open sheet asks whether there is a newer one, and what it says in `If-None-Match`."""
    _, page = watcher.get(sheet)
    return asked_on(page)


def asked_on(page: bytes) -> tuple[str, str]:
    """The same for a page that was loaded."""
    followed = FOLLOWED.search(page.decode())
    assert followed, "the page can be followed"
    return followed[1], f'W/"{followed[2]}"'
