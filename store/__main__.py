"""Maintains the record from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from record.log import Author, stamp
from scoring.strict_json import excerpt
from store import VERSION
from store.access.attempts import delete_expired
from store.admin.backup import back_up, name_at, restore
from store.admin.cookie_key import KeyPlace
from store.admin.move import Moved, differing_tables, move
from store.admin.rebuild import Findings, compare, rebuild
from store.book import Book
from store.encoding import new_id
from store.engines import ADDRESSES, BackupInfo, changed_since_backup, database_at, is_server, read_backup_info
from store.engines.base import Database
from store.errors import CommandError, DatabaseError, DeletedScorebookError, EarlierRecordError, UnansweredError
from store.progress import show_if_long, show_progress
from store.sessions.purge import KEPT_DAYS, purge, purge_cutoff
from store.transfer.export import dump
from store.transfer.importer import import_file
from store.transfer.scorebook_file import BrokenFileError, read_file

WITHOUT_CHECKSUM = "The file has no checksum, as in earlier releases, so nobody can tell whether it was changed."
OTHER_TABLES = "It has the tables of another release, so its lists were not compared with its log."
FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}
FLAG: dict[str, Any] = {"action": "store_true"}
MAX_PROBLEM_LENGTH = 600
"""The longest report on a file, in letters."""
Command: TypeAlias = Callable[[Database, argparse.Namespace], int]
INTERRUPTED = 130
"""Exit status of a command ended by Ctrl-C."""


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit status: 1 for a damaged record or a failed command."""
    arguments = _parse_arguments(argv)
    try:
        # The slash marks a folder that may not exist yet.
        of_settings = os.environ.get("TAKUROKU_DATABASE") or f"{os.environ.get('TAKUROKU_DATA') or 'data'}/"
        database = database_at(arguments.place or of_settings)
    except DatabaseError as error:
        return _fail(f"The database cannot be used: {error}.")
    try:
        if database.exists():
            with suppress(EarlierRecordError):
                database.pending_migrations()
        elif arguments.command is not _restore:
            return _fail(f"There is no database at {database}.")
        return int(arguments.command(database, arguments))
    except DatabaseError as error:
        # Not the address as given, which may contain a password.
        return _fail(f"{database} cannot be used: {error}.")
    except CommandError as error:
        return _fail(("" if isinstance(error, UnansweredError) else arguments.undone) + str(error))
    except KeyboardInterrupt:
        _fail("Interrupted.")
        return INTERRUPTED


def _rebuild(database: Database, _arguments: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        _print_findings(rebuild(db, show_if_long), outcome="rebuilt")
    return 0


def _check(database: Database, arguments: argparse.Namespace) -> int:
    with closing(database.connect()) as db:
        if not db.tables():
            return _fail(f"There is no record in {database}.")
    broken = database.damage()
    file, changed = Path(arguments.place), None
    if not is_server(arguments.place) and file.is_file():
        changed = changed_since_backup(file)
        if changed is None and read_backup_info(file).at is not None:
            print(WITHOUT_CHECKSUM)
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
    _print_findings(found, outcome="not as the log says")
    return 1 if broken or found.differences or found.unreadable else 0


def _backup(database: Database, arguments: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    where = KeyPlace.of(arguments.place, os.environ)
    target: Path = arguments.file or where.path.parent / "backups" / name_at(now)
    if target.is_dir():
        target /= name_at(now)
    try:
        key = None if arguments.without_key else where.read()
    except OSError as error:
        raise CommandError(f"The key in {where.path} cannot be read: {error.strerror}.") from error
    counts, found = back_up(database, target, BackupInfo(f"{now:%Y-%m-%dT%H:%M:%SZ}", key), show_if_long)
    print(f"Backed up to {target}. {counts}.")
    if found is None:
        print(OTHER_TABLES)
    elif found.differences or found.unreadable:
        _print_findings(found, outcome="not as the log says")
    if key is not None:
        print("The key that signs cookies is in it: anyone with this file can open every scorebook.")
    elif not arguments.without_key:
        print(f"The key that signs cookies is not in it: there is none in TAKUROKU_SECRET or {where.path}.")
    return 0


def _restore(database: Database, arguments: argparse.Namespace) -> int:
    where = KeyPlace.of(arguments.place, os.environ)
    key = None if arguments.without_key else where
    restored = restore(arguments.file, database, key, show_if_long, although_damaged=arguments.although_damaged)
    if restored.damage:
        print(f"{arguments.file} is damaged: {restored.damage}. Check the scores before you play on.")
    elif restored.damage is None:
        print(WITHOUT_CHECKSUM)
    if restored.missing:
        print(f"Rows are missing in: {', '.join(restored.missing)}.")
    if restored.mended.differences:
        _print_findings(restored.mended, outcome="rebuilt")
    of = f", of {restored.at}," if restored.at else ""
    _print_moved(f"Restored {arguments.file}{of} to {database}", restored.moved)
    if arguments.without_key:
        print("The key that signs cookies was left out.")
    elif restored.has_key:
        print(
            "The key that signs cookies was restored too"
            f" ({'TAKUROKU_SECRET' if where.given else where.path}): phones find their scorebooks."
            " Restart the site if it is running."
        )
    else:
        print(f"The key that signs cookies is not in the file: put the old one into {where.path} or TAKUROKU_SECRET.")
    return 0


def _purge(database: Database, _arguments: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        delete_expired(db, stamp(datetime.now(UTC)))
        purged = purge(db, before=purge_cutoff(datetime.now(UTC)), progress=show_if_long)
    database.sweep()
    print(f"Deleted for good. Scorebooks: {purged.scorebooks:,}, sessions: {purged.sessions:,}.")
    return 0


def _move(database: Database, arguments: argparse.Namespace) -> int:
    try:
        target = database_at(arguments.target)
    except DatabaseError as error:
        return _fail(f"The target cannot be used: {error}.")
    moved = move(database, target, show_progress)
    _print_moved(f"Moved to {target}", moved)
    print(f"{database} is unchanged. To use {target}, set TAKUROKU_DATABASE to its address.")
    return 0


def _export(database: Database, arguments: argparse.Namespace) -> int:
    """Export a scorebook to a file or pipe; raises CommandError."""
    target: Path | None = arguments.file
    with _book(database, arguments.scorebook) as book:
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


def _import(database: Database, arguments: argparse.Namespace) -> int:
    """Import a file with a progress bar; raises CommandError."""
    try:
        body = arguments.file.read_bytes()
    except OSError as error:
        raise CommandError(f"{arguments.file} cannot be read: {error.strerror}.") from error
    with _book(database, arguments.scorebook) as book:
        by = Author(device="command", key=new_id(), at=datetime.now(UTC))
        try:
            result = import_file(book, read_file(body, most=None), by, show_if_long)
        except (BrokenFileError, DeletedScorebookError) as error:
            raise CommandError(excerpt(str(error), MAX_PROBLEM_LENGTH)) from error
    print(f"Imported. New sessions: {result.new:,}, continued: {result.longer:,}, already here: {result.known:,}.")
    return 0


@contextmanager
def _book(database: Database, id: str | None) -> Iterator[Book]:
    """The scorebook with this id or with a session of this id; by default the only one. Raises CommandError."""
    with closing(database.connect()) as db:
        if not db.tables():
            raise CommandError(
                f"There is no record in {database} yet: start the site with that address, then a session on a phone."
            )
        where, values = "TRUE", []
        if id is not None:
            where, values = "id = ? OR id IN (SELECT scorebook FROM session WHERE id = ?)", [id, id]
        found = db.execute(f"SELECT id FROM scorebook WHERE {where} LIMIT 2", values)
        if id is None and len(found) != 1:
            raise CommandError(
                "There are several scorebooks: choose one with --scorebook and its id or that of a session in it"
                " (the end of its page's address)."
                if found
                else "There is no scorebook yet: a phone makes one when it starts a session."
            )
        if not found:
            raise CommandError(f"No scorebook or session has the id {str(id)[:40]!r}.")
        yield Book(db, found[0]["id"], "keeper")


def _print_moved(what: str, moved: Moved) -> None:
    for unreadable in moved.unreadable:
        print(unreadable)
    print(f"{what}. {moved}, unreadable: {len(moved.unreadable):,}.")


def _print_findings(found: Findings, *, outcome: str) -> None:
    for difference in found.differences:
        print(f"session {difference.session}: {difference.table}, rows {outcome}: {difference.rows}")
    for error in found.unreadable:
        print(error)
    print(
        f"Sessions: {found.sessions}, differing: {len({each.session for each in found.differences})},"
        f" unreadable: {len(found.unreadable)}."
    )


def _fail(sentence: str) -> int:
    # A server's error message may have several lines.
    print(" ".join(sentence.split()), file=sys.stderr)
    return 1


def parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser of the command line, and that of each command."""
    parser = argparse.ArgumentParser(prog="python -m store", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Takuroku {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    place = {"metavar": "PLACE", "help": ADDRESSES}
    or_settings = {**place, "nargs": "?", "help": f"{ADDRESSES}; default: the record of the settings"}
    scorebook = {"metavar": "ID", "help": "of the scorebook, or of a session in it; needed if there are several"}
    added: tuple[tuple[str, Command, str, str, dict[str, dict[str, Any]]], ...] = (
        (
            "rebuild",
            _rebuild,
            "",
            "rebuild lists and results from the log, and print where they differed",
            {"place": {**place, "nargs": "?"}},
        ),
        (
            "check",
            _check,
            "",
            "look for damage, and for lists and results that differ from the log; writes nothing",
            {"place": place},
        ),
        (
            "purge",
            _purge,
            "",
            f"permanently remove what was deleted more than {KEPT_DAYS} days ago",
            {"place": place},
        ),
        (
            "move",
            _move,
            "Nothing was moved. ",
            "copy the whole record into an empty database, and compare the two",
            {"place": place, "target": {**place, "metavar": "TARGET"}},
        ),
        (
            "backup",
            _backup,
            "No backup was made. ",
            "copy the record, with the key that signs cookies, into one file while the site runs, and check it",
            {
                "place": or_settings,
                "file": {
                    **FILE,
                    "nargs": "?",
                    "help": "a new file, or a folder; by default it is named by the time",
                },
                "--without-key": {**FLAG, "help": "without the key, for a copy that you give away"},
            },
        ),
        (
            "restore",
            _restore,
            "Nothing was restored. ",
            "restore a backup with its key into an empty database: all of it or nothing",
            {
                "file": {**FILE, "help": "a backup, or any file of a record"},
                "place": or_settings,
                "--without-key": {**FLAG, "help": "keep the key that is there"},
                "--although-damaged": {**FLAG, "help": "restore what can be read of a damaged backup"},
            },
        ),
        (
            "export",
            _export,
            "",
            "export a scorebook as one file",
            {
                "place": place,
                "file": {**FILE, "nargs": "?", "help": "a new file; default: standard output"},
                "--scorebook": scorebook,
            },
        ),
        (
            "import",
            _import,
            "",
            "import a scorebook file, all of it or nothing",
            {"place": place, "file": {**FILE, "help": "a scorebook or a session"}, "--scorebook": scorebook},
        ),
    )
    made: dict[str, argparse.ArgumentParser] = {}
    for name, command, undone, about, options in added:
        usage = "%(prog)s [-h] [--without-key] [[PLACE] FILE]" if name == "backup" else None
        made[name] = commands.add_parser(name, help=about, description=about, usage=usage)
        made[name].set_defaults(command=command, undone=undone)
        for argument, how in options.items():
            made[name].add_argument(argument, **how)
    return parser, made


def _parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    arguments = parsers()[0].parse_args(argv)
    # As with `cp` the last argument is the file, unless it is a server's address.
    if arguments.command is _backup and arguments.place and arguments.file is None and not is_server(arguments.place):
        arguments.file, arguments.place = Path(arguments.place), None
    return arguments


if __name__ == "__main__":
    # Only this account can read the files that it makes.
    os.umask(0o077)
    sys.exit(main(sys.argv[1:]))
