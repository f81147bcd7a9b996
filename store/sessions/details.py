"""Writes what of a session is in no log: place, note and times; archived, excluded, deleted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from record.errors import UnreadableSessionError
from scoring.entry.fields import RefusedError
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.text import showable, tidy, visible
from scoring.validation import members, optional, whole_number
from store.access.grants import OF_TABLE
from store.book import Book, needs
from store.encoding import TIME
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.scorebooks import expect_not_deleted
from store.sessions.loading import load
from store.stats import read_models

MAX_DETAIL_LENGTHS = {"place": 60, "note": 500}
MINUTES = whole_number(1, 1_440)
PLAYED = members(
    {"played_at": optional(TIME), "played_minutes": optional(MINUTES)},
    {"played_at": say("Played at"), "played_minutes": say("Minutes played")},
)


class Details(TypedDict, total=False):
    """What `describe` sets; each value is checked there."""

    place: object
    note: object
    played_at: object
    played_minutes: object


DESCRIBED = tuple(Details.__annotations__)
"""The columns that `describe` sets."""


@needs("keeper")
def describe(book: Book, session: str, *, now: str = "", **details: Unpack[Details]) -> None:
    """Set a session's place and note, `played_at` and `played_minutes`; what is left out stays.

    "" clears a text, None takes a time from the log again. Raises EntryError at what is wrong, or later than
    `now`; NoSuchError, DeletedScorebookError.
    """
    values: dict[str, Any] = {
        name: tidy(value) if name in MAX_DETAIL_LENGTHS else value for name, value in details.items()
    }
    if problems := [*_wrong_details(values, now)]:
        raise EntryError(problems)
    with book.db.writing():
        book.db.lock_row("session", session)
        before = load(book, session)
        expect_not_deleted(book)
        if values.get("played_at", ...) is None:
            values["played_at"] = before.created_at
        after = replace(before, **values)
        book.db.execute(
            f"UPDATE session SET {' = ?, '.join(DESCRIBED)} = ? WHERE id = ?",
            (*(getattr(after, name) or None for name in DESCRIBED), session),
        )
        read_models.refresh(book.db, after)
        if (before.played_at, before.played_minutes) != (after.played_at, after.played_minutes):
            # Results are in another order, and so are hours and ratings.
            book.db.lock_row("scorebook", book.scorebook)
            read_models.note_results_changed(book.db, book.scorebook)


def _wrong_details(details: Mapping[str, Any], now: str) -> Iterator[Problem]:
    for name, most in MAX_DETAIL_LENGTHS.items():
        text = details.get(name, "")
        if len(text) > most:
            yield Problem(name, None, say("That is too long. The maximum is {most} characters.", most=most))
        elif not showable(text) or (name == "place" and text and not visible(text)):
            yield Problem(name, None, say("That has characters that can’t be displayed."))
    for field in PLAYED:
        try:
            value = field.read_one(details.get(field.name))
        except RefusedError as error:
            yield Problem(field.name, None, error.message)
        else:
            if field.name == "played_at" and value is not None and value > now:
                yield Problem(field.name, None, say("That is in the future."))


@needs("keeper")
def archive_session(book: Book, session: str, *, at: str | None) -> None:
    """Archive a session, or unarchive it (`at` None); raises NoSuchError."""
    with book.db.writing():
        _mark(book, session, "archived_at", at)


@needs("keeper")
def exclude_session(book: Book, session: str, *, at: str | None) -> None:
    """Leave a session out of all figures, or count it again (`at` None); raises NoSuchError, UnreadableSessionError."""
    with book.db.writing():
        book.db.lock_row("session", session)
        head = _mark(book, session, "excluded_at", at)
        read_models.count_session(book.db, session, head, load(book, session))


@needs("keeper")
def delete_session(book: Book, session: str, *, at: str | None) -> None:
    """Mark a session as deleted, or restore it (`at` None); raises NoSuchError."""
    with book.db.writing():
        # First, since it locks them all: the other sessions of the table show whether there is this one.
        lock_table(book.db, session)
        book.db.execute(
            "UPDATE session SET seats_revision = seats_revision + 1"
            " WHERE table_id = (SELECT table_id FROM session WHERE id = ?)",
            (session,),
        )
        head = _mark(book, session, "deleted_at", at)
        try:
            restored = None if at is not None else load(book, session)
        except UnreadableSessionError:
            # It is restored, but not counted in statistics.
            restored = None
        read_models.count_session(book.db, session, head, restored)


def lock_table(db: Connection, session: str) -> None:
    """Lock the sessions of a table in the open transaction, before the scorebook and in the order of `lock_seats`."""
    found = db.execute(OF_TABLE, (session,))
    for each in sorted({session, *(row["id"] for row in found)}):
        db.lock_row("session", each)


def _mark(book: Book, session: str, column: str, at: str | None) -> Row:
    """Set the column and return the row for `read_models.count_session`, in the transaction of the caller."""
    expect_not_deleted(book)
    changed = book.db.execute(
        f"""
        UPDATE session SET {column} = ? WHERE id = ? AND scorebook = ?
        RETURNING {", ".join(read_models.COUNTING_COLUMNS)}
        """,
        (at, session, book.scorebook),
    )
    if not changed:
        raise NoSuchError(f"no session {session!r}")
    head: Row = changed[0]
    return head
