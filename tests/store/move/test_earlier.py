"""A record made before version 1.0.0 is refused in a sentence, and comes over by a backup with all that is in it.

`1c5beb0` is the last of them and has a row in each table; `f29ad61` is of the first tables, and has Boo-Ray that could
not be entered today.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from record.author import Author
from store import scorebooks
from store.__main__ import main
from store.admin.backup import BackupError, back_up, restore
from store.admin.move import COPIED_TABLES, MoveError, move
from store.admin.rebuild import compare
from store.book import KeepersBook
from store.engines import Seal
from store.engines.base import Database
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.earlier import replace
from store.errors import ConstraintError, EarlierRecordError, UnavailableError
from store.stats.read_models import SESSION_COLUMNS, TITLE
from tests.faults.disks import full, small_disk
from tests.kit.store.release import RELEASES
from tests.store.move.conftest import NewDatabase, expect_empty, rows_of, said_by
from web.serve import prepare_record
from web.settings import SettingsError, read_settings

FIRST, LAST = "2026-11-21-f29ad61", "2026-11-22-1c5beb0"
SENTENCE = (
    "it was made before version 1.0.0: make a backup with the version that made it (`python -m store backup`) and"
    " restore that into an empty database"
)
SEAL = Seal("2026-11-22T05:10:00Z", "of the drawer under the card table")
LISTS = ("standing", "remark", "share", "tally")
"""What follows from the log, and of which the first tables had less; of a session `SESSION_COLUMNS`."""
AGAIN = ("created_at", "number")
"""What the first tables did not say again of a seat's session."""
ADDED = {
    "access": ("ends_at",),
    "link": ("for_evening", "made_by"),
    "scorebook": ("rated", "rating_epoch"),
    "session": ("minutes", "begun", "next_table", "table_id"),
    "share": ("title", "kind", "lead_milli", "behind_milli", "swing_milli", "best_bid"),
}
"""Columns that later versions have added."""
RENAMED = {"leaving": "purging", "sitting": "seat_device", "offer": "pending_input"}
"""Tables of before by what they are called now."""


@pytest.fixture(params=[FIRST, LAST])
def made_by(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def earlier(made_by: str, tmp_path: Path) -> SQLite:
    return file_of(made_by, tmp_path)


def file_of(release: str, folder: Path) -> SQLite:
    path = folder / "earlier.db"
    path.write_bytes(gzip.decompress((RELEASES / f"{release}.db.gz").read_bytes()))
    return SQLite(path)


def rows_in(path: Path) -> dict[str, list[dict[str, Any]]]:
    """As they lie there, by today's names of the tables, without the code that is tested."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        there = [row["name"] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        by_name = {RENAMED.get(table, table): table for table in there}
        return {
            table: [dict(row) for row in db.execute(f"SELECT * FROM {by_name[table]} ORDER BY {', '.join(key)}")]
            for table, key in COPIED_TABLES.items()
            if table in by_name and table != "tally"
        }


def expect_all_of(was: dict[str, list[dict[str, Any]]], now: dict[str, list[dict[str, Any]]], made_by: str) -> None:
    if made_by == LAST:
        # Sums of years and kinds, the names of games on the pad came later: `compare` says that they are right.
        later = ("seat_freed", "seat_before", "seat_change", "part_share", "join_code")
        assert [now[table] for table in later] == [[]] * len(later)
        # What devices are called is each scorebook's own by now; `expect_read_as_then` reads it in every session.
        known = {table: rows for table, rows in now.items() if table not in ("tally", "device_name", *later)}
        known["remark"] = [row for row in now["remark"] if row["position"] != TITLE]
        known = {
            table: [{name: row[name] for name in row if name not in ADDED.get(table, ())} for row in rows]
            for table, rows in known.items()
        }
        assert known == was
        assert all(row["table_id"] == row["series"] for row in now["session"])
        assert [table for table, rows in was.items() if not rows] == ["purging"], "it is empty but for a moment"
        return
    for table in was.keys() - {*LISTS}:
        kept = {name for row in was[table] for name in row} - {*(SESSION_COLUMNS if table == "session" else ())}
        here, there = ([{name: row[name] for name in kept} for row in rows[table]] for rows in (now, was))
        assert here == there, table
    sessions = {row["id"]: row for row in now["session"]}
    for seat in now["seat"]:
        assert [seat[name] for name in AGAIN] == [sessions[seat["session"]][name] for name in AGAIN]


def expect_read_as_then(database: Database, made_by: str) -> None:
    then, now = json.loads((RELEASES / f"{made_by}.json").read_text("utf-8")), said_by(database)
    assert len(now["sessions"]) == len(then["sessions"])
    for was, session in zip(then["sessions"], now["sessions"], strict=True):
        assert {what: session[what] for what in was} == was
    for scorebook, lists in then["lists"].items():
        for what, was in lists.items():
            found = now["lists"][scorebook][what]
            if what == "line-ups":
                # Who deals first next time was the one after the first dealer, not after the last.
                assert [each | {"dealer": 0} for each in found] == [each | {"dealer": 0} for each in was]
                continue
            # A game that came later has lists of its own, and nothing on them.
            assert ({each: found[each] for each in was} if isinstance(was, dict) else found) == was
    with closing(database.connect()) as db:
        compared = compare(db)
    assert (compared.sessions, compared.differences, compared.unreadable) == (len(then["sessions"]), (), ())


def expect_goes_on(database: Database, made_by: str) -> None:
    """With what the log of the first tables did not have, and under the triggers that keep it."""
    sessions = json.loads((RELEASES / f"{made_by}.json").read_text("utf-8"))["sessions"]
    first = next(was for was in sessions if was["position"])

    def by(key: str) -> Author:
        return Author(device="phone", key=key, at=datetime(2026, 11, 23, tzinfo=UTC), name="iPhone")

    with closing(database.connect()) as db:
        book = KeepersBook(db, first["scorebook"])
        book.undo(first["session"], position=first["position"], by=by("undo"))
        again = book.redo(first["session"], position=first["position"] + 1, by=by("redo")).session
        assert [*again.entries] == first["entries"]
        assert scorebooks.device_names(db, first["session"])["phone"] == "iPhone"
        with pytest.raises(ConstraintError, match="never changed"):
            db.execute("UPDATE action SET facts = '{}'")
        with pytest.raises(ConstraintError, match="never deleted"):
            db.execute("DELETE FROM action")


def test_all_of_it_comes_over_by_a_backup(earlier: SQLite, made_by: str, target: Database, tmp_path: Path) -> None:
    was, kept = rows_in(earlier.path), tmp_path / "kept.db"
    back_up(earlier, kept, SEAL)
    restored = restore(kept, target, None)
    assert restored.damage == ""
    assert restored.moved.actions == len(was["action"])
    expect_all_of(was, rows_of(target), made_by)
    expect_read_as_then(target, made_by)
    expect_goes_on(target, made_by)


def test_it_is_put_over_in_its_own_file_where_nobody_can_run_a_command(earlier: SQLite, made_by: str) -> None:
    was = rows_in(earlier.path)
    replace(earlier)
    assert main(["rebuild", str(earlier)]) == 0
    expect_all_of(was, rows_of(earlier), made_by)
    expect_read_as_then(earlier, made_by)
    expect_goes_on(earlier, made_by)


def test_without_room_it_stays_as_it_was(made_by: str) -> None:
    with small_disk(1) as disk:
        earlier = file_of(made_by, disk)
        before = earlier.path.read_bytes()
        with full(disk), pytest.raises(UnavailableError) as told:
            replace(earlier)
        assert told.value.cause == "full"
        assert rows_in(earlier.path) and earlier.path.read_bytes() == before
        replace(earlier)
        earlier.prepare()


def test_it_is_told_in_a_sentence_and_nothing_is_written(
    earlier: SQLite, capsys: pytest.CaptureFixture[str], target: Database
) -> None:
    before = earlier.path.read_bytes()
    for command in ("rebuild", "purge"):
        assert main([command, str(earlier)]) == 1
        assert capsys.readouterr().err == f"{earlier} cannot be used: {SENTENCE}.\n"
    with pytest.raises(SettingsError) as told:
        prepare_record(read_settings({"TAKUROKU_DATABASE": str(earlier.path)}))
    assert str(told.value) == f"The record {earlier} cannot be opened: {SENTENCE}."
    assert earlier.path.read_bytes() == before


def test_a_move_is_refused(earlier: SQLite, target: Database) -> None:
    before = earlier.path.read_bytes()
    with pytest.raises(MoveError, match="is of another release, they differ in "):
        move(earlier, target)
    assert earlier.path.read_bytes() == before
    if target.exists():
        target.prepare()
        expect_empty(target)


def test_on_a_server_it_is_refused_as_well(played: SQLite, new: NewDatabase, tmp_path: Path) -> None:
    """Its last tables were these, under the names of ten migrations and three other names of their own.

    A backup is its own version's to make: an SQLite file of the same tables, as the other tests have it.
    """
    earlier, kept = new("postgresql"), tmp_path / "kept.db"
    move(played, earlier)
    before = rows_of(earlier)
    with closing(earlier.connect()) as db:
        db.execute("UPDATE migration SET name = 'm001_the_record' WHERE name = 'm001_version_1'")
        for was, now in RENAMED.items():
            db.execute(f"ALTER TABLE {now} RENAME TO {was}")
    with pytest.raises(EarlierRecordError) as told:
        earlier.prepare()
    assert str(told.value) == SENTENCE
    with pytest.raises(BackupError, match="is of another release, they differ in leaving, offer, "):
        back_up(earlier, kept, SEAL)
    assert not kept.exists()
    with closing(earlier.connect()) as db:
        for was, now in RENAMED.items():
            db.execute(f"ALTER TABLE {was} RENAME TO {now}")
    assert rows_of(earlier) == before
