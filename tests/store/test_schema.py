"""What the database itself refuses, and how it came to be: what was said at the table is never changed."""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from typing import cast

import pytest
from sqlite_utils import Database

from store.engines.sqlite import SQLiteConnection
from store.engines.sqlite_schema import migrations
from tests.store.conftest import Keeper
from tests.store.table_talk import ANN, BEN, takes


@pytest.fixture
def said(keeper: Keeper) -> str:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 2))
    return session


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE action SET facts = '{}'", "never changed"),
        ("DELETE FROM action", "never deleted"),
        (
            "INSERT OR REPLACE INTO action SELECT session, 0, 'undo', '{}', at, device, 'new' FROM action LIMIT 1",
            "never deleted",
        ),
    ],
)
def test_an_action_is_there_for_good(
    db: SQLiteConnection, said: str, keeper: Keeper, statement: str, refusal: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=refusal):
        db.execute(statement)
    assert [entry["chips"] for entry in keeper.sees(said).entries] == [3, 2]


@pytest.mark.parametrize(
    "values",
    [
        "('no such session', 0, 'enter', '{}', '', '', 'new')",
        "((SELECT id FROM session), 1, 'enter', '{}', '', '', 'new')",
        "((SELECT id FROM session), 2, 'enter', '{}', '', '', (SELECT key FROM action WHERE position = 0))",
        "((SELECT id FROM session), 2, 'forget', '{}', '', '', 'new')",
        "((SELECT id FROM session), -1, 'enter', '{}', '', '', 'new')",
    ],
    ids=["no session", "position taken", "key taken", "no such kind", "no such position"],
)
def test_an_action_that_cannot_be_is_refused(db: SQLiteConnection, said: str, values: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(f"INSERT INTO action (session, position, kind, facts, at, device, key) VALUES {values}")


class Listener:
    """A database that only hears what a migration would do."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def execute(self, statement: str) -> None:
        self.heard.append(" ".join(statement.split()))


# A line a migration, added when it is released; where one fails, the migration was changed: write another instead.
@pytest.mark.parametrize(
    ("released", "digest"),
    [
        ("m001_the_record", "02e49b55c8a6f1cc4c760f54366b902219a30c534c027b309554ba72ea4de8b7"),
        ("m002_redo_discard_devices", "57b0c1ac37f93cc0a3c5516264fa47e46172b321fb2900b1fd08a5813f9819f4"),
        ("m003_lists_from_indexes", "f39d865e00abf068da465939ef7a0eb356ab70ee8e908ded60c4d613f58751ad"),
    ],
)
def test_a_migration_that_has_been_released_is_never_changed(released: str, digest: str) -> None:
    migrate = next(each.fn for each in migrations.pending(Database(memory=True)) if each.name == released)
    listener = Listener()
    migrate(cast(Database, listener))
    assert sha256("\n".join(listener.heard).encode()).hexdigest() == digest


def test_what_a_seat_says_of_its_session_follows_it(db: SQLiteConnection, said: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE seat SET created_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET created_at = '2020-01-01T00:00:00Z'")
    assert {row["created_at"] for row in db.execute("SELECT created_at FROM seat")} == {"2020-01-01T00:00:00Z"}
