"""Writes rounds of the score pad into a record as the site does, for the scripts beside it: play.py ADDRESS ROUNDS."""

from __future__ import annotations

import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

sys.path.insert(0, str(Path(__file__).parents[2]))

from record.log import Author
from scoring.catalogue import find_game
from store.book import Book
from store.engines import database_at
from store.seats.entries import enter
from store.sessions.writing import start


def play(address: str, rounds: int) -> None:
    """Begin a session and enter so many rounds, an action each."""
    database = database_at(address)
    database.prepare()
    with closing(database.connect()) as db:
        book = Book(db, "thursday-evenings", "keeper")
        raw = {"players": ["Ann", "Ben", "Chika"], "dealer": 0, "options": {}}
        session = start(book, find_game("score-pad"), raw, _somebody())
        for position in range(rounds):
            entry = {"step": "round", "points": [position, 5, -3]}
            enter(book, session, entry, position=position, by=_somebody())


def _somebody() -> Author:
    return Author(device="a-phone", key=token_hex(12), at=datetime.now(UTC))


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]))
