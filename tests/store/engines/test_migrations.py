"""Each migration is as it was released, and a record of an earlier release keeps what people have in it."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import pytest

from store.access import grants, secrets
from store.book import Book
from store.encoding import hashed
from store.engines import salvage
from store.engines.base import Connection, Database
from store.engines.migrations import POSTGRESQL, SQLITE
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.errors import ConstraintError, NoSuchError, UnavailableError
from tests.conftest import ENGINES
from tests.kit.store.access import comes
from tests.kit.store.earlier_tables import prepare_until

# A line a migration, added when it is released; where one fails, the migration was changed: write another instead.
# Changed once, in 2.0.0: five made views or made them anew, all of which m013 dropped; the record is the same after it.
RELEASED = {
    "sqlite": {
        "m001_version_1": "1d1a8fd9f04cf19d600d9d99b3b5b0c267ca113e3991332e7bec77190a9bf6f5",
        "m002_access_ends": "927bce45f41285fd6b30e113308da704915afbfadae0165b588033633ede77d7",
        "m003_period_sums": "c1ef5a2de5737a877db74d444ce660fec2cce49f7000ecbba834a51e3be6185a",
        "m004_year_highlights": "37b219aa25c53cb5e05efa82fb1db83f700736bb8e0a30be43234d98e4c7d9a1",
        "m005_rating_switch": "ced100c4723d7cff78244b9a934061a5711f403a9b0944710609d23cb9aea5e2",
        "m006_seat_freed": "9616c2d30bb244f4aad414056ac8e8a6c89ce8440fd60d59f2c39d53b3b9bec6",
        "m007_session_begun": "432209ed0dbae57e5082e8d78905d819539128e840e8c7d041b6bf61c47e872f",
        "m008_seat_changes": "a5e8a0dba20d9935078e84290dad7963a038896ddce71a865f18df9a21f97b1e",
        "m009_seat_before": "eac76cb09a60ec9593653b72efc162258fca51de18c638994a77632fdbbef082",
        "m010_join_codes": "169410b2e8039bece686a3c7e6b33abb31c78ae8d445dde186dddf4d52ba8769",
        "m011_tables_of_an_evening": "9a7a27077da825454f8d36ab8bca0eef073d3eb0f6a160ec5cf652bd1d294a0f",
        "m012_device_names": "41e4b6d3cbbbbe36c0c3d7210cd758e2a27b7a6307a32c93049036b164bc9c2f",
        "m013_no_views": "38ac4023be70cfcc94a791a60857639d716263c413f128218390142d30d5e8e9",
        "m014_keepers_by_age": "4704e49910a31ddc2c515880f7fb325b37d5d177cf1f53dc34a3bc7bf32199db",
        "m015_sittings": "4f30a8ff1e5a1b6ee2642ed6110c11dd639e25dbb7e60b6948880dd602cfdeaf",
        "m016_player_results": "9066c35059612f0345779fcd931ddc6ce1027bdf3ea33fcb117b9489120ae795",
        "m017_links_for_one_phone": "99a6e7fb1fcd89495ff4af8c61d35536bc22abaee25a233017a2e828f5e5d946",
        "m018_deleted_and_revoked": "85bd189da26ba8c9bedcee1697402ce05f8f838bbdf8b5e60ebe830144ff81e1",
        "m019_excluded_sessions": "1b099b3ec609456e6132985c6fd64a81c21f9ef4f4e2f15c9cf2690cc73395fd",
        "m020_decided_ties": "be5afe65f2ff87a70598638190d2c52f9dd96e92bc04e8ea8320dfc55aee8ed9",
        "m021_played_at": "7a58d010e776b2ec2597345db0f794b3b7b5f2a0a2dc29f914b37a5d5aba89d8",
    },
    "postgresql": {
        "m001_version_1": "9ebc87d34b16a747fc3da7cd2b9b3ff1bc2c4b5bb641e8dca330644da05205f5",
        "m002_access_ends": "0dcd597288c55faac532329db701e51aae4f46a5eb2be6e955d2b53999800f44",
        "m003_period_sums": "bf8ef03b1d29892400b6c3729e16249e3bd8c2d13c5f7a66bf82bbf064d4da4d",
        "m004_year_highlights": "06f4d85d6e879163ac95335b777e2f167d1494f862563c427eeb533928cf67ae",
        "m005_rating_switch": "1efa30d7418db3eca621f60aa2ec0e3f41d6f00de93c9db80c2dc0d806e43f3f",
        "m006_seat_freed": "7113ae6af32dc6f33eb0027bb4a14a3195be4aa57d57c22cf3a0df9a3a27dcd4",
        "m007_session_begun": "e4ee280ab259109a5847737d52279dee8dc038478db4944c7e9aee05d0b618ab",
        "m008_seat_changes": "d53d0d7362d3618f2dc602b33583a62049c86a2484c756afe39f3908b60fa3c1",
        "m009_seat_before": "3db5e37b53b70dd906205584793bb6cf4e0329b308432f1f1e399b69bffd54d5",
        "m010_join_codes": "301699435fbc102b0a9168034046a8f0c05a97ed5f52a630a614f2d8d775f488",
        "m011_tables_of_an_evening": "9ae7d2262ea9f6db17a7b0d44bc8f7170fbb31bffbf042a66f8fa9b2a99a7350",
        "m012_device_names": "b40fb4da75d694b77ba0be6c139a326968a0582fa876d86f78db2b01e6642516",
        "m013_no_views": "38ac4023be70cfcc94a791a60857639d716263c413f128218390142d30d5e8e9",
        "m014_keepers_by_age": "fd48fbcb0bc95034c64fefbe3a425c687759b70b04ce0f62ee8d0f4061363f4b",
        "m015_sittings": "ad8d94a13b47a25848e700e241f729166bb7979b36fc7654acf27405635bd80d",
        "m016_player_results": "4076ab1efb8da19bc2be94b0835a95e2fe6a0848c178ddae184a5f259dddc40c",
        "m017_links_for_one_phone": "30f3dee18e552e1981d1e8776796260dd4a0fa1143eda0fb62f117dee6561309",
        "m018_deleted_and_revoked": "3357d0ed0a71e37fb8769d76656e4568567fb1cb5b920e728d0afa42353fa800",
        "m019_excluded_sessions": "f9e31ce4b9d07cc9f063a09e48e7b1007c84d174f1025c1e1ca818cf5c9f8ad3",
        "m020_decided_ties": "7aae15e21f9bcf235f86f07ca83afabb74c57bcf5c75c5bac4a90bbc0eaaac8e",
        "m021_played_at": "b15430ca03cecc47bd881bb8d40e49693a8710be684eeea88cf0f65ee09808fb",
    },
}


def digest(statements: Iterable[str]) -> str:
    return sha256("\n".join(" ".join(each.split()) for each in statements).encode()).hexdigest()


@pytest.mark.parametrize("engine", [*RELEASED])
def test_a_migration_that_has_been_released_is_never_changed(engine: str) -> None:
    migrations = SQLITE if engine == "sqlite" else POSTGRESQL
    found = {name: digest(each) for name, each in migrations.items()}
    new = "".join(f'\n        "{name}": "{found[name]}",' for name in found if name not in RELEASED[engine])
    assert found == RELEASED[engine], f"{engine}: give RELEASED the new lines{new}"


# Founders, and keepers for an evening.


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


Until: TypeAlias = Callable[[str], Database]


@pytest.fixture(params=ENGINES)
def until(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Until:
    """A new database with the tables of an earlier release: up to this migration."""
    if request.param == "sqlite":
        database: Database = SQLite(tmp_path / "takuroku.db")
    else:
        database = PostgreSQL(request.getfixturevalue("cluster").new_database())
    return lambda last: prepare_until(database, last, monkeypatch)


@pytest.fixture
def db(until: Until) -> Connection:
    """The record of before, migrated."""
    database = filled(until("m011_tables_of_an_evening"))
    database.prepare()
    return database.connect()


def may(db: Connection, device: str, *, at: str = NOW) -> list[tuple[str, str | None]]:
    return [(each.role, each.session) for each in grants.accesses_of(db, device=device, scorebook="book", at=at)]


def removes(db: Connection, device: str) -> set[str]:
    by = grants.accesses_of(db, device=device, scorebook="book", at=NOW)[0].id
    return {*grants.removable_devices(Book(db, "book", "keeper"), by=by, at=NOW)}


def test_who_keeps_score_plays_or_watches_goes_on_and_founders_are_as_old_as_anybody(db: Connection) -> None:
    for device in ("ann", "ben", "anns second", "bens second"):
        assert may(db, device) == may(db, device, at=LATER) == [("keeper", None)]
    assert (may(db, "wim"), may(db, "pia")) == ([("watcher", None)], [("player", "tonight")])
    assert may(db, "out") == []
    devices = {each.device for each in grants.devices(Book(db, "book", "keeper"), at=NOW)}
    # Ann counts as who made her pages, by which the two others came.
    assert removes(db, "ann") == devices - {"anns second", "lost"}
    assert removes(db, "anns second") == devices
    assert removes(db, "ben") == devices - {"ann", "anns second", "lost"}


def test_who_comes_by_a_page_is_as_old_as_the_first_phone_or_as_the_page(db: Connection) -> None:
    for device in ("lost", "gone"):
        with pytest.raises(NoSuchError):
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
    listed = {each.device: each.role for each in grants.listed_devices(Book(db, "book", "keeper"), at=NOW)}
    assert (listed["dan"], listed["fay"]) == ("watcher", "keeper")
    # A founder who was removed goes when it was said.
    assert (may(db, "lost"), may(db, "lost", at=PROMISED), may(db, "gone")) == ([("keeper", None)], [], [])
    for id, _ in LINKS:
        assert (secrets.link_of(db, id, at=NOW) is None) == id.startswith("evening"), id
        assert secrets.was_for_evening(db, id) == id.startswith("evening"), id
    for id in ("founders paper", "other paper", "keep", "watch", "table"):
        assert secrets.link_of(db, id, at="2036-01-01T00:00:00Z"), f"{id} is without an end"
    assert secrets.link_of(db, "week", at=LATER) is None


def test_what_is_salvaged_of_a_damaged_record_is_migrated_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = SQLite(tmp_path / "old.db"), SQLite(tmp_path / "new.db")
    filled(prepare_until(old, "m011_tables_of_an_evening", monkeypatch))
    salvage(old.path, new)
    with closing(new.connect()) as db:
        assert [
            each.device for each in grants.devices(Book(db, "book", "keeper"), at=LATER) if each.role == "keeper"
        ] == [*("ann", "anns second", "ben", "bens second", "fay")]
        assert sorted(may(db, "eva", at=LATER)) == [("watcher", "only later"), ("watcher", "tonight")]
        assert comes(db, "founders paper", device="new", name="", at=NOW).since == STARTED


@pytest.mark.parametrize("paper", ["paper", "later paper"])
def test_in_a_record_of_version_1_the_first_keeper_is_the_founder(until: Until, paper: str) -> None:
    """Where links, accesses and pages said nothing of founders: a page is the founder's if nobody else kept score."""
    database = until("m001_version_1")
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


def test_a_phone_keeps_its_name_where_it_has_or_had_access_and_a_file_has_named_the_others(until: Until) -> None:
    """In both scorebooks all devices wrote but Ann's, which sits there: a file has brought their ids.

    Ben's phone keeps score in two scorebooks, and was named in Ann's last.
    """
    database = until("m001_version_1")
    names = {
        "anns": "Ann's new phone",
        "bens": "Ben at Ann's",
        "cleos": "Cleo's old tablet",
        "program": "Blackboard",
        "from a file": "iPad",
        "unnamed": "",
    }
    with closing(database.connect()) as db:
        for device, name in names.items():
            insert(db, "device", id=device, name=name)
        for number, book in enumerate(("ann's", "ben's")):
            insert(db, "scorebook", id=book, created_at=STARTED)
            of_all = {"game": "oh-hell", "options": "{}", "dealer": 0, "created_at": STARTED, "updated_at": STARTED}
            insert(db, "session", number=number, id=f"of {book}", scorebook=book, key=book, **of_all)
            for position, device in enumerate(names.keys() - {"anns"}):
                said = {"kind": "undo", "facts": "{}", "at": STARTED, "device": device, "key": f"{book} {device}"}
                insert(db, "action", session=f"of {book}", position=position, **said)
            insert(db, "seat_device", session=f"of {book}", seat=0, device="anns", at=STARTED)
        for number, (device, book, name, until_then) in enumerate(
            (
                ("anns", "ann's", "Ann's new phone", None),
                ("bens", "ann's", "Ben at Ann's", None),
                ("bens", "ben's", "iPhone", None),
                ("cleos", "ben's", "Cleo's old tablet", EVENING),
                ("unnamed", "ben's", "", None),
            )
        ):
            of_all = {"role": "keeper", "since": STARTED, "seen_at": STARTED, "withdrawn_at": until_then}
            who = {"id": str(number), "device": f"hash of {device}", "author": device, "name": name}
            insert(db, "access", scorebook=book, **who, **of_all)
        kept = {"id": "program", "name": "Blackboard", "hash": "", "role": "keeper", "created_at": STARTED}
        insert(db, "token", scorebook="ben's", **kept)
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


def test_what_was_deleted_or_revoked_stays_so_and_the_log_guarded(until: Until) -> None:
    database = until("m017_links_for_one_phone")
    with closing(database.connect()) as db:
        insert(db, "scorebook", id="book", created_at=STARTED)
        of_all = {"game": "oh-hell", "options": "{}", "dealer": 0, "created_at": STARTED, "updated_at": STARTED}
        for number, (id, deleted) in enumerate((("kept", None), ("deleted", SECOND))):
            insert(db, "session", number=number, id=id, scorebook="book", key=id, discarded_at=deleted, **of_all)
            logged = {"kind": "undo", "facts": "{}", "at": STARTED, "device": "anns", "key": id}
            insert(db, "action", session=id, position=0, **logged)
        kept = {"role": "keeper", "created_at": STARTED, "hash": "", "name": "", "withdrawn_at": PAPER}
        insert(db, "token", id="program", scorebook="book", **kept)
    database.prepare()
    with closing(database.connect()) as db, db.writing():
        assert [row["deleted_at"] for row in db.execute("SELECT * FROM session ORDER BY number")] == [None, SECOND]
        assert db.execute("SELECT revoked_at FROM token").fetchone()["revoked_at"] == PAPER
        insert(db, "purging", session="deleted")
        assert db.execute("DELETE FROM action WHERE session = 'deleted'").rowcount == 1
    with closing(database.connect()) as db, pytest.raises(ConstraintError), db.writing():
        insert(db, "purging", session="kept")
        db.execute("DELETE FROM action WHERE session = 'kept'")


@pytest.mark.parametrize(("last", "devices"), [("m001_version_1", "device"), ("m012_device_names", "device_name")])
def test_no_view_is_left_of_a_record_of_before_version_1_5(until: Until, last: str, devices: str) -> None:
    """It had views for other programs, of tables that are gone, and of one another."""
    database = until(last)
    views = (
        "SELECT name FROM sqlite_schema WHERE type = 'view'"
        if isinstance(database, SQLite)
        else "SELECT viewname AS name FROM pg_views WHERE schemaname = 'public'"
    )
    with closing(database.connect()) as db:
        db.execute("CREATE VIEW sessions AS SELECT id, scorebook, dealer FROM session")
        db.execute("CREATE VIEW players AS SELECT player, games FROM tally")
        db.execute("CREATE VIEW results AS SELECT share.place FROM sessions JOIN share ON share.session = sessions.id")
        db.execute(f"CREATE VIEW entries AS SELECT sessions.id, {devices}.name FROM sessions, {devices}")
        assert "entries" in [row["name"] for row in db.execute(views)]
        database.prepare()
        assert db.execute(views) == []


# The copy that SQLite keeps of a record before it is migrated.


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SQLite:
    database = SQLite(tmp_path / "takuroku.db")
    filled(prepare_until(database, "m011_tables_of_an_evening", monkeypatch))
    return database


def files_beside(database: SQLite) -> set[str]:
    return {each.name for each in database.path.parent.iterdir()} - {
        *(f"takuroku.db{ending}" for ending in ("", "-wal", "-shm"))
    }


def test_a_record_is_copied_beside_itself_once_before_it_is_migrated(earlier: SQLite) -> None:
    copy = earlier.path.with_name("takuroku-before-m012_device_names.db")
    with closing(earlier.connect()) as db:
        before = [dict(row) for row in db.execute("SELECT * FROM session ORDER BY number")]
    assert earlier.pending_migrations()[0] == "m012_device_names"
    earlier.prepare()
    assert (earlier.pending_migrations(), files_beside(earlier)) == ([], {copy.name})
    kept = copy.read_bytes()
    earlier.prepare()
    assert copy.read_bytes() == kept
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(SQLite(copy).connect()) as db:
        assert "device" in db.tables()
        assert [dict(row) for row in db.execute("SELECT * FROM session ORDER BY number")] == before


def test_a_new_record_is_not_copied(tmp_path: Path) -> None:
    new = SQLite(tmp_path / "takuroku.db")
    new.prepare()
    assert files_beside(new) == set()


def test_where_there_is_no_room_for_the_copy_the_record_stays_as_it_was(
    earlier: SQLite, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        copied.append(1)
        raise UnavailableError("full", "database or disk is full")

    copied: list[int] = []
    site = SQLite(earlier.path)
    # Of a start that had room for the copy, and none for the migration.
    earlier.path.with_name("takuroku-before-m012_device_names.db").write_bytes(b"")
    with monkeypatch.context() as then:
        then.setattr(SQLite, "copy_file", full)
        with pytest.raises(UnavailableError):
            site.prepare()
        for _ in range(2):
            with pytest.raises(UnavailableError) as refused:
                site.borrow()
            assert refused.value.cause == "full"
    assert len(copied) == 1, "no request tries again so soon"
    assert (earlier.pending_migrations()[0], files_beside(earlier)) == ("m012_device_names", set())
    earlier.prepare()
    assert files_beside(earlier) == {"takuroku-before-m012_device_names.db"}
