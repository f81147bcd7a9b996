"""What becomes of founders, and of keepers for an evening, in a record of an earlier release."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from store.access import grants, links, removal
from store.access.secrets import hashed
from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.salvage import salvage
from store.errors import NoSuchLinkError
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.kit.store.access import comes
from tests.kit.store.earlier_tables import prepare_until

STARTED, SECOND, PAPER = "2026-01-01T19:00:00Z", "2026-01-02T19:00:00Z", "2026-01-03T19:00:00Z"
EVENING, MORNING = "2026-02-01T19:00:00Z", "2026-02-02T06:00:00Z"
NOW, PROMISED, LATER = "2026-03-01T21:00:00Z", "2026-03-02T06:00:00Z", "2026-03-03T00:00:00Z"

BOOK = (
    "INSERT INTO scorebook (id, created_at) VALUES ('book', '2026-01-01T19:00:00Z')",
    *(
        "INSERT INTO session (number, id, scorebook, game, options, dealer, created_at, key, updated_at)"
        f" VALUES ({number}, '{id}', 'book', 'oh-hell', '{{}}', 0, '{began}', '{id}', '{wrote}')"
        for number, (id, began, wrote) in enumerate(
            (
                ("before", STARTED, SECOND),
                ("played on", SECOND, "2026-02-01T20:00:00Z"),
                ("that evening", "2026-02-01T21:00:00Z", "2026-02-01T22:00:00Z"),
                ("only later", STARTED, NOW),
                ("tonight", "2026-03-01T20:30:00Z", "2026-03-01T20:40:00Z"),
            )
        )
    ),
    "INSERT INTO action (session, position, kind, facts, at, device, key)"
    " VALUES ('played on', 0, 'enter', '{}', '2026-02-01T20:00:00Z', 'd', 'a1')",
    "INSERT INTO action (session, position, kind, facts, at, device, key)"
    f" VALUES ('only later', 0, 'enter', '{{}}', '{NOW}', 'd', 'a2')",
)
LINKS: tuple[tuple[str, dict[str, object]], ...] = (
    ("founders paper", {"recovery": 1, "founder": 1, "created_at": SECOND}),
    ("other paper", {"recovery": 1, "created_at": PAPER}),
    ("keep", {"created_at": SECOND}),
    ("week", {"created_at": NOW, "ends_at": LATER}),
    ("evening over", {"for_evening": 1, "created_at": EVENING, "ends_at": MORNING}),
    ("evening", {"for_evening": 1, "created_at": NOW, "ends_at": PROMISED}),
    ("watch", {"role": "watcher", "created_at": SECOND}),
    ("table", {"role": "player", "session": "tonight", "created_at": NOW}),
)
ACCESSES: tuple[tuple[str, dict[str, object]], ...] = (
    ("ann", {"founder": 1, "since": STARTED}),
    ("ben", {"link": "keep", "since": SECOND}),
    ("anns second", {"founder": 1, "link": "founders paper", "since": PAPER}),
    ("bens second", {"link": "other paper", "since": EVENING}),
    ("dan", {"link": "evening over", "since": EVENING, "ends_at": MORNING}),
    ("eva", {"link": "evening", "since": "2026-03-01T20:00:00Z", "ends_at": PROMISED}),
    ("wim", {"link": "watch", "role": "watcher", "since": SECOND}),
    ("pia", {"link": "table", "role": "player", "session": "tonight", "since": NOW}),
    # Kept score that evening, and for good since.
    ("fay", {"link": "evening over", "since": EVENING, "ends_at": MORNING}),
    ("fay", {"link": "keep", "since": NOW}),
    # A founder whom Ben has removed, until tomorrow; another whose day is over.
    ("lost", {"founder": 1, "link": "founders paper", "since": PAPER, "ends_at": PROMISED, "removed_by": "1"}),
    ("gone", {"founder": 1, "link": "founders paper", "since": PAPER, "ends_at": MORNING, "removed_by": "1"}),
    ("out", {"link": "keep", "since": SECOND, "withdrawn_at": PAPER}),
)


def insert(db: Connection, table: str, **values: object) -> None:
    columns, marks = ", ".join(values), ", ".join("?" * len(values))
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", [*values.values()])


def filled(database: Database) -> Database:
    """A scorebook with founders, evenings running and over, and every kind of link and access."""
    with closing(database.connect()) as db, db.writing():
        for statement in BOOK:
            db.execute(statement)
        for id, of_link in LINKS:
            insert(
                db,
                "link",
                **{"id": id, "scorebook": "book", "role": "keeper", "hash": hashed(id), "recovery": 0} | of_link,
            )
        for number, (device, access) in enumerate(ACCESSES):
            of_all = {"id": str(number), "device": device, "scorebook": "book", "role": "keeper", "name": device}
            insert(db, "access", **of_all | {"seen_at": NOW} | access)
    return database


@pytest.fixture(params=ENGINES)
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Database]:
    def made() -> Database:
        if request.param == "sqlite":
            return SQLite(tmp_path / "takuroku.db")
        cluster: Cluster = request.getfixturevalue("cluster")
        return PostgreSQL(cluster.new_database())

    return made


@pytest.fixture
def db(new: Callable[[], Database], monkeypatch: pytest.MonkeyPatch) -> Connection:
    """The record of before, migrated."""
    database = filled(prepare_until(new(), "m011_tables_of_an_evening", monkeypatch))
    database.prepare()
    return database.connect()


def may(db: Connection, device: str, *, at: str = NOW) -> list[tuple[str, str | None]]:
    return [(each.role, each.session) for each in grants.held(db, device=device, scorebook="book", at=at)]


def removes(db: Connection, device: str) -> set[str]:
    by = grants.held(db, device=device, scorebook="book", at=NOW)[0].id
    return {*removal.removable(db, "book", by=by, at=NOW)}


def test_who_keeps_score_plays_or_watches_goes_on_and_founders_are_as_old_as_anybody(db: Connection) -> None:
    for device in ("ann", "ben", "anns second", "bens second"):
        assert may(db, device) == may(db, device, at=LATER) == [("keeper", None)]
    assert (may(db, "wim"), may(db, "pia")) == ([("watcher", None)], [("player", "tonight")])
    assert may(db, "out") == []
    devices = {each.device for each in grants.devices(db, "book", at=NOW)}
    # Ann counts as who made her pages, by which the two others came.
    assert removes(db, "ann") == devices - {"anns second", "lost"}
    assert removes(db, "anns second") == devices
    assert removes(db, "ben") == devices - {"ann", "anns second", "lost"}


def test_who_comes_by_a_page_is_as_old_as_the_first_phone_or_as_the_page(db: Connection) -> None:
    for device in ("lost", "gone"):
        with pytest.raises(NoSuchLinkError):
            comes(db, "founders paper", device=device, name="", at=PROMISED)
    assert comes(db, "founders paper", device="new", name="", at=NOW).since == STARTED
    assert "new" not in removes(db, "ann") | removes(db, "ben")
    assert "ann" in removes(db, "new")
    assert comes(db, "other paper", device="newer", name="", at=NOW).since == PAPER
    assert removes(db, "newer").isdisjoint({"ann", "anns second", "ben"})


def test_an_evening_that_runs_ends_when_it_was_promised_and_lets_nobody_in_any_more(db: Connection) -> None:
    assert may(db, "eva")[0] == ("keeper", None)
    assert sorted(may(db, "eva", at=PROMISED)) == [("watcher", "only later"), ("watcher", "tonight")]
    # Who kept score for an evening watches what was played then; Fay has kept it for good since.
    assert sorted(may(db, "dan")) == [("watcher", "played on"), ("watcher", "that evening")]
    assert may(db, "fay") == [("keeper", None)]
    listed = {each.device: each.role for each in grants.listed(db, "book", at=NOW)}
    assert (listed["dan"], listed["fay"]) == ("watcher", "keeper")
    # A founder who was removed goes when it was said.
    assert (may(db, "lost"), may(db, "lost", at=PROMISED), may(db, "gone")) == ([("keeper", None)], [], [])
    for id, _ in LINKS:
        assert (links.link_of(db, id, at=NOW) is None) == id.startswith("evening"), id
        assert links.was_for_evening(db, id) == id.startswith("evening"), id
    for id in ("founders paper", "other paper", "keep", "watch", "table"):
        assert links.link_of(db, id, at="2036-01-01T00:00:00Z"), f"{id} is without an end"
    assert links.link_of(db, "week", at=LATER) is None


def test_what_is_salvaged_of_a_damaged_record_is_migrated_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = SQLite(tmp_path / "old.db"), SQLite(tmp_path / "new.db")
    filled(prepare_until(old, "m011_tables_of_an_evening", monkeypatch))
    salvage(old.path, new)
    with closing(new.connect()) as db:
        assert [each.device for each in grants.devices(db, "book", at=LATER) if each.role == "keeper"] == [
            *("ann", "anns second", "ben", "bens second", "fay")
        ]
        assert sorted(may(db, "eva", at=LATER)) == [("watcher", "only later"), ("watcher", "tonight")]
        assert comes(db, "founders paper", device="new", name="", at=NOW).since == STARTED


@pytest.mark.parametrize("paper", ["paper", "later paper"])
def test_in_a_record_of_version_1_the_first_keeper_is_the_founder(
    new: Callable[[], Database], monkeypatch: pytest.MonkeyPatch, paper: str
) -> None:
    """Where links, accesses and pages said nothing of founders: a page is the founder's if nobody else kept score."""
    database = prepare_until(new(), "m001_version_1", monkeypatch)
    with closing(database.connect()) as db, db.writing():
        db.execute(BOOK[0])
        for id, made in (("paper", SECOND), ("keep", SECOND), ("later paper", NOW)):
            of_link = {"recovery": int(id != "keep"), "created_at": made}
            insert(db, "link", id=id, scorebook="book", role="keeper", hash=hashed(id), **of_link)
        for device, by, since in (("ann", None, STARTED), ("ben", "keep", PAPER)):
            of_all = {"id": device, "device": device, "scorebook": "book", "role": "keeper", "name": device}
            insert(db, "access", **of_all, link=by, since=since, seen_at=since)
    database.prepare()
    with closing(database.connect()) as db:
        new_phone = comes(db, paper, device="new", name="", at=LATER)
        assert new_phone.since == (STARTED if paper == "paper" else NOW)
