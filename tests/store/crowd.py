"""One of several processes that use one record at the same moment; started by the tests."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from scoring import catalogue
from store import sessions, writing
from store.by import By
from store.errors import StaleError
from store.open import connect, prepare
from tests.store.toy_game import POT

DATABASES = 15
NOTES = 25


def prepare_many(folder: Path, start: float) -> None:
    """Prepare one new database after another, each at a moment agreed upon."""
    for turn in range(DATABASES):
        _wait_until(start + turn * 0.06)
        prepare(folder / f"{turn}.db")


def note_many(database: Path, start: float, *, scorebook: str, session: str, name: str) -> None:
    """Write notes on one sheet, each again at the position that stands whenever another was faster."""
    catalogue.all_games = lambda: {"pot": POT}  # type: ignore[assignment]
    _wait_until(start)
    with closing(connect(database)) as db:
        for turn in range(NOTES):
            position = sessions.load(db, scorebook=scorebook, session=session).position
            by = By(device=name, key=f"{name}-{turn}")
            raw = {"step": "note", "text": f"{name}-{turn}"}
            while True:
                try:
                    writing.write(db, scorebook=scorebook, session=session, raw=raw, position=position, by=by)
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
