"""A scorebook on a new database, two games to play, and the words to say what happens at the table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scoring import catalogue
from scoring.games.oh_hell import GAME as OH_HELL
from store import sessions, writing
from store.by import By
from store.open import connect, prepare
from store.session import Session
from store.writing import Written
from tests.store.toy_game import POT

THURSDAY = "thursday-evenings"


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {"oh-hell": OH_HELL, "pot": POT})


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "takuroku.db"
    prepare(path)
    return path


@pytest.fixture
def db(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(database)) as connection:
        yield connection


class Keeper:
    """The scorekeeper of one scorebook; every action gets a new key unless one is given."""

    def __init__(self, db: sqlite3.Connection, scorebook: str) -> None:
        self.db = db
        self.scorebook = scorebook
        self._keys = count()

    def by(self, key: str | None = None, at: str | None = None) -> By:
        when = datetime.fromisoformat(at) if at else None
        return By(device="phone", key=key or f"{self.scorebook}-{next(self._keys)}", at=when)

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
        return sessions.create(self.db, scorebook=self.scorebook, game=game, raw=raw, by=self.by(key, at))

    def sees(self, session: str) -> Session:
        return sessions.load(self.db, scorebook=self.scorebook, session=session)

    def writes(
        self, session: str, raw: object, *, position: int | None = None, key: str | None = None, at: str | None = None
    ) -> Written:
        return writing.write(
            self.db,
            scorebook=self.scorebook,
            session=session,
            raw=raw,
            position=self._position(session, position),
            by=self.by(key, at),
        )

    def undoes(self, session: str, *, count: int = 1, position: int | None = None, key: str | None = None) -> Written:
        return writing.undo(
            self.db,
            scorebook=self.scorebook,
            session=session,
            position=self._position(session, position),
            by=self.by(key),
            count=count,
        )

    def redoes(self, session: str, *, position: int | None = None, key: str | None = None) -> Written:
        return writing.redo(
            self.db,
            scorebook=self.scorebook,
            session=session,
            position=self._position(session, position),
            by=self.by(key),
        )

    def corrects(
        self,
        session: str,
        changes: Mapping[int, object],
        *,
        reopen: bool = False,
        position: int | None = None,
        key: str | None = None,
    ) -> Written:
        return writing.correct(
            self.db,
            scorebook=self.scorebook,
            session=session,
            changes=changes,
            reopen=reopen,
            position=self._position(session, position),
            by=self.by(key),
        )

    def _position(self, session: str, position: int | None) -> int:
        return self.sees(session).position if position is None else position


@pytest.fixture
def keeper(db: sqlite3.Connection) -> Keeper:
    return Keeper(db, THURSDAY)


@pytest.fixture
def stranger(db: sqlite3.Connection) -> Keeper:
    return Keeper(db, "another-group")
