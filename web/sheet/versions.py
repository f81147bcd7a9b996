"""What the versions of a session that was carried on in two places look like beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from record.errors import UnreadableSessionError
from record.session import Session
from store.book import Book
from store.errors import NoSuchError
from store.sessions.loading import load
from store.sessions.versions import first_of, version_ids
from web.identity import visitor
from web.identity.phones import phones_of
from web.sheet.session_log import LogLine, lines

MAX_LISTED = 10
"""Sessions of an import that are named."""
MAX_LINES = 5


@dataclass(frozen=True)
class Version:
    """One of them: the last `lines` of its log that the others do not have, newest first, and how many more."""

    session: Session
    is_from_here: bool
    lines: Sequence[LogLine]
    more: int

    @property
    def is_deleted(self) -> bool:
        return self.session.discarded_at is not None


@dataclass(frozen=True)
class Versions:
    """All of them, with the last line of the log that they have in common, or None."""

    versions: Sequence[Version]
    common: LogLine | None


def sessions_of(book: Book, ids: Iterable[str]) -> Iterator[Session]:
    """Those of these sessions that are here and can be read."""
    for each in ids:
        with suppress(NoSuchError, UnreadableSessionError):
            yield load(book, each)


def versions_of(book: Book, session: str) -> Versions:
    """The versions of a session that are here and can be read."""
    found = [*sessions_of(book, version_ids(book, session))]
    logs = [each.actions for each in found]
    together = sum(1 for _ in takewhile(lambda same: all(each == same[0] for each in same), zip(*logs, strict=False)))
    told = [[*lines(each, own=visitor.device(), names=phones_of(each))] for each in found]
    return Versions(
        [
            Version(
                each,
                is_from_here=each.id == first_of(each.id),
                lines=log[together:][: -MAX_LINES - 1 : -1],
                more=max(0, len(log) - together - MAX_LINES),
            )
            for each, log in zip(found, told, strict=True)
        ],
        common=told[0][together - 1] if found and together else None,
    )
