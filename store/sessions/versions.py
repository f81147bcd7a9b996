"""Versions of a session: what was written in two places after both had the same log, and how far each place is.

The session that was here keeps its id, each other version has that id with a number: `…-v2` and so on. All of them are
sessions like any other, so one that is deleted can be restored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields

from store.book import Book, needs
from store.errors import NoSuchError
from store.sessions.details import delete_session

MAX_VERSIONS = 9
VERSION = re.compile(rf"(.+)-v[2-{MAX_VERSIONS}]")
MAX_ID_LENGTH = 64


@dataclass(frozen=True)
class SessionVersion:
    """How far a session is: the length of its log, when and on which device it was written in last, or None as long as
    nothing was; place and note, or None."""

    id: str
    position: int
    updated_at: str
    device: str | None = None
    place: str | None = None
    note: str | None = None

    @property
    def written(self) -> tuple[int, str, str | None]:
        """How far its log is, by which equal logs are known."""
        return self.position, self.updated_at, self.device


STATE_COLUMNS = tuple(each.name for each in fields(SessionVersion))


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
    found = book.db.execute(f"SELECT id FROM session WHERE scorebook = ? AND id IN ({places})", (book.scorebook, *ids))
    return sorted((row["id"] for row in found), key=ids.index)


def heads(book: Book) -> list[SessionVersion]:
    """The state of all sessions of a scorebook, deleted ones too, by start time."""
    found = book.db.execute(
        """
        SELECT session.id, session.position, session.updated_at, action.device, session.place, session.note
        FROM session LEFT JOIN action ON action.session = session.id AND action.position = session.position - 1
        WHERE session.scorebook = ? ORDER BY session.created_at, session.number
        """,
        (book.scorebook,),
    )
    return [SessionVersion(**{name: row[name] for name in STATE_COLUMNS}) for row in found]


def news(here: Iterable[SessionVersion], there: Mapping[str, SessionVersion]) -> frozenset[str]:
    """The ids of sessions that have, or may have, something here that is missing there.

    For a session that has more there, the importer has to compare the logs. What is there as another version of the
    session is no news.

    >>> from dataclasses import replace
    >>> old, longer = (
    ...     SessionVersion("evening", 4, "2026-11-21T20:00:00Z"),
    ...     SessionVersion("evening", 5, "2026-11-21T20:10:00Z"),
    ... )
    >>> news([longer], {"evening": old}), news([old], {"evening": old}), news([old], {})
    (frozenset({'evening'}), frozenset(), frozenset({'evening'}))
    >>> news([longer], {"evening": old, "evening-v2": replace(longer, id="evening-v2")})
    frozenset()
    """
    written = {(first_of(each.id), *each.written) for each in there.values()}
    return frozenset(
        each.id
        for each in here
        if (first_of(each.id), *each.written) not in written
        or ((known := there.get(each.id)) and ((each.place and not known.place) or (each.note and not known.note)))
    )


@needs("keeper")
def choose_versions(book: Book, session: str, *, keep: Collection[str], at: str) -> None:
    """Delete the versions of a session but for some, which are restored; raises NoSuchError."""
    with book.db.writing():
        here = version_ids(book, session)
        if missing := [each for each in keep if each not in here]:
            raise NoSuchError(f"no session {missing[0]!r}")
        for each in here:
            row = book.db.execute("SELECT deleted_at FROM session WHERE id = ?", (each,)).fetchone()
            # One that is deleted already keeps its time.
            if (row["deleted_at"] is None) != (each in keep):
                delete_session(book, each, at=None if each in keep else at)
