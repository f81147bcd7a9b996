"""An import as work of its own: a page tells how far it is, and it goes on if nobody looks any more.

Where there are no threads it is done before anything is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Thread

from record.author import Author
from store.book import KeepersBook
from store.engine import Database
from store.errors import UnavailableError
from store.progress import Advance
from store.scorebook_file import BrokenFileError, Document, ScorebookFile, with_days
from store.scorebook_in import Taken, take_in
from store.strict_json import shown
from web.workings.words import words
from web.workings.zone import there, zone

LARGEST_FILE = 48 * 1024 * 1024
"""Bytes that are taken at the addresses that take files."""
LONGEST_PROBLEM = 600
"""Letters: so much is told of what is wrong with one."""
AT_ONCE = 2
"""So many imports run in a process at a time: each takes a processor, and some hundred MB of memory."""
_free = BoundedSemaphore(AT_ONCE)


def told(error: BrokenFileError) -> str:
    """What is wrong with a file, with the days as they are where the reader is."""
    here = zone()
    return shown(words(with_days(error.message, lambda stamp: there(stamp, here).date().isoformat())), LONGEST_PROBLEM)


class Importing:
    """A file on its way into a scorebook, from now on; raises UnavailableError where too many are on theirs."""

    def __init__(
        self,
        database: Database,
        scorebook: str,
        file: ScorebookFile | Document,
        by: Author,
        *,
        at_once: bool = False,
    ) -> None:
        if not _free.acquire(blocking=False):
            raise UnavailableError("busy", "too many imports at once")
        self._work = (database, scorebook, file, by)
        self._over = Event()
        self._steps, self._done = 1, 0
        self._taken: Taken | None = None
        self._error: Exception | None = None
        if at_once:
            self._run()
        else:
            Thread(target=self._run, name="import", daemon=True).start()

    def is_over(self, within: float) -> bool:
        """Whether it is over, waited for so many seconds."""
        return self._over.wait(within)

    @property
    def percent(self) -> int:
        """How far it is; 100 only when it is over."""
        return 100 if self._over.is_set() else min(99, 100 * self._done // self._steps)

    def outcome(self) -> Taken:
        """What came of it; raises what it was ended by. Only for one that is over."""
        if self._error is not None:
            raise self._error
        assert self._taken is not None
        return self._taken

    def _run(self) -> None:
        database, scorebook, file, by = self._work
        try:
            db = database.borrow()
            try:
                self._taken = take_in(KeepersBook(db, scorebook), file, by, self._progress)
            finally:
                database.give_back(db)
        except Exception as error:
            self._error = error
        finally:
            _free.release()
            self._over.set()

    @contextmanager
    def _progress(self, doing: str, steps: int) -> Iterator[Advance]:
        self._steps = max(1, steps)

        def advance(more: int) -> None:
            self._done += more

        yield advance
