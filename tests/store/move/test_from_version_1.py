"""A record that only the first migration has made comes to today's tables, and says all that it said.

`played` has every game and every kind of action: running sessions, finished ones, archived ones, deleted ones.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeAlias

import pytest

from scoring.games.score_pad import GAME as SCORE_PAD
from store.__main__ import main
from store.admin import rebuild
from store.admin.backup import BackupError, back_up, restore
from store.admin.move import COPIED_TABLES, MoveError, move
from store.admin.rebuild import bring_up_to_date, compare
from store.engines import changed_since_sealed
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from store.stats.read_models import TITLE
from store.stats.rules_version import note
from tests.conftest import ENGINES
from tests.kit.store.earlier_tables import prepare_until
from tests.store.conftest import Keeper
from tests.store.move.conftest import NewDatabase, Rows, rows_of, said_by
from tests.store.move.test_backup import SEAL

FIRST = "m001_version_1"
AT = "2026-01-01T00:00:00Z"
Before: TypeAlias = Callable[[str], Database]


@pytest.fixture
def played(played: SQLite) -> SQLite:
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


@pytest.fixture
def before(played: SQLite, new: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> Before:
    """The record of `played` as version 1 kept it, on an engine: sums by game alone, no titles, no playing times."""

    def made(engine: str) -> Database:
        database = prepare_until(new(engine), FIRST, monkeypatch)
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

    return made


def comparable(rows: Rows) -> Rows:
    """But for what a process counts for itself, and for tables that came later and follow from no others."""
    del rows["seat_freed"], rows["seat_before"], rows["join_code"]
    for row in rows["scorebook"]:
        del row["rating_epoch"]
    return rows


def expect_the_same(database: Database, played: SQLite) -> None:
    assert comparable(rows_of(database)) == comparable(rows_of(played))
    assert said_by(database) == said_by(played)
    with closing(database.connect()) as db:
        found = compare(db)
    assert (found.differences, found.unreadable) == ((), ())


def test_what_is_migrated_is_really_of_before(before: Before) -> None:
    with closing(before("sqlite").connect()) as db:
        assert "span" not in db.tables()["tally"]
        assert "minutes" not in db.tables()["session"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("at_start", [0, 1_000], ids=["with too many sessions to rebuild all", "all rebuilt"])
def test_the_start_of_the_site_leaves_nothing_to_be_rebuilt(
    before: Before, played: SQLite, engine: str, at_start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "AT_START", at_start)
    database = before(engine)
    assert bring_up_to_date(database) is (at_start > 0)
    expect_the_same(database, played)


def test_until_then_its_lists_are_not_checked_and_that_is_said(
    before: Before, played: SQLite, capsys: pytest.CaptureFixture[str]
) -> None:
    database, kept = before("sqlite"), played.path.with_name("kept.db")
    back_up(database, kept, SEAL)
    for place in (str(database), str(kept)):
        assert main(["check", place]) == 0
        assert "It has the tables of another release" in capsys.readouterr().out
    bring_up_to_date(database)
    assert main(["check", str(database)]) == 0
    assert "that differed: 0" in capsys.readouterr().out


def test_a_backup_of_it_is_restored(before: Before, played: SQLite, target: Database) -> None:
    kept = played.path.with_name("kept.db")
    back_up(before("sqlite"), kept, SEAL)
    assert restore(kept, target, None).damage == ""
    expect_the_same(target, played)


def test_on_a_server_a_backup_of_it_is_made_once_it_has_been_served(before: Before, played: SQLite) -> None:
    """Until then its own release backs it up."""
    database, kept = before("postgresql"), played.path.with_name("kept.db")
    with pytest.raises(BackupError, match="start this release on it once"):
        back_up(database, kept, SEAL)
    bring_up_to_date(database)
    back_up(database, kept, SEAL)
    assert changed_since_sealed(kept) == ""
    expect_the_same(SQLite(kept), played)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_moves_once_it_has_been_served(before: Before, played: SQLite, target: Database, engine: str) -> None:
    database = before(engine)
    with pytest.raises(MoveError, match="start this release on it once"):
        move(database, target)
    bring_up_to_date(database)
    move(database, target)
    expect_the_same(target, played)


DEVICES = {
    "anns": "Ann's new phone",
    "bens": "Ben at Ann's",
    "cleos": "Cleo's old tablet",
    "program": "Blackboard",
    "from a file": "iPad",
    "unnamed": "",
}
"""The one name of each: Ben's phone keeps score in two scorebooks, and was named in Ann's last."""
ACCESSES = (
    ("anns", "ann's", "Ann's new phone", None),
    ("bens", "ann's", "Ben at Ann's", None),
    ("bens", "ben's", "iPhone", None),
    ("cleos", "ben's", "Cleo's old tablet", "2026-02-01T00:00:00Z"),
    ("unnamed", "ben's", "", None),
)
"""Who has access where, by which name there, until when."""


def with_two_scorebooks(db: Connection) -> None:
    """Each has a session in which all devices wrote but Ann's, which sits there: a file has brought their ids."""
    for device, name in DEVICES.items():
        db.execute("INSERT INTO device (id, name) VALUES (?, ?)", (device, name))
    for number, scorebook in enumerate(("ann's", "ben's")):
        db.execute("INSERT INTO scorebook (id, created_at) VALUES (?, ?)", (scorebook, AT))
        db.execute(
            "INSERT INTO session (number, id, scorebook, game, options, dealer, created_at, key, updated_at)"
            " VALUES (?, ?, ?, 'oh-hell', '{}', 0, ?, ?, ?)",
            (number, f"of {scorebook}", scorebook, AT, scorebook, AT),
        )
        for position, device in enumerate(DEVICES.keys() - {"anns"}):
            db.execute(
                "INSERT INTO action (session, position, kind, facts, at, device, key)"
                " VALUES (?, ?, 'undo', '{}', ?, ?, ?)",
                (f"of {scorebook}", position, AT, device, f"{scorebook} {device}"),
            )
        db.execute(
            "INSERT INTO seat_device (session, seat, device, at) VALUES (?, 0, 'anns', ?)", (f"of {scorebook}", AT)
        )
    for number, (device, scorebook, name, until) in enumerate(ACCESSES):
        db.execute(
            "INSERT INTO access (id, device, scorebook, role, name, since, seen_at, withdrawn_at, author)"
            " VALUES (?, ?, ?, 'keeper', ?, ?, ?, ?, ?)",
            (str(number), f"hash of {device}", scorebook, name, AT, AT, until, device),
        )
    db.execute(
        "INSERT INTO token (id, scorebook, name, hash, role, created_at) VALUES (?, ?, ?, '', 'keeper', ?)",
        ("program", "ben's", "Blackboard", AT),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_phone_keeps_its_name_where_it_has_or_had_access_and_a_file_has_named_the_others(
    engine: str, new: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = prepare_until(new(engine), FIRST, monkeypatch)
    with closing(database.connect()) as db:
        with_two_scorebooks(db)
    database.prepare()
    with closing(database.connect()) as db:
        named = {(row["scorebook"], row["device"]): row["name"] for row in db.execute("SELECT * FROM device_name")}
        assert "device" not in db.tables()
    assert named == {
        ("ann's", "anns"): "Ann's new phone",
        ("ann's", "bens"): "Ben at Ann's",
        ("ben's", "bens"): "iPhone",
        ("ben's", "cleos"): "Cleo's old tablet",
        ("ben's", "program"): "Blackboard",
        ("ann's", "from a file"): "iPad",
        ("ben's", "from a file"): "iPad",
    }
