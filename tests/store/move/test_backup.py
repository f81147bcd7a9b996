"""A record goes into one file while it is in use, and comes back as it was, onto either engine; or nothing happens."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from store.__main__ import main
from store.admin.backup import back_up, restore
from store.admin.cookie_key import KeyPlace
from store.engines import finish_backup, read_backup_info
from store.engines import sqlite as sqlite_engine
from store.engines.base import Database
from store.engines.sqlite import SQLite
from store.errors import CommandError, UnansweredError
from store.stats.read_models import noted_fingerprint, rules_fingerprint
from tests.conftest import ENGINES
from tests.kit.disks import full, small_disk
from tests.store.conftest import Runs, migrated_later
from tests.store.move.conftest import (
    KEY,
    MEANWHILE,
    SEAL,
    NewDatabase,
    address_of,
    expect_empty,
    in_files,
    only,
    rows_of,
    said_by,
    spoil_page,
    writing,
)


@pytest.mark.parametrize(("engine", "to"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_what_was_backed_up_comes_back_as_it_was(
    record: NewDatabase, new: NewDatabase, kept: Path, engine: str, to: str
) -> None:
    source, target = record(engine), new(to)
    rows, said, files = rows_of(source), said_by(source), in_files(source)
    assert len(files) == 2
    counts, found = back_up(source, kept, SEAL)
    assert found is not None
    assert (found.differences, found.unreadable) == ((), ())
    assert counts.sessions == len(rows["session"])
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    assert (stat.S_IMODE(kept.parent.stat().st_mode), stat.S_IMODE(kept.stat().st_mode)) == (0o700, 0o600)
    assert read_backup_info(kept) == SEAL
    with closing(sqlite3.connect(f"{kept.as_uri()}?immutable=1", uri=True)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert rows_of(SQLite(kept)) == rows
    assert main(["check", str(kept)]) == 0
    restored = restore(kept, target, None)
    assert (restored.moved.scorebooks, restored.moved.actions) == (2, len(rows["action"]))
    assert (restored.at, restored.has_key, restored.damage) == (SEAL.at, True, "")
    assert restored.mended.differences == ()
    assert rows_of(target) == rows
    assert said_by(target) == said
    assert in_files(target) == files
    with closing(target.connect()) as db:
        assert noted_fingerprint(db) == rules_fingerprint()


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_written_while_it_is_copied_is_not_in_it(
    record: NewDatabase, kept: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of this small record, too, only a part is copied at a time.
    monkeypatch.setattr(sqlite_engine, "PAGES_PER_STEP", 5)
    source = record(engine)
    before = rows_of(source)
    back_up(source, kept, SEAL, only("Copying", writing(source, *MEANWHILE)))
    now = rows_of(source)
    assert [table for table, rows in now.items() if rows != before[table]] == [
        *("device_name", "session", "action", "rule_set")
    ]
    assert rows_of(SQLite(kept)) == before


# What goes wrong in the middle.

KILLED_AT = """
import os, signal, sys
from contextlib import contextmanager
from pathlib import Path
from store.admin import backup
from store.admin.cookie_key import KeyPlace
from store.engines import BackupInfo, database_at

command, place, file, key, stage = sys.argv[1:]

def kill(*_given):
    os.kill(os.getpid(), signal.SIGKILL)

@contextmanager
def progress(doing, steps):
    done = 0
    def advance(more):
        nonlocal done
        done += more
        if stage in doing and done * 2 > steps:
            kill()
    yield advance

if command == "restore":
    backup.restore(Path(file), database_at(place), KeyPlace(Path(key)), progress)
else:
    if stage == "finishing":
        backup.finish_backup = kill
    backup.back_up(database_at(place), Path(file), BackupInfo(None, None), progress)
"""
"""A process that kills itself in the middle of a stage."""


def killed(*arguments: object) -> bool:
    """Whether a process that runs this was killed."""
    command = [sys.executable, "-c", KILLED_AT, *map(str, arguments)]
    return subprocess.run(command, cwd=Path(__file__).parents[3], check=False).returncode == -signal.SIGKILL


@pytest.mark.parametrize(("engine", "stage"), [("sqlite", "finishing"), ("postgresql", "rows")])
def test_killed_while_it_is_made_there_is_no_backup_of_that_name(
    record: NewDatabase, kept: Path, engine: str, stage: str
) -> None:
    source = record(engine)
    assert killed("backup", address_of(source), kept, "-", stage)
    left = [path.name for path in kept.parent.iterdir()]
    assert left and all(".part" in name for name in left)
    back_up(source, kept, SEAL)
    assert rows_of(SQLite(kept)) == rows_of(source)


def test_killed_while_it_is_put_back_nothing_came(played: SQLite, target: Database, backup: Path) -> None:
    before, key = backup.read_bytes(), backup.parent / "new" / "secret.key"
    assert killed("restore", address_of(target), backup, key, "Comparing")
    target.prepare()
    expect_empty(target)
    restore(backup, target, KeyPlace(key))
    assert rows_of(target) == rows_of(played)
    assert (key.read_text(), backup.read_bytes()) == (KEY, before)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_full_disk_is_told_and_nothing_is_left_on_it(
    played: SQLite, record: NewDatabase, engine: str, runs: Runs
) -> None:
    source = record(engine)
    with small_disk(1) as disk:
        (disk / "ballast").write_bytes(bytes(800_000))
        with pytest.raises(CommandError, match=f"There is no room for {disk}/a.db: the disk is full"):
            back_up(source, disk / "a.db", SEAL)
        assert [path.name for path in disk.iterdir()] == ["ballast"]
        (disk / "ballast").unlink()
        with full(disk):
            said = f"No backup was made. There is no room for {disk}/b.db: the disk is full.\n"
            assert runs("backup", played, disk / "b.db") == (1, "", said)
        assert [*disk.iterdir()] == []


def test_where_nothing_may_be_written_a_sentence_says_so(played: SQLite, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(CommandError, match=r"a file/a\.db cannot be written: (Not a directory|File exists)"):
        back_up(played, tmp_path / "a file" / "a.db", SEAL)


def test_a_damaged_record_makes_no_backup(played: SQLite, kept: Path) -> None:
    spoil_page(played.path, "sitting_of_player")
    with pytest.raises(CommandError, match="damaged, keep your earlier backups|malformed"):
        back_up(played, kept, SEAL)
    assert [*kept.parent.iterdir()] == []


# What is refused.


def test_a_record_is_not_overwritten(played: SQLite, target: Database, backup: Path, tmp_path: Path) -> None:
    """An empty scorebook is one; tables without a row, as after a first start, are none."""
    target.prepare()
    writing(target, "INSERT INTO scorebook (id, created_at) VALUES ('empty', '')")()
    before = rows_of(target)
    with pytest.raises(CommandError, match="already has a record: restore into an empty database"):
        restore(backup, target, KeyPlace(tmp_path / "secret.key"))
    assert (rows_of(target), (tmp_path / "secret.key").exists()) == (before, False)
    writing(target, "DELETE FROM scorebook")()
    restore(backup, target, None)
    assert rows_of(target) == rows_of(played)


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)


def of_another_program(path: Path) -> None:
    path.unlink()
    changed(path, "CREATE TABLE photo (id INTEGER)")


def of_a_newer_release(path: Path) -> None:
    migrated_later(SQLite(path))
    finish_backup(path, SEAL)


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (lambda path: os.truncate(path, path.stat().st_size // 2), "malformed|is damaged"),
    "something else": (lambda path: path.write_text("A list\n" * 900), "is no backup: file is not a database"),
    "empty": (lambda path: path.write_bytes(b""), "There is no record in "),
    "another program's": (of_another_program, "There is no record in "),
    "newer": (
        of_a_newer_release,
        r"is of a newer release: a newer release has migrated it \(m999_later\)",
    ),
    "rows without their scorebook": (
        lambda path: changed(path, "UPDATE remark SET scorebook = 'of nobody'"),
        "is damaged: remark: a row refers to no row of scorebook",
    ),
    "not there": (Path.unlink, "There is no file "),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_sound_backup_is_refused_before_anything_is_written(
    backup: Path, tmp_path: Path, wrong: str, runs: Runs
) -> None:
    spoils, said = WRONG[wrong]
    spoils(backup)
    new = tmp_path / "new"
    with pytest.raises(CommandError, match=said):
        restore(backup, SQLite(new / "takuroku.db"), KeyPlace(new / "secret.key"))
    assert not new.exists()
    ended, out, error = runs("restore", backup, f"{new}/")
    assert (ended, out, error.count("\n"), new.exists()) == (1, "", 1, False)
    assert error.startswith("Nothing was restored. ")


# The key.


def test_another_key_is_not_overwritten_and_not_silently_kept(new: NewDatabase, backup: Path, tmp_path: Path) -> None:
    key, target = tmp_path / "secret.key", new("sqlite")
    key.write_text("of another drawer")
    for place, named in ((KeyPlace(key, "of the settings"), "TAKUROKU_SECRET"), (KeyPlace(key), str(key))):
        with pytest.raises(CommandError, match=f"^{named} is not the key of {backup}: with it no phone"):
            restore(backup, target, place)
        assert not target.exists()
    restore(backup, target, None)
    assert key.read_text() == "of another drawer"
    key.unlink()
    restore(backup, new("sqlite"), KeyPlace(key, KEY))
    assert not key.exists(), "the same in the settings is left there"


UNANSWERED = UnansweredError("new.db did not answer")


@pytest.mark.parametrize("failure", [CommandError("no"), KeyboardInterrupt(), UNANSWERED])
def test_a_key_that_came_goes_again_unless_the_record_may_be_there(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    def fails(*_asked: object) -> None:
        raise failure

    monkeypatch.setattr("store.admin.backup.move", fails)
    with pytest.raises((CommandError, KeyboardInterrupt)):
        restore(backup, SQLite(tmp_path / "new.db"), KeyPlace(tmp_path / "secret.key"))
    assert (tmp_path / "secret.key").exists() == (failure is UNANSWERED)


# The commands.


@pytest.fixture
def home(played: SQLite, tmp_path: Path) -> Path:
    """A data folder where commands look for one."""
    home = tmp_path / "data"
    home.mkdir()
    played.path.rename(home / "takuroku.db")
    (home / "secret.key").write_text(KEY)
    return home


def test_without_a_word_the_site_that_is_here_is_backed_up_and_comes_back_with_its_key(
    home: Path, tmp_path: Path, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(SQLite(home / "takuroku.db"))
    many = f"Scorebooks: 2, sessions: {len(rows['session'])}, actions: {len(rows['action']):,}"
    ended, out, _ = runs("backup")
    (backup,) = (home / "backups").iterdir()
    at = datetime.strptime(backup.name, "takuroku-%Y%m%dT%H%M%SZ.db").replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - at).total_seconds() < 600
    assert (ended, *out.splitlines()) == (
        0,
        f"Backed up to data/backups/{backup.name}. {many}.",
        "The key that signs cookies is in it: anyone with this file can open every scorebook.",
    )
    monkeypatch.setenv("TAKUROKU_DATA", str(tmp_path / "empty machine"))
    restored, key = (tmp_path / "empty machine" / name for name in ("takuroku.db", "secret.key"))
    ended, out, _ = runs("restore", backup)
    assert (ended, *out.splitlines()) == (
        0,
        f"Restored {backup}, of {at:%Y-%m-%dT%H:%M:%SZ}, to {restored}. {many}, unreadable: 0.",
        f"The key that signs cookies was restored too ({key}): phones find their scorebooks."
        " Restart the site if it is running.",
    )
    assert rows_of(SQLite(restored)) == rows
    assert (key.read_text(), stat.S_IMODE(key.stat().st_mode)) == (KEY, 0o600)
    assert KEY not in repr(read_backup_info(backup)) + repr(KeyPlace(key, KEY))
    ended, _, error = runs("restore", backup)
    assert (ended, error.startswith(f"Nothing was restored. {restored} already has a record")) == (1, True)


def test_the_settings_name_the_record_and_its_key(
    played: SQLite, record: NewDatabase, kept: Path, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = address_of(record("postgresql"))
    monkeypatch.setenv("TAKUROKU_DATABASE", address)
    monkeypatch.setenv("TAKUROKU_SECRET", KEY)
    assert runs("backup", kept)[0] == 0
    assert read_backup_info(kept).key == KEY
    assert runs("backup", address)[0] == 0, "an address of a server is no name of a file"
    assert len([*Path("data", "backups").iterdir()]) == 1
    assert runs("backup", "--without-key", kept.parent)[0] == 0
    (other,) = {*kept.parent.iterdir()} - {kept}
    assert read_backup_info(other).key is None
    assert rows_of(SQLite(other)) == rows_of(played)


def test_what_is_missing_is_said(home: Path, kept: Path, runs: Runs) -> None:
    (home / "secret.key").unlink()
    for command, said in (
        (("backup", kept), "The key that signs cookies is not in it: there is none in TAKUROKU_SECRET"),
        (("restore", kept, "new/"), "not in the file: put the old one into new/secret.key"),
    ):
        ended, out, _ = runs(*command)
        assert (ended, said in out) == (0, True)
    before = kept.read_bytes()
    said = f"No backup was made. {kept} already exists. Choose another name.\n"
    assert (runs("backup", "new/", kept), kept.read_bytes()) == ((1, "", said), before)
