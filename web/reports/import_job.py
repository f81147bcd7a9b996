"""Import jobs: a background thread imports a file while the page shows its progress.

Without threads the import is finished before the page is sent.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import IO, cast

from record.log import Author
from scoring.strict_json import shown
from store.book import Book
from store.engines.base import Database
from store.progress import Advance
from store.transfer.file import BrokenFileError, with_days
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from web.errors import NoTurnError
from web.i18n.timezone import there, zone
from web.i18n.translate import words

MAX_FILE_BYTES = 48 * 1024**2
"""Bytes of a request at addresses that accept files."""
MAX_NEWCOMER_FILE_BYTES = 2 * 1024**2
"""Bytes of a file from a visitor without a scorebook on a public site: hundreds of sessions."""
TAKES_FILES = "/scorebook"
"""How those addresses end, both the page's and the API's."""
IN_MEMORY = 1024**2
"""Bytes of a file kept in memory; a larger one is stored on disk."""
MAX_PROBLEM_LENGTH = 600
"""Letters of an error message shown for a file."""
MAX_IMPORTS = 2
"""Imports accepted at a time by a process; one runs, the others wait."""
TURN_SECONDS = 10.0
"""Seconds that an import by the API waits for its turn."""
_room = BoundedSemaphore(MAX_IMPORTS)
_turn = Lock()


@contextmanager
def room() -> Iterator[None]:
    """Reserve one of the process's imports; raises NoTurnError where all are taken."""
    if not _room.acquire(blocking=False):
        raise NoTurnError
    try:
        yield
    finally:
        _room.release()


@contextmanager
def turn(patience: float = -1) -> Iterator[None]:
    """Wait for the lock that one import holds at a time; raises NoTurnError after `patience` seconds (-1: no limit)."""
    if not _turn.acquire(timeout=patience):
        raise NoTurnError
    try:
        yield
    finally:
        _turn.release()


def set_aside(file: IO[bytes]) -> IO[bytes]:
    """Read the whole upload first, so that a slow one does not block other imports."""
    aside = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - who asked for it closes it
    shutil.copyfileobj(file, aside)
    aside.seek(0)
    return cast(IO[bytes], aside)


def told(error: BrokenFileError) -> str:
    """The error message for a file, with local dates."""
    here = zone()
    return shown(
        words(with_days(error.message, lambda stamp: there(stamp, here).date().isoformat())), MAX_PROBLEM_LENGTH
    )


class Importing:
    """A running import of a file into a scorebook; raises NoTurnError where there are too many."""

    def __init__(self, database: Database, book: Book, file: IO[bytes], by: Author, *, at_once: bool = False) -> None:
        with ExitStack() as place:
            place.enter_context(room())
            # The upload is closed with its request.
            self._file = place.enter_context(set_aside(file))
            self._place = place.pop_all()
        self._work = (database, book, by)
        self.waits = True
        """Whether other imports run first."""
        self._over = Event()
        self._steps, self._done = 1, 0
        self._taken: Taken | None = None
        self._error: Exception | None = None
        if at_once:
            self._run()
        else:
            Thread(target=self._run, name="import", daemon=True).start()

    def is_over(self, within: float) -> bool:
        """Wait for the end, at most so many seconds; returns whether it is over."""
        return self._over.wait(within)

    @property
    def percent(self) -> int:
        """Progress in percent; 100 only when it is over."""
        return 100 if self._over.is_set() else min(99, 100 * self._done // self._steps)

    def outcome(self) -> Taken:
        """The result of an import that is over; raises its error."""
        if self._error is not None:
            raise self._error
        assert self._taken is not None
        return self._taken

    def _run(self) -> None:
        database, book, by = self._work
        try:
            with self._place, turn():
                self.waits = False
                file = read(self._file)
                db = database.borrow()
                try:
                    self._taken = take_in(replace(book, db=db), file, by, self._progress, sets_aside=True)
                finally:
                    database.give_back(db)
        except Exception as error:
            self._error = error
        finally:
            self._over.set()

    @contextmanager
    def _progress(self, doing: str, steps: int) -> Iterator[Advance]:
        self._steps = max(1, steps)

        def advance(more: int) -> None:
            self._done += more

        yield advance
