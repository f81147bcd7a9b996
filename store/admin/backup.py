"""Backs a record up into one file while the site runs, and restores it into an empty database; both are verified.

Every night, and how old ones are deleted: `docs/operating/back-up.sh`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from store.admin.cookie_key import KeyPlace
from store.admin.move import Moved, copy_rows, count_of, differing_tables, has_rows, move
from store.admin.rebuild import Findings, compare, count_finished, rebuild
from store.engines import BackupInfo, changed_since_backup, database_at, finish_backup, read_backup_info, salvage
from store.engines.base import Database
from store.errors import (
    CommandError,
    DamagedLogError,
    DatabaseError,
    EarlierRecordError,
    NewerRecordError,
    UnansweredError,
    UnavailableError,
    UnusableDatabaseError,
)
from store.progress import Progress, no_progress
from store.stats.read_models import note_rules, noted_fingerprint, rules_fingerprint

DAMAGED = "{file} is damaged: {damage}. Take another backup; without one, restore this --although-damaged."
DAMAGED_ROWS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What is raised where the rows of a damaged file have anything in them."""
REFUSED_FILES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    (DAMAGED_ROWS, DAMAGED.replace("{damage}", "its rows cannot be read")),
    ((DamagedLogError, EarlierRecordError, OSError), "{file} cannot be restored: {error}."),
    ((NewerRecordError,), "{file} is of a newer release: {error}."),
    ((UnavailableError,), "{file} cannot be copied to be checked: {error}."),
    ((DatabaseError,), "{file} is no backup: {error}."),
)
"""The problems of a file that cannot be restored; the first that fits is reported."""
SALVAGED = "parts of it cannot be read, so lists and indexes were made anew from the log"
DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files of a database while it is written."""


@dataclass(frozen=True)
class Restored:
    """What was restored, when it was backed up (None: unknown), and what was rebuilt.

    `damage` says what has changed since the backup, or ""; None where the file has no checksum. `missing` are the
    tables beside the log of which rows are lost.
    """

    moved: Moved
    at: str | None
    has_key: bool
    mended: Findings
    damage: str | None
    missing: tuple[str, ...] = ()


def name_at(now: datetime) -> str:
    """
    >>> from datetime import UTC
    >>> name_at(datetime(2026, 11, 22, 5, 10, tzinfo=UTC))
    'takuroku-20261122T051000Z.db'
    """
    return f"takuroku-{now:%Y%m%dT%H%M%SZ}.db"


def back_up(
    source: Database, target: Path, info: BackupInfo, progress: Progress = no_progress
) -> tuple[Moved, Findings | None]:
    """Copy a consistent state of a record into a new file, and verify that it can be read.

    Returns the numbers of what is in it and the read models that differ from the log; None for an earlier release's
    record. It is written under a temporary name first. Raises CommandError, and DatabaseError where the record can't
    be opened.
    """
    _expect_new(target)
    with closing(source.connect()) as db:
        if not db.tables():
            raise CommandError(f"There is no record in {source}.")
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    with _writing(target, part):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.touch(0o600, exist_ok=False)
        copy = database_at(part)
        if not source.copy_file(part, progress):
            copy_rows(source, copy, progress)
            # The fingerprint of the rules is not part of the rows of a server's record.
            with suppress(DatabaseError), closing(source.connect()) as db, closing(copy.connect()) as other:
                rules = noted_fingerprint(db)
                with other.writing():
                    note_rules(other, rules or "")
        found = None
        # An earlier release's tables are copied unchanged.
        with closing(copy.connect()) as db, suppress(DatabaseError):
            found = compare(db, progress)
        counts = count_of(copy)
        finish_backup(part, info)
        if damage := copy.damage():
            raise CommandError(f"{source} is damaged, keep your earlier backups: {damage[0]}.")
        if changed := changed_since_backup(part):
            raise CommandError(f"{target} cannot be read as it was written: {changed}.")
        _expect_new(target)
        part.rename(target)
    return counts, found


def restore(
    file: Path,
    target: Database,
    key: KeyPlace | None,
    progress: Progress = no_progress,
    *,
    although_damaged: bool = False,
) -> Restored:
    """Restore a backup into an empty database, and its key where there is none; all or nothing.

    A copy is migrated and rebuilt; the file stays unchanged. `key` None restores no key. A damaged file is restored
    only `although_damaged`. Raises CommandError, also UnansweredError, and DatabaseError where the target cannot be
    opened.
    """
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    with _reading(file), TemporaryDirectory(prefix="takuroku-") as folder:
        if has_rows(target):
            raise CommandError(f"{target} already has a record: restore into an empty database.")
        missing: tuple[str, ...] = ()
        try:
            copy, info, damage, mended = _checked(file, Path(folder), progress, although_damaged=although_damaged)
        except (CommandError, UnusableDatabaseError, *DAMAGED_ROWS) as error:
            if not although_damaged or isinstance(error, EarlierRecordError | NewerRecordError):
                raise
            copy, damage = database_at(Path(folder) / "salvaged.db"), SALVAGED
            info, missing = salvage(file, copy)
            _, mended = _rebuilt(copy, progress)
        # The key first: interrupted between the two, the restore can simply be repeated.
        came_new = key is not None and info.key is not None and key.write_if_missing(info.key, file)
        try:
            moved = move(copy, target, progress)
        except UnansweredError:
            raise
        except BaseException:
            if key is not None and came_new:
                key.path.unlink(missing_ok=True)
            raise
    return Restored(moved, info.at, info.key is not None, mended, damage, missing)


def _checked(
    file: Path, folder: Path, progress: Progress, *, although_damaged: bool
) -> tuple[Database, BackupInfo, str | None, Findings]:
    """A migrated and rebuilt copy, its `BackupInfo`, its damage as in `Restored`, and what was rebuilt.

    Raises CommandError, DatabaseError, and for damaged rows `DAMAGED_ROWS`.
    """
    copy = database_at(folder / "copy.db")
    database_at(file).copy_file(folder / "copy.db", progress)
    try:
        broken = copy.damage()
    except UnusableDatabaseError as error:
        broken = [str(error)]
    if broken:
        raise CommandError(DAMAGED.format(file=file, damage=broken[0]))
    info = read_backup_info(folder / "copy.db")
    with closing(copy.connect()) as db:
        if "scorebook" not in db.tables():
            raise CommandError(f"There is no record in {file}.")
    damage = changed_since_backup(file)
    if not damage or although_damaged:
        copy.prepare(backup=False)
        if damage and differing_tables(copy):
            raise CommandError(DAMAGED.format(file=file, damage=damage))
        by_these_rules, mended = _rebuilt(copy, progress)
        # Under other rules read models may differ; under the same ones they or the log were changed.
        if by_these_rules and mended.differences:
            damage = damage or "its summary tables don't match its log"
    if damage and not although_damaged:
        raise CommandError(DAMAGED.format(file=file, damage=damage))
    return copy, info, damage, mended


def _rebuilt(copy: Database, progress: Progress) -> tuple[bool, Findings]:
    """Make the read models anew that differ; and whether they were made by these rules."""
    with closing(copy.connect()) as db:
        by_these_rules = noted_fingerprint(db) == rules_fingerprint()
        count_finished(db, progress)
        return by_these_rules, rebuild(db, progress)


def _expect_new(target: Path) -> None:
    if target.exists():
        raise CommandError(f"{target} already exists. Choose another name.")


@contextmanager
def _writing(target: Path, part: Path) -> Iterator[None]:
    """Raise errors as CommandError, and remove the partial file."""
    try:
        yield
    except (DatabaseError, CommandError) as error:
        why = error.__cause__ if isinstance(error, CommandError) else error
        if isinstance(why, UnavailableError) and why.cause == "full":
            raise CommandError(f"There is no room for {target}: the disk is full.") from error
        if error is not why:
            raise
        raise CommandError(f"{error}.") from error
    except OSError as error:
        raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        for ending in DATABASE_SUFFIXES:
            with suppress(OSError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except (DatabaseError, OSError, *DAMAGED_ROWS) as error:
        sentence = next(sentence for kinds, sentence in REFUSED_FILES if isinstance(error, kinds))
        why = error.strerror if isinstance(error, OSError) else error
        raise CommandError(sentence.format(file=file, error=why)) from error
