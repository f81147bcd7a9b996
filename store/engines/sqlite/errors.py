"""What the errors of SQLite mean to the record."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from store.errors import Cause, ConstraintError, DatabaseError, UnavailableError, UnusableDatabaseError

CAUSES: dict[int, Cause] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "away",
    sqlite3.SQLITE_IOERR: "away",
}
PRIMARY = 0xFF
"""An extended result code has the primary one in its lowest byte."""

P = ParamSpec("P")
R = TypeVar("R")


def cause_of(error: sqlite3.Error) -> Cause | None:
    """Why SQLite cannot do it now; None where it never will."""
    return CAUSES.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY)


def meaning(error: sqlite3.Error) -> DatabaseError:
    """What an error of SQLite means to the record."""
    if cause := cause_of(error):
        return UnavailableError(cause, error)
    return (ConstraintError if isinstance(error, sqlite3.IntegrityError) else UnusableDatabaseError)(str(error))


def in_the_records_words(act: Callable[P, R]) -> Callable[P, R]:
    """Whatever goes wrong with SQLite in it is raised as what it means to the record."""

    @wraps(act)
    def told(*args: P.args, **named: P.kwargs) -> R:
        try:
            return act(*args, **named)
        except sqlite3.Error as error:
            raise meaning(error) from error

    return told
