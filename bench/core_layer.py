"""The same statements of the hot path in SQLAlchemy Core: tables as objects, statements made once and cached."""

from __future__ import annotations

from typing import Any, cast

import psycopg.rows
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bench.plain_layer import Save
from store.engines.base import Connection
from store.engines.postgresql.connection import PostgreSQLConnection
from store.engines.sqlite.database import SQLiteConnection

ALL = sa.MetaData()


def _table(name: str, texts: str, numbers: str) -> sa.Table:
    columns = [sa.Column(column, sa.Text) for column in texts.split()]
    return sa.Table(name, ALL, *columns, *(sa.Column(column, sa.BigInteger) for column in numbers.split()))


SESSION = _table(
    "session",
    "id scorebook game options created_at updated_at discarded_at key",
    "number dealer over ended_early deals position",
)
ACTION = _table("action", "session kind facts at device key", "position")
DEVICE = _table("device", "id name", "")
STANDING = _table("standing", "session", "seat place total_milli won")


class Core:
    """The hot path on two connections of the store's engine: one that reads, one that is in transactions."""

    def __init__(self, reading: Connection, writing: Connection) -> None:
        self._reading, self._writing = _connected(reading), _connected(writing, begins=True)
        self._holds = self._writing.dialect.name == "postgresql"
        insert = postgresql.insert if self._holds else sqlite.insert
        last = sa.select(sa.func.max(ACTION.c.position)).where(ACTION.c.session == SESSION.c.id).scalar_subquery()
        head = (SESSION.c[name] for name in ("id", "game", "options", "dealer", "created_at", "discarded_at"))
        this: sa.BindParameter[str] = sa.bindparam("this")
        self._head = sa.select(*head, last.label("last")).where(
            SESSION.c.id == this, SESSION.c.scorebook == sa.bindparam("book")
        )
        held = sa.select(SESSION.c.id).where(SESSION.c.id == this)
        self._hold = held.with_for_update(key_share=True)
        self._known = sa.select(ACTION.c.session, ACTION.c.position).where(ACTION.c.key == sa.bindparam("known"))
        self._action = (
            insert(ACTION).on_conflict_do_nothing(index_elements=["key"]).execution_options(preserve_rowcount=True)
        )
        device = insert(DEVICE)
        self._device = device.on_conflict_do_update(
            index_elements=["id"],
            set_={"name": device.excluded.name},
            where=DEVICE.c.name != device.excluded.name,
        )
        self._session = sa.update(SESSION).where(SESSION.c.id == this)
        standing = [STANDING.c[name] for name in ("seat", "place", "total_milli", "won")]
        self._standings = (
            sa.select(*standing).join(SESSION, SESSION.c.id == STANDING.c.session).where(STANDING.c.session == this)
        )
        self._no_standings = sa.delete(STANDING).where(STANDING.c.session == this)
        line = (sa.bindparam(f"its_{column.name}", type_=sa.BigInteger) for column in standing)
        self._standing = sa.insert(STANDING).from_select(
            ["session", *(column.name for column in standing)],
            sa.select(SESSION.c.id, *line).where(SESSION.c.id == this),
        )

    def head(self, scorebook: str, session: str) -> Any:
        return self._reading.execute(self._head, {"this": session, "book": scorebook}).first()

    def append(self, scorebook: str, session: str, save: Save) -> None:
        db, this = self._writing, {"this": session}
        with db.begin():
            if self._holds:
                db.execute(self._hold, this)
            now = db.execute(self._head, {**this, "book": scorebook}).one()
            assert db.execute(self._known, {"known": save.key}).first() is None, "each key is used once"
            position = now.last + 1
            said = {"key": save.key, "facts": save.facts, "at": save.at, "device": save.device}
            written = db.execute(self._action, {"session": session, "position": position, "kind": "enter", **said})
            assert written.rowcount == 1, "it is written"
            db.execute(self._device, {"id": save.device, "name": "iPhone"})
            stands = {"over": 0, "ended_early": 0, "deals": position, "position": position + 1, "updated_at": save.at}
            db.execute(self._session, {**this, **stands})
            if {*map(tuple, db.execute(self._standings, this))} != set(save.standings):
                db.execute(self._no_standings, this)
                names = ("its_seat", "its_place", "its_total_milli", "its_won")
                db.execute(self._standing, [{**this, **dict(zip(names, line, strict=True))} for line in save.standings])


def _connected(db: Connection, *, begins: bool = False) -> sa.Connection:
    """A connection of the store, with all its settings, as one of SQLAlchemy."""
    settings: dict[str, Any] = {"poolclass": sa.StaticPool, "pool_reset_on_return": None}
    if isinstance(db, PostgreSQLConnection):
        server = cast(Any, db.raw)
        server.row_factory = psycopg.rows.tuple_row
        server.autocommit = not begins
        address = "postgresql+psycopg://"
        return sa.create_engine(address, creator=lambda: server, use_native_hstore=False, **settings).connect()
    assert isinstance(db, SQLiteConnection), "there are two engines"
    file = db.raw
    file.row_factory = None
    engine = sa.create_engine("sqlite://", creator=lambda: file, **settings)
    if begins:
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine.connect()
