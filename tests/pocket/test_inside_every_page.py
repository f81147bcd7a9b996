"""Every page in the browser's Python is the one that the server's Python makes of the same record."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from pocket.runtime.site import Site, begin
from record.log import Author, stamp
from scoring.catalogue import all_games
from store.book import Book
from store.engines.sqlite import SQLite
from store.scorebooks import lock_scorebook
from store.seats.entries import enter
from store.sessions.writing import start
from store.transfer.export import dump
from tests.kit.games import played
from tests.kit.pages import opened, places
from tests.kit.web.page import Page
from tests.pocket.asking import SCOPE, Pocket
from tests.pocket.node import Engine
from tests.web.conftest import Phone

BEGAN = datetime(2026, 11, 1, 19, tzinfo=UTC)
STARTED = stamp(datetime.now(UTC))
MOST_OF_A_KIND = 2
"""So many addresses of a route are opened, of each game."""
BY_ADDRESS = (
    *("/nowhere", "/s/{session}/entries", "/s/{session}/tie", "/s/{session}/versions", "/new/again"),
    *(f"/s/{{session}}/{before}" for before in ("code", "export", "setup", "names", "rules")),
)
"""What is no page, what is only sent to, what a game has that is level or went on in two places, a shortcut of the
phone, and addresses of releases before this one, which lead on."""
BESIDE = ("/assets/", "/licences.html", "/check.html")
"""What lies beside the site in its folder, and not in it."""
OF_A_SERVER = {"static", "assets.send"}
"""Routes that nobody asks the site in a phone for: its files lie beside it."""


def scorebook(folder: Path) -> bytes:
    """The file of a scorebook with two sessions of each game: one played to its end, one half way."""
    record = SQLite(folder / "takuroku.db")
    record.prepare()
    with closing(record.connect()) as db:
        book = Book(db, "as it was", "keeper")
        with db.writing():
            lock_scorebook(Book(db, book.scorebook, "keeper"), at="2026-11-01T19:00:00Z")
        for number, (slug, game) in enumerate(all_games().items()):
            whole = played(game, 0)
            for part in (1, 2):
                at = BEGAN + timedelta(days=number, hours=part)
                session = start(book, game, whole.session, Author("phone", f"{slug}-{part}", at))
                for position, entry in enumerate(whole.entries[: len(whole.entries) // part]):
                    by = Author("phone", f"{slug}-{part}-{position}", at + timedelta(minutes=position))
                    enter(book, session, entry, position=position, by=by)
        return "".join(dump(book)).encode()


def crawled(phone: Phone, adapter: MapAdapter, games: dict[str, str]) -> Iterator[tuple[str, Page]]:
    """The pages that can be come to from the first one, so many of each kind."""
    kinds: Counter[tuple[str, str]] = Counter()
    seen = {"/pocket/"}
    waiting = deque(seen)
    while waiting:
        address = waiting.popleft()
        page = phone.opens(address)
        yield address, page
        if page.mimetype != "text/html":
            continue
        shown = [urljoin(address, each.get("src")) for each in page.root.all("img")]
        for link in [*page.links(), *shown]:
            path = urlsplit(link).path.removeprefix("/pocket")
            if link in seen or not link.startswith("/pocket/") or path.startswith(BESIDE):
                continue
            seen.add(link)
            endpoint, values = adapter.match(path, "GET")
            kind = (str(endpoint), games.get(str(values.get("session")), str(values.get("slug", ""))))
            kinds[kind] += 1
            if kinds[kind] <= MOST_OF_A_KIND:
                waiting.append(link)


def seen(page: Page) -> dict[str, object]:
    """What is there to be seen and sent; tokens and keys are other ones each time, and so is when it was exported."""
    said: dict[str, object] = {"status": page.status, "type": page.headers.get("Content-Type")}
    said |= {name: page.headers.get(name) for name in ("Content-Disposition", "Cache-Control", "Vary", "Location")}
    if page.mimetype != "text/html":
        return said | {"body": page.bytes}
    fields = [(form.action, form.method, sorted({*form.values} - {"key"})) for form in page.forms]
    labels = [each.get("aria-label") for each in page.root.all() if each.has("aria-label")]
    text = page.text
    for each in page.root.all("time"):
        text = text.replace(each.text, "") if each.get("datetime") >= STARTED else text
    return said | {"lang": page.lang, "text": text, "links": page.links(), "forms": fields, "labels": labels}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return scorebook(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site in a phone, made by this Python."""
    site, reason, _detail = begin(SCOPE, str(tmp_path_factory.mktemp("here")), may_migrate=False)
    assert site, reason
    return site


@pytest.fixture(scope="module")
def there(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The same, made by the Python of a browser."""
    with Engine(built, tmp_path_factory.mktemp("there")) as engine:
        yield engine


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_is_the_same_there(here: Site, there: Engine, file: bytes, language: str) -> None:
    expecting, asked = Pocket(here.answer, language), Pocket(there.answer, language)
    for phone in (expecting, asked):
        phone.imports(file)
    routes = here._app.url_map.bind("cards.example")
    sessions = json.loads(file)["sessions"]
    pages = [*crawled(expecting, routes, {each["id"]: each["game"] for each in sessions})]
    values = {"session": sessions[1]["id"], "player": 1, "same": 2, "year": BEGAN.year}
    values["koi"] = next(each["id"] for each in sessions if each["game"] == "koi-koi")
    for address in (*(each for page in opened() if page.in_pocket for each in places(page)), *BY_ADDRESS):
        found = "/pocket" + address.format_map(values)
        pages.append((found, expecting.opens(found)))
    for address, page in pages:
        theirs, ours = seen(asked.opens(address)), seen(page)
        if theirs != ours:
            # A page that says until when a game takes is another one in the next minute.
            theirs, ours = seen(asked.opens(address)), seen(expecting.opens(address))
        assert theirs == ours, address
    come_to = {route_of(address, routes) for address, _page in pages}
    all_routes = {rule.endpoint for rule in here._app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert all_routes - come_to == OF_A_SERVER


def route_of(address: str, routes: MapAdapter) -> str:
    """Which route an address is of; none for one that is not there to be opened."""
    try:
        return str(routes.match(urlsplit(address).path.removeprefix("/pocket"), "GET")[0])
    except HTTPException:
        return ""
