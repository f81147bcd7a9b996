"""Converts a record from before version 1.0.0 to today's tables, by their common columns.

`store.admin.rebuild` then makes the read models that were not stored at that time.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from store.engines.base import Connection, Database
from store.engines.migrations import (
    BEFORE_AGES,
    COUNT_AGAIN,
    DEVICES_BY_SCOREBOOK,
    FOUNDERS,
    KEEPERS_BY_AGE,
    TABLE_OF_SERIES,
)
from store.engines.sqlite.database import FILE_NAME, SQLite
from store.engines.sqlite.errors import in_the_records_words

OF_SESSION = {"scorebook", "created_at", "number"}
"""Columns that rows repeat from their session; the first versions did not have them."""
NAME_BEFORE = {"purging": "leaving", "seat_device": "sitting", "pending_input": "offer"}
"""What tables were called before version 1.0.0, by their names of today."""
SUMS = {"share", "part_share", "tally"}
"""What was kept otherwise at that time: finished sessions are counted again."""


def bring_over(file: Path, new: Database) -> None:
    """Copy the rows of an earlier file into an empty SQLite record; the file stays unchanged."""
    new.prepare()
    with closing(new.connect()) as db:
        db.execute("ATTACH DATABASE ? AS earlier", (str(file),))
        with db.writing():
            # The tables are copied in any order.
            db.execute("PRAGMA defer_foreign_keys = ON")
            for statement in BEFORE_AGES:
                db.execute(statement)
            for table, columns in db.tables().items():
                if table not in SUMS:
                    _copy(db, table, columns)
            for statement in (*FOUNDERS, *KEEPERS_BY_AGE, TABLE_OF_SERIES, COUNT_AGAIN):
                db.execute(statement)
            # The first versions named no devices.
            if _columns_before(db, "device"):
                db.execute(DEVICES_BY_SCOREBOOK.format(device="earlier.device"))


@in_the_records_words
def replace(record: SQLite) -> None:
    """Convert an earlier record in its own file, in one transaction."""
    with TemporaryDirectory() as folder:
        fresh = SQLite(Path(folder) / FILE_NAME)
        bring_over(record.path, fresh)
        with closing(fresh.connect()) as new, closing(record.connect()) as old:
            new.raw.backup(old.raw)


def _copy(db: Connection, table: str, columns: frozenset[str]) -> None:
    before = NAME_BEFORE.get(table, table)
    there = _columns_before(db, before)
    if not there:
        return
    values = {column: f"row.{column}" for column in columns & there}
    if "session" in there:
        values |= {column: f"session.{column}" for column in (columns - there) & OF_SESSION}
    session = "LEFT JOIN earlier.session AS session ON session.id = row.session" if "session" in there else ""
    db.execute(
        f"INSERT INTO {table} ({', '.join(values)})"
        f" SELECT {', '.join(values.values())} FROM earlier.{before} AS row {session}"
    )


def _columns_before(db: Connection, table: str) -> set[str]:
    return {row["name"] for row in db.execute("SELECT name FROM pragma_table_info(?, 'earlier')", (table,))}
