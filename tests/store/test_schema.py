"""What the database itself refuses: what was said at the table is never changed."""

from __future__ import annotations

import sqlite3

import pytest

from store.database import SQLiteConnection
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
