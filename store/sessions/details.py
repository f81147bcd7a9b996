"""Details of a session that are not in its log: place, note, archived, deleted."""

from __future__ import annotations

from dataclasses import replace

from record.errors import UnreadableSessionError
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.text import showable, tidy, visible
from store.book import Book, needs
from store.engines.base import Row
from store.errors import NoSuchError
from store.scorebooks import expect_not_deleted
from store.sessions.loading import load
from store.sessions.series import stir
from store.stats import read_models, totals

MAX_LENGTHS = {"place": 60, "note": 500}


@needs("keeper")
def describe(book: Book, session: str, *, place: object, note: object) -> None:
    """Set a session's place and note; "" clears, None leaves as it is.

    Raises EntryError at `place` and `note`, NoSuchError, DeletedScorebookError.
    """
    said = {name: tidy(text) for name, text in (("place", place), ("note", note)) if text is not None}
    problems = [problem for name, text in said.items() if (problem := _problem(name, text))]
    if problems:
        raise EntryError(problems)
    with book.db.writing():
        book.db.lock_row("session", session)
        now = load(book, session)
        expect_not_deleted(book)
        now = replace(now, place=said.get("place", now.place), note=said.get("note", now.note))
        book.db.execute(
            "UPDATE session SET place = ?, note = ? WHERE id = ?", (now.place or None, now.note or None, session)
        )
        read_models.refresh(book.db, now)


@needs("keeper")
def archive_session(book: Book, session: str, *, at: str | None) -> None:
    """Archive a session, or unarchive it (`at` None); raises NoSuchError."""
    with book.db.writing():
        _mark(book, session, "archived_at", at)


@needs("keeper")
def delete_session(book: Book, session: str, *, at: str | None) -> None:
    """Mark a session as deleted, or restore it (`at` None); raises NoSuchError."""
    with book.db.writing():
        stir(book.db, session)
        head = _mark(book, session, "discarded_at", at)
        try:
            restored = None if at is not None else load(book, session)
        except UnreadableSessionError:
            # It is restored, but not counted in statistics.
            restored = None
        totals.recount(book.db, session, head, restored)


def _mark(book: Book, session: str, column: str, at: str | None) -> Row:
    """Set the column and return the row for `totals.recount`, in the transaction of the caller."""
    expect_not_deleted(book)
    changed = book.db.execute(
        f"UPDATE session SET {column} = ? WHERE id = ? AND scorebook = ? RETURNING {', '.join(totals.SESSION_COLUMNS)}",
        (at, session, book.scorebook),
    ).fetchall()
    if not changed:
        raise NoSuchError(f"no session {session!r}")
    head: Row = changed[0]
    return head


def _problem(name: str, text: str) -> Problem | None:
    if len(text) > MAX_LENGTHS[name]:
        return Problem(name, None, say("That is too long. The maximum is {most} characters.", most=MAX_LENGTHS[name]))
    if not showable(text) or (name == "place" and text and not visible(text)):
        return Problem(name, None, say("That has characters that can’t be displayed."))
    return None
