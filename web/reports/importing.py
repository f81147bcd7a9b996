"""What a file that is imported may have, and what is said of one that is refused."""

from __future__ import annotations

from scoring.strict_json import shown
from store.transfer.file import BrokenFileError, with_days
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


def told(error: BrokenFileError) -> str:
    """The error message for a file, with local dates."""
    here = zone()
    return shown(
        words(with_days(error.message, lambda stamp: there(stamp, here).date().isoformat())), MAX_PROBLEM_LENGTH
    )
