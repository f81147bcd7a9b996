"""An import as work of its own: a page tells how far it is, and it goes on if nobody looks any more.

Where there are no threads it is done before anything is told.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import IO, cast

from flask_babel import lazy_gettext as _l

from record.author import Author
from store.book import KeepersBook
from store.engines.base import Database
from store.progress import Advance
from store.transfer.file import BrokenFileError, with_days
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from store.transfer.strict_json import shown
from web.i18n.timezone import there, zone
from web.i18n.translate import words

LARGEST_FILE = 48 * 1024**2
"""Bytes that are taken at the addresses that take files."""
LARGEST_OF_NEWCOMERS = 2 * 1024**2
"""Bytes that a public site takes from who has no scorebook there: hundreds of sessions."""
TAKES_FILES = "/scorebook"
"""How those addresses end: the page's and the API's."""
IN_MEMORY = 1024**2
"""Bytes of a file that are kept in memory; a larger one lies on the disk."""
LONGEST_PROBLEM = 600
"""Letters: so much is told of what is wrong with one."""
MAX_IMPORTS = 2
"""Of so many imports in a process one is read and written and the others wait; there is no room for more."""
TURN_SECONDS = 10.0
"""Seconds in which a program's import comes to its turn, or is to be sent again."""
_room = BoundedSemaphore(MAX_IMPORTS)
_turn = Lock()


NO_TURN = (
    _l("Other files are being imported."),
    _l("They come first, and nothing from your file was imported. Send your file again in half a minute."),
)


class NoTurnError(Exception):
    """Other imports come first; worth sending again after `SECONDS`."""

    SECONDS = 30


@contextmanager
def room() -> Iterator[None]:
    """A place among the imports of this process; raises NoTurnError where others have them all."""
    if not _room.acquire(blocking=False):
        raise NoTurnError
    try:
        yield
    finally:
        _room.release()


@contextmanager
def turn(patience: float = -1) -> Iterator[None]:
    """Wait to be the one import that is read and written; raises NoTurnError after so many seconds, -1 is never."""
    if not _turn.acquire(timeout=patience):
        raise NoTurnError
    try:
        yield
    finally:
        _turn.release()


def set_aside(file: IO[bytes]) -> IO[bytes]:
    """What is being sent, all of it on the disk: whoever sends slowly keeps nobody from their turn."""
    aside = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - who asked for it closes it
    shutil.copyfileobj(file, aside)
    aside.seek(0)
    return cast(IO[bytes], aside)


def told(error: BrokenFileError) -> str:
    """What is wrong with a file, with the days as they are where the reader is."""
    here = zone()
    return shown(words(with_days(error.message, lambda stamp: there(stamp, here).date().isoformat())), LONGEST_PROBLEM)


class Importing:
    """A file on its way into a scorebook, from now on; raises NoTurnError where too many are on theirs."""

    def __init__(
        self, database: Database, scorebook: str, file: IO[bytes], by: Author, *, at_once: bool = False
    ) -> None:
        with ExitStack() as place:
            place.enter_context(room())
            # What came with the request is closed with it.
            self._file = place.enter_context(set_aside(file))
            self._place = place.pop_all()
        self._work = (database, scorebook, by)
        self.waits = True
        """Whether others come first."""
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
        database, scorebook, by = self._work
        try:
            with self._place, turn():
                self.waits = False
                file = read(self._file)
                db = database.borrow()
                try:
                    self._taken = take_in(KeepersBook(db, scorebook), file, by, self._progress)
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
