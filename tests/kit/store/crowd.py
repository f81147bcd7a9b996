"""One of several processes that use one record at the same moment; started by the tests.

It says that it is up, waits for the word to begin, and ends with an error where anything is not as it should be.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime

from record.author import Author
from scoring import catalogue
from store.admin.rebuild import compare, rebuild
from store.book import KeepersBook
from store.engines import database_at
from store.errors import StaleError
from tests.kit.store.toy_game import POT

NOTES = 10
REBUILDS = 4


def prepare_many(*addresses: str) -> None:
    """Prepare one new database after another, each at the moment when all have come to it."""
    for address in addresses:
        _begin()
        database_at(address).prepare()


def note_many(address: str, scorebook: str, session: str, name: str) -> None:
    """Write notes on one sheet, each again at the position that stands whenever another was faster."""
    _begin()
    with closing(database_at(address).connect()) as db:
        book = KeepersBook(db, scorebook)
        for turn in range(NOTES):
            position = book.load(session).position
            by = Author(device=name, key=f"{name}-{turn}", at=datetime.now(UTC), name=f"{name}'s phone")
            raw = {"step": "note", "text": f"{name}-{turn}"}
            while True:
                try:
                    book.enter(session, raw, position=position, by=by)
                    break
                except StaleError as stale:
                    position = stale.session.position


def rebuild_often(address: str) -> None:
    """Compare all read models and write them anew, over and over: there is never anything to mend."""
    _begin()
    with closing(database_at(address).connect()) as db:
        for _ in range(REBUILDS):
            for look in (rebuild, compare):
                found = look(db)
                assert (found.differences, found.unreadable) == ((), ())


def _begin() -> None:
    print("ready", flush=True)
    assert sys.stdin.readline() == "begin\n"


TASKS: dict[str, Callable[..., None]] = {"prepare": prepare_many, "note": note_many, "rebuild": rebuild_often}

if __name__ == "__main__":
    catalogue.all_games = lambda: {"pot": POT}  # type: ignore[assignment]
    task, *rest = sys.argv[1:]
    TASKS[task](*rest)
