"""What bounds an import: the size of a file, and one at a time in a process; and what is said of a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from scoring.strict_json import shown
from store.transfer.file import BrokenFileError, with_days
from web.errors import NoTurnError
from web.i18n.timezone import there, zone
from web.i18n.translate import words

MAX_FILE_BYTES = 8 * 1024**2
"""Bytes of a file: some 1,700 sessions of an evening each."""
MAX_FILES_BYTES = 6 * MAX_FILE_BYTES
"""Bytes of a form with several files, such as the years of a scorebook."""
MAX_NEWCOMER_FILE_BYTES = 2 * 1024**2
"""Bytes of a file from a visitor without a scorebook on a public site: hundreds of sessions."""
TAKES_FILES = "/scorebook"
"""How those addresses end, both the page's and the API's."""
MAX_PROBLEM_LENGTH = 600
"""Letters of an error message shown for a file."""
_turn = Lock()


@contextmanager
def turn() -> Iterator[None]:
    """Hold the lock that one import has at a time; raises NoTurnError at once: who waits would keep a thread."""
    if not _turn.acquire(blocking=False):
        raise NoTurnError
    try:
        yield
    finally:
        _turn.release()


def told(error: BrokenFileError) -> str:
    """The error message for a file, with local dates."""
    here = zone()
    return shown(
        words(with_days(error.message, lambda stamp: there(stamp, here).date().isoformat())), MAX_PROBLEM_LENGTH
    )
