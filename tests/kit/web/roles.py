"""A scorebook with everything in it, and a phone for each thing that one can be to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from flask import Flask

from record.log import Author
from scoring.catalogue import find_game
from store.access import grants
from store.access.secrets import Token, make_link, make_token, revoke_link, secrets_of
from store.book import Book, Role
from store.encoding import hashed
from store.engines.base import Connection
from store.engines.tables import TABLES
from store.players.profiles import merge_players, people
from store.scorebooks import rename_scorebook, save_rule_set
from store.seats.entries import enter
from store.sessions.details import archive_session, delete_session, describe
from store.sessions.loading import load
from store.sessions.writing import start, undo
from tests.kit.games import played
from tests.kit.store.access import comes
from tests.web.conftest import LONG_AGO, SOME_TIME, Phone, Sitting, borrowed

ROLES = ("stranger", "game", "book", "seat", "second", "keeper", "other", "out")
"""Nobody yet; who watches one game, who watches the scorebook, who sits at the table; who keeps it by a link, its first
keeper, the keeper of another scorebook, and a phone that kept it until its link was revoked."""
OUTSIDERS = frozenset({"stranger", "other", "out"})
OF_THE_GAME = frozenset({"game", "seat"})
"""Who was let in to one game, and is to know nothing of the others."""

AT_TABLE = ("Annegret", "Balthasar", "Cunigunde")
ELSEWHERE = ("Desiderius", "Eusebia", "Florentin")
OTHER_TWO = ("Gundula", "Heribert")
"""Who plays in the game that is watched, and who only in others of the scorebook."""
NAMED = "Donnerstagsrunde"
HIDDEN_ELSEWHERE = (
    *ELSEWHERE,
    *OTHER_TWO,
    "Hinterzimmer",
    "Kellerschluck",
    "Sonderregel",
    "Tafelkreide",
    "Zweittelefon",
)
"""The words that stand in the scorebook, but not in the game that is watched."""
PRIVATE = (*AT_TABLE, *HIDDEN_ELSEWHERE, "Gartenlaube")

BESIDE = frozenset({"attempt", "join_code", "access_request"})
"""What belongs to no scorebook, and passes."""
SEEN = frozenset({"seen_at", "used_at"})
"""What is written of who comes to look."""


@dataclass
class Stage:
    """The scorebook `book` with the game that is watched and another, and the phones by role.

    `values` are what stands in the addresses of routes; `koi` can be watched, too: Koi-Koi, and over.
    """

    app: Flask
    book: str
    session: str
    another: str
    koi: str
    phones: dict[str, Phone]
    values: dict[str, Any] = field(default_factory=dict)

    def written(self) -> dict[str, list[dict[str, Any]]]:
        """All that the record has of the scorebook, but who was seen when."""
        with borrowed(self.app) as db:
            return {table: list(_rows(db, table, self.book)) for table in TABLES if table not in BESIDE}

    def log(self) -> int:
        """How many actions the game has that is watched."""
        with borrowed(self.app) as db:
            return load(Book(db, self.book, "keeper"), self.session).position


def oh_hell(phone: Phone) -> Sitting:
    """A session with a deal, an adjustment and a note on it, in its second deal."""
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    table.adjusts(1, -5, "dropped a card")
    table.notes("tea")
    return table


def staged(app: Flask) -> Stage:
    """The scorebook, written past the pages."""
    phones = {role: Phone(app) for role in ROLES}
    for role in ROLES[1:]:
        phones[role].opens("/")
    with phones["keeper"].client.session_transaction() as cookie:
        book = str(cookie["scorebook"])
    numbers = count()
    now = datetime.now(UTC)
    last_year = datetime(now.year - 1, 7, 1, 20, tzinfo=UTC)
    before, meanwhile = now - timedelta(hours=2), now - timedelta(minutes=1)
    """When the games elsewhere were played, and the one that is watched."""
    with borrowed(app) as db:
        keeper = Book(db, book, "keeper")

        def by(device: str = "keepers", name: str = "iPhone", at: datetime = meanwhile) -> Author:
            key = f"{book}-{next(numbers)}"
            return Author(device=f"{device}-{book}", key=key, at=at, name=name)

        def sits(slug: str, players: tuple[str, ...], at: datetime = meanwhile, **options: Any) -> str:
            return start(keeper, find_game(slug), {"players": players, "dealer": 0, "options": options}, by(at=at))

        def enters(session: str, *entries: dict[str, Any], by_whom: Author | None = None) -> None:
            for entry in entries:
                enter(keeper, session, entry, position=load(keeper, session).position, by=by_whom or by())

        session = sits("oh-hell", AT_TABLE, top_hand=3, bidding="written")
        enters(session, {"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 1, 1]})
        enters(session, {"step": "note", "text": "tea"})
        undo(keeper, session, position=3, by=by())
        describe(keeper, session, place="Gartenlaube", note="")
        another = sits("oh-hell", ELSEWHERE, before)
        enters(another, {"step": "note", "text": "Kellerschluck"}, by_whom=by("second", "Zweittelefon", before))
        describe(keeper, another, place="Hinterzimmer", note="")
        save_rule_set(keeper, "oh-hell", name="Sonderregel", options={"scoring": "minus"}, at=SOME_TIME)
        archive_session(keeper, sits("koi-koi", OTHER_TWO, before), at=SOME_TIME)
        delete_session(keeper, sits("koi-koi", OTHER_TWO, before), at=SOME_TIME)
        koi = sits("koi-koi", AT_TABLE[:2])
        for entry in played(find_game("koi-koi"), 0).entries:
            if load(keeper, koi).sheet.deals:
                break
            enters(koi, entry)
        enters(koi, {"step": "end"})
        old = sits("score-pad", ELSEWHERE, last_year)
        enters(old, {"step": "round", "points": [1, 2, 3]}, by_whom=by(at=last_year))
        enters(old, {"step": "end"}, by_whom=by(at=last_year))
        make_token(keeper, name="Tafelkreide", role="keeper", at=SOME_TIME)
        rename_scorebook(keeper, name=NAMED, at=SOME_TIME)
        grants.claim(db, device=_device(phones["keeper"]), scorebook=book, name="", at=LONG_AGO)
        players = {each.name: each.id for each in people(keeper)}
        merge_players(keeper, players["Gundula"], into=players["Desiderius"], at=SOME_TIME)

        def lets_in(role: str, right: Role, *sessions: str | None) -> None:
            for each in sessions:
                secret = make_link(keeper, role=right, at=SOME_TIME, session=each)
                comes(db, secret, device=_device(phones[role]), name="", at=SOME_TIME)
            with phones[role].client.session_transaction() as cookie:
                cookie["scorebook"] = book

        lets_in("game", "watcher", session, koi)
        lets_in("book", "watcher", None)
        lets_in("seat", "player", session, koi)
        lets_in("out", "keeper", None)
        lets_in("second", "keeper", None)
        held = {
            role: grants.accesses_of(db, device=_device(phones[role]), scorebook=book, at=SOME_TIME)[0]
            for role in ("keeper", "book", "out")
        }
        revoke_link(keeper, held["out"].link or "", by=held["keeper"].id, at=SOME_TIME)
        values = {
            "session": session,
            "access": held["keeper"].id,
            "link": held["book"].link,
            "token": secrets_of(keeper, Token)[0].id,
            "player": players["Desiderius"],
            "part": players["Gundula"],
            "secret": make_link(keeper, role="watcher", at=SOME_TIME),
            "same": players["Annegret"],
            "year": last_year.year,
        }
    stage = Stage(app, book, session, another, koi, phones, values)
    seat = phones["seat"]
    taken = seat.posts(f"/s/{session}/seats/0/take", {"csrf_token": seat.token(), "key": "sits"})
    assert taken.status == 303, taken.alerts
    phones["other"].sits_down("Gus", "Hal", "Ida")
    return stage


def _device(phone: Phone) -> str:
    with phone.client.session_transaction() as cookie:
        return hashed(cookie["secret"])


def _rows(db: Connection, table: str, book: str) -> Iterator[dict[str, Any]]:
    where = "player IN (SELECT id FROM player WHERE scorebook = ?)"
    if table == "scorebook":
        where = "id = ?"
    elif "scorebook" in TABLES[table].owners:
        where = "scorebook = ?"
    elif "session" in TABLES[table].owners:
        where = "session IN (SELECT id FROM session WHERE scorebook = ?)"
    for row in db.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY {', '.join(TABLES[table].key)}", (book,)):
        yield {name: row[name] for name in row.keys() if name not in SEEN}  # noqa: SIM118 - a row gives its values
