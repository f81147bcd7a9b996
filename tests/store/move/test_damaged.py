"""A backup that is not as it was made is told as damaged, and comes back only where somebody says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from store.admin.backup import back_up, restore
from store.engines import changed_since_backup, database_at, finish_backup
from store.engines.sqlite import SQLite
from store.errors import CommandError
from store.stats.read_models import note_rules, rules_fingerprint
from tests.store.conftest import Runs
from tests.store.move.conftest import KEY, SEAL, in_files, rows_of, spoil_page, writing


@pytest.fixture
def kept(played: SQLite, kept: Path) -> Path:
    """A backup of a record whose lists are by these rules."""
    with closing(played.connect()) as db:
        note_rules(db, rules_fingerprint())
    back_up(played, kept, SEAL)
    return kept


@pytest.mark.parametrize("bits", [6, pytest.param(60, marks=pytest.mark.long)])
def test_a_single_bit_that_is_another_is_told_wherever_it_lies(
    kept: Path, tmp_path: Path, runs: Runs, bits: int
) -> None:
    """In a row, in an index, in a header, in the room that no row has, in the checksums themselves."""
    whole, luck = kept.read_bytes(), Random(60)
    broken, target, given_up = tmp_path / "broken.db", SQLite(tmp_path / "target.db"), 0
    for _ in range(bits):
        place, bit = luck.randrange(len(whole)), luck.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= 1 << bit
        broken.write_bytes(flipped)
        with pytest.raises(CommandError):
            restore(broken, target, None)
        assert not target.exists(), (place, bit)
        assert runs("check", broken)[0] == 1, (place, bit)
        try:
            assert restore(broken, target, None, although_damaged=True).damage, (place, bit)
        except CommandError as error:
            assert "its log itself is damaged" in str(error), (place, bit)
            given_up += 1
            continue
        unsound, out, _ = runs("check", target)
        # Where the bit lies in the log of a session, that session alone cannot be read, and the check names it.
        assert not unsound or "differing: 0, unreadable: 1." in out, (place, bit)
        target.path.unlink()
    assert given_up <= bits / 6, "most bits lie where the log is not"


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "an index that cannot be read": (lambda file: spoil_page(file, "player_result_in_order"), ""),
    "a list that cannot be read": (lambda file: spoil_page(file, "standing"), ""),
    "a list that is no text": (
        lambda file: file.write_bytes(file.read_bytes().replace(b'{"bid\\t', b'{"\xffid\\t')),
        "",
    ),
    "rows beside the log": (lambda file: spoil_page(file, "rule_set"), "Rows are missing in: rule_set.\n"),
}


@pytest.mark.parametrize("spoilt", DAMAGE)
def test_what_follows_from_the_log_is_made_anew_and_what_lay_beside_it_is_named(
    played: SQLite, kept: Path, spoilt: str, runs: Runs
) -> None:
    spoil, missing = DAMAGE[spoilt]
    spoil(kept)
    ended, _, said = runs("restore", kept, "new/")
    assert (ended, "ahead" in said, said.endswith("restore this --although-damaged.\n")) == (1, False, True)
    ended, out, _ = runs("restore", "--although-damaged", kept, "new/")
    assert (ended, missing in out, runs("check", "new/")[0]) == (0, True, 0)
    assert missing or in_files(database_at("new/")) == in_files(played)


def test_only_a_log_that_cannot_be_read_ends_it(kept: Path, runs: Runs) -> None:
    spoil_page(kept, "action")
    said = f"Nothing was restored. {kept} cannot be restored: its log itself is damaged.\n"
    assert runs("restore", "--although-damaged", kept, "new/") == (1, "", said)
    assert not Path("new").exists()


ANOTHER = {
    "the key": "UPDATE _backup SET key = 'of another drawer under the table'",
    "a trigger": "UPDATE device_name SET name = name",
    # Less than before, which ends no game earlier.
    "a score": (
        """UPDATE action SET facts = replace(facts, '"amount":-5', '"amount":-6') WHERE facts LIKE '%"amount":-5%'"""
    ),
}


@pytest.mark.parametrize("what", ANOTHER)
def test_what_a_hand_changed_in_it_is_told(kept: Path, what: str, runs: Runs) -> None:
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(ANOTHER[what]).rowcount > 0
    damage = "is damaged: its rows are not those that were backed up"
    ended, out, _ = runs("check", kept)
    assert (ended, f"This backup {damage}" in out) == (1, True)
    ended, _, said = runs("restore", kept, "new/")
    assert (ended, damage in said, said.endswith("restore this --although-damaged.\n")) == (1, True, True)
    assert not Path("new").exists()
    if what == "a score":
        ended, out, _ = runs("restore", "--although-damaged", kept, "new/")
        assert (ended, "standing, rows rebuilt: " in out, f"{kept} {damage}" in out) == (0, True, True)
        assert runs("check", "new/")[0] == 0


@pytest.mark.parametrize("rules", ["these", "of an earlier release"])
def test_lists_that_are_not_as_the_log_says_are_damage_where_the_rules_are_the_same(
    played: SQLite, tmp_path: Path, runs: Runs, rules: str
) -> None:
    right, kept = rows_of(played), tmp_path / "kept.db"
    with closing(played.connect()) as db:
        note_rules(db, rules_fingerprint() if rules == "these" else rules)
    writing(played, "UPDATE standing SET total_milli = total_milli + 1000, won = 1 - won WHERE seat = 0")()
    ended, out, _ = runs("backup", played, kept)
    assert (ended, "standing, rows not as the log says: " in out) == (0, True)
    if rules == "these":
        ended, _, said = runs("restore", kept, "new/")
        assert (ended, "is damaged: its summary tables don't match its log" in said) == (1, True)
        assert not Path("new").exists()
    ended, out, _ = runs("restore", *(["--although-damaged"] if rules == "these" else []), kept, "new/")
    assert (ended, "standing, rows rebuilt: " in out) == (0, True)
    assert rows_of(database_at("new/")) == right


def test_of_one_without_a_checksum_that_is_said_and_it_comes_as_ever(played: SQLite, kept: Path, runs: Runs) -> None:
    """As some tools leave the file that they copy."""
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("DROP TABLE _checksum")
        pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    kept.write_bytes(kept.read_bytes()[: pages * size])
    assert changed_since_backup(kept) is None
    ended, out, _ = runs("restore", kept, "new/")
    assert (ended, f"Restored {kept}, of {SEAL.at}, to " in out) == (0, True)
    assert out.startswith("The file has no checksum, as in earlier releases")
    assert rows_of(database_at("new/")) == rows_of(played)
    assert Path("new/secret.key").read_text() == KEY


def test_a_backup_that_is_served_is_no_backup_any_more(kept: Path, tmp_path: Path, runs: Runs) -> None:
    """Somebody put the file itself in the place of the record, and played on; a backup of it has its own checksums."""
    record, again = SQLite(kept), tmp_path / "again.db"
    record.prepare()
    writing(record, "UPDATE device_name SET name = 'tablet'")()
    assert changed_since_backup(kept) is None
    ended, out, _ = runs("check", kept)
    assert (ended, "checksum" in out) == (0, False)
    back_up(record, again, SEAL)
    assert changed_since_backup(again) == ""
    finish_backup(again, SEAL)
    assert changed_since_backup(again) == ""
