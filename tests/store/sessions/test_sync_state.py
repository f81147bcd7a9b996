"""Two scorebooks on two sites find by the heads of their sessions what is new, and tell each other no more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from record.author import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import KeepersBook
from store.engines.sqlite.database import SQLite
from store.sessions.sync_state import heads, news
from store.transfer.checking import GoneAnotherWayError
from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper

SATURDAY = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
STAMP = "2026-11-21T22:00:00Z"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Keeper]:
    """The keeper of a record on another machine."""
    database = SQLite(tmp_path / "elsewhere.db")
    database.prepare()
    connection = database.connect()
    yield Keeper(connection, "cellar")
    connection.close()


def part(book: KeepersBook, only: frozenset[str] | set[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(dump(book, only)))
    return found


def found_new(here: Keeper, there: Keeper) -> frozenset[str]:
    return news(heads(here.book.db, here.book.scorebook), {each.id: each for each in there.book.heads()})


def brings(here: Keeper, there: Keeper, key: str) -> Taken:
    """What is new here goes there."""
    body = "".join(dump(here.book, found_new(here, there))).encode()
    return take_in(there.book, read(BytesIO(body)), Author(device="tablet", key=key, at=SATURDAY, name="iPad"))


def test_only_what_is_new_goes_and_once_it_is_there_nothing_does(keeper: Keeper, elsewhere: Keeper) -> None:
    first = elsewhere.sits_down("Ann", "Ben")
    elsewhere.writes(first, takes(ANN, 3))
    assert found_new(elsewhere, keeper) == {first}
    assert brings(elsewhere, keeper, "one") == Taken(new=1)
    assert found_new(elsewhere, keeper) == found_new(keeper, elsewhere) == frozenset()
    second = elsewhere.sits_down("Ann", "Ben")
    elsewhere.writes(first, takes(BEN, 2))
    assert found_new(elsewhere, keeper) == {first, second}
    assert brings(elsewhere, keeper, "two") == Taken(new=1, longer=1)
    assert keeper.sees(first) == elsewhere.sees(first)
    assert "".join(dump(keeper.book)) == "".join(dump(elsewhere.book))


def test_what_was_said_of_a_session_later_is_news_until_it_is_there(keeper: Keeper, elsewhere: Keeper) -> None:
    session = elsewhere.sits_down("Ann", "Ben")
    brings(elsewhere, keeper, "one")
    elsewhere.book.describe(session, place="Café Mokka", note="")
    assert found_new(elsewhere, keeper) == {session}
    assert brings(elsewhere, keeper, "two") == Taken(known=1)
    assert keeper.sees(session).place == "Café Mokka"
    assert found_new(elsewhere, keeper) == frozenset()


def test_a_part_has_some_sessions_and_what_belongs_to_them(keeper: Keeper) -> None:
    book = keeper.book
    table = {"dealer": 0, "options": {}}

    def begins(key: str, *players: str) -> str:
        by = Author(device=f"of {key}", key=key, at=SATURDAY, name=f"phone of {key}")
        session = book.start(OH_HELL, {"players": players, **table}, by)
        book.enter(
            session, {"step": "note", "text": "tea"}, position=0, by=Author(by.device, f"{key} 1", SATURDAY, by.name)
        )
        return session

    wanted, other = begins("one", "Ann", "Benny", "Chika"), begins("two", "Dan", "Ben", "Fay")
    people = {each.name: each.id for each in book.people()}
    book.merge_players(people["Benny"], into=people["Ben"], at=STAMP)
    book.keep_rule_set("oh-hell", name="Thursdays", options={"scoring": "minus"}, at=STAMP)
    book.keep_rule_set("pot", name="Long pots", options={}, at=STAMP)
    whole = json.loads("".join(dump(book)))
    told = part(book, {wanted})
    assert [each["id"] for each in told["sessions"]] == [wanted]
    assert told["sessions"][0] == next(each for each in whole["sessions"] if each["id"] == wanted)
    # Ben stands for Benny, so he comes too; he plays in none of these sessions.
    assert [each["name"] for each in told["players"]] == ["Ann", "Ben", "Benny", "Chika"]
    assert told["devices"] == {"of one": "phone of one"}
    assert [each["name"] for each in told["rules"]] == ["Thursdays"]
    assert part(book, {wanted, other}) == {**whole, "rules": told["rules"]}
    assert part(book, set())["sessions"] == part(book, set())["players"] == []


def test_all_that_went_another_way_are_told_at_once_and_nothing_is_written(keeper: Keeper, elsewhere: Keeper) -> None:
    apart = [elsewhere.sits_down("Ann", "Ben") for _ in range(2)]
    brings(elsewhere, keeper, "one")
    fresh = elsewhere.sits_down("Ann", "Ben")
    for session in apart:
        keeper.writes(session, note("here"))
        elsewhere.writes(session, note("there"), at="2026-11-21T23:00:00Z")
    before = "".join(dump(keeper.book))
    with pytest.raises(GoneAnotherWayError) as refused:
        brings(elsewhere, keeper, "two")
    assert [each.id for each in refused.value.sessions] == apart
    assert "".join(dump(keeper.book)) == before
    # Without these the rest comes.
    body = "".join(dump(elsewhere.book, {fresh})).encode()
    assert take_in(keeper.book, read(BytesIO(body)), Author("tablet", "three", SATURDAY)) == Taken(new=1)
