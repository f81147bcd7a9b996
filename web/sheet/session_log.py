"""The log of a session for its reader: all of it, what others wrote meanwhile, and what versions have of their own."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from record.session import Session
from record.wording import log_lines
from scoring.message import Message, Words
from store.book import Book
from store.sessions.loading import load_readable
from store.sessions.versions import first_of, version_ids
from web.identity import visitor
from web.identity.phones import name_for, phones_of

MAX_MEANWHILE = 4
"""Log lines of an edit conflict, the last ones."""
MAX_LISTED = 10
"""Sessions of an import that are named."""
MAX_OF_VERSION = 5


class LogLine(NamedTuple):
    """One action: time (UTC), device, what it did."""

    at: str
    device: Words
    text: Message


def lines(session: Session, shown: range | None = None) -> list[LogLine]:
    """The log lines of the actions in order, of all or of those at the positions `shown`."""
    own, names = visitor.device(), phones_of(session)
    return [
        LogLine(action.at, name_for(action.device, own=own, name=names.get(action.device, "")), text)
        for action, text in log_lines(session, shown)
    ]


def meanwhile(session: Session, seen: int) -> list[LogLine]:
    """What others wrote since the position that was seen; empty for an impossible position."""
    return lines(session)[seen:][-MAX_MEANWHILE:] if 0 <= seen < session.position else []


def versions_of(book: Book, session: str) -> tuple[list[dict[str, Any]], LogLine | None]:
    """The versions of a session that are here and can be read, and the last line that all their logs have.

    Each has the last `lines` of its log that the others do not have, newest first, and how many `more` there are.
    """
    found = [*load_readable(book, version_ids(book, session))]
    logs = zip(*(each.actions for each in found), strict=False)
    together = sum(1 for _ in takewhile(lambda same: all(each == same[0] for each in same), logs))
    own = [lines(each) for each in found]
    versions = [
        {
            "session": each,
            "is_from_here": each.id == first_of(each.id),
            "lines": log[together:][: -MAX_OF_VERSION - 1 : -1],
            "more": max(0, len(log) - together - MAX_OF_VERSION),
        }
        for each, log in zip(found, own, strict=True)
    ]
    return versions, own[0][together - 1] if found and together else None
