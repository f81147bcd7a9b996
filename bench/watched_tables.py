"""Running tables with those who watch them, written past the site: who has which cookie, and what is saved next."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from flask import Flask
from flask import session as visitor
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import generate_csrf

from bench.browser.site import HALF_AN_EVENING
from bench.visitor import as_typed
from record.actions import Action
from record.author import stamp
from record.log import NOTHING
from record.session import Session, new_session
from scoring.core import read_entry
from store.access.grants import claim
from store.access.links import come, make
from store.access.secrets import hashed, new_secret
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.values import new_id
from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries

WATCHERS = 4
AT_ONCE = 100
"""So many tables are written in one transaction."""
OPTIONS = {"format": "long", "top_hand": None, "scoring": "normal", "bidding": "in-turn", "restriction": True}


@dataclass(frozen=True)
class WatchedTable:
    """The path of a sheet, the keeper's cookie, the forms of the next entries, and a cookie a watcher."""

    sheet: str
    keeper: str
    forms: Iterator[str]
    watchers: tuple[str, ...]


class Cookies:
    """Cookies as the site of this secret gives them."""

    def __init__(self, secret: str) -> None:
        self._app = Flask(__name__)
        self._app.secret_key = secret
        signing = SecureCookieSessionInterface().get_signing_serializer(self._app)
        assert signing is not None, "there is a secret"
        self._signing = signing

    def of(self, secret: str, **more: str) -> tuple[str, str]:
        """The cookie of a device, and its token against forged forms."""
        with self._app.test_request_context():
            said = {"secret": secret, "device": secrets.token_hex(4), "seen": datetime.now(UTC).date().isoformat()}
            visitor.update({"_permanent": True, **said, **more})
            token = generate_csrf()
            return f"takuroku={self._signing.dumps(dict(visitor))}", token


def watched_tables(database: Database, how_many: int, *, secret: str) -> list[WatchedTable]:
    """So many tables in their tenth deal, each of a group of its own, whose watchers came by a link to the game."""
    cookies, played = Cookies(secret), half_an_evening()
    tables: list[WatchedTable] = []
    with closing(database.connect()) as db:
        while len(tables) < how_many:
            with db.writing():
                some = min(AT_ONCE, how_many - len(tables))
                tables += [_table(db, cookies, replace(played, id=new_id())) for _ in range(some)]
    return tables


def half_an_evening() -> Session:
    """A session of four in its tenth deal, as it would come from a file."""
    began = datetime.now(UTC) - timedelta(hours=1)
    head = {"game": "oh-hell", "players": [*PLAYERS], "dealer": FIRST_DEALER, "options": OPTIONS}
    session = new_session(id="", created_at=stamp(began), head=head)
    sheet, actions, fold = session.blank, [], NOTHING
    for position, raw in enumerate(entries()[:HALF_AN_EVENING]):
        entry = read_entry(sheet, raw)
        sheet = sheet.write(entry)
        actions.append(Action(position, "enter", entry.to_json(), stamp(began + timedelta(minutes=position)), "phone"))
        fold = fold.after(actions[-1])
    return replace(session, actions=tuple(actions), fold=fold, sheet=sheet)


def _table(db: Connection, cookies: Cookies, session: Session) -> WatchedTable:
    scorebook, at = new_id(), datetime.now(UTC)
    KeepersBook(db, scorebook).import_session(session)
    keeper = new_secret()
    claim(db, device=hashed(keeper), scorebook=scorebook, name="iPhone", at=stamp(at))
    cookie, token = cookies.of(keeper, scorebook=scorebook, own=scorebook)
    link = make(db, scorebook=scorebook, role="watcher", session=session.id, at=stamp(at))
    watchers = []
    for number in range(WATCHERS):
        device = new_secret()
        # They came one after the other, not all in the minute before they are counted.
        came = stamp(at - timedelta(seconds=60 * secrets.randbelow(1000) / 1000 + number))
        come(db, link, device=hashed(device), name="iPhone", at=came)
        watchers.append(cookies.of(device, scorebook=scorebook)[0])
    return WatchedTable(f"/s/{session.id}", cookie, _forms(token), tuple(watchers))


def _forms(token: str) -> Iterator[str]:
    for position, entry in enumerate(entries()[HALF_AN_EVENING:], start=HALF_AN_EVENING):
        yield urlencode({"csrf_token": token, **as_typed(entry, position)})
