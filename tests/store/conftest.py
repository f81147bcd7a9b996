"""A scorebook on a new database, the games to play, and the words to say what happens at the table."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import psycopg
import pytest

from record.log import Author
from record.session import Session
from scoring import catalogue
from scoring.errors import EntryError
from scoring.game import AnyGame
from store.__main__ import main
from store.book import Book
from store.cache import RESULT_CACHE
from store.engines.base import Connection, Database, Result
from store.engines.sqlite import SQLite
from store.players.profiles import people
from store.seats.entries import enter
from store.sessions.loading import load
from store.sessions.writing import Written, correct, redo, start, undo
from store.transfer.export import dump
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import read_file
from tests.kit.games import played
from tests.kit.store.toy_game import POT

THURSDAY = "thursday-evenings"
R = TypeVar("R")
ALL_GAMES = {**catalogue.all_games(), "pot": POT}
LONGEST = 20.0
"""Seconds that a request may be held up."""


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games and the pot, in a process that has counted nothing yet."""
    monkeypatch.setattr(catalogue, "all_games", lambda: ALL_GAMES)
    forget_results()


def forget_results() -> None:
    """What was counted is counted again."""
    RESULT_CACHE.clear()


class Keeper:
    """The scorekeeper of one scorebook; every action gets a new key unless one is given."""

    def __init__(self, db: Connection, scorebook: str) -> None:
        self.book = Book(db, scorebook, "keeper")
        self.scorebook = scorebook
        self._keys = count()

    def by(self, key: str | None = None, at: str | None = None, device: str = "phone") -> Author:
        when = datetime.fromisoformat(at) if at else datetime.now(UTC)
        return Author(device=device, key=key or f"{self.scorebook}-{next(self._keys)}", at=when)

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
        return start(self.book, game, raw, self.by(key, at))

    def plays(self, *entries: object, players: Sequence[str] = (), at: str | None = None, **how: Any) -> str:
        """A session with these entries."""
        session = self.sits_down(*players, at=at, **how)
        if entries:
            self.writes(session, *entries, at=at)
        return session

    def plays_in_part(self, game: AnyGame) -> str:
        """A random session of twelve entries, the last of which is taken back."""
        play = played(game, 0)
        session = start(self.book, game, play.session, self.by())
        self.writes(session, *play.entries[:12])
        self.undoes(session, count=2)
        self.redoes(session)
        return session

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of everybody by name."""
        return {each.name: each.id for each in people(self.book)}

    def sees(self, session: str) -> Session:
        return load(self.book, session)

    def writes(
        self, session: str, *entries: object, position: int | None = None, key: str | None = None, at: str | None = None
    ) -> Written:
        """One entry after the other; returns what came of the last."""
        for raw in entries:
            written = enter(self.book, session, raw, position=self._position(session, position), by=self.by(key, at))
        return written

    def undoes(self, session: str, *, count: int = 1, position: int | None = None, key: str | None = None) -> Written:
        return undo(self.book, session, position=self._position(session, position), by=self.by(key), count=count)

    def redoes(self, session: str, *, position: int | None = None, key: str | None = None) -> Written:
        return redo(self.book, session, position=self._position(session, position), by=self.by(key))

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
        return correct(self.book, session, changes, reopen=reopen, position=at, by=self.by(key))

    def takes_in(self, file: str, *, at: str | None = None, **how: Any) -> ImportResult:
        return import_file(self.book, read_file(file.encode()), self.by(at=at), **how)

    def _position(self, session: str, position: int | None) -> int:
        return self.sees(session).position if position is None else position


@pytest.fixture
def keeper(db: Connection) -> Keeper:
    return Keeper(db, THURSDAY)


@pytest.fixture
def stranger(db: Connection) -> Keeper:
    return Keeper(db, "another-group")


@pytest.fixture
def other(database: Database) -> Iterator[Keeper]:
    """The same scorebook on another phone, whose requests run in a thread of their own."""
    with closing(database.connect()) as db:
        yield Keeper(db, THURSDAY)


class Meanwhile:
    """Runs what another does beside what is done here."""

    def __init__(self, threads: ThreadPoolExecutor, address: str) -> None:
        self._threads = threads
        self._address = address

    def waits(self, act: Callable[[], R]) -> Future[R]:
        """Begin it, and come back when it is held up; a file has one writer at a time and does not say who waits."""
        waiting = self._threads.submit(act)
        if self._address.startswith("postgresql:"):
            until = time.monotonic() + LONGEST
            with psycopg.connect(self._address, autocommit=True) as db:
                while not db.execute("SELECT FROM pg_locks WHERE NOT granted").fetchall():
                    assert not waiting.done(), f"it was not held up: {waiting.exception() or waiting.result()}"
                    assert time.monotonic() < until
        return waiting


@pytest.fixture
def meanwhile(address: str) -> Iterator[Meanwhile]:
    with ThreadPoolExecutor(1) as threads:
        yield Meanwhile(threads, address)


AtOnce: TypeAlias = Callable[[Callable[[], Any], Callable[[], Any]], tuple[Any, Future[Any]]]
"""Does the first on the keeper's phone and, before it is saved, the second, which waits; what came of the first."""


@pytest.fixture
def at_once(keeper: Keeper, meanwhile: Meanwhile) -> AtOnce:
    def both(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Any, Future[Any]]:
        with keeper.book.db.writing():
            return first(), meanwhile.waits(second)

    return both


def everything(db: Connection) -> dict[str, list[str]]:
    """All rows of every table, but for how often open pages were told to look again, and results were written."""
    return {
        table: sorted(
            str({column: row[column] for column in sorted(columns - {"seats_revision", "results_revision"})})
            for row in db.execute(f"SELECT * FROM {table}")
        )
        for table, columns in db.tables().items()
    }


@pytest.fixture
def elsewhere(new_file: Path, tmp_path: Path) -> Iterator[Keeper]:
    """The keeper of an empty record on another machine."""
    path = tmp_path / "elsewhere.db"
    path.write_bytes(new_file.read_bytes())
    with closing(SQLite(path).connect()) as db:
        yield Keeper(db, "cellar")


def refused(act: Callable[[], object], *, words: str | None = None) -> list[str]:
    """The fields at which it is refused."""
    with pytest.raises(EntryError, match=words) as caught:
        act()
    return [problem.field for problem in caught.value.problems]


def file_of(keeper: Keeper) -> str:
    """The file of a scorebook."""
    return "".join(dump(keeper.book))


class Overheard:
    """A connection of which one hears what is asked; in everything else it is the one within."""

    def __init__(self, db: Connection) -> None:
        self.within = db
        self.asked: list[tuple[str, Sequence[Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.within, name)

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Result:
        self.asked.append((statement, values))
        return self.within.execute(statement, values)


@pytest.fixture
def overheard(db: Connection) -> Any:
    return Overheard(db)


@pytest.fixture
def address(database: Database, request: pytest.FixtureRequest) -> str:
    """How a command or another process is told where the record is."""
    where: str = str(database.path) if isinstance(database, SQLite) else request.getfixturevalue("shared_address")
    return where


@pytest.fixture
def careless(database: Database, address: str) -> Callable[[str], None]:
    """Does to the rows what the tables refuse, as a careless hand or a damaged disk may: past keys and triggers."""

    def past_everything(statement: str) -> None:
        if not isinstance(database, SQLite):
            with psycopg.connect(address, autocommit=True) as db:
                db.execute("SET session_replication_role = replica")
                db.execute(statement.encode())
            return
        with closing(sqlite3.connect(address)) as file:
            triggers = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                file.execute(f"DROP TRIGGER {name}")
            file.execute(statement)
            for _, sql in triggers:
                file.execute(sql)
            file.commit()

    return past_everything


Runs: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def runs(capsys: pytest.CaptureFixture[str]) -> Runs:
    """Runs a command: how it ends, and what it prints where."""
    return lambda *command: (main([*map(str, command)]), *capsys.readouterr())


@contextmanager
def server_setting(address: str, **settings: str) -> Iterator[None]:
    """What a server is set to for as long as it lasts; its new connections have it then."""

    def change(command: str) -> None:
        with psycopg.connect(address, autocommit=True) as db:
            loaded = _loaded(address)
            for name, value in settings.items():
                db.execute(command.format(name=name, value=value).encode())
            db.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + 10
        while _loaded(address) == loaded:
            assert time.monotonic() < until, "the server does not read its settings"

    change("ALTER SYSTEM SET {name} = {value}")
    try:
        yield
    finally:
        change("ALTER SYSTEM RESET {name}")


def _loaded(address: str) -> object:
    with psycopg.connect(address) as db:
        return db.execute("SELECT pg_conf_load_time()").fetchone()


def migrated_later(database: Database, *, was: str = "m010_join_codes", now: str = "m999_later") -> None:
    """The record as a newer release would leave it, or the other way round."""
    table = "_sqlite_migrations" if isinstance(database, SQLite) else "migration"
    with closing(database.connect()) as db:
        db.execute(f"UPDATE {table} SET name = ? WHERE name = ?", (now, was))
