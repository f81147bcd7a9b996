"""Fills a scorebook with sessions of all games that might have been played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from record.log import Action, stamp
from record.session import Session, new_session
from scoring.catalogue import all_games, find_game
from store.book import Book
from store.encoding import new_id
from store.sessions.writing import import_session
from tests.kit.games import played
from tests.web.conftest import Phone, borrowed

HALF_AN_EVENING = 18
"""Entries of Oh Hell after which the tenth of nineteen deals is to be bid."""
SEEDS, OFTEN = 12, 5
"""Of each game so many are played; a session is one of them again, at another time, of Oh Hell more often."""
AN_EVENING = 3
NOTE, NOTED = "雨の夜、いつもの部屋で", 3
"""One of this many sessions has a note, with its own number."""


@contextmanager
def book_of(phone: Phone) -> Iterator[Book]:
    """The scorebook of a phone that has started a session."""
    with phone.client.session_transaction() as cookie:
        scorebook = cookie["scorebook"]
    with borrowed(phone.client.application) as db:
        yield Book(db, scorebook, "keeper")


def fill(book: Book, how_many: int) -> None:
    """Import so many sessions, some on each evening until yesterday; of fewer they are the last ones of more."""
    games = [*all_games(), *["oh-hell"] * (OFTEN - 1)]
    today = datetime.now(UTC).replace(hour=20, minute=0, second=0, microsecond=0)
    with book.db.writing():
        for back in range(how_many, 0, -1):
            luck = random.Random(back)
            begins = today - timedelta(days=1 + (back - 1) // AN_EVENING, hours=(back - 1) % AN_EVENING)
            session = again(model(luck.choice(games), luck.randrange(SEEDS)), begins)
            import_session(book, replace(session, note="" if back % NOTED else f"{NOTE} {back:05}"))


@cache
def model(game: str, seed: int) -> Session:
    """A random game that was played to its end."""
    random_game = played(find_game(game), seed)
    return session_of(random_game.session, random_game.entries)


def session_of(head: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Session:
    """A document without entries as a session in which these were entered."""
    blank = new_session(id=new_id(), created_at=stamp(datetime.now(UTC)), head=head)
    return blank.after(*(Action(at, "enter", raw, blank.created_at, "pen") for at, raw in enumerate(entries)))


def again(session: Session, begins: datetime) -> Session:
    """Another session like this one, at another time."""
    at = stamp(begins)
    actions = tuple(replace(each, at=at) for each in session.actions)
    return replace(session, id=new_id(), created_at=at, played_at=at, actions=actions)
