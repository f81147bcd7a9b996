"""A scorebook that the generator made is one that might have been played, and the same again for the same seed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from bench import scorebook
from record.author import Author
from record.evenings import evenings
from record.session import Session
from scoring.catalogue import all_games, find_game
from scoring.core import replay
from store.admin.rebuild import compare
from store.book import Book, KeepersBook
from store.engines import database_at
from store.engines.sqlite.database import SQLite
from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from tests.kit.games import NAMES
from web.reports.evening import sitting_of

LAST = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
MANY = 60
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def few_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorebook, "PLAYED", 25)


def test_the_record_cannot_tell_it_from_what_was_played(sqlite: SQLite) -> None:
    with closing(sqlite.connect()) as db:
        scorebook.fill(db, "club", MANY, last=LAST)
        assert [line for line in sqlite.damage() if not line.startswith("fsync is off")] == []
        found = compare(db)
        assert (found.sessions, found.differences, found.unreadable) == (MANY, (), ())
        book = Book(db, "club")
        everything = book.search(limit=MANY, archived=None)
        assert len(everything) == MANY - scorebook.DELETED
        assert len(book.search(archived=True)) == scorebook.ARCHIVED
        assert len(book.search(over=False)) == scorebook.RUNNING
        assert max(each.created_at for each in everything) < LAST.isoformat()
        assert book.find(limit=1, text="00048").total == 1
        # Nobody sits at two tables at once, and some evenings have several sessions.
        for one, other in pairwise(everything):
            assert other.updated_at < one.created_at
        assert max(map(len, evenings(map(sitting_of, everything)))) > 2


@pytest.mark.long
def test_its_export_comes_in_again_whoever_backs_a_player_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Buki alone names people beside those who sit down; it is done again too, by the rules that bind new entries."""
    monkeypatch.setattr(scorebook, "all_games", lambda: {"buki": find_game("buki")})
    monkeypatch.setattr(scorebook, "COME", {4: 1, 6: 1})
    monkeypatch.setattr(scorebook, "PLAYED", 12)
    many = 30
    database = database_at(tmp_path)
    database.prepare()
    with closing(database.connect()) as db:
        scorebook.fill(db, "club", many, last=LAST)
        book = Book(db, "club")
        sessions = [book.load(each.id) for each in book.search(limit=many, archived=None)]
        backing = [entry for each in sessions for entry in each.entries if entry.get("spectators")]
        assert len(backing) > many
        for each in sessions:
            replay(each.blank, each.entries)
        file = "".join(dump(book))
        by = Author(device="laptop", key="again", at=LAST)
        assert take_in(KeepersBook(db, "copy"), read(BytesIO(file.encode())), by) == Taken(new=many)


def told(session: Session) -> tuple[object, ...]:
    return (session.id, session.document, session.actions, session.place, session.note, session.archived_at)


@pytest.mark.long
def test_the_same_seed_gives_the_same_sessions_and_another_gives_others() -> None:
    first, again, other = ([told(each) for each in scorebook.sessions(MANY, seed, LAST)] for seed in ("1", "1", "2"))
    assert first == again
    assert not {id for id, *_ in first} & {id for id, *_ in other}


@pytest.mark.long
def test_a_smaller_scorebook_is_the_end_of_a_larger_one() -> None:
    few, many = ([*scorebook.sessions(how_many, "1", LAST)] for how_many in (30, MANY))
    assert [*map(told, few)] == [*map(told, many[-30:])]


@pytest.mark.long
def test_all_games_are_in_it_and_some_people_come_more_often_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorebook, "PLAYED", 120)
    people = [sitting.people for sitting in scorebook.evenings(2_000, random.Random(1), LAST)]
    came = [sum(name in each for each in people) for name in NAMES]
    assert max(came) == came[0] > 4 * came[-1] > 0
    games = [each.game.slug for each in scorebook.sessions(120, "1", LAST)]
    assert set(games) == {*all_games()}


def test_the_command_writes_where_somebody_visited_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = database_at(tmp_path)
    database.prepare()
    with closing(database.connect()) as db:
        for number, name in enumerate(("older", "mine")):
            db.execute("INSERT INTO scorebook (id, created_at) VALUES (?, ?)", (name, f"2026-11-2{number}T20:00:00Z"))
        scorebook.main([str(tmp_path), "--sessions", "12", "--seed", "7"])
        assert capsys.readouterr().out.startswith("12 sessions are in the scorebook mine, ")
        assert len(Book(db, "mine").search(archived=None, limit=99)) == 12 - scorebook.DELETED


@pytest.mark.long
def test_another_process_makes_the_same(tmp_path: Path) -> None:
    """Whatever order sets have in it."""
    command = (
        "from bench.scorebook import sessions; from datetime import UTC, datetime;"
        " made = sessions(60, '1', datetime(2026, 11, 22, tzinfo=UTC));"
        " print([(each.blank.options, each.actions) for each in made])"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert b"skull" in said[0] or b"fourteens" in said[0]
