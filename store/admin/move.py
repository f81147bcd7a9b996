"""Moves a whole record into another database, unchanged; all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from record.errors import UnreadableSessionError
from store.admin.rebuild import compare
from store.engines import database_at
from store.engines.base import Connection, Database, Result
from store.engines.tables import TABLES
from store.errors import CommandError, DatabaseError, UnansweredError
from store.progress import Progress, no_progress
from store.stats.read_models import note_rules, rules_fingerprint

ROWS_PER_COPY = 500

Page: TypeAlias = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Moved:
    """The numbers of moved rows, and the sessions with unreadable logs, which are moved unchanged."""

    scorebooks: int
    sessions: int
    actions: int
    unreadable: tuple[UnreadableSessionError, ...] = ()

    def __str__(self) -> str:
        return f"Scorebooks: {self.scorebooks:,}, sessions: {self.sessions:,}, actions: {self.actions:,}"


def move(source: Database, target: Database, progress: Progress = no_progress) -> Moved:
    """Copy the record into an empty database and verify it.

    Raises CommandError, UnansweredError.
    """
    if str(source) == str(target):
        raise CommandError(f"{source} cannot be moved onto itself.")
    moved = None
    with _errors_of(target):
        try:
            with _copying(source, target, progress) as copy:
                copy.new.db.advance_sequences()
                found = compare(copy.new.db, progress)
                if found.differences:
                    raise CommandError(
                        f"The lists of {source} don't match its log: run `python -m store rebuild`, then move again."
                    )
                note_rules(copy.new.db, rules_fingerprint())
                # Compare the source again at the end: writes since the copy would be lost.
                with _opened(source) as old:
                    now, kept = copy.checksums(old, copy.new, progress=progress)
                if now != copy.written:
                    raise CommandError(f"{source} changed while it was copied: stop the site, then move again.")
                copy.expect_written(kept)
                rows = copy.rows
                moved = Moved(rows["scorebook"], rows["session"], rows["action"], found.unreadable)
        except DatabaseError as error:
            if moved is None:
                raise
            raise UnansweredError(
                f"{target} did not answer at the end ({error}), so all of the record is there, or nothing:"
                " move again, which is refused if it is there."
            ) from error
    return moved


def copy_rows(source: Database, target: Database, progress: Progress = no_progress) -> None:
    """Copy a consistent state of all rows, while others write, and verify it; raises CommandError.

    Read models that differ from the log are copied unchanged.
    """
    with _errors_of(target), _copying(source, target, progress) as copy:
        (kept,) = copy.checksums(copy.new, progress=progress)
        copy.expect_written(kept)


def count_of(database: Database) -> Moved:
    """The numbers of scorebooks, sessions and actions."""
    with _opened(database) as end:
        return Moved(end.count("scorebook"), end.count("session"), end.count("action"))


def has_rows(database: Database) -> bool:
    """Whether the database exists and has any row of a record."""
    if not database.exists():
        return False
    with _opened(database) as end:
        return any(end.count(table) for table in end.db.tables().keys() & TABLES.keys())


def differing_tables(database: Database) -> list[str]:
    """The tables in which a record differs from one of this release, else the columns."""
    with TemporaryDirectory(prefix="takuroku-") as folder:
        fresh = database_at(Path(folder) / "fresh.db")
        fresh.prepare()
        with _opened(database) as end, _opened(fresh) as other:
            found, expected = end.db.tables(), other.db.tables()
    names, others = (
        {f"{table}.{column}" for table, columns in tables.items() for column in columns} for tables in (found, expected)
    )
    return sorted(found.keys() ^ expected.keys()) or sorted(names ^ others)


class OpenedDatabase(NamedTuple):
    """One of the two databases with its connection; errors name it."""

    database: Database
    db: Connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Result:
        with _errors_of(self.database):
            return self.db.execute(statement, values)

    def count(self, table: str) -> int:
        return int(self.execute(f"SELECT COUNT(*) AS found FROM {table}").fetchone()["found"])

    def pages(self, table: str, columns: Sequence[str]) -> Iterator[Page]:
        """Read all rows in key order, a page at a time, since a table may not fit into memory."""
        key = TABLES[table].key
        in_order = f"ORDER BY {', '.join(key)} LIMIT {ROWS_PER_COPY}"
        after = f"WHERE ({', '.join(key)}) > ({', '.join('?' * len(key))})"
        statement = f"SELECT {', '.join(columns)} FROM {table}"
        last: tuple[Any, ...] = ()
        while found := self.execute(f"{statement} {after if last else ''} {in_order}", last):
            yield [tuple(row[column] for column in columns) for row in found]
            last = tuple(found[-1][column] for column in key)


class Copy:
    """All rows of one database, written into another in its open transaction."""

    def __init__(self, old: OpenedDatabase, new: OpenedDatabase, progress: Progress) -> None:
        self.new = new
        self.columns = {table: sorted(columns) for table, columns in new.db.tables().items()}
        if any(map(new.count, TABLES)):
            raise CommandError(f"{new.database} already has a record: move into an empty database.")
        self.rows = {table: old.count(table) for table in TABLES}
        (self.written,) = self.checksums(old, progress=progress, doing="Copying")

    def checksums(
        self, *ends: OpenedDatabase, progress: Progress, doing: str = "Comparing"
    ) -> list[Mapping[str, bytes]]:
        """The checksums by table of what is in each; with "Copying" it is written into the new one as it is read.

        Page beside page: a transaction that waited for a whole table might be taken for dead.
        """
        found: list[dict[str, bytes]] = [{} for _ in ends]
        rows = sum(self.rows.values())
        with progress(f"{doing} {rows:,} rows", rows) as advance:
            for table in TABLES:
                columns = self.columns[table]
                digests = [blake2b() for _ in ends]
                for pages in zip_longest(*(end.pages(table, columns) for end in ends), fillvalue=[]):
                    for digest, page in zip(digests, pages, strict=True):
                        digest.update(repr(page).encode())
                    if doing == "Copying":
                        # One statement for all: one for each row takes nearly twice as long.
                        row = f"({', '.join('?' * len(columns))})"
                        values = ", ".join([row] * len(pages[0]))
                        self.new.execute(
                            f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}", [*chain(*pages[0])]
                        )
                    advance(len(pages[-1]))
                for end, digest in zip(found, digests, strict=True):
                    end[table] = digest.digest()
        return [*found]

    def expect_written(self, kept: Mapping[str, bytes]) -> None:
        if differing := ", ".join(table for table in TABLES if kept[table] != self.written[table]):
            raise CommandError(f"{self.new.database} differs from what was written to it: {differing}.")


@contextmanager
def _copying(source: Database, target: Database, progress: Progress) -> Iterator[Copy]:
    """Copy all rows in a transaction that ends with the block."""
    # Seen before anything is made at the target.
    if not source.exists():
        raise CommandError(f"There is no database at {source}.")
    with _opened(source) as old:
        if not old.db.tables():
            raise CommandError(f"There is no record in {source}.")
    # The source is only looked at, so it is not brought up to date here; and what is unknown would be left behind.
    if differing := differing_tables(source):
        raise CommandError(
            f"{source} was made by another release; they differ in {', '.join(differing)}:"
            " start this release on it once. Then move again."
        )
    target.prepare()
    with closing(target.connect()) as db, db.writing():
        with _opened(source) as old:
            copy = Copy(old, OpenedDatabase(target, db), progress)
        yield copy


@contextmanager
def _opened(database: Database) -> Iterator[OpenedDatabase]:
    """A database as it is at this moment."""
    with _errors_of(database), closing(database.connect()) as db, db.reading():
        yield OpenedDatabase(database, db)


@contextmanager
def _errors_of(database: Database) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise CommandError(f"{database} cannot be used: {error}") from error
