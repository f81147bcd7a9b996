"""A new database with the tables of an earlier release: those that its migrations had made."""

from __future__ import annotations

import pytest
from sqlite_utils import Database as Migrated
from sqlite_utils import Migrations

from store.engines.base import Database
from store.engines.postgresql.schema import MIGRATIONS
from store.engines.sqlite.schema import MIGRATIONS as OF_SQLITE


def prepare_until(database: Database, last: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Make the tables, up to and with the migration `last`."""
    names = [*MIGRATIONS][: [*MIGRATIONS].index(last) + 1]
    with monkeypatch.context() as then:
        then.setattr("store.engines.sqlite.database.migrations", _of_sqlite(names))
        then.setattr("store.engines.postgresql.connection.MIGRATIONS", {name: MIGRATIONS[name] for name in names})
        database.prepare()
    return database


def _of_sqlite(names: list[str]) -> Migrations:
    made = Migrations("takuroku")

    def add(name: str) -> None:
        @made(name=name)
        def migrate(db: Migrated) -> None:
            for statement in OF_SQLITE[name]:
                db.execute(statement)

    for each in names:
        add(each)
    return made
