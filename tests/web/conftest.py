"""The site on a new folder, phones that visit it, and the words for what happens at an Oh Hell table."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import StrictUndefined, Undefined
from werkzeug.test import TestResponse

from app import create_app
from record.log import Author
from scoring import catalogue
from scoring.game import AnyGame
from scoring.games.oh_hell import GAME as OH_HELL
from store.access import grants
from store.access.secrets import make_link
from store.book import Book, Role
from store.encoding import hashed, new_id
from store.engines.base import Connection, Database
from store.scorebooks import lock_scorebook
from store.sessions.writing import start
from tests.kit.scoring.toy_games import PENNY
from tests.kit.store.access import comes
from tests.kit.store.toy_game import POT
from tests.kit.web.api import Program
from tests.kit.web.page import Form, Page, changed
from web.identity import visitor
from web.request import now

TRIO = ("Ann", "Ben", "Chika")
SOME_TIME = "2026-11-22T10:00:00Z"
LONG_AGO = "2026-01-01T00:00:00Z"
SECRET = "kept in the drawer under the card table"
GAMES: dict[str, AnyGame] = {game.slug: game for game in (OH_HELL, PENNY, POT)}
LEAKS = re.compile(r"Traceback|\b[A-Za-z]*(?:Error|Exception)\b(?! message)|sqlite3?\b|werkzeug|site-packages")


class Phone:
    """A browser without script at an address of the network: it keeps its cookies and sends the forms it was shown.

    Whatever it is answered, the inside of the program must not show.
    """

    def __init__(self, app: Flask, language: str = "en", *, at: str = "127.0.0.1") -> None:
        self.client: FlaskClient = app.test_client()
        self.language = language
        self.at = at

    def asks(self, method: str, address: str, **given: Any) -> Page:
        headers = {"Accept-Language": self.language, **given.pop("headers", {})}
        given.setdefault("environ_base", {"REMOTE_ADDR": self.at})
        if address.startswith("/api/v1/"):
            # There a phone is known by no cookie: it asks as a program that it made a token for.
            headers.setdefault("Authorization", f"Bearer {self.api.token}")
        page = Page(self.client.open(address, method=method, headers=headers, **given))
        if page.mimetype in ("text/html", "application/json", "application/problem+json", "text/plain"):
            assert not (leak := LEAKS.search(page.html)), f"{method} {address} shows {leak}"
        return page

    def opens(self, address: str, **given: Any) -> Page:
        return self.asks("GET", address, **given)

    def opens_raw(self, address: str, encoding: str) -> TestResponse:
        """The answer as it comes over the wire."""
        return self.client.get(address, headers={"Accept-Encoding": encoding, "Accept-Language": self.language})

    def posts(self, address: str, values: Mapping[str, Any], **given: Any) -> Page:
        return self.asks("POST", address, data=values, **given)

    def sends(self, form: Form, typed: Mapping[str, Any] | None = None, **given: Any) -> Page:
        """Send a form with these values over those that stand in it; None leaves a field out."""
        assert form.method == "post"
        return self.posts(form.action, changed(form.values, typed or {}), **given)

    def says(self, address: str, body: object, **given: Any) -> Page:
        """Send JSON."""
        return self.asks("POST", address, data=json.dumps(body), content_type="application/json", **given)

    def follows(self, page: Page) -> Page:
        assert page.status == 303, f"{page.status} at {page.address}: {page.alerts}"
        return self.opens(page.location)

    def may(self, role: str) -> None:
        """From now on the phone is a keeper or a watcher of the scorebook that it looks at."""
        with self.client.session_transaction() as cookie, borrowed(self.client.application) as db:
            scorebook, device = cookie["scorebook"], hashed(cookie["secret"])
            with db.writing():
                if not grants.is_claimed(db, scorebook):
                    lock_scorebook(Book(db, scorebook, "keeper"), at=SOME_TIME)
                    grants.claim(db, device=device, scorebook=scorebook, name="", at=SOME_TIME)
                db.execute("UPDATE access SET role = ? WHERE device = ? AND scorebook = ?", (role, device, scorebook))

    def lets_in(self, other: Phone, role: Role = "keeper", session: str | None = None) -> None:
        """Let another phone look at this one's scorebook, or at a session of it."""
        self.opens("/")
        other.opens("/")
        with (
            self.client.session_transaction() as mine,
            other.client.session_transaction() as theirs,
            borrowed(self.client.application) as db,
        ):
            link = make_link(Book(db, mine["scorebook"], "keeper"), role=role, at=SOME_TIME, session=session)
            comes(db, link, device=hashed(theirs["secret"]), name="", at=SOME_TIME)
            theirs["scorebook"] = mine["scorebook"]

    def token(self) -> str:
        return str(self.opens("/accessibility").form("/settings", has="language").values["csrf_token"])

    def program(self, name: str = "Script", role: str = "keeper") -> Program:
        """A program with a token of this phone's scorebook."""
        made = self.sends(self.opens("/tokens").form("/tokens"), {"name": name, "role": role})
        assert made.status == 200, made.alerts
        return Program(self.client.application, made.root.one("input", id="made").get("value"), self.language)

    @cached_property
    def api(self) -> Program:
        """A program with a token that this phone made."""
        return self.program()

    def sets_up(self, *players: str, game: str = "oh-hell", dealer: int = 0, **options: object) -> Sitting:
        """Start a game on its page."""
        form = self.opens(f"/new/{game}").form(f"/new/{game}")
        names = {name: "" for name in form.values if name.startswith("players-")}
        names |= {f"players-{seat}": name for seat, name in enumerate(players or TRIO)}
        started = self.sends(form, {**names, "dealer": str(dealer), **options})
        assert started.status == 303, started.alerts
        return Sitting(self, started.location)

    def sits_down(self, *players: str, game: str = "oh-hell", dealer: int = 0, **options: object) -> Sitting:
        """Start a game in the store, by the usual rules but for these options."""
        with self.client.session_transaction() as cookie:
            if "scorebook" not in cookie:
                cookie["scorebook"] = cookie["own"] = new_id()
                cookie["secret"] = new_id()
            device, scorebook = cookie.setdefault("device", secrets.token_hex(4)), cookie["scorebook"]
        played = catalogue.all_games()[game]
        raw = {"players": players or TRIO, "dealer": played.dealer_at(dealer), "options": options}
        by = Author(device=device, key=visitor.new_key(), at=now())
        with borrowed(self.client.application) as db:
            return Sitting(self, f"/s/{start(Book(db, scorebook, 'keeper'), played, raw, by)}")


class Sitting:
    """A session as one phone sees it."""

    def __init__(self, phone: Phone, address: str) -> None:
        self.phone = phone
        self.address = address
        self.id = address.removeprefix("/s/")

    @property
    def page(self) -> Page:
        page = self.phone.opens(self.address)
        assert page.status == 200
        return page

    @property
    def more(self) -> Page:
        return self.phone.opens(f"{self.address}/more")

    def behind(self, name: str) -> Page:
        """A small page behind the menu."""
        page = self.phone.opens(f"{self.address}/{name}")
        assert page.status == 200
        return page

    @property
    def form(self) -> Form:
        return self.page.form("/entries")

    @property
    def adjustment(self) -> Form:
        return self.behind("adjustment").form("/entries", has="amount")

    def row(self, number: int) -> Page:
        return self.phone.opens(f"{self.address}/rows/{number}")

    @property
    def kept(self) -> Any:
        """The session as the API tells it: position, document, report."""
        return self.phone.api.sees(self.id)

    @property
    def entries(self) -> list[dict[str, Any]]:
        return list(self.kept["document"]["entries"])

    @property
    def log(self) -> list[str]:
        """The lines of the log, the newest first."""
        return [each.text for each in self.behind("log").root.one("ol", class_="log").all("li")]

    @property
    def position(self) -> int:
        return int(self.kept["position"])

    @property
    def totals(self) -> list[Any]:
        return list(self.kept["report"]["totals"])

    def tries(self, typed: Mapping[str, Any], *, form: Form | None = None) -> Page:
        return self.phone.sends(form or self.form, typed)

    def enters(self, typed: Mapping[str, Any]) -> Page:
        return self.phone.follows(self.tries(typed))

    def bids(self, *bids: object) -> Page:
        return self.enters(seatwise("bids", bids))

    def takes(self, *tricks: object) -> Page:
        return self.enters(seatwise("tricks", tricks))

    def deal(self, *, bids: Sequence[object], tricks: Sequence[object]) -> Page:
        self.bids(*bids)
        return self.takes(*tricks)

    def notes(self, text: str) -> Page:
        """A note in the log, as programs write it and forms once did."""
        return self.phone.follows(self.tries({"step": "note", "text": text}, form=self.adjustment))

    def adjusts(self, seat: int, amount: object, reason: str) -> Page:
        typed = {"seat": str(seat), "amount": str(amount), "reason": reason}
        return self.phone.follows(self.tries(typed, form=self.adjustment))

    def ends(self) -> Page:
        form = self.behind("end").form("/entries")
        return self.phone.follows(self.tries({}, form=form))

    def undoes(self) -> Page:
        return self.phone.follows(self.phone.sends(self.page.form("/undo")))


def seatwise(field: str, values: Sequence[object]) -> dict[str, str | None]:
    """What is typed seat by seat; None leaves a seat out."""
    return {f"{field}-{seat}": None if value is None else str(value) for seat, value in enumerate(values)}


class Missing(StrictUndefined):
    """What no view gives a template: it may be asked for with `if`, and is otherwise an error."""

    __bool__ = Undefined.__bool__  # type: ignore[assignment]


def site_at(place: str) -> Flask:
    """The site with its record there, as it starts; tokens against forged forms are checked.

    Where a template shows what no view gives it, that is an error.
    """
    app = create_app({"TAKUROKU_DATABASE": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_POCKET": "0"})
    app.jinja_env.undefined = Missing
    return app


@contextmanager
def borrowed(app: Flask) -> Iterator[Connection]:
    """The record of a site, past the site."""
    database: Database = app.extensions["takuroku"]
    db = database.borrow()
    yield db
    database.give_back(db)


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty folder for a record."""
    return str(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def app(place: str) -> Flask:
    """One site for all tests, since its templates are slow to build; every phone has a scorebook of its own."""
    return site_at(place)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def japanese(app: Flask) -> Phone:
    return Phone(app, language="ja")


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Somebody with a scorebook of their own."""
    return Phone(app)


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Ann, Ben and Chika at Oh Hell from 3 cards down to 1 and up again; Ann deals first."""
    return phone.sits_down(format="long", top_hand="3")


@pytest.fixture
def toys(app: Flask, monkeypatch: pytest.MonkeyPatch) -> dict[str, AnyGame]:
    """Two toy games beside Oh Hell: Pot, where a correction can make later entries illegal, and Penny Pot."""
    offer(monkeypatch, GAMES)
    return GAMES


def offer(monkeypatch: pytest.MonkeyPatch, games: dict[str, AnyGame]) -> None:
    """Let the site have these games and no others."""
    monkeypatch.setattr(catalogue, "all_games", lambda: games)
    for page in ("scorebook.history", "scorebook.home", "scorebook.newgame", "site.information"):
        monkeypatch.setattr(f"web.pages.{page}.all_games", lambda: games)
    # The document of the API is of the games that everybody has.
    monkeypatch.setattr("tests.kit.web.api.documented", lambda *_answer: None)
