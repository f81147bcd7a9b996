"""Looks after the record from the command line: rebuild, check, backup, restore, move, purge, export, import."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from record.log import Author, stamp
from scoring.strict_json import shown
from store import VERSION
from store.access.rate_limit import forget_ended
from store.admin.backup import back_up, name_at, restore
from store.admin.cookie_key import KeyPlace, keep_to_owner
from store.admin.move import differing_tables, move
from store.admin.rebuild import Findings, compare, rebuild
from store.book import Book
from store.engines import ADDRESSES, Seal, changed_since_sealed, database_at, is_server, sealed_in
from store.engines.base import Connection, Database
from store.errors import CommandError, DatabaseError, DeletedScorebookError, EarlierRecordError, UnansweredError
from store.progress import show_if_long, show_progress
from store.sessions.purge import KEPT_DAYS, due, purge
from store.transfer.export import dump
from store.transfer.file import BrokenFileError, read
from store.transfer.importer import take_in
from store.values import new_id

WITHOUT_CHECKSUM = "The file has no checksum, as in earlier releases, so nobody can tell whether it was changed."
OTHER_TABLES = "It has the tables of another release, so its lists were not compared with its log."
MAX_PROBLEM_LENGTH = 600
"""Letters of what is said of a file."""
INTERRUPTED = 130
"""Exit status of a command ended by Ctrl-C."""


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status: 1 for a damaged record or a failed command."""
    asked = _asked(arguments)
    command: Callable[[Database, argparse.Namespace], int] = asked.command
    try:
        # The slash marks a folder that may not exist yet.
        of_settings = os.environ.get("TAKUROKU_DATABASE") or f"{os.environ.get('TAKUROKU_DATA') or 'data'}/"
        database = database_at(asked.place or of_settings)
    except DatabaseError as error:
        return _fail(f"The database cannot be used: {error}.")
    try:
        if not database.exists() and command is not _restore:
            return _fail(f"There is no database at {database}.")
        if database.exists():
            with suppress(EarlierRecordError):
                database.pending_migrations()
        return command(database, asked)
    except DatabaseError as error:
        # Not the address as given, which may contain a password.
        return _fail(f"{database} cannot be used: {error}.")
    except UnansweredError as error:
        return _fail(str(error))
    except CommandError as error:
        undone: dict[Any, str] = {
            _move: "Nothing was moved. ",
            _backup: "No backup was made. ",
            _restore: "Nothing was restored. ",
        }
        return _fail(undone.get(command, "") + str(error))
    except KeyboardInterrupt:
        _fail("Interrupted.")
        return INTERRUPTED


def _rebuild(database: Database, _asked: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        found = rebuild(db, show_if_long)
    _tell(found, outcome="rebuilt")
    return 0


def _check(database: Database, asked: argparse.Namespace) -> int:
    with closing(database.connect()) as db:
        if not db.tables():
            return _fail(f"There is no record in {database}.")
    broken = database.damage()
    changed = _changed(Path(asked.place)) if not is_server(asked.place) and Path(asked.place).is_file() else ""
    for line in broken:
        print(line)
    if changed:
        # Its lists say nothing then: either they or the log may be what was changed.
        print(f"This backup is damaged: {changed}.")
        return 1
    if differing_tables(database):
        print(OTHER_TABLES)
        return 1 if broken else 0
    with closing(database.connect()) as db:
        found = compare(db, show_if_long)
    _tell(found, outcome="not as the log says")
    return 1 if broken or found.differences or found.unreadable else 0


def _changed(file: Path) -> str | None:
    """What was changed in a backup since it was made; prints a warning where it has no checksum."""
    changed = changed_since_sealed(file)
    if changed is None and sealed_in(file).at is not None:
        print(WITHOUT_CHECKSUM)
    return changed


def _backup(database: Database, asked: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    where = KeyPlace.of(asked.place, os.environ)
    target: Path = asked.file or where.path.parent / "backups" / name_at(now)
    if target.is_dir():
        target /= name_at(now)
    try:
        key = None if asked.without_key else where.read()
    except OSError as error:
        return _fail(f"No backup was made. The key in {where.path} cannot be read: {error.strerror}.")
    counts, found = back_up(database, target, Seal(f"{now:%Y-%m-%dT%H:%M:%SZ}", key), show_if_long)
    print(
        f"Backed up to {target}. Scorebooks: {counts.scorebooks:,}, sessions: {counts.sessions:,},"
        f" actions: {counts.actions:,}."
    )
    if found is None:
        print(OTHER_TABLES)
    elif found.differences or found.unreadable:
        _tell(found, outcome="not as the log says")
    if key is not None:
        print("The key that signs cookies is in it: anyone with this file can open every scorebook.")
    elif not asked.without_key:
        print(f"The key that signs cookies is not in it: there is none in TAKUROKU_SECRET or {where.path}.")
    return 0


def _restore(database: Database, asked: argparse.Namespace) -> int:
    where = KeyPlace.of(asked.place, os.environ)
    restored = restore(
        asked.file,
        database,
        None if asked.without_key else where,
        show_if_long,
        although_damaged=asked.although_damaged,
    )
    if restored.damage:
        print(f"{asked.file} is damaged: {restored.damage}. Check the scores before you play on.")
    elif restored.damage is None:
        print(WITHOUT_CHECKSUM)
    if restored.missing:
        print(f"Rows are missing in: {', '.join(restored.missing)}.")
    if restored.mended.differences:
        _tell(restored.mended, outcome="rebuilt")
    for unreadable in restored.moved.unreadable:
        print(unreadable)
    moved = restored.moved
    of = f", of {restored.at}," if restored.at else ""
    print(
        f"Restored {asked.file}{of} to {database}. Scorebooks: {moved.scorebooks:,}, sessions: {moved.sessions:,},"
        f" actions: {moved.actions:,}, that cannot be read: {len(moved.unreadable):,}."
    )
    if asked.without_key:
        print("The key that signs cookies was left out.")
    elif restored.has_key:
        print(
            "The key that signs cookies came too"
            f" ({'TAKUROKU_SECRET' if where.given else where.path}): phones find their scorebooks."
            " Restart the site if it is running."
        )
    else:
        print(f"The key that signs cookies is not in the file: put the old one into {where.path} or TAKUROKU_SECRET.")
    return 0


def _purge(database: Database, _asked: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        forget_ended(db, stamp(datetime.now(UTC)))
        purged = purge(db, before=due(datetime.now(UTC)), progress=show_if_long)
    database.sweep()
    print(f"Deleted for good. Scorebooks: {purged.scorebooks:,}, sessions: {purged.sessions:,}.")
    return 0


def _move(database: Database, asked: argparse.Namespace) -> int:
    try:
        target = database_at(asked.target)
    except DatabaseError as error:
        return _fail(f"The target cannot be used: {error}.")
    moved = move(database, target, show_progress)
    for unreadable in moved.unreadable:
        print(unreadable)
    print(
        f"Moved to {target}. Scorebooks: {moved.scorebooks:,}, sessions: {moved.sessions:,},"
        f" actions: {moved.actions:,}, that cannot be read: {len(moved.unreadable):,}."
    )
    print(f"{database} is as it was. The site goes on with {target} once TAKUROKU_DATABASE has its address.")
    return 0


def _export(database: Database, asked: argparse.Namespace) -> int:
    """Export a scorebook to a file or pipe; raises CommandError."""
    target: Path | None = asked.file
    with closing(_connected(database)) as db:
        book = Book(db, _scorebook_meant(db, asked.scorebook), "keeper")
        if target is None:
            sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
            sys.stdout.writelines(dump(book))
            return 0
        try:
            with target.open("x", encoding="utf-8", newline="\n") as file:
                try:
                    file.writelines(dump(book))
                except BaseException:
                    # The whole file, or none.
                    target.unlink()
                    raise
        except FileExistsError as error:
            raise CommandError(f"{target} already exists. Choose another name.") from error
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
    print(f"Exported to {target}.")
    return 0


def _import(database: Database, asked: argparse.Namespace) -> int:
    """Import a file with a progress bar; raises CommandError."""
    try:
        body = asked.file.read_bytes()
    except OSError as error:
        raise CommandError(f"{asked.file} cannot be read: {error.strerror}.") from error
    with closing(_connected(database)) as db:
        book = Book(db, _scorebook_meant(db, asked.scorebook), "keeper")
        by = Author(device="command", key=new_id(), at=datetime.now(UTC))
        try:
            taken = take_in(book, read(body, most=None), by, show_if_long)
        except (BrokenFileError, DeletedScorebookError) as error:
            raise CommandError(shown(str(error), MAX_PROBLEM_LENGTH)) from error
    print(f"Imported. New sessions: {taken.new:,}, that went on: {taken.longer:,}, here already: {taken.known:,}.")
    return 0


def _connected(database: Database) -> Connection:
    """Connect to the record; raises CommandError for a server's database without tables."""
    db = database.connect()
    if not db.tables():
        db.close()
        raise CommandError(
            f"There is no record in {database} yet: the site makes it when it is started with that address."
            " Then begin a session on a phone, and its scorebook is there."
        )
    return db


def _scorebook_meant(db: Connection, said: str | None) -> str:
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


def _tell(found: Findings, *, outcome: str) -> None:
    for difference in found.differences:
        print(f"session {difference.session}: {difference.table}, rows {outcome}: {difference.rows}")
    for error in found.unreadable:
        print(error)
    print(
        f"Sessions: {found.sessions}, that differed: {len({each.session for each in found.differences})},"
        f" that cannot be read: {len(found.unreadable)}."
    )


def _fail(sentence: str) -> int:
    # A server's error message may have several lines.
    print(" ".join(sentence.split()), file=sys.stderr)
    return 1


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m store", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Takuroku {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    settings = "; left out: the record that the settings name"
    for name, command, about in (
        ("rebuild", _rebuild, "rebuild the read models from the log and say where they differed"),
        ("check", _check, "look for damage and for read models that differ from the log, without writing"),
        ("purge", _purge, f"permanently remove what was deleted more than {KEPT_DAYS} days ago"),
        ("move", _move, "copy the whole record into an empty database, and see that it is the same there"),
    ):
        adder = commands.add_parser(name, help=about, description=about)
        adder.add_argument("place", nargs="?" if name == "rebuild" else None, help=ADDRESSES)
        if name == "move":
            adder.add_argument("target", help=ADDRESSES)
        adder.set_defaults(command=command)
    about = "copy the record into one file while it is in use, with the key that signs cookies, and check it"
    adder = commands.add_parser(
        "backup", help=about, description=about, usage="%(prog)s [-h] [--without-key] [[PLACE] FILE]"
    )
    adder.add_argument("place", nargs="?", metavar="PLACE", help=ADDRESSES + settings)
    adder.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a new file; a folder, or left out: named by the time"
    )
    adder.add_argument("--without-key", action="store_true", help="leave the key out, for a copy that you give away")
    adder.set_defaults(command=_backup)
    about = "put a backup back into an empty database, checked, with its key; all of it or nothing"
    adder = commands.add_parser("restore", help=about, description=about)
    adder.add_argument("file", type=Path, metavar="FILE", help="a backup, or any file of a record")
    adder.add_argument("place", nargs="?", metavar="PLACE", help=ADDRESSES + settings)
    adder.add_argument("--without-key", action="store_true", help="leave the key that there is, or none")
    adder.add_argument("--although-damaged", action="store_true", help="restore what can be read of a damaged backup")
    adder.set_defaults(command=_restore)
    for name, command, about, file, at_least in (
        (
            "export",
            _export,
            "write a scorebook as one file",
            "a new file; left out: to the standard output",
            "?",
        ),
        (
            "import",
            _import,
            "import a scorebook file, all of it or nothing",
            "a scorebook or a session",
            None,
        ),
    ):
        adder = commands.add_parser(name, help=about, description=about)
        adder.add_argument("place", metavar="PLACE", help=ADDRESSES)
        adder.add_argument("file", nargs=at_least, type=Path, metavar="FILE", help=file)
        adder.add_argument(
            "--scorebook", metavar="ID", help="of the scorebook or of a session in it, if there are more"
        )
        adder.set_defaults(command=command)
    asked = parser.parse_args(arguments)
    # As with `cp` the last argument is the file, unless it is a server's address.
    if asked.command is _backup and asked.place and asked.file is None and not is_server(asked.place):
        asked.file, asked.place = Path(asked.place), None
    return asked


if __name__ == "__main__":
    keep_to_owner()
    sys.exit(main(sys.argv[1:]))
