"""The mark of a session is another one as soon as its sheet looks otherwise, and is asked without loading it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from store import loading, people
from store.book import Book, KeepersBook
from store.engine import Connection, Result
from store.errors import DeletedScorebookError, NoSuchSessionError
from store.marks import mark_of
from tests.store.conftest import THURSDAY, Keeper
from tests.store.table_talk import ANN, takes

LATER = "2026-11-22T20:00:00Z"


def ann(db: Connection) -> int:
    return next(each.id for each in people.people(db, THURSDAY) if each.name == "Ann")


CHANGES: dict[str, Callable[[Keeper, str, Connection], object]] = {
    "an entry": lambda keeper, session, _db: keeper.writes(session, takes(ANN, 1)),
    "an undo": lambda keeper, session, _db: keeper.undoes(session),
    "a place": lambda keeper, session, _db: keeper.book.describe(session, place="At Ann's", note=None),
    "a note": lambda keeper, session, _db: keeper.book.describe(session, place=None, note="It rained."),
    "archived": lambda keeper, session, _db: keeper.book.archive(session, at=LATER),
    "deleted": lambda keeper, session, _db: keeper.book.discard(session, at=LATER),
    "another name": lambda keeper, _session, db: keeper.book.rename_player(ann(db), name="Anna"),
    "a colour": lambda keeper, _session, db: keeper.book.paint_player(ann(db), colour=4),
}


@pytest.fixture
def session(keeper: Keeper) -> str:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    return session


@pytest.mark.parametrize("change", CHANGES)
def test_it_changes_with_what_the_sheet_shows_and_is_that_of_the_loaded_session(
    keeper: Keeper, session: str, db: Connection, change: str
) -> None:
    book = Book(db, THURSDAY)
    before = book.mark(session)
    assert book.mark(session) == mark_of(book.load(session)) == before
    CHANGES[change](keeper, session, db)
    after = book.mark(session)
    assert after != before
    assert mark_of(book.load(session)) == after


def test_another_session_leaves_it_alone(keeper: Keeper, session: str, db: Connection) -> None:
    before = Book(db, THURSDAY).mark(session)
    other = keeper.sits_down()
    keeper.writes(other, takes(ANN, 1))
    assert Book(db, THURSDAY).mark(session) == before


def test_it_loads_nothing(session: str, db: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "load", None)
    asked: list[str] = []
    execute = type(db).execute

    def heard(self: Connection, text: str, values: Sequence[Any] = ()) -> Result:
        asked.append(text)
        return execute(self, text, values)

    monkeypatch.setattr(type(db), "execute", heard)
    assert Book(db, THURSDAY).mark(session)
    assert len(asked) == 1


def test_only_its_own_scorebook_has_it_and_only_while_it_is_there(keeper: Keeper, session: str, db: Connection) -> None:
    with pytest.raises(NoSuchSessionError):
        Book(db, "another-group").mark(session)
    with pytest.raises(NoSuchSessionError):
        Book(db, THURSDAY).mark("nowhere")
    KeepersBook(db, THURSDAY).delete_scorebook(at=LATER)
    with pytest.raises(DeletedScorebookError):
        Book(db, THURSDAY).mark(session)
