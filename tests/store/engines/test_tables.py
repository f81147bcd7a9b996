"""The tables are the same on each engine, and came to be by migrations that nobody changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

import pytest
from sqlite_utils import Database as Migrated

from store.engines.base import Connection
from store.engines.postgresql.database import PostgreSQL
from store.engines.postgresql.schema import MIGRATIONS
from store.engines.sqlite.database import SQLite
from store.engines.sqlite.schema import migrations


@dataclass(frozen=True)
class Column:
    kind: str
    required: bool
    default: str | None


@dataclass(frozen=True)
class Reference:
    """Whose rows, column for column, and what becomes of them when those change or go."""

    columns: tuple[tuple[str, str], ...]
    parent: str
    on_update: str
    on_delete: str


@dataclass(frozen=True)
class Table:
    columns: Mapping[str, Column]
    key: tuple[str, ...]
    unique: frozenset[tuple[str, ...]]
    references: frozenset[Reference]
    indexes: Mapping[str, tuple[str, ...]]


def in_order(rows: Iterable[Any], place: str) -> list[Any]:
    return sorted(rows, key=lambda row: int(row[place]))


def tables_of_sqlite(db: Connection) -> dict[str, Table]:
    found = db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 1) <> '_' AND name NOT LIKE 'sqlite%'"
    )
    return {row["name"]: _table_of_sqlite(db, row["name"]) for row in found.fetchall()}


def _table_of_sqlite(db: Connection, table: str) -> Table:
    columns = db.execute(f"PRAGMA table_info({table})").fetchall()
    indexes, unique = {}, set()
    for index in db.execute(f"PRAGMA index_list({table})").fetchall():
        within = in_order(db.execute(f"PRAGMA index_info({index['name']})"), "seqno")
        names = tuple(row["name"] for row in within)
        if index["unique"] and index["origin"] != "pk":
            unique.add(names)
        if index["origin"] == "c":
            indexes[index["name"]] = names
    references = defaultdict(list)
    for row in in_order(db.execute(f"PRAGMA foreign_key_list({table})"), "seq"):
        references[row["id"]].append(row)
    return Table(
        columns={
            row["name"]: Column(row["type"], bool(row["notnull"] or row["pk"]), row["dflt_value"]) for row in columns
        },
        key=tuple(row["name"] for row in in_order(columns, "pk") if row["pk"]),
        unique=frozenset(unique),
        references=frozenset(
            Reference(
                tuple((row["from"], row["to"]) for row in rows),
                rows[0]["table"],
                rows[0]["on_update"],
                rows[0]["on_delete"],
            )
            for rows in references.values()
        ),
        indexes=indexes,
    )


KINDS = {"text": "TEXT", "bigint": "INTEGER"}
ACTIONS = {"a": "NO ACTION", "c": "CASCADE", "r": "RESTRICT", "n": "SET NULL", "d": "SET DEFAULT"}


def tables_of_postgresql(db: Connection) -> dict[str, Table]:
    found = db.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('migration', '_lists')"
    )
    return {row["tablename"]: _table_of_postgresql(db, row["tablename"]) for row in found}


NAMES = """
    ARRAY(
        SELECT attname::text FROM unnest({numbers}) WITH ORDINALITY AS each (number, place)
        JOIN pg_attribute ON attrelid = {table} AND attnum = number ORDER BY place
    )
"""


def _table_of_postgresql(db: Connection, table: str) -> Table:
    columns = db.execute(
        """
        SELECT attname, atttypid::regtype::text AS kind, attnotnull, pg_get_expr(adbin, adrelid) AS standard
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
        """,
        (table,),
    )
    found = db.execute(
        f"""
        SELECT relname, indisunique, indisprimary, {NAMES.format(numbers="indkey", table="indrelid")} AS names,
            EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u')) AS said
        FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = to_regclass(?)
        """,
        (table,),
    ).fetchall()
    references = db.execute(
        f"""
        SELECT confrelid::regclass::text AS parent, confupdtype::text, confdeltype::text,
            {NAMES.format(numbers="conkey", table="conrelid")} AS here,
            {NAMES.format(numbers="confkey", table="confrelid")} AS there
        FROM pg_constraint WHERE contype = 'f' AND conrelid = to_regclass(?)
        """,
        (table,),
    )
    return Table(
        columns={row["attname"]: Column(KINDS[row["kind"]], row["attnotnull"], row["standard"]) for row in columns},
        key=next((tuple(row["names"]) for row in found if row["indisprimary"]), ()),
        unique=frozenset(tuple(row["names"]) for row in found if row["indisunique"] and not row["indisprimary"]),
        references=frozenset(
            Reference(
                tuple(zip(row["here"], row["there"], strict=True)),
                row["parent"],
                ACTIONS[row["confupdtype"]],
                ACTIONS[row["confdeltype"]],
            )
            for row in references
        ),
        indexes={row["relname"]: tuple(row["names"]) for row in found if not row["said"]},
    )


def test_both_engines_have_the_same_tables(sqlite: SQLite, postgresql: PostgreSQL) -> None:
    with closing(sqlite.connect()) as one, closing(postgresql.connect()) as another:
        here, there = tables_of_sqlite(one), tables_of_postgresql(another)
    assert {"scorebook", "player", "session", "seat", "action", "standing", "remark"} < {*here}
    assert {*here} == {*there}
    # There a row of an index has too little room for a note.
    assert here["remark"].indexes["remark_newest"] == (*there["remark"].indexes["remark_newest"], "text_key")
    for table, is_here in here.items():
        is_there = there[table]
        assert [*is_here.columns] == [*is_there.columns], table
        assert is_here.columns == is_there.columns, table
        assert is_here.key == is_there.key, table
        assert is_here.unique == is_there.unique, table
        assert is_here.references == is_there.references, table
        assert is_here.indexes.keys() == is_there.indexes.keys(), table
        for index, names in is_there.indexes.items():
            assert is_here.indexes[index][: len(names)] == names, index


def test_what_tells_the_tables_apart_would_be_seen(sqlite: SQLite, cluster: Any) -> None:
    """The comparison is worth nothing where it does not look."""
    database = PostgreSQL(cluster.new_database(prepared=True))
    with closing(sqlite.connect()) as one, closing(database.connect()) as another:
        here, there = tables_of_sqlite(one)["seat"], tables_of_postgresql(another)["seat"]
        assert here == there
        for change in (
            "ALTER TABLE seat ALTER COLUMN player DROP NOT NULL",
            "ALTER TABLE seat DROP CONSTRAINT seat_player_fkey",
            "ALTER TABLE seat ADD UNIQUE (player, session)",
            "DROP INDEX seat_of_player",
            "ALTER TABLE seat DROP CONSTRAINT seat_pkey, ADD PRIMARY KEY (seat, session)",
            "ALTER TABLE seat ADD COLUMN colour TEXT",
        ):
            another.execute(change)
            now = tables_of_postgresql(another)["seat"]
            assert now != there, change
            there = now


def test_all_text_is_compared_by_its_code_points_whatever_the_server_speaks(postgresql: PostgreSQL) -> None:
    with closing(postgresql.connect()) as db:
        otherwise = db.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND table_name <> 'migration' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        ).fetchall()
    assert otherwise == []


class Listener:
    """A database that only hears what a migration would do."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def execute(self, statement: str) -> None:
        self.heard.append(statement)


def digest(statements: Iterable[str]) -> str:
    return sha256("\n".join(" ".join(each.split()) for each in statements).encode()).hexdigest()


def migrations_of_sqlite() -> dict[str, str]:
    found = {}
    for migration in migrations.pending(Migrated(memory=True)):
        migration.fn(cast(Migrated, listener := Listener()))
        found[migration.name] = digest(listener.heard)
    return found


# A line a migration, added when it is released; where one fails, the migration was changed: write another instead.
RELEASED = {
    "sqlite": {
        "m001_the_record": "02e49b55c8a6f1cc4c760f54366b902219a30c534c027b309554ba72ea4de8b7",
        "m002_redo_discard_devices": "57b0c1ac37f93cc0a3c5516264fa47e46172b321fb2900b1fd08a5813f9819f4",
        "m003_lists_from_indexes": "f39d865e00abf068da465939ef7a0eb356ab70ee8e908ded60c4d613f58751ad",
        "m004_people_and_leaving": "bc208bad84e3ea37a5dc4c2dec4a900fa6a9517d5f9faad9ce2ac7c9e1be7b54",
        "m005_tallies": "329c86e5566b216e40a5e7ba49517bdc8945aa047237d0b40eeaa96d478df507",
        "m006_tokens": "56da866514a604ecb61a5830cabacd09af89e6e30701b413f675889faeabfc10",
        "m007_views": "00468e8a13437fbb7840923b18670d5ff8355ddd4ee71225056172f0b287931f",
        "m008_access": "4e17627f58aed34d9a8aa06c3f4b79ee52def89b2158add41f154f50feb2fdcc",
        "m009_seats_of_their_own": "477643e9ea5b9045e7e0c80a4e1898ddc5aded8a7824dc018fe042d06d88a1dc",
        "m010_attempts": "7110e9120cc1dd0f40154d1e2948f80bdad74ffafdf1b4cb0800c554a71061a0",
        "m011_sides": "50adbd14e8cabe57648b15bb2588b3e71a2af3727174a0a8e2808feb4b62ed82",
        "m012_rules_of_lists": "abda7fa4a2f39eb4a65f2f7f38b4be102e5346d00c66ccd08f4b0406ae3a1670",
    },
    "postgresql": {
        "m001_the_record": "cfd0579615d7d6dda5c9b5e4916e078672697cfe1aebc959d2858bc13c07616f",
        "m002_people_and_leaving": "8ed6a6f3862d456b4eee59f57061085b889dcecc732cfe058bd8792b1d80f834",
        "m003_tallies": "9bbf3b4704bb71241dd455ee4edaf1abc75bd430ba30b8bb406ae0728aa52933",
        "m004_tokens": "828b85663537694f795939bf2da12ecf9b97c801c4bbad61f3792ae3958026bd",
        "m005_views": "00468e8a13437fbb7840923b18670d5ff8355ddd4ee71225056172f0b287931f",
        "m006_access": "c0f72dbc8771d31975b1e1a11a1b6fbe1da43ac498d02dced102864f6b09b5ee",
        "m007_seats_of_their_own": "f6dee1006015c4ad99cffde5b16fb220f76b172609e78f9af7af5c5a91a54167",
        "m008_attempts": "042e1c5c901177a10dba6499120252ebe96e4022a6eee64589eec269df223c65",
        "m009_sides": "7cac384094c227fa977973fd5247e3e417de976ca662c05209c80a9ca2461cd0",
        "m010_rules_of_lists": "fd63c3e0e6dfe03c502b2efc4b0dc29e9469e3cecfefa220ea087a06010966f4",
    },
}


@pytest.mark.parametrize("engine", [*RELEASED])
def test_a_migration_that_has_been_released_is_never_changed(engine: str) -> None:
    found = migrations_of_sqlite() if engine == "sqlite" else {name: digest(each) for name, each in MIGRATIONS.items()}
    assert found == RELEASED[engine]
