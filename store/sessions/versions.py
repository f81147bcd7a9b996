"""Versions of a session: what was written in two places after both had the same log.

The session that was here keeps its id, each other version has that id with a number: `…-v2` and so on. All of them are
sessions like any other, so one that is deleted can be restored.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from store.book import Book, needs
from store.errors import NoSuchError
from store.sessions.details import delete_session

MAX_VERSIONS = 9
VERSION = re.compile(rf"(.+)-v[2-{MAX_VERSIONS}]")
MAX_ID_LENGTH = 64


def first_of(id: str) -> str:
    """The id of the first version.

    >>> first_of("evening-v3"), first_of("evening")
    ('evening', 'evening')
    """
    found = VERSION.fullmatch(id)
    return found[1] if found else id


def versions_of(id: str) -> tuple[str, ...]:
    """The ids that the versions of a session may have, the first version's before the others.

    >>> versions_of("evening-v2")[:3]
    ('evening', 'evening-v2', 'evening-v3')
    """
    first = first_of(id)
    others = tuple(f"{first}-v{number}" for number in range(2, MAX_VERSIONS + 1))
    return (first, *(each for each in others if len(each) <= MAX_ID_LENGTH))


def version_ids(book: Book, session: str) -> list[str]:
    """The ids of a session's versions that are here, deleted ones too, the first version before the others."""
    ids = versions_of(session)
    places = ", ".join("?" * len(ids))
    found = book.db.execute(
        f"SELECT id FROM session WHERE scorebook = ? AND id IN ({places})", (book.scorebook, *ids)
    ).fetchall()
    return sorted((row["id"] for row in found), key=ids.index)


@needs("keeper")
def choose_versions(book: Book, session: str, *, keep: Collection[str], at: str) -> None:
    """Delete the versions of a session but for some, which are restored; raises NoSuchError."""
    with book.db.writing():
        here = version_ids(book, session)
        if missing := [each for each in keep if each not in here]:
            raise NoSuchError(f"no session {missing[0]!r}")
        for each in here:
            _mark(book, each, at=None if each in keep else at)


def _mark(book: Book, session: str, *, at: str | None) -> None:
    """Delete or restore a session; one that is deleted already keeps its time."""
    row = book.db.execute("SELECT discarded_at FROM session WHERE id = ?", (session,)).fetchone()
    if (row["discarded_at"] is None) != (at is None):
        delete_session(book, session, at=at)
