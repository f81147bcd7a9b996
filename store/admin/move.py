"""Moves a whole record into another database, unchanged; all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from record.errors import UnreadableSessionError
from store.admin.rebuild import compare
from store.engines import database_at
from store.engines.base import Connection, Database
from store.engines.tables import TABLES
from store.errors import CommandError, DatabaseError, UnansweredError
from store.progress import Progress, no_progress
from store.stats.read_models import note_rules, these_rules

ROWS_PER_COPY = 500

Page: TypeAlias = list[tuple[Any, ...]]
Columns: TypeAlias = dict[str, list[str]]
"""Columns by table, in the same order for both databases."""


@dataclass(frozen=True)
class Moved:
    """The numbers of moved rows, and the sessions with unreadable logs, which are moved unchanged."""

    scorebooks: int
    sessions: int
    actions: int
    unreadable: tuple[UnreadableSessionError, ...]


def move(source: Database, target: Database, progress: Progress = no_progress) -> Moved:
    """Copy the record into an empty database and verify it.

    Raises CommandError, UnansweredError.
    """
    if str(source) == str(target):
        raise CommandError(f"{source} cannot be moved onto itself.")
    _expect_record(source)
    with _told_of(target):
        target.prepare()
        with closing(target.connect()) as new:
            moved = None
            try:
                with new.writing():
                    moved = _moved(source, End(target, new), progress)
            except DatabaseError as error:
                if moved is None:
                    raise
                raise UnansweredError(
                    f"{target} did not answer at the end ({error}), so all of the record is there, or nothing:"
                    " move again, which is refused if it is there."
                ) from error
            return moved


def _moved(source: Database, new: End, progress: Progress) -> Moved:
    with _opened(source) as old:
        columns = _same_columns(old, new)
        new.expect_empty()
        copied = _copied(old, new, columns, progress)
    new.db.advance_sequences()
    found = compare(new.db, progress)
    if found.differences:
        raise CommandError(
            f"The lists of {source} are not as its log says: `python -m store rebuild` mends that, then move again."
        )
    note_rules(new.db, these_rules())
    # Compare the source again at the end: writes since the copy would be lost.
    with _opened(source) as old:
        now, kept = _read_again((old, new), columns, copied, progress)
    if now != copied.digests:
        raise CommandError(f"{source} was written on while it was copied: stop the site, then move again.")
    _expect_kept(new, kept, copied)
    return Moved(copied.rows["scorebook"], copied.rows["session"], copied.rows["action"], found.unreadable)


def copy_rows(source: Database, target: Database, progress: Progress = no_progress) -> None:
    """Copy a consistent state of all rows, while others write, and verify it; raises CommandError.

    Read models that differ from the log are copied unchanged.
    """
    _expect_record(source)
    with _told_of(target):
        target.prepare()
        with closing(target.connect()) as db, db.writing():
            new = End(target, db)
            with _opened(source) as old:
                columns = _same_columns(old, new)
                new.expect_empty()
                copied = _copied(old, new, columns, progress)
            (kept,) = _read_again((new,), columns, copied, progress)
            _expect_kept(new, kept, copied)


def count_of(database: Database) -> tuple[int, int, int]:
    """The numbers of scorebooks, sessions and actions."""
    with _opened(database) as end:
        return end.count("scorebook"), end.count("session"), end.count("action")


def has_rows(database: Database) -> bool:
    """Whether the database exists and has any row of a record."""
    if not database.exists():
        return False
    with _opened(database) as end:
        return any(end.count(table) for table in end.columns().keys() & TABLES.keys())


def is_of_another_release(database: Database) -> bool:
    """Whether a record has not the tables and columns of this release."""
    with TemporaryDirectory(prefix="takuroku-") as folder:
        fresh = database_at(Path(folder) / "fresh.db")
        fresh.prepare()
        with _opened(database) as end, _opened(fresh) as other:
            return _named(end.columns()) != _named(other.columns())


class End:
    """One of the two databases with its connection; errors name it."""

    def __init__(self, database: Database, db: Connection) -> None:
        self.database = database
        self.db = db

    def columns(self) -> dict[str, frozenset[str]]:
        with _told_of(self.database):
            return self.db.tables()

    def expect_empty(self) -> None:
        if any(self.count(table) for table in TABLES):
            raise CommandError(f"{self.database} has a record already: move into an empty database.")

    def count(self, table: str) -> int:
        with _told_of(self.database):
            found: int = self.db.execute(f"SELECT COUNT(*) AS found FROM {table}").fetchone()["found"]
            return found

    def pages(self, table: str, columns: Sequence[str]) -> Iterator[Page]:
        """Read all rows in key order, a page at a time, since a table may not fit into memory."""
        key = TABLES[table].key
        in_order = f"ORDER BY {', '.join(key)} LIMIT {ROWS_PER_COPY}"
        after = f"WHERE ({', '.join(key)}) > ({', '.join('?' * len(key))})"
        statement = f"SELECT {', '.join(columns)} FROM {table}"
        last: tuple[Any, ...] = ()
        places = [columns.index(column) for column in key]
        while True:
            with _told_of(self.database):
                found = self.db.execute(f"{statement} {after if last else ''} {in_order}", last).fetchall()
            if not found:
                return
            page = [tuple(row[column] for column in columns) for row in found]
            yield page
            last = tuple(page[-1][place] for place in places)

    def insert(self, table: str, columns: Sequence[str], page: Page) -> None:
        # One statement for all: one for each row takes nearly twice as long.
        row = f"({', '.join('?' * len(columns))})"
        with _told_of(self.database):
            self.db.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(page))}", [*chain(*page)]
            )


@dataclass
class Copied:
    """The number and checksum of the rows copied, by table."""

    rows: dict[str, int]
    digests: dict[str, bytes]


def _copied(old: End, new: End, columns: Columns, progress: Progress) -> Copied:
    rows = {table: old.count(table) for table in TABLES}
    digests: dict[str, bytes] = {}
    with progress(f"Copying {sum(rows.values()):,} rows", sum(rows.values())) as advance:
        for table in TABLES:
            digest = blake2b()
            for page in old.pages(table, columns[table]):
                digest.update(repr(page).encode())
                new.insert(table, columns[table], page)
                advance(len(page))
            digests[table] = digest.digest()
    return Copied(rows, digests)


def _read_again(ends: Sequence[End], columns: Columns, copied: Copied, progress: Progress) -> list[dict[str, bytes]]:
    """What is in each now, page beside page: a transaction that waited for a whole table might be taken for dead."""
    found: list[dict[str, bytes]] = [{} for _ in ends]
    rows = sum(copied.rows.values())
    with progress(f"Comparing {rows:,} rows", rows) as advance:
        for table in TABLES:
            digests = [blake2b() for _ in ends]
            for pages in zip_longest(*(end.pages(table, columns[table]) for end in ends), fillvalue=[]):
                for digest, page in zip(digests, pages, strict=True):
                    digest.update(repr(page).encode())
                advance(len(pages[-1]))
            for end, digest in zip(found, digests, strict=True):
                end[table] = digest.digest()
    return found


def _expect_kept(new: End, kept: dict[str, bytes], copied: Copied) -> None:
    if kept != copied.digests:
        differing = ", ".join(table for table in TABLES if kept[table] != copied.digests[table])
        raise CommandError(f"{new.database} does not hold what was written into it: {differing}.")


def _expect_record(database: Database) -> None:
    """Seen before anything is made at the target."""
    if not database.exists():
        raise CommandError(f"There is no database at {database}.")
    with _told_of(database), closing(database.connect()) as db:
        found = db.tables().keys()
    if not found:
        raise CommandError(f"There is no record in {database}.")
    _expect_this_release(database, found, TABLES.keys())


def _same_columns(old: End, new: End) -> Columns:
    there, here = old.columns(), new.columns()
    _expect_this_release(old.database, _named(there), _named(here))
    return {table: sorted(here[table]) for table in TABLES}


def _named(tables: dict[str, frozenset[str]]) -> set[str]:
    return {f"{table}.{column}" for table, columns in tables.items() for column in columns}


def _expect_this_release(database: Database, found: Set[str], expected: Set[str]) -> None:
    """The source is only looked at, so it is not brought up to date here; and what is unknown would be left behind."""
    if found != expected:
        differing = ", ".join(sorted(found ^ expected))
        raise CommandError(
            f"{database} is of another release, they differ in {differing}: start this release on it once, or, if it"
            " was made before version 1.0.0, restore a backup of it into an empty database. Then move again."
        )


@contextmanager
def _opened(database: Database) -> Iterator[End]:
    """The source as it is at this moment."""
    with _told_of(database), closing(database.connect()) as db, db.reading():
        yield End(database, db)


@contextmanager
def _told_of(database: Database) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise CommandError(f"{database} cannot be used: {error}") from error
