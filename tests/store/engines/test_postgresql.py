"""What is so only where the record is in PostgreSQL: lines that are cut, settings of the server, addresses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from store.__main__ import main
from store.admin.health import Health
from store.admin.rebuild import compare
from store.engines import database_at
from store.engines import postgresql as engine
from store.engines.postgresql import MAX_CONNECTIONS, PostgreSQL, PostgreSQLConnection
from store.errors import Cause, DatabaseError, UnavailableError, UnusableDatabaseError
from tests.kit.for_each import for_each
from tests.kit.postgresql import Cluster
from tests.kit.store.table_talk import ANN, takes
from tests.store.conftest import THURSDAY, Keeper, Runs, server_setting

ROOT = Path(__file__).parents[3]


@pytest.fixture
def db(postgresql: PostgreSQL) -> Iterator[PostgreSQLConnection]:
    with closing(postgresql.connect()) as connection:
        yield connection


@pytest.fixture
def of_its_own(cluster: Cluster) -> str:
    """The address of a record whose tables a test may change."""
    return cluster.new_database(prepared=True)


def as_owner(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as db:
        for statement in statements:
            db.execute(statement.encode())


def one(db: Any, query: str) -> Any:
    (value,) = db.execute(query).fetchone().values()
    return value


# What a connection is.


def test_a_connection_is_as_the_record_needs_it_whatever_the_servers_defaults(of_its_own: str) -> None:
    defaults = {
        "synchronous_commit": "off",
        "lock_timeout": "0",
        "idle_in_transaction_session_timeout": "0",
    }
    name = of_its_own.split("/")[3].split("?", maxsplit=1)[0]
    as_owner(of_its_own, *(f"ALTER DATABASE {name} SET {each} = {value}" for each, value in defaults.items()))
    database = PostgreSQL(of_its_own)
    with closing(database.connect()) as connected:
        assert_as_needed(connected)
    borrowed = database.borrow()
    assert_as_needed(borrowed)
    database.give_back(borrowed)
    database.close()


def assert_as_needed(db: PostgreSQLConnection) -> None:
    needed = {
        "synchronous_commit": "on",
        "lock_timeout": "10s",
        "idle_in_transaction_session_timeout": "30s",
        "transaction_isolation": "read committed",
    }
    assert {name: one(db, f"SHOW {name}") for name in needed} == needed


def test_settings_of_the_address_stand_beside_those_of_the_record(shared_address: str) -> None:
    with closing(PostgreSQL(f"{shared_address}&options=-c%20work_mem%3D12MB").connect()) as db:
        assert one(db, "SHOW work_mem") == "12MB"
        assert_as_needed(db)


def test_who_waits_in_vain_is_told_that_it_is_busy(postgresql: PostgreSQL, db: PostgreSQLConnection) -> None:
    session = Keeper(db, THURSDAY).sits_down()
    with closing(postgresql.connect()) as other, db.writing():
        db.lock_row("session", session)
        other.execute("SET lock_timeout = '10ms'")
        with pytest.raises(UnavailableError) as waited:
            Keeper(other, THURSDAY).writes(session, takes(ANN, 1))
        assert waited.value.cause == "busy"
        assert not other.in_transaction


def test_a_transaction_in_which_nothing_happens_gives_its_rows_free(
    postgresql: PostgreSQL, db: PostgreSQLConnection
) -> None:
    session = Keeper(db, THURSDAY).sits_down()
    with closing(postgresql.connect()) as asleep:
        with pytest.raises(UnavailableError) as cut, asleep.writing():
            asleep.lock_row("session", session)
            # Only now, or a slow machine may be cut before it has the row.
            asleep.execute("SET idle_in_transaction_session_timeout = '10ms'")
            Keeper(db, THURSDAY).writes(session, takes(ANN, 1))
            asleep.execute("SELECT 1 AS awake")
        assert cut.value.cause == "away"
    assert Keeper(db, THURSDAY).sees(session).sheet.totals == (1, 0)


REFUSED: dict[str, Cause | None] = {
    "53100": "full",  # disk_full
    "53200": "away",  # out_of_memory
    "58030": "away",  # io_error
    "57P01": "away",  # admin_shutdown
    "40001": "busy",  # serialization_failure
    "40P01": "busy",  # deadlock_detected
    "57014": "busy",  # query_canceled
    "25006": "read-only",  # read_only_sql_transaction
    "XX001": None,  # data_corrupted: no matter of trying again
}


def test_what_a_server_cannot_do_now_is_refused_whole_and_by_its_cause(of_its_own: str) -> None:
    """It says so when the standings are written: the entry itself was taken by then."""
    as_owner(
        of_its_own,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END $$",
    )
    with closing(PostgreSQL(of_its_own).connect()) as db:
        keeper = Keeper(db, THURSDAY)
        session = keeper.sits_down()
        for code, cause in REFUSED.items():
            trigger = f"TRIGGER refusal BEFORE INSERT ON standing FOR EACH ROW EXECUTE FUNCTION refuse('{code}')"
            as_owner(of_its_own, f"CREATE {trigger}")
            with pytest.raises(UnavailableError if cause else UnusableDatabaseError) as refused:
                keeper.writes(session, takes(ANN, 1))
            assert getattr(refused.value, "cause", None) == cause
            as_owner(of_its_own, "DROP TRIGGER refusal ON standing")
            assert (keeper.sees(session).position, compare(db).differences) == (0, ())
        keeper.writes(session, takes(ANN, 1))
        assert keeper.sees(session).sheet.totals == (1, 0)


# The pool.


def pid(db: Any) -> int:
    number: int = one(db, "SELECT pg_backend_pid()")
    return number


def test_a_connection_that_the_server_ended_is_replaced_and_does_not_come_back(
    postgresql: PostgreSQL, shared_address: str
) -> None:
    """Unseen where it waited; a request that had it is told."""
    for lent in (False, True):
        borrowed = postgresql.borrow()
        ended = pid(borrowed)
        if not lent:
            postgresql.give_back(borrowed)
        with psycopg.connect(shared_address) as other:
            other.execute("SELECT pg_terminate_backend(%s, 10000)", (ended,))
        if lent:
            with pytest.raises(UnavailableError) as cut:
                borrowed.execute("SELECT id FROM session")
            assert cut.value.cause == "away"
            postgresql.give_back(borrowed)
        again = postgresql.borrow()
        assert pid(again) != ended
        assert again.execute("SELECT id FROM session") == []
        postgresql.give_back(again)


def test_a_process_has_only_so_many(shared_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "POOL_WAIT_SECONDS", 1.0)
    database = PostgreSQL(shared_address)
    lent = [database.borrow() for _ in range(MAX_CONNECTIONS)]
    assert len({pid(each) for each in lent}) == MAX_CONNECTIONS
    with pytest.raises(UnavailableError):
        database.borrow()
    monkeypatch.setattr(engine, "RETRY_PAUSE_SECONDS", 0.0)
    for each in lent:
        database.give_back(each)
    database.close()


def test_who_comes_first_makes_the_tables(cluster: Cluster) -> None:
    """The server may have been away when the process began."""
    database = PostgreSQL(cluster.new_database())
    borrowed = database.borrow()
    assert Keeper(borrowed, THURSDAY).sits_down()
    database.give_back(borrowed)
    database.close()


def test_after_a_wait_in_vain_nobody_else_waits_for_a_moment(
    shared_address: str, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    connect = PostgreSQL.connect

    def counted(database: PostgreSQL) -> PostgreSQLConnection:
        asked.append(database)
        return connect(database)

    monkeypatch.setattr(PostgreSQL, "connect", counted)
    nowhere = PostgreSQL(of(shared_address, "?host=", "?host=/nowhere"))
    assert Health().trouble(nowhere) == "away"
    for _ in range(3):
        with pytest.raises(UnavailableError) as away:
            nowhere.borrow()
        assert away.value.cause == "away"
    assert len(asked) == 1
    monkeypatch.setattr(nowhere, "_no_use_before", 0.0)
    assert Health().trouble(nowhere) == "away"
    assert len(asked) == 2, "then it is asked again"


# What `check` tells of.


BROKEN = {
    "trigger action_is_not_changed is missing or switched off": (
        "ALTER TABLE action DISABLE TRIGGER action_is_not_changed"
    ),
    "trigger action_is_not_deleted is missing or switched off": (
        "ALTER TABLE action ENABLE REPLICA TRIGGER action_is_not_deleted"
    ),
    "trigger actions_are_not_cleared is missing or switched off": "DROP TRIGGER actions_are_not_cleared ON action",
    "index sitting_of_player is not valid": (
        "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'sitting_of_player'::regclass"
    ),
    "constraint sitting_player_fkey of sitting was never checked": """
        ALTER TABLE sitting DROP CONSTRAINT sitting_player_fkey,
        ADD FOREIGN KEY (player) REFERENCES player (id) NOT VALID
    """,
}


def test_what_does_not_keep_the_record_any_more_is_told(of_its_own: str) -> None:
    database, expected = PostgreSQL(of_its_own), set[str]()
    with server_setting(of_its_own, fsync="on"):
        assert database.damage() == []
        for told, broken in BROKEN.items():
            as_owner(of_its_own, broken)
            expected.add(told)
            assert {line.partition(":")[0] for line in database.damage()} == expected
        assert main(["check", of_its_own]) == 1


@for_each("setting", ["fsync", "full_page_writes"])
def test_a_server_that_does_not_wait_for_its_disk_is_told(
    postgresql: PostgreSQL, shared_address: str, setting: str
) -> None:
    with server_setting(shared_address, **{"fsync": "on", "full_page_writes": "on", setting: "off"}):
        assert postgresql.damage() == [f"{setting} is off: what is acknowledged may be lost in a power cut"]


# Addresses and passwords.

SECRET = "s3cret?/ünd:@ %"
IN_AN_ADDRESS = "s3cret%3F%2F%C3%BCnd%3A%40%20%25"


@pytest.fixture
def guarded(cluster: Cluster) -> Iterator[str]:
    """The address, with its password, of a record that asks for one."""
    address, rules = cluster.new_database(prepared=True), cluster.data / "pg_hba.conf"
    quoted, before = SECRET.replace("'", "''"), rules.read_text()
    as_owner(address, "CREATE ROLE guest LOGIN SUPERUSER", f"ALTER ROLE guest PASSWORD '{quoted}'")
    rules.write_text(f"local all guest scram-sha-256\n{before}")
    as_owner(address, "SELECT pg_reload_conf()")
    yield of(address, "takuroku@", f"guest:{IN_AN_ADDRESS}@")
    rules.write_text(before)
    as_owner(address, "SELECT pg_reload_conf()", "DROP ROLE guest")


def test_a_password_is_nowhere_to_be_seen(
    guarded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runs: Runs
) -> None:
    database = database_at(guarded)
    with closing(database.connect()) as db:
        session = Keeper(db, "guarded").sits_down()
        shown = f"{database} {db.identity} {database.damage()}"
    backed_up, checked = runs("backup", guarded, tmp_path / "backup"), runs("check", guarded)
    assert (backed_up[0], checked[0]) == (0, 1), "the server of the tests does not wait for its disk"
    backup = (tmp_path / "backup").read_bytes()
    assert "s3cret" not in f"{shown} {backed_up} {checked}"
    assert session.encode() in backup
    assert b"s3cret" not in backup


def of(address: str, old: str, new: str) -> str:
    assert old in address
    return address.replace(old, new)


@for_each(
    "old, new, said",
    [
        (IN_AN_ADDRESS, "s3cretly-wrong", "password authentication failed"),
        (f":{IN_AN_ADDRESS}", "", "no password supplied"),
        ("guest", "nobody", 'role "nobody" does not exist'),
        ("/record_", "/no_record_", "does not exist"),
        ("?host=", "?host=/nowhere", "No such file or directory"),
    ],
)
def test_an_address_that_does_not_lead_there_is_told_clearly_without_the_password(
    guarded: str, old: str, new: str, said: str, runs: Runs
) -> None:
    wrong = of(guarded, old, new)
    with pytest.raises(DatabaseError) as refused:
        database_at(wrong).prepare()
    assert said in str(refused.value)
    ended, out, error = runs("check", wrong)
    assert (ended, out, said in error) == (1, "", True)
    for secret in ("s3cret", IN_AN_ADDRESS):
        assert secret not in f"{refused.value} {error}"


def test_a_role_that_may_only_read_is_told_and_the_second_role_of_the_docs_keeps_score_and_nothing_else(
    of_its_own: str,
) -> None:
    as_owner(of_its_own, "CREATE ROLE takuroku_site LOGIN", "GRANT pg_read_all_data TO takuroku_site")
    site = PostgreSQL(of(of_its_own, "takuroku@", "takuroku_site@"))
    with closing(site.connect()) as db:
        keeper = Keeper(db, "theirs")
        with pytest.raises(UnavailableError) as refused:
            keeper.sits_down()
        assert (refused.value.cause, Health().trouble(site)) == ("read-only", "read-only")
        as_owner(of_its_own, (ROOT / "docs" / "operating" / "second-role.sql").read_text("utf-8"))
        session = keeper.plays(takes(ANN, 3))
        for statement in (
            "UPDATE action SET facts = '{}'",
            "ALTER TABLE action DISABLE TRIGGER ALL",
            "DROP TABLE sitting",
        ):
            with pytest.raises(DatabaseError, match="permission denied|must be owner"):
                db.execute(statement)
        assert keeper.sees(session).sheet.totals == (3, 0)
    site.close()
    as_owner(of_its_own, "DROP OWNED BY takuroku_site", "DROP ROLE takuroku_site")


def test_the_driver_is_needed_only_where_it_is_asked_for() -> None:
    script = """
import sys
sys.modules["psycopg"] = None
from store.engines import database_at
from store.errors import UnusableDatabaseError
database_at("data")
try:
    database_at("postgresql://u@host/name")
except UnusableDatabaseError as error:
    print(error)
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert "pip install -r requirements-postgresql.txt" in done.stdout


@for_each(
    "address",
    [
        "mysql://takuroku:hunter2@db/club",
        "postgresql+psycopg://takuroku:hunter2@db/club",
        "POSTGRESQL://takuroku:hunter2@db/club",
        "postgresql:/takuroku:hunter2@db/club",
        "postgres:takuroku:hunter2@db/club",
        "file:///takuroku:hunter2",
    ],
)
def test_an_address_of_another_kind_is_no_path(address: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="begins with .*:, but a database is a folder or file") as caught:
        database_at(address)
    assert "hunter2" not in str(caught.value)


UNREADABLE = [
    "postgresql://takuroku:hunter2@twice@db/club",
    "postgresql://takuroku:hunter2/sliced@db/club",
    "postgresql://takuroku:hunter2/club",
    "postgresql://takuroku:100%hunter2@db/club",
    "postgresql://takuroku:hunter2 spaced@db/club",
    "postgresql://takuroku:hunter2@[::1/club",
    "postgresql://takuroku@db/club?password=hunter2&unheard=of",
]


@for_each("address", UNREADABLE)
def test_an_address_that_cannot_be_read_is_not_repeated(address: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="in a password @ is written as %40") as caught:
        database_at(address)
    error: BaseException | None = caught.value
    while error is not None:
        assert "hunter2" not in str(error)
        assert not any(part in str(error) for part in ("twice", "sliced", "spaced"))
        error = error.__cause__ or error.__context__


@for_each(
    "address, shown",
    [
        ("postgresql://takuroku:hunter2@db/club", "postgresql://db/club"),
        ("postgresql://takuroku:a%40b%2Fhunter2@db:5433/club", "postgresql://db:5433/club"),
        ("postgres://takuroku:hunter2?#@one:1,two:2/club", "postgresql://one,two:1,2/club"),
        ("postgresql://takuroku@/club?host=/run/postgresql&password=hunter2", "postgresql:///run/postgresql/club"),
        ("postgresql:///club?host=@takuroku", "postgresql://@takuroku/club"),
    ],
)
def test_a_server_is_named_without_who_comes_and_how(address: str, shown: str) -> None:
    database = database_at(address)
    assert isinstance(database, PostgreSQL)
    assert str(database) == shown
