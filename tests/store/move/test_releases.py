"""What releases of version 1 have left comes to today's tables, and says all that it said to the release itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from app import create_app
from store.admin.rebuild import bring_up_to_date, compare
from store.engines.base import Database
from store.engines.sqlite import SQLite
from store.errors import UnavailableError
from tests.kit.store.earlier_tables import copy_rows, prepare_until
from tests.kit.store.release import file_of, told_by
from tests.store.move.conftest import NewDatabase, said_by

RELEASED = {"1.0.0": "m001_version_1", "1.3.0": "m010_join_codes", "1.5.0": "m014_keepers_by_age"}
"""The last migration of each."""
CLUB, THURSDAY = ("lists", "the-club", "line-ups"), ("lists", "thursday", "line-ups")
SINCE: dict[str, dict[tuple[str | int, ...], int]] = {
    # Since 1.4.0 *same again* passes the deal on from who dealt last.
    "1.0.0": {
        (*CLUB, 0, "dealer"): 2,  # Five deals of three people, the first of seat 0.
        (*THURSDAY, 1, "dealer"): 0,  # Four deals of eight people, the first of seat 4.
    },
    "1.3.0": {
        (*CLUB, 0, "dealer"): 3,  # Five deals of six people, the first of seat 4.
        (*CLUB, 1, "dealer"): 2,  # Ann and Ben have dealt.
        # Since 1.4.0 a table at which people come and go keeps its first dealer: Ann.
        ("sessions", 32, "dealer"): 0,
        ("sessions", 33, "dealer"): 0,
        ("sessions", 35, "dealer"): 0,
    },
    "1.5.0": {},
}
"""What releases after it tell otherwise, and should."""


def expected_of(release: str) -> Any:
    """What the release told of its record, but for `SINCE`."""
    said = told_by(release)
    for (*way, last), now in SINCE[release].items():
        place = reduce(getitem, way, said)
        assert place[last] != now
        place[last] = now
    return said


def sittings_in(file: Path) -> list[tuple[Any, ...]]:
    """Session, turn, seat and player of who began at each table and who sat down later, from the tables of before."""
    with closing(sqlite3.connect(file)) as db:
        found = db.execute("SELECT session, 0, seat, player FROM seat").fetchall()
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seat_change'").fetchone():
            found += db.execute("SELECT session, turn + 1, seat, player FROM seat_change").fetchall()
    return sorted(found)


@pytest.mark.parametrize(
    ("release", "engine"),
    [
        ("1.5.0", "sqlite"),
        ("1.5.0", "postgresql"),
        ("1.0.0", "sqlite"),
        *(pytest.param(*each, marks=pytest.mark.long) for each in (("1.0.0", "postgresql"), ("1.3.0", "sqlite"))),
        pytest.param("1.3.0", "postgresql", marks=pytest.mark.long),
    ],
)
def test_the_start_of_the_site_brings_a_record_up_to_date_and_nothing_of_it_is_lost(
    release: str, engine: str, new: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of(release, tmp_path)
    record: Database = file
    if engine == "postgresql":
        record = prepare_until(new(engine), RELEASED[release], monkeypatch)
        copy_rows(file.path, record)
    sittings = sittings_in(file.path)
    record.prepare()
    with closing(record.connect()) as db:
        # Before the start mends what differs from the log, which it leaves alone in a large record.
        found = db.execute("SELECT session, turn, seat, player FROM sitting")
        assert sorted((row["session"], row["turn"], row["seat"], row["player"]) for row in found) == sittings
    assert bring_up_to_date(record)
    assert said_by(record) == expected_of(release)
    with closing(record.connect()) as db:
        left = compare(db)
    assert (left.differences, left.unreadable) == ((), ())


def test_a_site_that_could_not_reach_it_at_the_start_counts_its_games_at_the_first_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = file_of("1.5.0", tmp_path)

    def away(*_: object, **__: object) -> None:
        raise UnavailableError("away", "unable to open database file")

    with monkeypatch.context() as then:
        then.setattr(SQLite, "prepare", away)
        app = create_app({"TAKUROKU_DATABASE": str(record.path), "TAKUROKU_SECRET": "s" * 32})
    assert app.test_client().get("/").status_code == 200
    with closing(record.connect()) as db:
        assert compare(db).differences == ()
        assert db.execute("SELECT COUNT(*) AS found FROM player_result").fetchone()["found"] > 0
