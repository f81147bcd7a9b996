"""A long file is written in parts, and everybody else saves in between."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from store.admin.rebuild import compare
from store.engines.base import Connection, Database
from store.errors import OtherLogError, UnavailableError
from store.transfer import importer
from store.transfer.file import BrokenFileError
from store.transfer.importer import Taken
from tests.kit.store.scorebook_file import exported, imports
from tests.kit.store.table_talk import ANN, note, takes
from tests.store.conftest import Keeper


@pytest.fixture(autouse=True)
def a_part_for_each_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MAX_HELD_SECONDS", 0)


@pytest.fixture
def file(stranger: Keeper) -> str:
    """Another scorebook with three sessions of a deal each."""
    for players in (("Ann", "Ben"), ("Ben", "Chika"), ("Chika", "Ann")):
        stranger.writes(stranger.sits_down(*players), takes(ANN, 3))
    return exported(stranger)


def test_another_table_saves_between_the_parts(
    keeper: Keeper, file: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def pause(_seconds: float) -> None:
        with closing(database.connect()) as db:
            Keeper(db, "cellar").sits_down("Dora", "Emil")
            seen.append(len(Keeper(db, keeper.scorebook).book.heads()))

    monkeypatch.setattr(importer, "sleep", pause)
    assert imports(keeper, file) == Taken(new=3)
    assert seen == [1, 2, 3]


@pytest.mark.engines("sqlite")
def test_what_came_before_a_fault_stays_and_the_same_file_brings_the_rest(
    keeper: Keeper, file: str, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pause(_seconds: float) -> None:
        if len(keeper.book.heads()) == 2:
            raise UnavailableError("full", "no room")

    monkeypatch.setattr(importer, "sleep", pause)
    with pytest.raises(UnavailableError):
        imports(keeper, file)
    assert len(keeper.book.heads()) == 2
    assert compare(db).differences == ()
    monkeypatch.setattr(importer, "sleep", lambda _seconds: None)
    assert imports(keeper, file) == Taken(new=1, known=2)


@pytest.mark.engines("sqlite")
def test_a_file_with_somebody_twice_at_its_last_table_brings_nothing(keeper: Keeper, file: str) -> None:
    keeper.sits_down("Ann", "Zoe")
    keeper.sits_down("Chika", "Zoe")
    people = {each.name: each.id for each in keeper.book.people()}
    keeper.book.merge_players(people["Chika"], into=people["Ann"], at="2026-11-23T11:00:00Z")
    with pytest.raises(BrokenFileError, match="^Session 3 .* are the same player in this scorebook"):
        imports(keeper, file)
    assert len(keeper.book.heads()) == 2
    assert "Ben" not in keeper.book.players()


@pytest.mark.engines("sqlite")
def test_a_log_of_another_way_or_table_is_not_mixed_with_what_was_written_here_since(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    """Whatever was found when the file was looked at."""
    id = elsewhere.sits_down("Ann", "Ben")
    keeper.book.import_session(elsewhere.sees(id))
    keeper.writes(id, note("here"))
    elsewhere.writes(id, note("there"))
    table = replace(elsewhere.sees(elsewhere.sits_down("Ann", "Ben", dealer=1)), id=id)
    before = keeper.sees(id)
    for other in (elsewhere.sees(id), table):
        with pytest.raises(OtherLogError):
            keeper.book.import_session(other)
    assert keeper.sees(id) == before
