"""What was deleted leaves for good after its days, and nothing of it is left; everything else stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from record.author import Author, stamp
from store.__main__ import main
from store.admin.rebuild import compare, count_finished, rebuild
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.engines.sqlite.database import SQLite
from store.errors import ConstraintError, NoSuchSessionError
from store.progress import Advance
from store.sessions.purge import KEPT_DAYS, Purged, due, purge
from tests.conftest import ENGINES
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import Keeper, everything

pytestmark = pytest.mark.engines("sqlite")

DELETED = "2026-10-01T20:00:00Z"
LATER = "2026-11-21T20:00:00Z"


def mentions(db: Connection, *words: str) -> list[str]:
    """Where one of the words stands: each column of each row of every table, in whatever case."""
    return [
        f"{table}.{column}: {word}"
        for table, columns in db.tables().items()
        for row in db.execute(f"SELECT * FROM {table}").fetchall()
        for column in columns
        for word in words
        if word.casefold() in str(row[column]).casefold()
    ]


@pytest.fixture
def regret(keeper: Keeper) -> Callable[[], str]:
    """Sits down with everything that a session can leave behind, on a device that is seen nowhere else."""

    def begun() -> str:
        at = datetime(2026, 9, 1, tzinfo=UTC)
        start, take, said, undo, redo = (Author("secretphone", f"secretkey-{each}", at, "Mobi") for each in range(5))
        session = keeper.book.start(POT, {"players": ["Ann", "Xaver", "Yvonne"], "dealer": 0, "options": {}}, start)
        keeper.book.enter(session, takes(ANN, 3), position=0, by=take)
        keeper.book.enter(session, note("said by Mephisto"), position=1, by=said)
        keeper.book.undo(session, position=2, by=undo)
        keeper.book.redo(session, position=3, by=redo)
        keeper.book.describe(session, place="Auerbachs Keller", note="never again")
        return session

    return begun


SECRETS = ("secretphone", "secretkey", "mobi", "xaver", "yvonne", "mephisto", "auerbach", "never again")


@pytest.mark.engines(*ENGINES)
def test_a_session_leaves_whole_and_nothing_else_does(
    keeper: Keeper, db: Connection, regret: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keeper.sits_down("Ann", "Ben")
    keeper.writes(kept, takes(BEN, 2))
    before = everything(db)
    session = regret()
    found = mentions(db, session, *SECRETS)
    assert {each.split(".")[0] for each in found} == {
        *("session", "seat", "action", "standing", "remark", "player", "device_name"),
    }
    assert {each.split(": ")[1] for each in found} == {session, *SECRETS}, "the search finds what there is"
    keeper.book.discard(session, at=DELETED)
    deleted = everything(db)
    with monkeypatch.context() as broken, pytest.raises(ZeroDivisionError):
        broken.setattr("store.sessions.purge._forget_players", lambda *_: 1 / 0)
        purge(db, before=LATER)
    assert everything(db) == deleted, "half of it would be none of it"
    assert purge(db, before=LATER) == Purged(scorebooks=0, sessions=1)
    assert mentions(db, session, *SECRETS) == []
    assert everything(db) == before
    for ask in (keeper.sees, keeper.book.restore):
        with pytest.raises(NoSuchSessionError):
            ask(session)
    assert (compare(db).sessions, compare(db).differences) == (1, ())


@pytest.mark.engines(*ENGINES)
def test_a_phone_is_forgotten_where_it_plays_no_more_and_keeps_its_name_elsewhere(
    keeper: Keeper, stranger: Keeper, db: Connection
) -> None:
    def plays(book: KeepersBook) -> str:
        by = Author(device="a-phone", key=f"key of {book.scorebook}", at=datetime(2026, 9, 1, tzinfo=UTC), name="Mobi")
        session = book.start(POT, {"players": ["Ann", "Ben"], "dealer": 0, "options": {}}, by)
        book.enter(session, takes(ANN, 3), position=0, by=replace(by, key=f"{by.key}, again"))
        return session

    def called() -> dict[str, str]:
        return {row["scorebook"]: row["name"] for row in db.execute("SELECT scorebook, name FROM device_name")}

    first, _second = plays(keeper.book), plays(stranger.book)
    assert called() == {keeper.scorebook: "Mobi", stranger.scorebook: "Mobi"}
    keeper.book.discard(first, at=DELETED)
    assert purge(db, before=LATER) == Purged(scorebooks=0, sessions=1)
    assert called() == {stranger.scorebook: "Mobi"}


def test_it_stays_for_its_days_and_where_it_was_restored(keeper: Keeper, stranger: Keeper, db: Connection) -> None:
    session, restored, theirs = keeper.sits_down(), keeper.sits_down(), stranger.sits_down()
    for each in (session, restored):
        keeper.book.discard(each, at=DELETED)
    keeper.book.restore(restored)
    deleted = datetime.fromisoformat(DELETED)
    assert purge(db, before=due(deleted + timedelta(days=KEPT_DAYS))) == Purged(0, 0)
    keeper.sees(session)
    stranger.book.discard(theirs, at=DELETED)
    after = due(deleted + timedelta(days=KEPT_DAYS, seconds=1))
    assert keeper.book.purge(before=after) == Purged(0, 1), "a keeper purges the own scorebook"
    assert stranger.sees(theirs).discarded_at
    assert purge(db, before=after) == Purged(0, 1)
    assert keeper.sees(restored).discarded_at is None


@pytest.mark.engines(*ENGINES)
def test_who_still_plays_is_still_known(keeper: Keeper, db: Connection) -> None:
    """A name that was merged and said nowhere else goes; the one who stands for others stays for their sake."""
    gone = keeper.sits_down("Ann", "Ben")
    keeper.sits_down("Anna", "Ben")
    ben, ann, anna = ({each.name: each.id for each in keeper.book.people()}[name] for name in ("Ben", "Ann", "Anna"))
    keeper.book.merge_players(anna, into=ann, at=DELETED)
    keeper.book.discard(gone, at=DELETED)
    purge(db, before=LATER)
    assert [(each.id, each.name) for each in keeper.book.people()] == [(ann, "Ann"), (ben, "Ben")]
    assert keeper.book.search()[0].seats[0].name == "Ann"
    keeper.book.discard(keeper.book.search()[0].id, at=DELETED)
    purge(db, before=LATER)
    assert mentions(db, "ann", "ben") == []


@pytest.mark.engines(*ENGINES)
def test_a_scorebook_leaves_whole(keeper: Keeper, stranger: Keeper, db: Connection, regret: Callable[[], str]) -> None:
    stranger.sits_down("Zoë", "Yan")
    before = everything(db)
    sessions = [regret(), keeper.sits_down("Anna", "Ben"), keeper.sits_down("Ann", "Ben")]
    people = {each.name: each.id for each in keeper.book.people()}
    keeper.book.merge_players(people["Anna"], into=people["Ann"], at=DELETED)
    keeper.book.rename_player(people["Ann"], name="Gretchen")
    keeper.book.keep_rule_set("pot", name="Thursdays", options={"pot": "20"}, at=DELETED)
    keeper.book.delete_scorebook(at=DELETED)
    assert purge(db, before=DELETED) == Purged(0, 0)
    assert purge(db, before=LATER) == Purged(scorebooks=1, sessions=3)
    assert mentions(db, *sessions, *SECRETS, keeper.scorebook, "gretchen", "ann", "thursdays") == []
    assert everything(db) == before
    assert keeper.sits_down("Ann", "Ben"), "a new one begins where it was"


@pytest.mark.engines(*ENGINES)
def test_the_door_opens_for_nothing_that_was_not_put_away(keeper: Keeper, db: Connection) -> None:
    session, other = keeper.sits_down(), keeper.sits_down()
    for each in (session, other):
        keeper.writes(each, takes(ANN, 3))
    deletes, changes = "DELETE FROM action WHERE session = ?", "UPDATE action SET facts = '{}' WHERE session = ?"
    steps: tuple[tuple[Callable[[], object], str, str, str], ...] = (
        (lambda: None, deletes, session, "never deleted"),
        (lambda: db.execute("INSERT INTO purging VALUES (?)", (session,)), deletes, session, "never deleted"),
        (lambda: keeper.book.discard(session, at=DELETED), deletes, other, "never deleted"),
        (lambda: None, changes, session, "never changed"),
    )
    for before, statement, of, words in steps:
        before()
        with pytest.raises(ConstraintError, match=words):
            db.execute(statement, (of,))
    db.execute(deletes, (session,))
    assert keeper.sees(other).position == 1


@pytest.mark.engines(*ENGINES)
def test_the_command_takes_out_what_is_due(
    keeper: Keeper, db: Connection, address: str, regret: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    session, recent = regret(), keeper.sits_down()
    keeper.book.discard(session, at=DELETED)
    # The clock of the command is the real one.
    db.execute("UPDATE session SET discarded_at = ? WHERE id = ?", ("2020-01-01T00:00:00Z", session))
    keeper.book.discard(recent, at=stamp(datetime.now(UTC)))
    assert main(["purge", address]) == 0
    assert capsys.readouterr().out == "Deleted for good. Scorebooks: 0, sessions: 1.\n"
    assert mentions(db, session, *SECRETS) == []
    assert keeper.sees(recent).discarded_at


def test_nothing_of_it_is_left_in_the_file(tmp_path: Path, sqlite: SQLite) -> None:
    with closing(sqlite.connect()) as db:
        book = Keeper(db, "club")
        session = book.sits_down("Xaver", "Yvonne")
        book.writes(session, note("said by Mephisto"))
        book.book.discard(session, at=DELETED)
        assert any(b"Mephisto" in path.read_bytes() for path in tmp_path.iterdir())
        KeepersBook(db, "club").purge(before=LATER)
    sqlite.sweep()
    left = [path.read_bytes() for path in tmp_path.iterdir()]
    assert not [word for word in (b"Mephisto", b"Xaver", session.encode()) for each in left if word in each]


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("look", [rebuild, count_finished])
def test_what_leaves_while_the_record_is_rebuilt_or_counted_is_passed_over(
    keeper: Keeper, database: Database, db: Connection, careless: Callable[[str], None], look: Callable[..., Any]
) -> None:
    first, gone = keeper.sits_down(), keeper.sits_down()
    for session in (first, gone):
        keeper.writes(session, takes(ANN, 10))
    # As an earlier release left them.
    for statement in ("UPDATE session SET counted = 0", "DELETE FROM share", "DELETE FROM tally"):
        careless(statement)
    purged: list[Purged] = []

    @contextmanager
    def purging(_doing: str, _steps: int) -> Iterator[Advance]:
        def advance(_more: int) -> None:
            if not purged:
                with closing(database.connect()) as another:
                    KeepersBook(another, keeper.scorebook).discard(gone, at=DELETED)
                    purged.append(purge(another, before=LATER))

        yield advance

    look(db, purging)
    assert purged == [Purged(scorebooks=0, sessions=1)]
    assert [each.id for each in keeper.book.search()] == [first]
    assert compare(db).differences == ()
