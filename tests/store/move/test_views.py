"""The views for other programs: the same on each engine, nothing deleted in them, every column described."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from record.author import Author
from scoring.catalogue import find_game
from store import scorebooks
from store.admin.move import COPIED_TABLES, move
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from tests.store.move.conftest import NewDatabase

DESCRIBED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[3] / "docs" / "operating" / "datasette.yml").read_text("utf-8")
)["databases"]["takuroku"]
VIEWS = ("sessions", "results", "entries", "players")
GIVEN = {"game": "oh-hell", "player": "あんな"}


def seen(database: Database) -> dict[str, list[dict[str, Any]]]:
    with closing(database.connect()) as db:
        return {view: as_numbers(db, view) for view in VIEWS}


def as_numbers(db: Connection, view: str) -> list[dict[str, Any]]:
    """In one order; an engine may have decimals of its own."""
    rows = [dict(row) for row in db.execute(f"SELECT * FROM {view}")]
    for row in rows:
        row |= {column: float(row[column]) for column in ("total", "sessions", "wins") if column in row}
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


def test_both_engines_show_the_same(played: SQLite, new: NewDatabase) -> None:
    there = new("postgresql")
    move(played, there)
    here = seen(played)
    assert all(here.values())
    assert seen(there) == here


def test_it_reads_as_it_was_played(played: SQLite) -> None:
    with closing(played.connect()) as db:
        book = KeepersBook(db, "thursday")
        for summary in book.search(limit=1000, over=True):
            sheet = book.load(summary.id).sheet
            rows = db.execute("SELECT * FROM results WHERE session = ? ORDER BY seat", (summary.id,)).fetchall()
            if not summary.deals:
                assert rows == []
                continue
            assert [row["seat"] for row in rows] == [seat + 1 for seat in range(len(sheet.totals))]
            assert [row["total"] for row in rows] == [float(total) for total in sheet.totals]
            assert {row["seat"] - 1 for row in rows if row["won"]} == {*sheet.winners}
            assert [row["seat"] - 1 for row in sorted(rows, key=lambda row: (row["side"], row["seat"]))] == [
                seat for side in sheet.sides for seat in side
            ]
            assert len({row["side"] for row in rows}) == len(sheet.sides)
            assert {row["title"] for row in rows} == {getattr(sheet.options, "name", None) or ""}
            assert {row["players"] for row in rows} == {len(sheet.totals)}
            assert {row["month"] for row in rows} == {summary.created_at[:7]}


def test_two_names_of_one_person_are_one_player(played: SQLite) -> None:
    with closing(played.connect()) as db:
        names = {row["player"] for row in db.execute("SELECT player FROM players")}
    assert "Queenie" in names
    assert not {"Quentin", "Quinn"} & names


def test_nothing_deleted_is_in_them(played: SQLite, target: Database) -> None:
    with closing(played.connect()) as db:
        deleted = {row["id"] for row in db.execute("SELECT id FROM session WHERE discarded_at IS NOT NULL")}
        shown = {row["session"] for row in db.execute("SELECT session FROM sessions")}
        assert deleted and shown
        assert not deleted & shown
    move(played, target)
    with closing(target.connect()) as db:
        scorebooks.soft_delete(db, scorebook="the-club", at="2027-01-07T19:00:00Z")
    before, now = seen(played), seen(target)
    assert any(row["scorebook"] == "the-club" for rows in before.values() for row in rows)
    for view, rows in before.items():
        assert now[view] == [row for row in rows if row["scorebook"] == "thursday"], view


def test_every_column_is_described_and_the_tables_beneath_are_folded_away(sqlite: SQLite) -> None:
    tables = DESCRIBED["tables"]
    with closing(sqlite.connect()) as db:
        views = [row["name"] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")]
        assert sorted(views) == sorted(VIEWS)
        for view in views:
            columns = [row["name"] for row in db.execute(f"PRAGMA table_info({view})")]
            described = tables[view]
            assert [*described["columns"]] == columns, view
            assert all(described["columns"].values()) and described["description"]
            assert {*described["facets"], described.get("sort_desc", columns[0])} <= {*columns}, view
    beneath = {name for name, about in tables.items() if about.get("hidden")}
    assert beneath == {*COPIED_TABLES, "_backup", "_sqlite_migrations"}


@pytest.mark.parametrize("query", DESCRIBED["queries"])
def test_every_query_runs_and_has_an_answer(played: SQLite, query: str) -> None:
    about = DESCRIBED["queries"][query]
    assert about["title"].endswith(("?", "totals"))
    with closing(sqlite3.connect(f"{played.path.as_uri()}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute(about["sql"], {name: GIVEN[name] for name in re.findall(r":(\w+)", about["sql"])}).fetchall()
    assert rows
    assert all(re.fullmatch("[a-z_]+", column) for column in dict(rows[0]))


def test_partners_are_not_against_each_other(sqlite: SQLite) -> None:
    with closing(sqlite.connect()) as db:
        book, numbers = KeepersBook(db, "thursday"), count()
        for game, players, deal in (
            ("satat", ("Ann", "Ben", "Chika", "Dan"), {"step": "result", "winners": 0, "kind": "plain"}),
            ("score-pad", ("Ann", "Chika"), {"step": "round", "points": [1, 2]}),
        ):
            by = [
                Author(device="phone", key=f"key-{next(numbers)}", at=datetime(2026, 11, 22, tzinfo=UTC)) for _ in "123"
            ]
            session = book.start(find_game(game), {"players": players, "dealer": 0, "options": {}}, by[0])
            for position, entry in enumerate((deal, {"step": "end"})):
                book.enter(session, entry, position=position, by=by[1 + position])
        found = db.execute(DESCRIBED["queries"]["against"]["sql"].replace(":player", "?"), ("Ann",)).fetchall()
    # Ann and Chika were partners in Satat, and won it; at the score pad Chika had more.
    assert [tuple(row) for row in found] == [
        ("Ben", "satat", 1, 1, 0, 0),
        ("Chika", "score-pad", 1, 0, 0, 1),
        ("Dan", "satat", 1, 1, 0, 0),
    ]
