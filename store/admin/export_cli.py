"""The commands `export` and `import` for scorebook files, for large ones."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from record.log import Author
from scoring.strict_json import shown
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import CommandError, DeletedScorebookError
from store.progress import told_if_long
from store.transfer.export import dump
from store.transfer.file import BrokenFileError
from store.transfer.importer import take_in
from store.transfer.reader import read
from store.values import new_id

MAX_PROBLEM_LENGTH = 600
"""Letters of what is said of a file."""


def export_scorebook(database: Database, asked: argparse.Namespace) -> int:
    """Export a scorebook to a file or pipe; raises CommandError."""
    target: Path | None = asked.file
    with closing(_record(database)) as db:
        book = Book(db, scorebook_meant(db, asked.scorebook), "keeper")
        if target is None:
            sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
            sys.stdout.writelines(dump(book))
            return 0
        try:
            with target.open("x", encoding="utf-8", newline="\n") as file:
                _write(file, target, book)
        except FileExistsError as error:
            raise CommandError(f"{target} already exists. Choose another name.") from error
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
    print(f"Exported to {target}.")
    return 0


def _write(file: TextIO, target: Path, book: Book) -> None:
    """Write the whole file, or none."""
    try:
        file.writelines(dump(book))
    except BaseException:
        target.unlink()
        raise


def import_scorebook(database: Database, asked: argparse.Namespace) -> int:
    """Import a file with a progress bar; raises CommandError."""
    try:
        file = asked.file.open("rb")
    except OSError as error:
        raise CommandError(f"{asked.file} cannot be read: {error.strerror}.") from error
    with file, closing(_record(database)) as db:
        book = Book(db, scorebook_meant(db, asked.scorebook), "keeper")
        by = Author(device="command", key=new_id(), at=datetime.now(UTC))
        try:
            taken = take_in(book, read(file), by, told_if_long)
        except (BrokenFileError, DeletedScorebookError) as error:
            raise CommandError(shown(str(error), MAX_PROBLEM_LENGTH)) from error
    print(f"Imported. New sessions: {taken.new:,}, that went on: {taken.longer:,}, here already: {taken.known:,}.")
    return 0


def _record(database: Database) -> Connection:
    """Connect to the record; raises CommandError for a server's database without tables."""
    db = database.connect()
    if not db.tables():
        db.close()
        raise CommandError(
            f"There is no record in {database} yet: the site makes it when it is started with that address."
            " Then begin a session on a phone, and its scorebook is there."
        )
    return db


def scorebook_meant(db: Connection, said: str | None) -> str:
    """The scorebook with this id or with a session of this id; by default the only one. Raises CommandError."""
    if said is None:
        found = db.execute("SELECT id FROM scorebook LIMIT 2").fetchall()
        if len(found) != 1:
            raise CommandError(
                "There are more scorebooks than one: say which by --scorebook, with its id or that of a session in it"
                " (it ends the address of its page)."
                if found
                else "There is no scorebook yet: it is made when a phone begins a session."
            )
    else:
        found = db.execute(
            "SELECT id FROM scorebook WHERE id = ? OR id IN (SELECT scorebook FROM session WHERE id = ?)", (said, said)
        ).fetchall()
        if not found:
            raise CommandError(f"There is no scorebook {said[:40]!r}, and no session of that id.")
    scorebook: str = found[0]["id"]
    return scorebook
