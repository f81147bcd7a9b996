"""What the database itself refuses, and how it came to be: what was said at the table is never changed."""

from __future__ import annotations

from contextlib import closing

import pytest

from store.engines.base import Connection, Database
from store.errors import ConstraintError
from tests.kit.for_each import for_each
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import Keeper


@pytest.fixture
def said(keeper: Keeper) -> str:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, takes(BEN, 2))
    return session


@for_each(
    "statement, refusal",
    [
        ("UPDATE action SET facts = '{}'", "never changed"),
        ("UPDATE action SET key = 'new' WHERE position = 1", "never changed"),
        ("DELETE FROM action", "never deleted"),
        ("DELETE FROM action WHERE position = 1", "never deleted"),
        (
            """
            INSERT INTO action (session, position, kind, facts, at, device, key)
            SELECT session, position, 'undo', '{}', at, device, 'new' FROM action WHERE position = 0
            ON CONFLICT (session, position) DO UPDATE SET facts = excluded.facts
            """,
            "never changed",
        ),
    ],
)
def test_an_action_is_there_for_good(db: Connection, said: str, keeper: Keeper, statement: str, refusal: str) -> None:
    with pytest.raises(ConstraintError, match=f"an action is {refusal}: append an undo or a correction"):
        db.execute(statement)
    assert [entry["chips"] for entry in keeper.sees(said).entries] == [3, 2]


@for_each("statement", ["TRUNCATE action", "TRUNCATE session CASCADE", "TRUNCATE scorebook CASCADE"])
def test_a_table_is_not_cleared_where_that_can_be_said(postgresql: Database, statement: str) -> None:
    with closing(postgresql.connect()) as db:
        keeper = Keeper(db, "ours")
        session = keeper.sits_down()
        keeper.writes(session, takes(ANN, 3))
        with pytest.raises(ConstraintError, match="an action is never deleted: append an undo or a correction"):
            db.execute(statement)
        assert keeper.sees(session).sheet.totals == (3, 0)


ACTION = "INSERT INTO action (session, position, kind, facts, at, device, key) VALUES"


@for_each(
    "statement",
    [
        "INSERT INTO seat (session, seat, player, created_at, number) SELECT id, 5, 0, created_at, number FROM session",
        "INSERT INTO standing (session, seat, place, total_milli, won) VALUES ('no such session', 0, 1, 0, 0)",
        "INSERT INTO player (scorebook, name, name_key) VALUES ('no such scorebook', 'Dan', 'dan')",
        "INSERT INTO device_name (scorebook, device, name) VALUES ('no such scorebook', 'a phone', 'iPhone')",
        "INSERT INTO player (scorebook, name, name_key) SELECT scorebook, 'ANN', 'ann' FROM session",
        "INSERT INTO device_name (scorebook, device, name) SELECT scorebook, 'a phone', NULL FROM session",
        "UPDATE session SET game = NULL",
        "DELETE FROM session",
        "DELETE FROM scorebook",
        # No session, a position that is taken, a key that is, no such kind, no such position.
        f"{ACTION} ('no such session', 0, 'enter', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), 1, 'enter', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), 2, 'enter', '{{}}', '', '', (SELECT key FROM action WHERE position = 0))",
        f"{ACTION} ((SELECT id FROM session), 2, 'forget', '{{}}', '', '', 'new')",
        f"{ACTION} ((SELECT id FROM session), -1, 'enter', '{{}}', '', '', 'new')",
    ],
)
def test_what_belongs_to_nothing_or_is_there_already_is_refused(db: Connection, said: str, statement: str) -> None:
    with pytest.raises(ConstraintError):
        db.execute(statement)


def test_what_a_seat_says_of_its_session_follows_it(db: Connection, said: str) -> None:
    with pytest.raises(ConstraintError):
        db.execute("UPDATE seat SET created_at = '2020-01-01T00:00:00Z'")
    db.execute("UPDATE session SET created_at = '2020-01-01T00:00:00Z'")
    assert {row["created_at"] for row in db.execute("SELECT created_at FROM seat")} == {"2020-01-01T00:00:00Z"}
