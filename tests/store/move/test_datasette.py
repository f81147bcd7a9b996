"""What Datasette shows of a record: the tables by their names, and two queries."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from scoring.catalogue import find_game
from store import scorebooks
from store.admin.move import COPIED_TABLES
from store.engines.sqlite.database import SQLite
from tests.kit.for_each import for_each
from tests.store.conftest import Keeper

DESCRIBED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[3] / "docs" / "operating" / "datasette.yml").read_text("utf-8")
)["databases"]["takuroku"]
SECRET = {"access", "join_code", "link", "pending_input", "token", "_backup"}


def test_every_table_is_named_and_what_lets_somebody_in_is_shut() -> None:
    tables = DESCRIBED["tables"]
    assert {*tables} == {*COPIED_TABLES, "_backup", "_sqlite_migrations"}
    assert all(about.get("hidden") or about["description"] for about in tables.values())
    assert {name for name, about in tables.items() if about.get("allow") is False} == SECRET


@pytest.fixture
def record(sqlite: SQLite) -> SQLite:
    """Two evenings of two scorebooks, one of which is deleted, and a deleted game."""
    with closing(sqlite.connect()) as db:
        for scorebook in ("thursday", "the-club"):
            keeper = Keeper(db, scorebook)
            for month, points in (("10", [3, 4]), ("11", [5, 2]), ("11", [7, 1])):
                at = f"2026-{month}-22T19:00:00Z"
                session = keeper.sits_down("Ann", "Ben", game=find_game("score-pad"), at=at, name="Darts")
                keeper.writes(session, {"step": "round", "points": points}, at=at)
                keeper.writes(session, {"step": "end"}, at=at)
            keeper.book.discard(session, at=at)
        scorebooks.soft_delete(db, scorebook="the-club", at="2027-01-07T19:00:00Z")
    return sqlite


@for_each(
    "query, answered",
    [
        ("who_wins_most", [("score-pad", "darts", "Ann", 2, 1, 50), ("score-pad", "darts", "Ben", 2, 1, 50)]),
        ("months", [("2026-11", "score-pad", 1, 1), ("2026-10", "score-pad", 1, 1)]),
    ],
)
def test_a_query_is_asked_of_what_is_not_deleted(record: SQLite, query: str, answered: list[tuple[Any, ...]]) -> None:
    with closing(record.connect()) as db:
        assert [tuple(row) for row in db.execute(DESCRIBED["queries"][query]["sql"])] == answered
