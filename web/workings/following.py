"""By what a page that is open tells the site how old it is: the mark of its session, as this visitor sees it."""

from __future__ import annotations

from record.session import Session
from store import marks
from web.workings.access import book, role


def mark_now(session: str) -> str:
    """The mark of a session by now, from one query; raises NoSuchSessionError, DeletedScorebookError."""
    return _seen(book(deleted=True).mark(session))


def mark_of(found: Session) -> str:
    """The mark of a session as it was loaded for a page."""
    return _seen(marks.mark_of(found))


def _seen(mark: str) -> str:
    """Whoever may write sees another page than who may not."""
    return f"{mark}.{role()[0]}"
