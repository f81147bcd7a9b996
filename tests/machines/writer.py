"""A phone at the table that writes through any of several machines, and tries again until its entry is acknowledged."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from http.client import HTTPConnection, HTTPException, HTTPMessage
from http.cookies import SimpleCookie
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries
from tests.machines.site import Site

PATIENCE = 60.0
"""Seconds that an answer may take."""
PAUSE = 0.05
"""Seconds until a phone tries again."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
OPTIONS = {"format": "long", "top_hand": "", "scoring": "normal", "bidding": "in-turn", "restriction": "on"}


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    text: str


class Acknowledged(NamedTuple):
    """An entry of which the phone was told that it is saved."""

    key: str
    session: str
    facts: str
    """As JSON, its names in order."""


class WrongAnswerError(Exception):
    """An answer that no phone may get, whatever was killed."""


class Writer(Thread):
    """Writes notes on a sheet that all share, and whole games on sheets of its own, in turn."""

    def __init__(self, name: str, sites: Sequence[Site], cookies: SimpleCookie | None = None) -> None:
        super().__init__(name=name, daemon=True)
        self.acknowledged: list[Acknowledged] = []
        self.games: list[str] = []
        """Its own sessions, in the order in which they began."""
        self.seen: Counter[int | str] = Counter()
        """How often it got each status, and each kind of error of the connection."""
        self.failure: BaseException | None = None
        self.cookies: SimpleCookie = SimpleCookie() if cookies is None else deepcopy(cookies)
        self.shared = ""
        """The session on which all write."""
        self._sites = sites
        self._enough = Event()
        self._choice = random.Random(name)

    def run(self) -> None:
        try:
            for note, entry in enumerate(self._own_games()):
                if self._enough.is_set():
                    return
                self.writes(self.shared, {"step": "note", "text": f"{self.name} {note}"})
                self.writes(self.games[-1], entry)
        except BaseException as error:
            self.failure = error

    def ends(self) -> None:
        """Return when what it has begun is acknowledged."""
        self._enough.set()
        self.join(PATIENCE)

    def visits(self) -> SimpleCookie:
        """The cookies of a first visit."""
        self.until_it_answers("GET", "/new/oh-hell")
        return self.cookies

    def sits_down(self, key: str) -> str:
        """Begin a session of Oh Hell; its id."""
        table = {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}
        page = self.until_it_answers("GET", "/new/oh-hell")
        fields = {**table, **OPTIONS, "dealer": FIRST_DEALER, "key": key, "csrf_token": hidden(page, "csrf_token")}
        answer = self.until_it_answers("POST", "/new/oh-hell", fields)
        if answer.status != 303:
            raise WrongAnswerError(f"{self.name} could not begin: {answer.status}")
        return urlsplit(answer.headers["Location"]).path.removeprefix("/s/")

    def writes(self, session: str, entry: Mapping[str, Any]) -> None:
        """Read the sheet, write on it, and again from the start where another phone was faster."""
        key = f"{self.name}-{len(self.acknowledged):05}"
        while True:
            page = self.until_it_answers("GET", f"/s/{session}")
            fields = {name: hidden(page, name) for name in ("csrf_token", "position")} | {"key": key, **typed(entry)}
            answer = self.until_it_answers("POST", f"/s/{session}/entries", fields)
            if answer.status == 303:
                break
            if answer.status != 409 or session != self.shared:
                raise WrongAnswerError(f"{self.name} could not write {entry}: {answer.status}\n{answer.text}")
        self.acknowledged.append(Acknowledged(key, session, facts(entry)))

    def until_it_answers(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        """The same to any machine until one does it."""
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            try:
                answer = self.asks(self._choice.choice(self._sites), method, path, fields)
            except (OSError, HTTPException) as error:
                self.seen[type(error).__name__] += 1
            else:
                self.seen[answer.status] += 1
                if answer.status in (200, 303, 409):
                    return answer
                if answer.status != 503 or not answer.headers.get("Retry-After", "").isdigit():
                    raise WrongAnswerError(f"{self.name}: {method} {path}: {answer.status}\n{answer.text}")
            time.sleep(PAUSE)
        raise WrongAnswerError(f"{self.name}: {method} {path}: no answer in {PATIENCE:.0f} seconds")

    def asks(self, site: Site, method: str, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        """One request on a connection of its own; raises OSError or HTTPException."""
        connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        cookie = "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self.cookies.items())
        try:
            if fields is None:
                connection.request(method, path, headers={"Cookie": cookie})
            else:
                connection.request(method, path, urlencode(fields), {"Cookie": cookie} | FORM)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for given in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(given)
        return Answer(answer.status, answer.headers, text)

    def _own_games(self) -> Iterator[dict[str, Any]]:
        """The entries of one game after the other; each begins when its first entry is wanted."""
        while True:
            self.games.append(self.sits_down(f"{self.name}-game-{len(self.games)}"))
            yield from entries()


def typed(entry: Mapping[str, Any]) -> dict[str, object]:
    """An entry as a form sends it.

    >>> typed({"step": "bids", "bids": [1, 0]})
    {'step': 'bids', 'bids-0': 1, 'bids-1': 0}
    """
    fields: dict[str, object] = {}
    for name, value in entry.items():
        seats = {f"{name}-{seat}": each for seat, each in enumerate(value)} if isinstance(value, list) else {}
        fields |= seats or {name: value}
    return fields


def facts(entry: Mapping[str, Any]) -> str:
    """An entry as text by which it can be compared with what was kept."""
    return json.dumps(entry, sort_keys=True)


def hidden(page: Answer, name: str) -> str:
    """What stands in the first field of this name in a page."""
    field = re.search(rf'<input[^>]* name="{name}"[^>]*>', page.text)
    value = field and re.search(r' value="([^"]*)"', field[0])
    if not value:
        raise WrongAnswerError(f"There is no field {name} in the page:\n{page.text}")
    return value[1]
