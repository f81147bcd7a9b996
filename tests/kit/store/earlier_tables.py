"""A new database with the tables of an earlier release: those that its migrations had made."""

from __future__ import annotations

import pytest

from store.engines.base import Database
from store.engines.migrations import ON_BOTH, POSTGRESQL, SQLITE
from store.engines.sqlite.database import migrations_of


def prepare_until(database: Database, last: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Make the tables, up to and with the migration `last`."""
    names = [*ON_BOTH][: [*ON_BOTH].index(last) + 1]
    with monkeypatch.context() as then:
        then.setattr("store.engines.sqlite.database.MIGRATIONS", migrations_of({name: SQLITE[name] for name in names}))
        then.setattr("store.engines.postgresql.connection.POSTGRESQL", {name: POSTGRESQL[name] for name in names})
        database.prepare()
    return database
