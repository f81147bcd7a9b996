"""The way of every change that a form asks for: what becomes of it is shown, it is written, or it is refused.

After an edit conflict the page shows what others wrote meanwhile, in lines of the session's log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import redirect
from flask.typing import ResponseReturnValue

from record.errors import LaterEntriesError, NothingToRedoError, NothingToUndoError
from record.session import Session
from record.wording import log_lines
from scoring.errors import EntryError, Problem
from scoring.message import Words
from store.book import Book
from store.errors import (
    ConflictError,
    EnteredMeanwhileError,
    LastKeeperError,
    NothingToEnterError,
    NotSeatedError,
    NotYourTurnError,
    OlderKeeperError,
    OtherFactsError,
    SessionBegunError,
    StaleError,
)
from web.errors import kind_of
from web.i18n.translate import translated
from web.identity import visitor
from web.identity.device_names import device_names_of, name_for
from web.identity.visitor import position

MAX_MEANWHILE_LINES = 4
"""Log lines of an edit conflict, the last ones."""
REFUSALS = (
    *(EntryError, LaterEntriesError, NothingToRedoError, NothingToUndoError, ConflictError, SessionBegunError),
    *(NotSeatedError, NotYourTurnError, NothingToEnterError, EnteredMeanwhileError, LastKeeperError, OlderKeeperError),
)
"""The errors that the page of the form shows; any other has a page of its own."""


def change(
    subject: Any,
    page: Callable[[Any, Any], str],
    write: Callable[[], Any],
    *,
    to: str = "",
    preview: Callable[[Any, Any], str] | None = None,
) -> ResponseReturnValue:
    """Write a change: 303 to an address, else to the one that `write` returns, or the page with the error’s status.

    `page` renders the form with the error; its `subject` is a session or a game to begin, after a conflict the session
    as it is now. `preview` renders what would change in its place, and first, without an error, "" where nobody is
    asked.
    """
    try:
        if preview and (question := preview(subject, None)):
            return question
        try:
            written = write()
            return redirect(to or written, 303)
        except ConflictError as error:
            # What becomes of a change after a conflict may be refused, too.
            subject = error.session
            # The page's ETag is of what it shows: else its next poll has this again as something new.
            visitor.read_again(subject)
            return (preview or page)(subject, error), kind_of(error).status
    except REFUSALS as error:
        return page(subject, error), kind_of(error).status


def write_all(book: Book, writes: Mapping[str, Callable[[], object]]) -> None:
    """Write all, or nothing and raise EntryError with what is wrong, each at the field by which it is written."""
    problems: list[Problem] = []
    with book.db.writing():
        for field, write in writes.items():
            try:
                write()
            except EntryError as error:
                problems += [Problem(field, None, each.message) for each in error.problems]
        if problems:
            raise EntryError(problems)


def problem_texts(error: Any) -> list[str]:
    """What an error says, where a page has no fields for its problems; nothing where there is no error."""
    if error is None:
        return []
    texts = [each.message for each in getattr(error, "problems", ())] or [kind_of(error).page_wording.text]
    return [translated(text) for text in texts]


def as_seen(session: Session) -> Session:
    """The session as the form showed it: one that was sent before is read at its own position."""
    return session.at(position()) if 0 <= position() < session.position else session


def seen_position(error: Exception | None) -> int:
    """The log position that the page had seen; of a form that was saved before, the one where it was."""
    return error.position if isinstance(error, OtherFactsError) else position()


def meanwhile(session: Session, error: Exception | None) -> list[dict[str, Words]] | None:
    """What others wrote before an edit conflict, nothing for an impossible position; None for any other error."""
    if not isinstance(error, StaleError | OtherFactsError):
        return None
    seen = seen_position(error)
    return lines(session)[seen:][-MAX_MEANWHILE_LINES:] if 0 <= seen < session.position else []


def lines(session: Session, positions: range | None = None) -> list[dict[str, Words]]:
    """The log lines of the actions in order, of all or of those at the positions: when, on which device, what."""
    own, names = visitor.device(), device_names_of(session)
    return [
        {"at": action.at, "device": name_for(action.device, own=own, name=names.get(action.device, "")), "text": text}
        for action, text in log_lines(session, positions)
    ]
