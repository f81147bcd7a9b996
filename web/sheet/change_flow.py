"""The way of every change that a form asks for: what becomes of it is shown, it is written, or it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import redirect
from flask.typing import ResponseReturnValue

from record.errors import LaterEntriesError, NothingToRedoError, NothingToUndoError
from scoring.errors import EntryError
from store.errors import ConflictError, SessionBegunError
from web.errors import kind_of
from web.i18n.translate import words
from web.identity.current import position
from web.sheet.session_log import meanwhile


def problem_texts(error: EntryError | LaterEntriesError) -> list[str]:
    """The problems of an error as text, where a page has no fields for them."""
    return [words(problem.message) for problem in error.problems]


def change(
    about: Any,
    page: Callable[..., str],
    write: Callable[[], str],
    *,
    place: Callable[[EntryError], list[str]] = problem_texts,
    preview: Callable[..., str] | None = None,
) -> ResponseReturnValue:
    """Write a change: 303 to the address that `write` returns, or the page again with the status of the error.

    `page` renders the form of what it is `about`, a session or a game to begin: with the `problems` that `place` leaves
    over, or with `refused`, a correction or a start. After an edit conflict it is about the session as it is now, with
    what others wrote `meanwhile`. `preview` renders what would change in its place, and first "" where nobody is asked.
    """
    try:
        if preview and (question := preview(about)):
            return question
        # What becomes of a change after a conflict may be refused, too.
        try:
            return redirect(write(), 303)
        except ConflictError as error:
            about = error.session
            return (preview or page)(about, meanwhile=meanwhile(about, position())), kind_of(error).status
    except EntryError as error:
        return page(about, problems=place(error)), kind_of(error).status
    except (NothingToUndoError, NothingToRedoError) as error:
        return page(about, problems=[words(kind_of(error).shown.text)]), kind_of(error).status
    except (LaterEntriesError, SessionBegunError) as error:
        return page(about, refused=error), kind_of(error).status
