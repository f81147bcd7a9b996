"""The state of every session of a scorebook, which two sites compare to sync."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from store.book import Book
from store.sessions.versions import first_of


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
        if (first_of(each.id), *each.written) not in written or _says_more(each, there.get(each.id))
    )


def _says_more(here: SessionVersion, there: SessionVersion | None) -> bool:
    return there is not None and bool((here.place and not there.place) or (here.note and not there.note))
