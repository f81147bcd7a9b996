"""Records of earlier releases come to today's tables, and say all that they said.

One made before version 1.0.0 is refused in a sentence, and comes over by a backup with all that is in it: `1c5beb0` is
the last of them and has a row in each table; `f29ad61` is of the first tables, and has Boo-Ray that could not be
entered today. One of version 1 is brought up to date by the start of the site.
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
from scoring.games.score_pad import GAME as SCORE_PAD
from store import scorebooks
from store.__main__ import main
from store.admin import rebuild
from store.admin.backup import BackupError, back_up, restore
from store.admin.move import COPIED_TABLES, MoveError, move
from store.admin.rebuild import bring_up_to_date, compare
from store.book import KeepersBook
from store.engines.base import Database
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.earlier import replace
from store.errors import ConstraintError, EarlierRecordError, UnavailableError
from store.stats.read_models import SESSION_COLUMNS, TITLE
from store.stats.rules_version import note
from tests.conftest import ENGINES
from tests.kit.disks import full, small_disk
from tests.kit.store.earlier_tables import prepare_until
from tests.kit.store.release import RELEASES
from tests.store.conftest import Keeper
from tests.store.move.conftest import SEAL, NewDatabase, Rows, rows_of, said_by
from web.serve import prepare_record
from web.settings import SettingsError, read_settings

VERSION_1, AT = "m001_version_1", "2026-01-01T00:00:00Z"
FIRST, LAST = "2026-11-21-f29ad61", "2026-11-22-1c5beb0"
SENTENCE = (
    "it was made before version 1.0.0: make a backup with the version that made it (`python -m store backup`) and"
    " restore that into an empty database"
)
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


@pytest.mark.parametrize(("made_by", "to"), [(FIRST, "sqlite"), (LAST, "postgresql")])
def test_all_of_it_comes_over_by_a_backup(made_by: str, to: str, new: NewDatabase, kept: Path, tmp_path: Path) -> None:
    earlier, target = file_of(made_by, tmp_path), new(to)
    was = rows_in(earlier.path)
    back_up(earlier, kept, SEAL)
    restored = restore(kept, target, None)
    assert restored.damage == ""
    assert restored.moved.actions == len(was["action"])
    expect_all_of(was, rows_of(target), made_by)
    expect_read_as_then(target, made_by)
    expect_goes_on(target, made_by)


@pytest.mark.parametrize("made_by", [FIRST, LAST])
def test_it_is_put_over_in_its_own_file_where_nobody_can_run_a_command(made_by: str, tmp_path: Path) -> None:
    earlier = file_of(made_by, tmp_path)
    was = rows_in(earlier.path)
    replace(earlier)
    assert main(["rebuild", str(earlier)]) == 0
    expect_all_of(was, rows_of(earlier), made_by)
    expect_read_as_then(earlier, made_by)
    expect_goes_on(earlier, made_by)


def test_without_room_it_stays_as_it_was() -> None:
    with small_disk(1) as disk:
        earlier = file_of(LAST, disk)
        before = earlier.path.read_bytes()
        with full(disk), pytest.raises(UnavailableError) as told:
            replace(earlier)
        assert told.value.cause == "full"
        assert rows_in(earlier.path) and earlier.path.read_bytes() == before
        replace(earlier)
        earlier.prepare()


@pytest.mark.parametrize("made_by", [FIRST, LAST])
def test_it_is_told_in_a_sentence_and_nothing_is_written(
    made_by: str, new: NewDatabase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = file_of(made_by, tmp_path)
    before = earlier.path.read_bytes()
    for command in ("rebuild", "purge"):
        assert main([command, str(earlier)]) == 1
        assert capsys.readouterr().err == f"{earlier} cannot be used: {SENTENCE}.\n"
    with pytest.raises(SettingsError) as told:
        prepare_record(read_settings({"TAKUROKU_DATABASE": str(earlier.path)}))
    assert str(told.value) == f"The record {earlier} cannot be opened: {SENTENCE}."
    with pytest.raises(MoveError, match="is of another release, they differ in "):
        move(earlier, new("sqlite"))
    assert earlier.path.read_bytes() == before


def test_on_a_server_it_is_refused_as_well(record: NewDatabase, kept: Path) -> None:
    """Its last tables were these, under the names of ten migrations and three other names of their own.

    A backup is its own version's to make: an SQLite file of the same tables, as the other tests have it.
    """
    earlier = record("postgresql")
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


# Of version 1: sums by game alone, no titles, no playing times.


@pytest.fixture
def named(played: SQLite) -> SQLite:
    """With games of the pad that have a name, in every state."""
    with closing(played.connect()) as db:
        keeper = Keeper(db, "the-club")
        for number, state in enumerate(("running", "over", "archived", "deleted", "ended at once")):
            at = f"2026-11-2{number}T19:00:00Z"
            session = keeper.sits_down("Ann", "Ben", game=SCORE_PAD, at=at, name=state.title(), rounds=2)
            for _deal in range(0 if state in ("running", "ended at once") else 2):
                keeper.writes(session, {"step": "round", "points": [3, 4]}, at=at)
            if state == "ended at once":
                keeper.writes(session, {"step": "end"}, at=at)
            if state == "archived":
                keeper.book.archive(session, at=at)
            if state == "deleted":
                keeper.book.discard(session, at=at)
    return played


def before(played: SQLite, database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The record of `played` as version 1 kept it, in a new database."""
    prepare_until(database, VERSION_1, monkeypatch)
    rows = rows_of(played)
    called = {row["device"]: row["name"] for row in rows["device_name"]}
    rows["device"] = [{"id": device, "name": name} for device, name in called.items()]
    rows["remark"] = [row for row in rows["remark"] if row["position"] != TITLE]
    rows["tally"] = [row for row in rows["tally"] if not row["span"] and row["kind"] == "*" and not row["title"]]
    with closing(database.connect()) as db, db.writing():
        columns = db.tables()
        for table in filter(columns.__contains__, ("device", *COPIED_TABLES)):
            names = sorted(columns[table])
            db.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                [[row[name] for name in names] for row in rows[table]],
            )
        note(db, "of version 1")
        db.number_on()
    return database


def comparable(database: Database) -> Rows:
    """But for what a process counts for itself, and for tables that came later and follow from no others."""
    rows = rows_of(database)
    del rows["seat_freed"], rows["seat_before"], rows["join_code"]
    for row in rows["scorebook"]:
        del row["rating_epoch"]
    return rows


def expect_the_same(database: Database, played: SQLite) -> None:
    assert comparable(database) == comparable(played)
    assert said_by(database) == said_by(played)
    with closing(database.connect()) as db:
        found = compare(db)
    assert (found.differences, found.unreadable) == ((), ())


@pytest.mark.parametrize("engine", ENGINES)
def test_the_start_of_the_site_leaves_nothing_to_be_rebuilt(
    named: SQLite, new: NewDatabase, kept: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there are too many sessions to rebuild all; then it moves as any."""
    monkeypatch.setattr(rebuild, "AT_START", 0)
    database, target = before(named, new(engine), monkeypatch), new("sqlite")
    with closing(database.connect()) as db:
        assert "span" not in db.tables()["tally"]
        assert "minutes" not in db.tables()["session"]
    with pytest.raises(MoveError, match="start this release on it once"):
        move(database, target)
    if engine == "postgresql":
        with pytest.raises(BackupError, match="start this release on it once"):
            back_up(database, kept, SEAL)
    assert not bring_up_to_date(database)
    expect_the_same(database, named)
    back_up(database, kept, SEAL)
    expect_the_same(SQLite(kept), named)
    move(database, target)
    expect_the_same(target, named)


def test_until_then_its_lists_are_not_checked_and_a_backup_of_it_is_restored(
    named: SQLite, new: NewDatabase, kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database, target = before(named, new("sqlite"), monkeypatch), new("sqlite")
    back_up(database, kept, SEAL)
    for place in (str(database), str(kept)):
        assert main(["check", place]) == 0
        assert "It has the tables of another release" in capsys.readouterr().out
    assert restore(kept, target, None).damage == ""
    expect_the_same(target, named)
    assert main(["check", str(target)]) == 0
    assert "that differed: 0" in capsys.readouterr().out
