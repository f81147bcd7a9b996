"""Backs a record up into one file while the site runs, and restores it into an empty database; both are verified."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from record.errors import RecordError
from store.admin.cookie_key import KeyPlace, OtherKeyError
from store.admin.move import Moved, MoveError, UnansweredMoveError, copy_rows, count_of, has_rows, move
from store.admin.rebuild import Findings, compare, count_finished, rebuild
from store.engines import Seal, bring_over, changed_since_sealed, database_at, new_file, seal, sealed_in
from store.engines.base import Database
from store.errors import DatabaseError, EarlierRecordError, NewerRecordError, UnavailableError
from store.progress import Progress, untold
from store.stats.rules_version import note, rules_of_lists, these_rules

DAMAGED = "{file} is damaged: {damage}. Take another backup; without one, restore this --although-damaged."
DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files of a database while it is written."""


class BackupError(RecordError):
    """The backup failed; no file was made."""


class RestoreError(RecordError):
    """The restore failed; the database is unchanged."""


@dataclass(frozen=True)
class BackedUp:
    """The size of a backup and the read models that differ from the log; None for an earlier release's record."""

    scorebooks: int
    sessions: int
    actions: int
    found: Findings | None


@dataclass(frozen=True)
class Restored:
    """What was restored, when it was backed up (None: unknown), and what was rebuilt.

    `damage` says what has changed since the backup, or ""; None where the file has no checksum.
    """

    moved: Moved
    at: str | None
    has_key: bool
    mended: Findings
    damage: str | None


def name_at(now: datetime) -> str:
    """
    >>> from datetime import UTC
    >>> name_at(datetime(2026, 11, 22, 5, 10, tzinfo=UTC))
    'takuroku-20261122T051000Z.db'
    """
    return f"takuroku-{now:%Y%m%dT%H%M%SZ}.db"


def back_up(source: Database, target: Path, sealed: Seal, progress: Progress = untold) -> BackedUp:
    """Copy a consistent state of a record into a new file, and verify that it can be read.

    It is written under a temporary name first. Raises BackupError, and DatabaseError where the record cannot be opened.
    """
    _expect_new(target)
    with closing(source.connect()) as db:
        if not db.tables():
            raise BackupError(f"There is no record in {source}.")
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    with _writing(target, part):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new_file(part)
        copy = database_at(part)
        if not source.copy_file(part, progress):
            copy_rows(source, copy, progress)
            _note_rules(source, copy)
        with closing(copy.connect()) as db:
            found = None
            # An earlier release's tables are copied unchanged.
            with suppress(DatabaseError):
                found = compare(db, progress)
        scorebooks, sessions, actions = count_of(copy)
        seal(part, sealed)
        if damage := copy.damage():
            raise BackupError(f"{source} is damaged, keep the backups that there are: {damage[0]}.")
        if changed := changed_since_sealed(part):
            raise BackupError(f"{target} cannot be read as it was written: {changed}.")
        _expect_new(target)
        part.rename(target)
    return BackedUp(scorebooks, sessions, actions, found)


def restore(
    file: Path,
    target: Database,
    key: KeyPlace | None,
    progress: Progress = untold,
    *,
    although_damaged: bool = False,
) -> Restored:
    """Restore a backup into an empty database, and its key where there is none; all or nothing.

    A copy is migrated and rebuilt; the file stays unchanged. `key` None restores no key. A damaged file is restored
    only `although_damaged`. Raises RestoreError, UnansweredMoveError, and DatabaseError where the target cannot be
    opened.
    """
    if not file.is_file():
        raise RestoreError(f"There is no file {file}.")
    with _reading(file), TemporaryDirectory(prefix="takuroku-") as folder:
        if has_rows(target):
            raise RestoreError(f"{target} has a record already: restore into an empty database.")
        copy = database_at(Path(folder) / "copy.db")
        sealed = _copied(file, Path(folder) / "copy.db", progress)
        if broken := copy.damage():
            raise RestoreError(f"{file} is damaged: {broken[0]}.")
        with closing(copy.connect()) as db:
            if "scorebook" not in db.tables():
                raise RestoreError(f"There is no record in {file}.")
        damage = changed_since_sealed(file)
        if damage and not although_damaged:
            raise RestoreError(DAMAGED.format(file=file, damage=damage))
        try:
            copy.prepare()
        except EarlierRecordError:
            fresh = database_at(Path(folder) / "fresh.db")
            bring_over(Path(folder) / "copy.db", fresh)
            copy = fresh
        with closing(copy.connect()) as db:
            by_these_rules = rules_of_lists(db) == these_rules()
            with _as_far_as_it_can_be_read(file, damage):
                count_finished(db, progress)
                mended = rebuild(db, progress)
        # Under other rules read models may differ; under the same ones they or the log were changed.
        if by_these_rules and mended.differences:
            damage = damage or "its lists are not as its log says"
            if not although_damaged:
                raise RestoreError(DAMAGED.format(file=file, damage=damage))
        # The key first: interrupted between the two, the restore can simply be repeated.
        came_new = key is not None and sealed.key is not None and key.keep(sealed.key)
        try:
            moved = move(copy, target, progress)
        except UnansweredMoveError:
            raise
        except BaseException:
            if key is not None and came_new:
                key.path.unlink(missing_ok=True)
            raise
    return Restored(moved, sealed.at, sealed.key is not None, mended, damage)


def _copied(file: Path, copy: Path, progress: Progress) -> Seal:
    database_at(file).copy_file(copy, progress)
    return sealed_in(copy)


def _note_rules(source: Database, copy: Database) -> None:
    """Copy the fingerprint of the rules, which is not part of the rows of a server's record."""
    with suppress(DatabaseError), closing(source.connect()) as db:
        rules = rules_of_lists(db)
        with closing(copy.connect()) as other, other.writing():
            note(other, rules or "")


def _expect_new(target: Path) -> None:
    if target.exists():
        raise BackupError(f"{target} already exists. Choose another name.")


@contextmanager
def _writing(target: Path, part: Path) -> Iterator[None]:
    """Raise errors as BackupError, and remove the partial file."""
    try:
        yield
    except (DatabaseError, MoveError) as error:
        why = error.__cause__ if isinstance(error, MoveError) else error
        if isinstance(why, UnavailableError) and why.cause == "full":
            raise BackupError(f"There is no room for {target}: the disk is full.") from error
        raise BackupError(f"{error}." if error is why else str(error)) from error
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        for ending in DATABASE_SUFFIXES:
            with suppress(OSError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def _as_far_as_it_can_be_read(file: Path, damage: str | None) -> Iterator[None]:
    """What stands in the rows of a damaged file may be anything."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if not damage:
            raise
        raise RestoreError(f"{file} is so damaged that it cannot be read: {error}.") from error


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except OtherKeyError as error:
        raise RestoreError(
            f"{error.where} is another key than that of {file}, and with it no phone would find its scorebook:"
            " take it away first, or restore --without-key."
        ) from error
    except MoveError as error:
        raise RestoreError(str(error)) from error
    except NewerRecordError as error:
        raise RestoreError(f"{file} is of a newer release: {error}.") from error
    except UnavailableError as error:
        raise RestoreError(f"{file} cannot be copied to be checked: {error}.") from error
    except DatabaseError as error:
        raise RestoreError(f"{file} is no backup: {error}.") from error
    except OSError as error:
        raise RestoreError(f"{file} cannot be restored: {error.strerror}.") from error
