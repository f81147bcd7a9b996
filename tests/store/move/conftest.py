"""A record of all games to move, new databases to move it into, and a look at all that is in one."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from record.log import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store.access import attempts, requests
from store.access.secrets import Link, make_link, make_token, secrets_of, show_join_code
from store.admin.backup import back_up
from store.admin.move import move
from store.book import Book
from store.engines import BackupInfo
from store.engines.base import Connection, Database
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.engines.tables import TABLES
from store.players.profiles import archive_player, describe_player, merge_players, rename_player
from store.progress import Advance, Progress
from store.scorebooks import rename_scorebook
from store.seats.devices import free_seat, take_seat
from store.seats.entries import enter_seat
from store.sessions.details import archive_session, delete_session, describe
from store.transfer.export import dump
from tests.conftest import ENGINES
from tests.kit.postgresql import OWNER, Cluster
from tests.kit.store.access import comes
from tests.kit.store.release import Evenings, told
from tests.store.conftest import Keeper

NewDatabase: TypeAlias = Callable[[str], Database]
Rows: TypeAlias = dict[str, list[dict[str, Any]]]

EIGHT = "2026-11-21T20:00:00Z"
KEY = "of the drawer under the card table"
SEAL = BackupInfo("2026-11-22T05:10:00Z", KEY)
MEANWHILE = (
    "UPDATE session SET deleted_at = '2027-01-01T00:00:00Z' WHERE number = 1",
    "UPDATE device_name SET name = 'iPad' WHERE device = 'a-phone'",
    "DELETE FROM rule_set",
    "INSERT INTO action SELECT session, 900, kind, facts, at, device, 'k' FROM action WHERE key = 'key-1'",
)
"""What people do while a record is copied."""


RENAMED = {"seat": "sitting", "leaving": "purging", "sitting": "seat_device", "offer": "pending_input"}
"""Tables of before by what they are called now."""


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever the settings of who runs the tests are; and nothing is made where they run."""
    for name in ("DATABASE", "DATA", "SECRET"):
        monkeypatch.delenv(f"TAKUROKU_{name}", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where a backup is made."""
    return tmp_path / "kept" / "takuroku.db"


@pytest.fixture
def backup(played: SQLite, kept: Path) -> Path:
    """A backup of the record of the evenings."""
    back_up(played, kept, SEAL)
    return kept


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with every game and every kind of action."""
    path = tmp_path_factory.mktemp("evenings") / "takuroku.db"
    SQLite(path).prepare()
    with closing(SQLite(path).connect()) as db:
        db.execute("PRAGMA synchronous = OFF")
        Evenings(db).play()
        _people(db)
    return path


def _people(db: Connection) -> None:
    """What is kept of people and sessions beside the log; the first was merged into one who was seen later.

    Only what the earliest tables have, see `tests/kit/store/earlier_tables.py`: the record is also moved from those.
    """
    midnight, at = "2026-11-21T00:00:00Z", datetime(2026, 11, 21, tzinfo=UTC)
    keeper, book = Keeper(db, "thursday"), Book(db, "thursday", "keeper")
    for name in ("Quentin", "Quinn"):
        session, deleted = (keeper.sits_down(name, "Rosa", "Sam", game=OH_HELL, at=midnight) for _ in range(2))
        delete_session(book, deleted, at=EIGHT)
    number = keeper.numbers
    rename_player(book, number["Quinn"], name="Queenie")
    describe_player(book, number["Quinn"], colour=3)
    merge_players(book, number["Quentin"], into=number["Quinn"], at=EIGHT)
    archive_player(book, number["Rosa"], at=EIGHT)
    take_seat(book, session, 2, by=keeper.by(at=midnight, device="sams-phone"))
    keeper.writes(session, {"step": "takeover", "seat": 2, "name": "Tess"}, at=midnight)
    describe(book, session, place="Café Ö", note="It rained.")
    archive_session(book, session, at=EIGHT)
    make_token(book, name="Blackboard", role="watcher", at=EIGHT)
    rename_scorebook(book, name="Donnerstags", at=EIGHT)
    secret = make_link(book, role="watcher", session=session, at=EIGHT)
    comes(db, secret, device="phone", name="iPhone", at=EIGHT)
    (link,) = secrets_of(book, Link)
    show_join_code(book, link.id, by="", key="the site's", at=EIGHT)
    requests.ask(db, link, device="umas", author="umas-phone", name="iPhone", at=EIGHT, player="Uma")
    rosas = Author(device="rosas-phone", key="rosa-bids", at=at, name="Android")
    take_seat(book, session, 2, by=rosas)
    free_seat(book, session, 2, by=rosas)
    take_seat(book, session, 1, by=rosas)
    enter_seat(book, session, 1, {"bids": 1}, position=1, by=rosas)
    attempts.count(book.db, kind="links", address="a hash", most=9, now=at, ends=at + timedelta(hours=1))


@pytest.fixture
def played(evenings: Path, tmp_path: Path) -> SQLite:
    """The same as a file of its own."""
    return SQLite(Path(shutil.copy(evenings, tmp_path / "played.db")))


@pytest.fixture
def new(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """A database of this engine in which nothing is, not even tables."""
    numbers = count()

    def made(engine: str) -> Database:
        if engine == "sqlite":
            return SQLite(tmp_path / f"new-{next(numbers)}.db")
        cluster: Cluster = request.getfixturevalue("cluster")
        return PostgreSQL(cluster.new_database())

    return made


@pytest.fixture(scope="session")
def evenings_on_a_server(evenings: Path, cluster: Cluster) -> str:
    """The name of its database."""
    database = PostgreSQL(cluster.new_database())
    move(SQLite(evenings), database)
    database.close()
    return database.address.rpartition("/")[2]


@pytest.fixture
def record(request: pytest.FixtureRequest, played: SQLite) -> NewDatabase:
    """The record of the evenings in a new database of this engine."""

    def made(engine: str) -> Database:
        if engine == "sqlite":
            return played
        cluster: Cluster = request.getfixturevalue("cluster")
        return PostgreSQL(cluster.new_database(like=request.getfixturevalue("evenings_on_a_server")))

    return made


@pytest.fixture(params=ENGINES)
def target(request: pytest.FixtureRequest, new: NewDatabase) -> Database:
    return new(request.param)


def address_of(database: Database) -> str:
    """How a command or another process is told where it is."""
    if not isinstance(database, PostgreSQL):
        return str(database)
    folder, _, name = database.address.removeprefix("postgresql://").rpartition("/")
    return f"postgresql://{OWNER}@/{name}?host={folder}"


def rows_of(database: Database) -> Rows:
    """All that is in it, as it lies there."""
    with closing(database.connect()) as db:
        return {
            table: [dict(row) for row in db.execute(f"SELECT * FROM {table} ORDER BY {', '.join(key)}")]
            for table, (key, *_) in TABLES.items()
        }


def spoil_page(file: Path, name: str) -> None:
    """The first page of a table or an index begins with noughts, as where a disk goes bad."""
    query = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((page, size),) = db.execute(query, (name,)).fetchall()
    with file.open("r+b") as whole:
        whole.seek((page - 1) * size)
        whole.write(bytes(8))


def said_by(database: Database) -> dict[str, Any]:
    with closing(database.connect()) as db:
        return told(db)


def expect_empty(database: Database) -> None:
    assert rows_of(database) == {table: [] for table in TABLES}


def in_files(database: Database) -> dict[str, str]:
    """Each scorebook as its file."""
    with closing(database.connect()) as db:
        books = [row["id"] for row in db.execute("SELECT id FROM scorebook ORDER BY id")]
        return {book: "".join(dump(Book(db, book, "keeper"))) for book in books}


def writing(database: Database, *statements: str) -> Callable[[], None]:
    """What somebody does beside it, on a connection of their own."""

    def write() -> None:
        with closing(database.connect()) as site:
            for statement in statements:
                assert site.execute(statement).rowcount > 0

    return write


def only(stage: str, act: Callable[[], None]) -> Progress:
    """Does something in the middle of a stage, once."""
    waiting = [act]

    @contextmanager
    def told_of(doing: str, steps: int) -> Iterator[Advance]:
        def advance(_more: int) -> None:
            if doing.startswith(stage) and waiting:
                waiting.pop()()

        yield advance
        assert not doing.startswith(stage) or not waiting, "the stage has no steps"

    return told_of
