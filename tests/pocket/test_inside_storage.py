"""What the site in a browser has acknowledged is in the storage, whatever happens to the browser or the phone."""

from __future__ import annotations

import sqlite3
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from store.engines.sqlite import SQLite
from tests.kit.examples import examples
from tests.kit.store.earlier_tables import taken_back
from tests.pocket.asking import Pocket
from tests.pocket.node import Engine

RECORD, WAL, KEPT = "takuroku.db", "takuroku.db-wal", "pocket.db"
SEED = 20261122
SECTOR = 512
"""So many bytes a disk writes whole or not at all."""


@pytest.fixture(scope="module")
def files(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """One engine for what begins nothing anew."""
    with Engine(built, tmp_path_factory.mktemp("files")) as engine:
        yield engine


def actions(folder: Path) -> int:
    """How many actions the record has that lies there, which is whole."""
    with closing(sqlite3.connect(folder / RECORD)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        (count,) = db.execute("SELECT COUNT(*) FROM action").fetchone()
    return int(count)


def plays(engine: Engine, *, already: int = 0) -> None:
    """Three deals of a game; after each answer it is noted how many entries were acknowledged."""
    table = Pocket(engine.answer).sets_up(format="long", top_hand="3")
    for deal, hand in enumerate((3, 2, 1)):
        table.bids(0, 0, 0)
        engine.says("note", already + 2 * deal + 1)
        table.takes(hand, 0, 0)
        engine.says("note", already + 2 * deal + 2)


def test_an_entry_waits_for_the_disk_once(files: Engine) -> None:
    table = Pocket(files.answer).sets_up(format="long", top_hand="3")
    table.page  # noqa: B018 the first look notes that the phone was here
    files.says("note", "now")
    table.tries({"bids-0": "1", "bids-1": "1", "bids-2": "0"})
    done = [*files.log()]
    since = done[done.index({"said": "now"}) + 1 :]
    assert [each["name"] for each in since if "flush" in each] == [WAL]
    assert "flush" in since[-2], "nothing is written after it"
    assert since[-1] == {"answered": 303}


def test_the_cookie_is_on_the_disk_before_the_first_page(files: Engine) -> None:
    Pocket(files.answer).opens("/")
    done = [*files.log()]
    first = next(number for number, each in enumerate(done) if "answered" in each)
    last = {each["name"]: "flush" in each for each in done[:first] if each.get("name", "").startswith(KEPT)}
    assert last
    assert all(last.values()), "flushed, and nothing written after it"


def test_the_engine_knows_that_a_game_is_played(files: Engine) -> None:
    Pocket(files.answer).sets_up().bids(1, 1, 0)
    assert files.says("rest") is False


# --- a power cut ------------------------------------------------------------------------------------------


def test_a_power_cut_at_any_moment_takes_nothing_that_was_acknowledged(
    built: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Engine(built, tmp_path) as engine:
        plays(engine)
    assert (tmp_path / WAL).stat().st_size > 0, "it was killed"
    # What it left opens also where there is no more room.
    with Engine(built, tmp_path, room=0) as engine:
        assert engine.reason == ""
        engine.says("room")
        plays(engine, already=6)
        done = [*engine.log()]
    assert actions(tmp_path) == 12
    for moment, left in survivors(done, tmp_path_factory):
        acknowledged = max((each["said"] for each in done[:moment] if "said" in each), default=0)
        if acknowledged:
            assert actions(left) >= acknowledged, f"after {moment} of {len(done)}"
        elif (left / RECORD).exists():
            with closing(sqlite3.connect(left / RECORD)) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if any("answered" in each for each in done[:moment]):
            with closing(sqlite3.connect(left / KEPT)) as db:
                assert db.execute("SELECT COUNT(*) FROM secret").fetchone() == (1,)
                assert db.execute("SELECT COUNT(*) FROM cookie").fetchone() > (0,)


def test_a_power_cut_while_the_record_is_updated_leaves_that_of_before_or_the_new_one(
    built: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = tmp_path_factory.mktemp("played")
    with Engine(built, played) as engine:
        plays(engine)
        engine.says("close")
    record = taken_back(played / RECORD, tmp_path, monkeypatch)
    before = record.read_bytes()
    with Engine(built, tmp_path) as engine:
        assert engine.reason == "pending-migrations"
    assert record.read_bytes() == before
    with Engine(built, tmp_path, may_migrate=True) as engine:
        assert engine.reason == ""
        engine.says("close")
        done = [*engine.log()]
    found = set()
    for moment, images in enumerate(surviving(done, Random(SEED), {RECORD: bytearray(before)})):
        left = lying(images, tmp_path_factory)
        assert actions(left) == 6, f"after {moment} of {len(done)}"
        pending = SQLite(left / RECORD).pending_migrations()
        with closing(sqlite3.connect(left / RECORD)) as db:
            tables = {
                name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE name IN ('seat', 'sitting')")
            }
            assert tables == ({"seat"} if pending else {"sitting"})
            assert db.execute(f"SELECT COUNT(*) FROM {tables.pop()}").fetchone() == (3,)
        found.add(bool(pending))
    assert found == {True, False}


def survivors(done: list[dict[str, Any]], folders: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A folder with what is left after so much was done: at a part of all moments, at every one with LONG=1."""
    moments = range(len(done) + 1)
    drawn = {*Random(SEED).sample(moments, examples(len(moments)))}
    for moment, images in enumerate(surviving(done, Random(SEED), {})):
        if moment in drawn:
            yield moment, lying(images, folders)


def lying(images: dict[str, bytearray], folders: pytest.TempPathFactory) -> Path:
    left = folders.mktemp("left")
    for name, image in images.items():
        if image:
            (left / name).write_bytes(image)
    return left


def surviving(
    done: list[dict[str, Any]], chance: Random, files: dict[str, bytearray]
) -> Iterator[dict[str, bytearray]]:
    """What is on the disk, where these files were, before the first of what is done, and after each."""
    pending: dict[str, list[dict[str, Any]]] = {}
    yield cut_off(files, pending, chance)
    for each in done:
        if name := each.get("name"):
            pending.setdefault(name, []).append(each)
            if "flush" in each:
                for one in pending.pop(name):
                    act(files.setdefault(name, bytearray()), one)
        yield cut_off(files, pending, chance)


def cut_off(
    files: dict[str, bytearray], pending: dict[str, list[dict[str, Any]]], chance: Random
) -> dict[str, bytearray]:
    """All that was waited for, and of the rest whatever it came to write, in no order."""
    left = {name: bytearray(image) for name, image in files.items()}
    likely = chance.choice((0.0, 0.5, 1.0))
    for name, waiting in pending.items():
        for one in waiting:
            for part in sectors(one):
                if chance.random() < likely:
                    act(left.setdefault(name, bytearray()), part)
    return left


def sectors(one: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A write in the pieces of which each may reach the disk without the others."""
    if "write" not in one:
        yield one
        return
    body, at = b64decode(one["write"]), one["at"]
    start = 0
    while start < len(body):
        end = min(len(body), start + SECTOR - (at + start) % SECTOR)
        yield {"bytes": body[start:end], "at": at + start}
        start = end


def act(image: bytearray, one: dict[str, Any]) -> None:
    """Do to a file what was done."""
    if "truncate" in one:
        size = one["truncate"]
        del image[size:]
        image.extend(bytes(size - len(image)))
    elif "flush" not in one:
        body, at = one["bytes"] if "bytes" in one else b64decode(one["write"]), one["at"]
        image.extend(bytes(max(0, at + len(body) - len(image))))
        image[at : at + len(body)] = body


# --- no room ----------------------------------------------------------------------------------------------


def test_without_room_nothing_is_half_saved(engine: Engine) -> None:
    table = Pocket(engine.answer).sets_up(format="long", top_hand="3")
    table.bids(1, 1, 0)
    form, typed = table.form, {"tricks-0": "1", "tricks-1": "1", "tricks-2": "1"}
    for room, as_number in ((0, False), (100, False), (5000, False), (0, True), (5000, True)):
        engine.says("as a number", as_number)
        engine.says("room", room)
        refused = table.tries(typed, form=form)
        assert (refused.status, refused.heading) == (503, "The storage is full")
        assert table.page.status == 200, "what there is can still be seen"
    engine.says("room")
    assert table.tries(typed, form=form).status == 303
    engine.says("close")
    assert actions(engine.folder) == 2


# --- the files --------------------------------------------------------------------------------------------


def run(engine: Engine, code: str) -> str:
    """What Python says there."""
    said = engine.says("run", f"import os, pathlib\nplace = pathlib.Path('/record')\n{code}")
    return str(said)


def test_a_file_that_was_deleted_is_not_there_and_takes_no_room(files: Engine) -> None:
    told = run(
        files,
        """
file = place / "takuroku.db-journal"
file.write_bytes(b"x" * 5000)
before = file.stat().st_size
file.unlink()
f"{before} {file.exists()} {file.name in os.listdir(place)}"
""",
    )
    assert told == "5000 False False"
    assert (files.folder / "takuroku.db-journal").stat().st_size == 0


def test_a_file_is_read_and_written_where_it_is_asked_for(files: Engine) -> None:
    told = run(
        files,
        """
with open(place / "takuroku.db-journal", "w+b") as file:
    file.write(b"0123456789")
    file.seek(-3, 2)
    file.write(b"abcde")
    file.seek(2)
    middle = file.read(6)
    file.truncate(4)
    file.seek(0)
    rest = file.read()
    file.seek(100)
    beyond = file.read(5)
f"{middle} {rest} {beyond}"
""",
    )
    assert told == "b'23456a' b'0123' b''"
    assert (files.folder / "takuroku.db-journal").read_bytes() == b"0123"


@pytest.mark.parametrize(
    "act", ["os.rename(place / 'pocket.db', place / 'other')", "os.rename(made, place / 'pocket.db')"]
)
def test_no_file_takes_the_place_of_a_kept_one(files: Engine, act: str) -> None:
    told = run(
        files,
        f"""
made = place / "made"
made.write_text("")
try:
    {act}
    said = "done"
except PermissionError:
    said = "refused"
said
""",
    )
    assert told == "refused"


@pytest.mark.long
def test_what_else_lies_there_is_forgotten(built: Path, tmp_path: Path) -> None:
    with Engine(built, tmp_path) as engine:
        run(engine, "(place / 'notes').mkdir(); (place / 'notes' / 'pocket.db').write_text('of another')")
        assert run(engine, "(place / 'notes' / 'pocket.db').read_text()") == "of another"
    with Engine(built, tmp_path) as engine:
        assert run(engine, "str((place / 'notes').exists())") == "False"


def test_of_a_record_for_which_there_was_no_room_nothing_stays(built: Path, tmp_path: Path) -> None:
    with Engine(built, tmp_path, room=50_000) as engine:
        assert engine.reason == "storage-full"
    assert [(tmp_path / name).stat().st_size for name in (RECORD, WAL, f"{RECORD}-journal")] == [0, 0, 0]
