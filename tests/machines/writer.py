"""A site of one machine, killed as when it loses its power, and a phone that writes through any of several.

The phone tries again until its entry is acknowledged.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from http.client import HTTPConnection, HTTPException, HTTPMessage
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from threading import Event
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.kit.browser.site import free_port, running_site

PATIENCE = 60.0
"""Seconds that an answer may take."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TABLE = {
    **{f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika", "Dan"))},
    **{"dealer": 0, "format": "long", "top_hand": "", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
}


class Site:
    """The command that serves the site; it shares the database and the secret with others, and nothing else."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self._folder = folder
        self._settings = {"TAKUROKU_DATABASE": database, "TAKUROKU_SECRET": "the same on all machines"}
        self._running = ExitStack()

    def start(self) -> None:
        """Return when it answers, be it that its database is away."""
        self._running.enter_context(running_site(self._folder, settings=self._settings, port=self.port, workers=1))

    def kill(self) -> None:
        """Kill the server and its workers; does nothing where they were killed already."""
        self._running.close()


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    text: str


class Acknowledged(NamedTuple):
    """A note of which the phone was told that it is saved."""

    key: str
    session: str
    text: str


class WrongAnswerError(Exception):
    """An answer that no phone may get, whatever was killed."""


class Writer:
    """Writes notes on a sheet that all share and on one of its own, in turn."""

    def __init__(self, name: str, sites: Sequence[Site], cookies: SimpleCookie | None = None) -> None:
        self.name = name
        self.acknowledged: list[Acknowledged] = []
        self.seen: Counter[int | str] = Counter()
        """How often it got each status, and each kind of error of the connection."""
        self.cookies: SimpleCookie = deepcopy(cookies or SimpleCookie())
        self._sites = sites
        self._choice = random.Random(name)

    def writes_until(self, enough: Event, shared: str) -> None:
        own = self.sits_down(f"{self.name}'s own")
        for number in count():
            for session in (shared, own):
                if enough.is_set():
                    return
                self.writes(session, f"{self.name} {number}", again=session == shared)

    def sits_down(self, key: str) -> str:
        """Begin a session of Oh Hell; its id."""
        page = self.until_it_answers("GET", "/new/oh-hell")
        fields = {**TABLE, "key": key, "csrf_token": hidden(page, "csrf_token")}
        answer = self.until_it_answers("POST", "/new/oh-hell", fields)
        if answer.status != 303:
            raise WrongAnswerError(f"{self.name} could not begin: {answer.status}")
        return urlsplit(answer.headers["Location"]).path.removeprefix("/s/")

    def writes(self, session: str, text: str, *, again: bool) -> None:
        """Read the sheet and write on it; `again` from the start where another phone was faster."""
        key = f"{self.name}-{len(self.acknowledged)}"
        while True:
            page = self.until_it_answers("GET", f"/s/{session}")
            fields = {name: hidden(page, name) for name in ("csrf_token", "position")} | {"key": key}
            answer = self.until_it_answers("POST", f"/s/{session}/entries", fields | {"step": "note", "text": text})
            if answer.status == 303:
                break
            if answer.status != 409 or not again:
                raise WrongAnswerError(f"{self.name} could not write {text}: {answer.status}\n{answer.text}")
        self.acknowledged.append(Acknowledged(key, session, text))

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
                    break
            time.sleep(0.05)
        raise WrongAnswerError(f"{self.name}: {method} {path} in {PATIENCE:.0f} seconds: {self.seen}")

    def asks(self, site: Site, method: str, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        """One request on a connection of its own; raises OSError or HTTPException."""
        connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        cookie = {"Cookie": "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self.cookies.items())}
        try:
            body, headers = (None, cookie) if fields is None else (urlencode(fields), cookie | FORM)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for given in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(given)
        return Answer(answer.status, answer.headers, text)


def hidden(page: Answer, name: str) -> str:
    """What stands in the first field of this name in a page."""
    value = re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]+)"', page.text)
    if not value:
        raise WrongAnswerError(f"There is no field {name} in the page:\n{page.text}")
    return value[1]
