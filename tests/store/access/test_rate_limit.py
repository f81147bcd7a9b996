"""What an address does is counted window by window, for whoever shares the record, and holds up nobody."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from store.access import rate_limit
from store.engines.base import Connection, Database
from store.errors import UnavailableError

LENGTH = timedelta(minutes=10)
NOW = datetime(2026, 11, 22, 20, 17, tzinfo=UTC)


def tries(db: Connection, *, address: str = "here", kind: str = "links", most: int = 3, now: datetime = NOW) -> bool:
    return rate_limit.count(db, kind=kind, address=address, most=most, now=now, ends=rate_limit.window_end(now, LENGTH))


def kept(db: Connection) -> list[tuple[str, str, int]]:
    rows = db.execute("SELECT kind, address, times FROM attempt ORDER BY kind, address").fetchall()
    return [(row["kind"], row["address"], row["times"]) for row in rows]


def test_so_many_may_be_in_a_window(db: Connection) -> None:
    assert [tries(db) for _ in range(5)] == [True, True, True, False, False]
    assert tries(db, address="there")
    assert tries(db, kind="imports")
    assert not tries(db, now=NOW + timedelta(minutes=2, seconds=59))
    assert tries(db, now=NOW + timedelta(minutes=3))


def test_what_was_counted_leaves_with_the_first_of_a_later_window_or_when_it_is_taken_out(db: Connection) -> None:
    later = NOW + timedelta(minutes=3)
    assert [tries(db) for _ in range(9)].count(True) == 3
    tries(db, address="there")
    rate_limit.forget_ended(db, NOW)
    assert kept(db) == [("links", "here", 3), ("links", "there", 1)], "what may not be is not written"
    tries(db, kind="imports", now=later)
    assert kept(db) == [("imports", "here", 1)]
    rate_limit.forget_ended(db, later + LENGTH)
    assert kept(db) == []


def test_of_many_at_once_no_more_get_through(database: Database) -> None:
    allowed: list[bool] = []

    def visits() -> None:
        with closing(database.connect()) as db:
            for _ in range(10):
                while True:
                    try:
                        allowed.append(tries(db, most=25))
                        break
                    except UnavailableError:
                        continue

    phones = [Thread(target=visits) for _ in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert sorted(allowed) == [False] * 15 + [True] * 25


def test_nobody_waits_to_be_counted(database: Database) -> None:
    with closing(database.connect()) as db, closing(database.connect()) as other:
        tries(db)
        with other.writing():
            tries_within(other)
            began = time.monotonic()
            with pytest.raises(UnavailableError) as refused:
                tries(db)
            # Whoever saves waits for ten seconds.
            assert time.monotonic() - began < 5
        assert refused.value.cause == "busy"
        assert tries(db)


def tries_within(db: Connection) -> None:
    """Hold the row that is counted on, as an import does on the one engine and another count on the other."""
    db.execute("UPDATE attempt SET times = times")


def test_after_counting_a_save_waits_for_the_disk_and_for_others_as_before(database: Database) -> None:
    settings = {
        "sqlite": ("PRAGMA synchronous", "PRAGMA busy_timeout"),
        "postgresql": ("SHOW synchronous_commit", "SHOW lock_timeout"),
    }
    engine = "postgresql" if str(database).startswith("postgresql") else "sqlite"
    with closing(database.connect()) as db:
        before = [tuple(db.execute(each).fetchone()) for each in settings[engine]]
        tries(db)
        assert [tuple(db.execute(each).fetchone()) for each in settings[engine]] == before
