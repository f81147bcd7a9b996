"""Copies out of a damaged file what can still be read, for a restore although it is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from store.engines.base import Connection, Database
from store.engines.checksums import BackupInfo, columns_of, open_damaged, read_backup_info
from store.engines.migrations import (
    BEFORE_AGES,
    BEFORE_PLAYED_AT,
    BEFORE_RENAMED_STATES,
    COUNT_AGAIN,
    FOUNDERS,
    KEEPERS_BY_AGE,
    PLAYED_AT,
    RENAMED_STATES,
)
from store.engines.sqlite import record_errors
from store.engines.tables import TABLES
from store.errors import ConstraintError, DamagedLogError, DatabaseError

LOG = {name for name, table in TABLES.items() if table.source == "log"}
"""Tables of which no row may be missing."""
COUNT_BY_TODAYS_NAMES = COUNT_AGAIN.replace("discarded_at", "deleted_at")
POSITIONS = "UPDATE session SET position = (SELECT COUNT(*) FROM action WHERE action.session = session.id)"


@record_errors()
def salvage(file: Path, new: Database) -> tuple[BackupInfo, tuple[str, ...]]:
    """Copy the rows of a damaged file into an empty SQLite record, without its indexes; the file stays unchanged.

    All but what follows from the log is copied. Returns its `BackupInfo`, and the tables beside the log of which rows
    are missing; U+FFFD is in the place of what is no text. Raises DamagedLogError.
    """
    new.prepare()
    with (
        closing(open_damaged(file)) as old,
        closing(new.connect()) as db,
        db.writing(),
    ):
        db.execute("PRAGMA defer_foreign_keys = ON")
        knows_dates = "played_at" in columns_of(old, "session")
        knows_states = "deleted_at" in columns_of(old, "session")
        knows_ages = knows_states or "made_by" in columns_of(old, "link")
        knows_founders = "founder" in columns_of(old, "access")
        dates_back, states_back = () if knows_dates else BEFORE_PLAYED_AT, () if knows_states else BEFORE_RENAMED_STATES
        for statement in (*dates_back, *states_back, *(() if knows_ages else BEFORE_AGES)):
            db.execute(statement)
        missing = {
            table
            for table, columns in db.tables().items()
            if TABLES[table].source in ("log", "kept") and not _copy_readable(old, db, table, columns)
        }
        homeless = db.execute("PRAGMA foreign_key_check")
        missing |= {row["table"] for row in homeless}
        if not missing.isdisjoint(LOG):
            raise DamagedLogError("its log itself is damaged")
        for row in homeless:
            db.execute(f"DELETE FROM {row['table']} WHERE rowid = ?", (row["rowid"],))
        founders = () if knows_ages or knows_founders else FOUNDERS
        ages, states = () if knows_ages else KEEPERS_BY_AGE, () if knows_states else RENAMED_STATES
        dates = () if knows_dates else PLAYED_AT
        for statement in (*founders, *ages, *states, *dates, POSITIONS, COUNT_BY_TODAYS_NAMES):
            db.execute(statement)
    try:
        info = read_backup_info(file)
    except DatabaseError:
        info = BackupInfo()
    return info, tuple(sorted(missing))


def _copy_readable(old: sqlite3.Connection, db: Connection, table: str, columns: frozenset[str]) -> bool:
    """Copy the rows of a table that can be read; whether these are all. An earlier release may not have the table."""
    rows, there = f"{table} NOT INDEXED", sorted(columns & columns_of(old, table))
    if table == "sitting" and there:
        # Who sat down later follows from the log.
        rows += " WHERE turn = 0"
    elif table == "sitting":
        rows, there = "seat NOT INDEXED", sorted(columns & columns_of(old, "seat"))
    if not there:
        return table not in LOG
    read = f"SELECT {', '.join(there)} FROM {rows}"
    write = f"INSERT INTO {table} ({', '.join(there)}) VALUES ({', '.join('?' * len(there))})"
    refused = 0
    try:
        for row in old.execute(read):
            try:
                db.execute(write, row)
            except ConstraintError:
                refused += 1
    except sqlite3.Error:
        return False
    return refused == 0
