"""Lists are read from indexes in their order, as far as they are shown: no engine looks through a whole scorebook.

Nor does a file look through it for who comes, what seats have said, and what an address has done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from scoring import catalogue
from store import scorebooks
from store.access import attempts, grants, secrets
from store.book import Book
from store.engines.base import Connection
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.players import profiles
from store.seats import devices
from store.seats.pending_step import pending_step
from store.sessions import history
from store.sessions.details import archive_session
from store.sessions.search import matching_numbers
from store.sessions.snapshot import find_head, read_snapshot
from tests.kit.for_each import for_each
from tests.kit.postgresql import Cluster
from tests.kit.store.access import NEXT_DAY, Guests, comes
from tests.kit.store.table_talk import BEN, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper, Overheard

SATURDAY = "2026-11-21T20:00:00Z"
OCTOBER = ("2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z")
EACH_FILTER = for_each(
    "filters, index",
    [
        ({}, "session_newest"),
        ({"began": OCTOBER}, "session_newest"),
        ({"over": True}, "session_newest"),
        ({"over": False}, "session_running"),
        ({"over": False, "player": "Ann"}, "session_running"),
        ({"over": False, "text": "rye"}, "session_running"),
        ({"over": False, "player": "Ann", "text": "rye"}, "session_running"),
        ({"archived": True}, "session_archived"),
        ({"archived": True, "player": "Ann"}, "session_archived"),
        ({"archived": True, "text": "rye"}, "session_archived"),
        ({"game": "pot"}, "session_of_game"),
        ({"player": "Ann"}, "sitting_of_player"),
        ({"player": "Ann", "began": OCTOBER, "game": "pot"}, "sitting_of_player"),
        ({"text": "ann"}, "sitting_of_player"),
        ({"text": "rye"}, "remark_newest"),
    ],
)
SHOWN = 31
SESSIONS = 12_000
READ_AT_MOST = 600
"""Every tenth note says what is looked for, every seventh session is of another game."""

# Many evenings of one group, a month of them running, beside those of others.
FILL = (
    """
    INSERT INTO scorebook (id, created_at)
    SELECT 'other ' || n, '' FROM generate_series(1, 9) AS n
    """,
    """
    INSERT INTO player (id, scorebook, name, name_key)
    SELECT 100 + n, CASE WHEN n <= 40 THEN 'thursday-evenings' ELSE 'other ' || (n % 9 + 1) END,
        'Player ' || n, 'player ' || n
    FROM generate_series(1, 400) AS n
    """,
    """
    INSERT INTO session (number, id, scorebook, game, options, dealer, played_at, key, over, updated_at)
    SELECT 100 + n, 'session ' || n, CASE WHEN n % 2 = 0 THEN 'thursday-evenings' ELSE 'other ' || (n % 9 + 1) END,
        CASE WHEN n % 7 = 0 THEN 'oh-hell' ELSE 'pot' END, '{}', 0,
        to_char(timestamp '2016-01-01' + n * interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'key ' || n,
        CASE WHEN n % 200 = 0 THEN 0 ELSE 1 END, ''
    FROM generate_series(1, %(many)s) AS n
    """,
    """
    INSERT INTO sitting (session, seat, player, played_at, number)
    SELECT id, seat, CASE WHEN seat = 0 AND scorebook = 'thursday-evenings' THEN
            (SELECT id FROM player WHERE scorebook = 'thursday-evenings' AND name_key = 'ann')
        ELSE 101 + (number * 7 + seat * 13) % 400 END, played_at, number
    FROM session, generate_series(0, 3) AS seat WHERE number > 100
    """,
    """
    INSERT INTO sitting (session, turn, seat, player, played_at, number)
    SELECT session, 1, seat, 101 + (number * 7 + 5) % 400, played_at, number FROM sitting
    WHERE number > 100 AND seat = 1
    """,
    """
    INSERT INTO standing (session, seat, place, total_milli, won)
    SELECT session, seat, seat + 1, 0, 0 FROM sitting WHERE number > 100 AND turn = 0
    """,
    """
    INSERT INTO remark (session, position, text_key, scorebook, played_at, number)
    SELECT id, 0, CASE WHEN number % 20 = 0 THEN 'rye bread' ELSE 'a long evening' END, scorebook, played_at, number
    FROM session WHERE number > 100 AND number % 2 = 0
    """,
    "UPDATE session SET archived_at = '' WHERE number > 100 AND number % 120 = 0",
)


def evening(keeper: Keeper) -> None:
    keeper.plays(note("rye bread"), at="2026-10-31T20:00:00Z")
    keeper.plays(takes(BEN, 1), pot=1, at="2026-10-30T20:00:00Z")
    folded_away = keeper.plays(note("rye bread"), at="2026-10-29T20:00:00Z")
    archive_session(keeper.book, folded_away, at="2026-10-31T20:00:00Z")


@pytest.fixture
def small(sqlite: SQLite) -> Iterator[Overheard]:
    with closing(sqlite.connect()) as db:
        evening(Keeper(db, THURSDAY))
        yield Overheard(db)


def steps_of_file(overheard: Overheard) -> list[str]:
    """How a file answers all that was asked, step by step."""
    return [
        row["detail"]
        for statement, values in overheard.asked
        for row in overheard.within.execute(f"EXPLAIN QUERY PLAN {statement}", values)
    ]


@EACH_FILTER
def test_a_file_is_read_in_the_order_of_the_list(small: Overheard, filters: dict[str, Any], index: str) -> None:
    small.asked.clear()
    assert matching_numbers(Book(small, THURSDAY, "keeper"), most=SHOWN, **filters)
    plans = steps_of_file(small)
    assert any(f"INDEX {index} " in step for step in plans)
    # Where each session is asked who sits there, that is not looked for among all seats of a player.
    assert index == "sitting_of_player" or not any("sitting_of_player" in step for step in plans)
    assert not [step for step in plans if "SCAN" in step or "TEMP B-TREE" in step]


def test_a_file_is_asked_for_the_players_of_one_scorebook(small: Overheard) -> None:
    assert [each.name for each in profiles.people(Book(small, THURSDAY, "keeper"))] == ["Ann", "Ben"]
    plans = steps_of_file(small)
    assert [step for step in plans if "SCAN" in step] == []
    assert any(step.startswith("SEARCH player_result USING COVERING INDEX") for step in plans)


def test_a_file_knows_who_comes_and_what_was_said_from_indexes(small: Overheard) -> None:
    db, keeper = small.within, Keeper(small.within, THURSDAY)
    session = keeper.sits_down("Ann", "Ben", at=SATURDAY)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=SATURDAY)
    secret = secrets.make_link(Book(db, THURSDAY, "keeper"), role="player", session=session, at=SATURDAY)
    ben = comes(db, secret, device="ben", name="", at=SATURDAY, author="phone")
    devices.take_seat(Book(db, THURSDAY, "keeper"), session=session, seat=BEN, by=keeper.by())
    assert find_head(small, device="ben", session=session, at=NEXT_DAY)
    assert Guests(small, THURSDAY, at=SATURDAY).held("ben") == [ben]
    assert secrets.link_of(small, secret, at=SATURDAY)
    assert pending_step(Book(small, THURSDAY, "keeper"), keeper.sees(session)).seating.keys() == {BEN}
    now = datetime.fromisoformat(SATURDAY)
    assert attempts.count(small, kind="links", address="there", most=1, now=now, ends=now)
    Guests(small, THURSDAY, at=SATURDAY).removes(ben.id)
    assert read_snapshot(keeper.book, session).pending.seating == {}
    assert [step for step in steps_of_file(small) if "SCAN" in step] == []


@pytest.fixture(scope="module")
def many_evenings(cluster: Cluster) -> Iterator[Connection]:
    """A record that is large enough that the server weighs its ways."""
    with closing(PostgreSQL(cluster.new_database(prepared=True)).connect()) as db, pytest.MonkeyPatch.context() as then:
        then.setattr(catalogue, "all_games", lambda: {"pot": POT})
        evening(Keeper(db, THURSDAY))
        for statement in FILL:
            db.execute(statement.replace("%(many)s", str(SESSIONS)))
        db.execute("VACUUM ANALYZE")
        yield db


@pytest.fixture
def large(many_evenings: Connection) -> Overheard:
    return Overheard(many_evenings)


def steps(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from steps(each)


def plans(overheard: Overheard) -> list[dict[str, Any]]:
    """The steps of all that was asked, as they were done."""
    found: list[dict[str, Any]] = []
    for statement, values in overheard.asked:
        told = overheard.within.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {statement}", values).fetchone()
        (plan,) = told.values()
        (top,) = plan if isinstance(plan, list) else json.loads(plan)
        found += steps(top["Plan"])
    return found


def looked_through(found: list[dict[str, Any]]) -> set[str]:
    """The tables that were read from one end to the other; the players of all scorebooks are few."""
    return {step["Relation Name"] for step in found if step["Node Type"] == "Seq Scan"} - {"player"}


@EACH_FILTER
def test_a_server_reads_in_the_order_of_the_list(large: Overheard, filters: dict[str, Any], index: str) -> None:
    large.asked.clear()
    assert len(matching_numbers(Book(large, THURSDAY, "keeper"), most=SHOWN, **filters)) == SHOWN
    found = plans(large)
    used = [step for step in found if step.get("Index Name") == index]
    read = [step["Actual Rows"] + step.get("Rows Removed by Filter", 0) for step in used]
    assert read, f"{index} is not used"
    assert max(read) < READ_AT_MOST
    # A text that is in no note is looked for in all of them.
    assert looked_through(found) <= ({"remark"} if filters.get("text") == "ann" else set())
    assert [step["Actual Rows"] for step in found if step["Node Type"] == "Sort" and step["Actual Rows"] > SHOWN] == []


def test_what_pages_show_is_not_looked_for_in_the_whole_record(large: Overheard) -> None:
    assert len(history.summaries(Book(large, THURSDAY, "keeper"), limit=SHOWN)) == SHOWN
    assert len(history.line_ups(Book(large, THURSDAY, "keeper"))) == 3
    assert history.most_played_games(Book(large, THURSDAY, "keeper")) == ["pot", "oh-hell"]
    assert scorebooks.players(Book(large, THURSDAY, "keeper"))[0] == "Ann"
    # Seats of a hundred sessions may be quicker found by reading all of them.
    assert looked_through(plans(large)) <= {"sitting"}
