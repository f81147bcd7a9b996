"""One of several processes that use one record at the same moment; started by the tests."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from record.author import Author
from scoring import catalogue
from store.book import KeepersBook
from store.engines.sqlite import SQLite
from store.errors import StaleError
from tests.store.toy_game import POT

DATABASES = 15
NOTES = 25


def prepare_many(folder: Path, start: float) -> None:
    """Prepare one new database after another, each at a moment agreed upon."""
    for turn in range(DATABASES):
        _wait_until(start + turn * 0.06)
        SQLite(folder / f"{turn}.db").prepare()


def note_many(database: Path, start: float, *, scorebook: str, session: str, name: str) -> None:
    """Write notes on one sheet, each again at the position that stands whenever another was faster."""
    catalogue.all_games = lambda: {"pot": POT}  # type: ignore[assignment]
    _wait_until(start)
    with closing(SQLite(database).connect()) as db:
        book = KeepersBook(db, scorebook)
        for turn in range(NOTES):
            position = book.load(session).position
            by = Author(device=name, key=f"{name}-{turn}", at=datetime.now(UTC))
            raw = {"step": "note", "text": f"{name}-{turn}"}
            while True:
                try:
                    book.enter(session, raw, position=position, by=by)
                    break
                except StaleError as stale:
                    position = stale.session.position


def _wait_until(moment: float) -> None:
    while time.time() < moment:
        time.sleep(0.0002)


if __name__ == "__main__":
    task, place, start, *rest = sys.argv[1:]
    if task == "prepare":
        prepare_many(Path(place), float(start))
    else:
        scorebook, session, name = rest
        note_many(Path(place), float(start), scorebook=scorebook, session=session, name=name)
