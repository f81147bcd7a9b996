"""A backup that is not as it was made is told as damaged, and comes back only where somebody says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from store.__main__ import main
from store.admin.backup import RestoreError, back_up, restore
from store.engines import changed_since_sealed, database_at, seal
from store.engines.sqlite.database import SQLite
from store.stats.rules_version import note, these_rules
from tests.store.move.conftest import KEY, SEAL, in_files, rows_of, spoil_page


@pytest.fixture
def kept(played: SQLite, kept: Path) -> Path:
    """A backup of a record whose lists are by these rules."""
    with closing(played.connect()) as db:
        note(db, these_rules())
    back_up(played, kept, SEAL)
    return kept


@pytest.mark.parametrize("bits", [3, pytest.param(60, marks=pytest.mark.long)])
def test_a_single_bit_that_is_another_is_told_wherever_it_lies(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], bits: int
) -> None:
    """In a row, in an index, in a header, in the room that no row has, in the checksums themselves."""
    whole, luck = kept.read_bytes(), Random(60)
    broken, target, given_up = tmp_path / "broken.db", SQLite(tmp_path / "target.db"), 0
    for _ in range(bits):
        place, bit = luck.randrange(len(whole)), luck.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= 1 << bit
        broken.write_bytes(flipped)
        with pytest.raises(RestoreError):
            restore(broken, target, None)
        assert not target.exists(), (place, bit)
        assert main(["check", str(broken)]) == 1, (place, bit)
        try:
            assert restore(broken, target, None, although_damaged=True).damage, (place, bit)
        except RestoreError as error:
            assert "its log itself is damaged" in str(error), (place, bit)
            given_up += 1
            continue
        capsys.readouterr()
        is_sound = main(["check", str(target)]) == 0
        # Where the bit lies in the log of a session, that session alone cannot be read, and the check names it.
        assert is_sound or "that differed: 0, that cannot be read: 1." in capsys.readouterr().out, (place, bit)
        target.path.unlink()
    assert given_up <= bits / 6, "most bits lie where the log is not"


def no_text(file: Path) -> None:
    assert b'[["@ahead' in file.read_bytes()
    file.write_bytes(file.read_bytes().replace(b'[["@ahead', b'[["\xffahead'))


DERIVED: dict[str, Callable[[Path], None]] = {
    "an index that cannot be read": lambda file: spoil_page(file, "share_by_total"),
    "a list that cannot be read": lambda file: spoil_page(file, "standing"),
    "a list that is no text": no_text,
}


@pytest.mark.parametrize("spoilt", DERIVED)
def test_what_follows_from_the_log_is_made_anew(
    played: SQLite, kept: Path, spoilt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    DERIVED[spoilt](kept)
    assert main(["restore", str(kept), "new/"]) == 1
    said = capsys.readouterr().err
    assert said.endswith("restore this --although-damaged.\n")
    assert "ahead" not in said
    assert main(["restore", "--although-damaged", str(kept), "new/"]) == 0
    assert main(["check", "new/"]) == 0
    assert in_files(database_at("new/")) == in_files(played)


def test_rows_beside_the_log_that_cannot_be_read_are_named(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil_page(kept, "rule_set")
    assert main(["restore", "--although-damaged", str(kept), "new/"]) == 0
    assert "Rows are missing in: rule_set.\n" in capsys.readouterr().out
    assert main(["check", "new/"]) == 0


def test_only_a_log_that_cannot_be_read_ends_it(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil_page(kept, "action")
    assert main(["restore", "--although-damaged", str(kept), "new/"]) == 1
    assert capsys.readouterr().err == f"Nothing was restored. {kept} cannot be restored: its log itself is damaged.\n"
    assert not Path("new").exists()


ANOTHER = {
    "a text for a number": "UPDATE session SET options = CAST(options AS BLOB)",
    "the key": "UPDATE _backup SET key = 'of another drawer under the table'",
    "a time": "UPDATE session SET updated_at = '2026-09-04T00:00:00Z'",
    "a trigger": "UPDATE device_name SET name = name",
    # Less than before, which ends no game earlier.
    "a score": (
        """UPDATE action SET facts = replace(facts, '"amount":-5', '"amount":-6') WHERE facts LIKE '%"amount":-5%'"""
    ),
}


@pytest.mark.parametrize("what", ANOTHER)
def test_what_a_hand_changed_in_it_is_told(kept: Path, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(ANOTHER[what]).rowcount > 0
    assert main(["check", str(kept)]) == 1
    assert "This backup is damaged: its rows are not those that were backed up" in capsys.readouterr().out
    assert main(["restore", str(kept), "new/"]) == 1
    said = capsys.readouterr().err
    assert "is damaged: its rows are not those that were backed up" in said
    assert said.endswith("restore this --although-damaged.\n")
    assert not Path("new").exists()
    if what == "a score":
        assert main(["restore", "--although-damaged", str(kept), "new/"]) == 0
        out = capsys.readouterr().out
        assert "standing, rows rebuilt: " in out
        assert f"{kept} is damaged: its rows are not those that were backed up" in out
        assert main(["check", "new/"]) == 0


@pytest.mark.parametrize("rules", ["these", "of an earlier release"])
def test_lists_that_are_not_as_the_log_says_are_damage_where_the_rules_are_the_same(
    played: SQLite, tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    right, kept = rows_of(played), tmp_path / "kept.db"
    with closing(played.connect()) as db:
        note(db, these_rules() if rules == "these" else rules)
        db.execute("UPDATE standing SET total_milli = total_milli + 1000, won = 1 - won WHERE seat = 0")
    assert main(["backup", str(played), str(kept)]) == 0
    assert "standing, rows not as the log says: " in capsys.readouterr().out
    if rules == "these":
        assert main(["restore", str(kept), "new/"]) == 1
        assert "is damaged: its lists are not as its log says" in capsys.readouterr().err
        assert not Path("new").exists()
    assert main(["restore", *(["--although-damaged"] if rules == "these" else []), str(kept), "new/"]) == 0
    assert "standing, rows rebuilt: " in capsys.readouterr().out
    assert rows_of(database_at("new/")) == right


def of_an_earlier_release(kept: Path) -> None:
    """As it was made before backups had checksums."""
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("DROP TABLE _checksum")
        db.execute("DROP TABLE _lists")
        db.execute("UPDATE _sqlite_migrations SET name = 'm001_the_record' WHERE name = 'm001_version_1'")
        for now, was in (("purging", "leaving"), ("seat_device", "sitting"), ("pending_input", "offer")):
            db.execute(f"ALTER TABLE {now} RENAME TO {was}")
        pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    kept.write_bytes(kept.read_bytes()[: pages * size])


def test_of_one_without_a_checksum_that_is_said_and_it_comes_as_ever(
    played: SQLite, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of_an_earlier_release(kept)
    assert changed_since_sealed(kept) is None
    assert main(["restore", str(kept), "new/"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The file has no checksum, as in earlier releases")
    assert f"Restored {kept}, of {SEAL.at}, to " in out
    assert rows_of(database_at("new/")) == rows_of(played)
    assert Path("new/secret.key").read_text() == KEY


def test_a_backup_that_is_served_is_no_backup_any_more(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody put the file itself in the place of the record, and played on; a backup of it has its own checksums."""
    record, again = SQLite(kept), tmp_path / "again.db"
    record.prepare()
    with closing(record.connect()) as db:
        db.execute("UPDATE device_name SET name = 'tablet'")
    assert changed_since_sealed(kept) is None
    assert main(["check", str(kept)]) == 0
    assert "checksum" not in capsys.readouterr().out
    back_up(record, again, SEAL)
    assert changed_since_sealed(again) == ""
    seal(again, SEAL)
    assert changed_since_sealed(again) == ""
