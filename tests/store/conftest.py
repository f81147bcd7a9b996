"""A scorebook on a new database, two games to play, and the words to say what happens at the table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from record.author import Author
from record.session import Session
from scoring import catalogue
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import KeepersBook
from store.engine import Connection
from store.sessions import Written
from tests.store.toy_game import POT

THURSDAY = "thursday-evenings"


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {"oh-hell": OH_HELL, "pot": POT})


class Keeper:
    """The scorekeeper of one scorebook; every action gets a new key unless one is given."""

    def __init__(self, db: Connection, scorebook: str) -> None:
        self.book = KeepersBook(db, scorebook)
        self.scorebook = scorebook
        self._keys = count()

    def by(self, key: str | None = None, at: str | None = None) -> Author:
        when = datetime.fromisoformat(at) if at else datetime.now(UTC)
        return Author(device="phone", key=key or f"{self.scorebook}-{next(self._keys)}", at=when)

    def sits_down(
        self,
        *players: str,
        game: Any = POT,
        dealer: int = 0,
        key: str | None = None,
        at: str | None = None,
        **options: Any,
    ) -> str:
        raw = {"players": players or ("Ann", "Ben"), "dealer": dealer, "options": options}
        return self.book.start(game, raw, self.by(key, at))

    def sees(self, session: str) -> Session:
        return self.book.load(session)

    def writes(
        self, session: str, raw: object, *, position: int | None = None, key: str | None = None, at: str | None = None
    ) -> Written:
        return self.book.enter(session, raw, position=self._position(session, position), by=self.by(key, at))

    def undoes(self, session: str, *, count: int = 1, position: int | None = None, key: str | None = None) -> Written:
        return self.book.undo(session, position=self._position(session, position), by=self.by(key), count=count)

    def redoes(self, session: str, *, position: int | None = None, key: str | None = None) -> Written:
        return self.book.redo(session, position=self._position(session, position), by=self.by(key))

    def corrects(
        self,
        session: str,
        changes: Mapping[int, object],
        *,
        reopen: bool = False,
        position: int | None = None,
        key: str | None = None,
    ) -> Written:
        at = self._position(session, position)
        return self.book.correct(session, changes, reopen=reopen, position=at, by=self.by(key))

    def _position(self, session: str, position: int | None) -> int:
        return self.sees(session).position if position is None else position


@pytest.fixture
def keeper(db: Connection) -> Keeper:
    return Keeper(db, THURSDAY)


@pytest.fixture
def stranger(db: Connection) -> Keeper:
    return Keeper(db, "another-group")
