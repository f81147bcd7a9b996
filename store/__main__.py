"""Looks after the record from the command line: rebuild, check, backup."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from store.open import connect, database_in, prepare
from store.rebuild import Findings, compare, rebuild


def main(arguments: Sequence[str]) -> int:
    """Run one command; 1 if something is wrong with the record, or the command cannot be done."""
    asked = _parser().parse_args(arguments)
    database = database_in(asked.place)
    if not database.is_file():
        return _fail(f"There is no database at {database}.")
    command: Callable[[Path, argparse.Namespace], int] = asked.command
    try:
        return command(database, asked)
    except sqlite3.DatabaseError as error:
        return _fail(f"{database} cannot be read: {error}.")


def _rebuild(database: Path, _asked: argparse.Namespace) -> int:
    prepare(database)
    with closing(connect(database)) as db:
        found = rebuild(db)
    _tell(found, outcome="rebuilt")
    return 0


def _check(database: Path, _asked: argparse.Namespace) -> int:
    with closing(connect(database)) as db:
        broken = [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        broken += [
            f"{row['table']}: a row refers to no row of {row['parent']}"
            for row in db.execute("PRAGMA foreign_key_check")
        ]
        for line in broken:
            print(line)
        found = compare(db)
    _tell(found, outcome="not as the log says")
    return 1 if broken or found.differences or found.unreadable else 0


def _backup(database: Path, asked: argparse.Namespace) -> int:
    target: Path = asked.target
    if target.exists():
        return _fail(f"{target} is there already: choose another name.")
    unfinished = target.with_name(target.name + ".part")
    with closing(connect(database)) as db, closing(sqlite3.connect(unfinished)) as copy:
        db.backup(copy)
    unfinished.replace(target)
    print(f"Backed up to {target}.")
    return 0


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
    print(sentence, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m store", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, about in (
        ("rebuild", _rebuild, "write the read models anew from the log and say where they differed"),
        ("check", _check, "look for damage and for read models that differ from the log, without writing"),
        ("backup", _backup, "copy the database while it is in use"),
    ):
        adder = commands.add_parser(name, help=about, description=about)
        adder.add_argument("place", type=Path, nargs="?" if name == "rebuild" else None, default=Path("data"))
        if name == "backup":
            adder.add_argument("target", type=Path)
        adder.set_defaults(command=command)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
