"""Details of a session that are not in its log: place, note, archived, deleted."""

from __future__ import annotations

from dataclasses import replace

from record.errors import UnreadableSessionError
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.text import showable, tidy, visible
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.scorebooks import expect_not_deleted
from store.sessions.loading import load
from store.sessions.series import stir
from store.stats import read_models, totals

MAX_LENGTHS = {"place": 60, "note": 500}


def describe(db: Connection, scorebook: str, session: str, *, place: object, note: object) -> None:
    """Set a session's place and note; "" clears, None leaves as it is.

    Raises EntryError at `place` and `note`, NoSuchError, DeletedScorebookError.
    """
    said = {name: tidy(text) for name, text in (("place", place), ("note", note)) if text is not None}
    problems = [problem for name, text in said.items() if (problem := _problem(name, text))]
    if problems:
        raise EntryError(problems)
    with db.writing():
        db.hold("session", session)
        now = load(db, scorebook=scorebook, session=session)
        expect_not_deleted(db, scorebook)
        now = replace(now, place=said.get("place", now.place), note=said.get("note", now.note))
        db.execute(
            "UPDATE session SET place = ?, note = ? WHERE id = ?", (now.place or None, now.note or None, session)
        )
        read_models.refresh(db, now)


def archive(db: Connection, scorebook: str, session: str, *, at: str | None) -> None:
    """Archive a session, or unarchive it (`at` None); raises NoSuchError."""
    with db.writing():
        _mark(db, "archived_at", at, scorebook=scorebook, session=session)


def soft_delete(db: Connection, scorebook: str, session: str, *, at: str | None) -> None:
    """Mark a session as deleted, or restore it (`at` None); raises NoSuchError."""
    with db.writing():
        stir(db, session)
        head = _mark(db, "discarded_at", at, scorebook=scorebook, session=session)
        try:
            restored = None if at is not None else load(db, scorebook=scorebook, session=session)
        except UnreadableSessionError:
            # It is restored, but not counted in statistics.
            restored = None
        totals.recount(db, session, head, restored)


def _mark(db: Connection, column: str, at: str | None, *, scorebook: str, session: str) -> Row:
    """Set the column and return the row for `totals.recount`, in the transaction of the caller."""
    expect_not_deleted(db, scorebook)
    changed = db.execute(
        f"UPDATE session SET {column} = ? WHERE id = ? AND scorebook = ? RETURNING {', '.join(totals.SESSION_COLUMNS)}",
        (at, session, scorebook),
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
