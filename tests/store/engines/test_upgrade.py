"""A record of every earlier release is brought up to date, and reads as it did."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from record.author import Author
from scoring import catalogue
from store import scorebooks
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from store.engines.views import READING
from store.errors import ConstraintError
from store.stats.rebuild import bring_up_to_date, compare, count_finished
from tests.store.support.release import RELEASES, SAYS_OTHERWISE, told

ALL_GAMES = catalogue.all_games


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the real games are played, not the two of the other tests."""
    monkeypatch.setattr(catalogue, "all_games", ALL_GAMES)


@pytest.fixture(params=sorted(path.name.removesuffix(".db.gz") for path in RELEASES.glob("*.db.gz")))
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A file as that release wrote it, and what was read in it then; the first release kept no lists."""
    path = tmp_path / "takuroku.db"
    path.write_bytes(gzip.decompress((RELEASES / f"{request.param}.db.gz").read_bytes()))
    return path, json.loads((RELEASES / f"{request.param}.json").read_text("utf-8"))


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


ACTIONS = "SELECT session, position, kind, facts, at, device, key FROM action ORDER BY session, position"


def test_every_sheet_and_list_says_what_it_said_and_no_action_changed(release: tuple[Path, dict[str, Any]]) -> None:
    path, then = release
    before = rows(path, ACTIONS)
    counts_are_kept = bool(rows(path, "SELECT name FROM sqlite_schema WHERE name = 'tally'"))
    SQLite(path).prepare()
    assert rows(path, ACTIONS) == before
    with closing(SQLite(path).connect()) as db:
        now = told(db)
        finished = rows(path, "SELECT id FROM session WHERE over = 1 AND deals > 0 AND discarded_at IS NULL")
        assert count_finished(db) == (0 if counts_are_kept else len(finished))
        assert count_finished(db) == 0
        assert {each.session for each in compare(db).differences} <= SAYS_OTHERWISE
        bring_up_to_date(SQLite(path))
        compared = compare(db)
    by_id = {session["session"]: session for session in now["sessions"]}
    assert len(by_id) == len(then["sessions"])
    for was in then["sessions"]:
        assert {what: by_id[was["session"]][what] for what in was} == was
    for scorebook, lists in then["lists"].items():
        for what, was in lists.items():
            found = now["lists"][scorebook][what]
            # A game that came later has lists of its own, and nothing on them.
            assert ({each: found[each] for each in was} if isinstance(was, dict) else found) == was
    assert (compared.sessions, compared.differences, compared.unreadable) == (len(then["sessions"]), (), ())


def test_it_goes_on_with_what_the_new_release_can_do(release: tuple[Path, dict[str, Any]]) -> None:
    path, then = release
    SQLite(path).prepare()
    SQLite(path).prepare()
    first = next(was for was in then["sessions"] if was["position"])

    def by(key: str) -> Author:
        return Author(device="phone", key=key, at=datetime(2026, 11, 22, tzinfo=UTC), name="iPhone")

    with closing(SQLite(path).connect()) as db:
        book = KeepersBook(db, first["scorebook"])
        book.undo(first["session"], position=first["position"], by=by("undo"))
        again = book.redo(first["session"], position=first["position"] + 1, by=by("redo")).session
        assert [*again.entries] == first["entries"]
        assert scorebooks.device_names(db, first["session"])["phone"] == "iPhone"
        with pytest.raises(ConstraintError, match="never changed"):
            db.execute("UPDATE action SET facts = '{}'")
        with pytest.raises(ConstraintError, match="never deleted"):
            db.execute("DELETE FROM action")


# The sides of a game, on both engines: no file of an earlier release is of PostgreSQL.

STAMPS = {"sqlite": ("_sqlite_migrations", "m011_sides"), "postgresql": ("migration", "m009_sides")}
FOUR = ("Ann", "Ben", "Chika", "Dan")
DEALS: dict[str, dict[str, Any]] = {
    "satat": {"step": "result", "winners": 0, "kind": "plain"},
    "twin-shoot": {"step": "result", "bids": [1, 2, 3, 4], "tricks": [1, 2, 3, 4]},
    "score-pad": {"step": "round", "points": [1, 2, 3, 4]},
}


def before_sides(db: Connection, engine: str) -> None:
    """The tables and views as they were in the release before, with what it kept of a game without a deal."""
    for view in ("players", "entries", "results", "sessions"):
        db.execute(f"DROP VIEW {view}")
    db.execute("ALTER TABLE standing DROP COLUMN side")
    for statement in READING:
        db.execute(statement)
    db.execute("UPDATE standing SET won = 1 WHERE session IN (SELECT id FROM session WHERE deals = 0)")
    table, name = STAMPS[engine]
    db.execute(f"DELETE FROM {table} WHERE name = ?", (name,))


def test_sides_are_filled_in_and_nobody_has_won_without_a_deal(database: Database) -> None:
    with closing(database.connect()) as db:
        book, numbers = KeepersBook(db, "thursday"), count()

        def by() -> Author:
            return Author(device="phone", key=f"key-{next(numbers)}", at=datetime(2026, 11, 22, tzinfo=UTC))

        for slug in (*DEALS, "oh-hell"):
            options = {"name": "Hearts"} if slug == "score-pad" else {}
            raw = {"players": FOUR, "dealer": 0, "options": options}
            session = book.start(ALL_GAMES()[slug], raw, by())
            said = [each for each in (DEALS.get(slug), {"step": "end"}) if each]
            for position, entry in enumerate(said):
                book.enter(session, entry, position=position, by=by())
        before_sides(db, "sqlite" if isinstance(database, SQLite) else "postgresql")
    database.prepare()
    with closing(database.connect()) as db:
        assert compare(db).differences == ()
        found = db.execute("SELECT game, side, title FROM results ORDER BY game, seat").fetchall()
        assert [tuple(row[column] for column in ("game", "side", "title")) for row in found] == [
            *(("satat", side, "") for side in (1, 2, 1, 2)),
            *(("score-pad", side, "Hearts") for side in (1, 2, 3, 4)),
            *(("twin-shoot", side, "") for side in (1, 1, 2, 2)),
        ]
        assert db.execute("SELECT COUNT(*) AS stars FROM standing WHERE won = 1").fetchone()["stars"] == 2 + 1 + 2
