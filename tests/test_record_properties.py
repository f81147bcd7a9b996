"""Whatever a table says: the record gives back the sheet that was written, and a correction is as if said at first."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from record.log import Author
from scoring.catalogue import all_games
from scoring.core import read_entry, replay
from scoring.errors import ReplayError
from scoring.game import AnyGame
from scoring.sheets.sheet import Sheet
from store.admin.rebuild import compare
from store.book import Book
from store.cache import Cache
from store.engines.base import Database
from store.seats.entries import enter
from store.sessions.loading import load
from store.sessions.writing import correct, start, undo
from tests.kit.examples import examples
from tests.kit.games import Played, play_on, random_answer, random_session

pytestmark = pytest.mark.thorough

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
some = settings(
    max_examples=examples(15),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
few = settings(some, max_examples=2)
"""Where only what the database does with it is in question."""
LONGEST = 24
numbers = count()


@pytest.fixture
def book(sqlite: Database) -> Iterator[Book]:
    with closing(sqlite.connect()) as db:
        # Every example writes dozens of entries; whether each reaches the disk at once is not the question here.
        db.execute("PRAGMA synchronous=OFF")
        yield Book(db, "book", "keeper")


@pytest.fixture
def book_of_a_server(postgresql: Database) -> Iterator[Book]:
    with closing(postgresql.connect()) as db:
        yield Book(db, "book", "keeper")


@every_game
@some
@given(luck=st.integers())
def test_any_sequence_of_legal_entries_replays_to_the_same_sheet(game: AnyGame, luck: int, book: Book) -> None:
    replays_to_the_same_sheet(game, luck, book)


@every_game
@some
@given(luck=st.integers(), at=st.integers(0, 500))
def test_a_correction_in_the_record_equals_a_fresh_replay(game: AnyGame, luck: int, at: int, book: Book) -> None:
    is_as_if_said_at_first(game, luck, at, book)


@every_game
@few
@given(luck=st.integers(), at=st.integers(0, 500))
def test_it_is_so_on_a_server_too(game: AnyGame, luck: int, at: int, book_of_a_server: Book) -> None:
    replays_to_the_same_sheet(game, luck, book_of_a_server)
    is_as_if_said_at_first(game, luck, at, book_of_a_server)
    assert compare(book_of_a_server.db).differences == ()


def replays_to_the_same_sheet(game: AnyGame, luck: int, book: Book) -> None:
    play = random_play(game, luck)
    assert replay(game.start(play.session), play.entries) == play.last
    session = kept(book, game, play)
    written = load(book, session)
    with patch("store.sessions.loading.SESSION_CACHE", Cache(128)):
        read = load(book, session)
    assert read == written, "what was written is what its log says"
    assert read.sheet == replay(play.sheets[0], said(play))


def is_as_if_said_at_first(game: AnyGame, luck: int, at: int, book: Book) -> None:
    play, entries = (found := random_play(game, luck)), said(found)
    session, index = kept(book, game, play), at % len(entries)
    before = play.sheets[index]
    assert before.ask is not None
    ask = next(ask for ask in before.asks if ask.step == entries[index]["step"])
    new = read_entry(before, random_answer(before, ask, random.Random(at))).to_json()
    changed = [*entries[:index], new, *entries[index + 1 :]]
    by = said_by(f"{session} correction")
    written = correct(book, session, {index: new}, reopen=True, position=len(entries), by=by)
    if type(before).adapt_later_entry is Sheet.adapt_later_entry:
        assert [*written.session.entries] == as_far_as_legal(game, play, changed)
    else:
        # What came later was made to fit: it is at least what one could have entered on the corrected sheet.
        assert [*written.session.entries[: index + 1]] == changed[: index + 1]
    assert written.session.sheet == replay(game.start(play.session), written.session.entries)
    if new != entries[index]:
        position = written.session.position
        undone = undo(book, session, position=position, by=said_by(f"{session} undo"))
        assert undone.session.sheet == replay(game.start(play.session), entries), "undone, it was never there"


def random_play(game: AnyGame, luck: int) -> Played:
    rng = random.Random(luck)
    session = random_session(game, rng)
    return play_on(session, (game.start(session),), rng)


def said(play: Played) -> list[dict[str, Any]]:
    return list(play.entries[:LONGEST])


def kept(book: Book, game: AnyGame, play: Played) -> str:
    """The play, written entry by entry into the record."""
    session = start(book, game, play.session, said_by(f"start {next(numbers)}"))
    for position, raw in enumerate(said(play)):
        enter(book, session, raw, position=position, by=said_by(f"{session} {position}"))
    return session


def said_by(key: str) -> Author:
    return Author(device="phone", key=key, at=datetime(2026, 11, 21, 19, 30, tzinfo=UTC))


def as_far_as_legal(game: AnyGame, play: Played, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    try:
        replay(game.start(play.session), entries)
    except ReplayError as error:
        return entries[: error.position]
    return entries
