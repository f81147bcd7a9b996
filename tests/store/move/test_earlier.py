"""Records of earlier releases come to today's tables, and say all that they said.

One made before version 1.0.0 is refused in a sentence: `1c5beb0` is the last of them, `f29ad61` is of the first tables.
One of version 1 is brought up to date by the start of the site.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scoring.games.score_pad import GAME as SCORE_PAD
from store.admin import rebuild
from store.admin.backup import back_up, restore
from store.admin.move import move
from store.admin.rebuild import bring_up_to_date, compare
from store.engines.base import Database
from store.engines.sqlite import SQLite
from store.engines.tables import TABLES
from store.errors import CommandError, EarlierRecordError
from store.sessions.details import archive_session, delete_session
from store.stats.read_models import TITLE
from tests.kit.store.earlier_tables import prepare_until
from tests.kit.store.release import file_of
from tests.store.conftest import Keeper, Runs
from tests.store.move.conftest import RENAMED, SEAL, NewDatabase, rows_of, said_by
from web.serve import prepare_record
from web.settings import SettingsError, read_settings

FIRST, LAST = "2026-11-21-f29ad61", "2026-11-22-1c5beb0"
SENTENCE = (
    "it was made before version 1.0.0: make a backup with the version that made it (`python -m store backup`),"
    " restore that with version 1.5.0 into an empty database, and open this with today's"
)


@pytest.mark.parametrize("made_by", [FIRST, LAST])
def test_it_is_told_in_a_sentence_and_nothing_is_written(
    made_by: str, new: NewDatabase, tmp_path: Path, runs: Runs
) -> None:
    earlier = file_of(made_by, tmp_path)
    before = earlier.path.read_bytes()
    for command in ("rebuild", "purge"):
        assert runs(command, earlier) == (1, "", f"{earlier} cannot be used: {SENTENCE}.\n")
    with pytest.raises(SettingsError) as told:
        prepare_record(read_settings({"TAKUROKU_DATABASE": str(earlier.path)}))
    assert str(told.value) == f"The record {earlier} cannot be opened: {SENTENCE}."
    with pytest.raises(CommandError, match="was made by another release; they differ in "):
        move(earlier, new("sqlite"))
    for although_damaged in (False, True):
        with pytest.raises(CommandError) as refused:
            restore(earlier.path, new("sqlite"), None, although_damaged=although_damaged)
        assert str(refused.value) == f"{earlier.path} cannot be restored: {SENTENCE}."
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
    with pytest.raises(CommandError, match="was made by another release; they differ in leaving, offer, "):
        back_up(earlier, kept, SEAL)
    assert not kept.exists()
    with closing(earlier.connect()) as db:
        for was, now in reversed(RENAMED.items()):
            db.execute(f"ALTER TABLE {was} RENAME TO {now}")
    assert rows_of(earlier) == before


# Of version 1: sums by game alone, no titles, no playing times.


@pytest.fixture
def named(played: SQLite) -> SQLite:
    """With games of the pad that have a name, in every state."""
    both, end = [{"step": "round", "points": [3, 4]}] * 2, [{"step": "end"}]
    states: tuple[tuple[str, list[Any], Callable[..., None] | None], ...] = (
        ("Running", both[:1], None),
        ("Over", both, None),
        ("Archived", both, archive_session),
        ("Deleted", both, delete_session),
        ("Ended at once", end, None),
    )
    with closing(played.connect()) as db:
        keeper = Keeper(db, "the-club")
        for number, (name, entries, then) in enumerate(states):
            at = f"2026-11-2{number}T19:00:00Z"
            session = keeper.plays(*entries, game=SCORE_PAD, at=at, name=name, rounds=2)
            if then:
                then(keeper.book, session, at=at)
    return played


@pytest.fixture
def old(named: SQLite, target: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The same as version 1 kept it, of more sessions than the start of the site rebuilds all."""
    monkeypatch.setattr(rebuild, "AT_START", 0)
    prepare_until(target, "m001_version_1", monkeypatch)
    rows = rows_of(named)
    called = {row["device"]: row["name"] for row in rows["device_name"]}
    rows["device"] = [{"id": device, "name": name} for device, name in called.items()]
    rows["seat"] = [row for row in rows["sitting"] if row["turn"] == 0]
    rows["scorebook"] = [row | {"names": row["names_revision"]} for row in rows["scorebook"]]
    rows["session"] = [
        row | {"stirs": row["seats_revision"], "discarded_at": row["deleted_at"]} for row in rows["session"]
    ]
    for table in ("seat", "remark"):
        rows[table] = [row | {"created_at": row["played_at"]} for row in rows[table]]
    for table in ("link", "token", "access"):
        rows[table] = [row | {"withdrawn_at": row["revoked_at"]} for row in rows[table]]
    rows["remark"] = [row for row in rows["remark"] if row["position"] != TITLE]
    with closing(target.connect()) as db, db.writing():
        columns = db.tables()
        for table in filter(columns.__contains__, ("device", *TABLES, "seat")):
            names = sorted(columns[table])
            db.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                [[row[name] for name in names] for row in rows[table]],
            )
        db.execute("INSERT INTO _lists (rules) VALUES ('of version 1')")
        db.advance_sequences()
    return target


def expect_the_same(database: Database, played: SQLite) -> None:
    rows = [rows_of(each) for each in (database, played)]
    for each in rows:
        # Tables that came later and follow from no others, and what a process counts for itself.
        del each["seat_freed"], each["seat_before"], each["join_code"], each["access_request"]
        for row in each["scorebook"]:
            del row["results_revision"]
    assert rows[0] == rows[1]
    assert said_by(database) == said_by(played)
    with closing(database.connect()) as db:
        found = compare(db)
    assert (found.differences, found.unreadable) == ((), ())


def test_the_start_of_the_site_leaves_nothing_to_be_rebuilt(
    named: SQLite, old: Database, new: NewDatabase, kept: Path, runs: Runs
) -> None:
    """Until then its lists are not checked."""
    target = new("sqlite")
    with closing(old.connect()) as db:
        assert "player_result" not in db.tables()
        assert "minutes" not in db.tables()["session"]
    with pytest.raises(CommandError, match="start this release on it once"):
        move(old, target)
    if not isinstance(old, SQLite):
        with pytest.raises(CommandError, match="start this release on it once"):
            back_up(old, kept, SEAL)
    else:
        back_up(old, kept, SEAL)
        for place in (old, kept):
            ended, out, _ = runs("check", place)
            assert (ended, "It has the tables of another release" in out) == (0, True)
        restored = new("sqlite")
        assert restore(kept, restored, None).damage == ""
        expect_the_same(restored, named)
        kept.unlink()
    assert bring_up_to_date(old)
    expect_the_same(old, named)
    back_up(old, kept, SEAL)
    expect_the_same(SQLite(kept), named)
    move(old, target)
    expect_the_same(target, named)
