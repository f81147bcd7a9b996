"""Looks after the record from the command line: rebuild, check, backup, move, purge."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from store.engine import Database
from store.engines import ADDRESSES, database_at
from store.errors import DatabaseError
from store.move import MoveError, UnansweredMoveError, move
from store.progress import told, told_if_long
from store.purge import KEPT_DAYS, due, purge
from store.rebuild import Findings, compare, rebuild

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; 1 if something is wrong with the record, or the command cannot be done."""
    asked = _parser().parse_args(arguments)
    command: Callable[[Database, argparse.Namespace], int] = asked.command
    try:
        database = database_at(asked.place)
    except DatabaseError as error:
        return _fail(f"The database cannot be used: {error}.")
    try:
        if not database.exists():
            return _fail(f"There is no database at {database}.")
        return command(database, asked)
    except DatabaseError as error:
        # Not the address as it was given: there may be a password in it.
        return _fail(f"{database} cannot be used: {error}.")
    except MoveError as error:
        return _fail(f"Nothing was moved. {error}")
    except UnansweredMoveError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        _fail("Interrupted.")
        return INTERRUPTED


def _rebuild(database: Database, _asked: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        found = rebuild(db, told_if_long)
    _tell(found, outcome="rebuilt")
    return 0


def _check(database: Database, _asked: argparse.Namespace) -> int:
    with closing(database.connect()) as db:
        if not db.tables():
            return _fail(f"There is no record in {database}.")
    broken = database.damage()
    for line in broken:
        print(line)
    with closing(database.connect()) as db:
        found = compare(db, told_if_long)
    _tell(found, outcome="not as the log says")
    return 1 if broken or found.differences or found.unreadable else 0


def _backup(database: Database, asked: argparse.Namespace) -> int:
    target: Path = asked.target
    if target.exists():
        return _fail(f"{target} is there already: choose another name.")
    database.back_up(target)
    print(f"Backed up to {target}.")
    return 0


def _purge(database: Database, _asked: argparse.Namespace) -> int:
    database.prepare()
    with closing(database.connect()) as db:
        purged = purge(db, before=due(datetime.now(UTC)), progress=told_if_long)
    database.sweep()
    print(f"Gone for good. Scorebooks: {purged.scorebooks:,}, sessions: {purged.sessions:,}.")
    return 0


def _move(database: Database, asked: argparse.Namespace) -> int:
    try:
        target = database_at(asked.target)
    except DatabaseError as error:
        return _fail(f"The target cannot be used: {error}.")
    moved = move(database, target, told)
    for unreadable in moved.unreadable:
        print(unreadable)
    print(
        f"Moved to {target}. Scorebooks: {moved.scorebooks:,}, sessions: {moved.sessions:,},"
        f" actions: {moved.actions:,}, that cannot be read: {len(moved.unreadable):,}."
    )
    print(f"{database} is as it was. The site goes on with {target} once TAKUROKU_DATABASE has its address.")
    return 0


def _tell(found: Findings, *, outcome: str) -> None:
    for difference in found.differences:
        of = f"player {difference.player}" if difference.session is None else f"session {difference.session}"
        print(f"{of}: {difference.table}, rows {outcome}: {difference.rows}")
    for error in found.unreadable:
        print(error)
    print(
        f"Sessions: {found.sessions}, that differed: {len({each.session for each in found.differences} - {None})},"
        f" that cannot be read: {len(found.unreadable)}."
    )


def _fail(sentence: str) -> int:
    # What a server says of an error may have several lines.
    print(" ".join(sentence.split()), file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m store", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, about in (
        ("rebuild", _rebuild, "write the read models anew from the log and say where they differed"),
        ("check", _check, "look for damage and for read models that differ from the log, without writing"),
        ("backup", _backup, "copy the database while it is in use"),
        ("purge", _purge, f"take out for good what was deleted more than {KEPT_DAYS} days ago"),
        ("move", _move, "copy the whole record into an empty database, and see that it is the same there"),
    ):
        adder = commands.add_parser(name, help=about, description=about)
        adder.add_argument("place", nargs="?" if name == "rebuild" else None, default="data", help=ADDRESSES)
        if name == "backup":
            adder.add_argument("target", type=Path)
        if name == "move":
            adder.add_argument("target", help=ADDRESSES)
        adder.set_defaults(command=command)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
