"""Maps SQLite errors to those of `store.errors`."""

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
    """The cause of a temporary error; None for a permanent one."""
    return CAUSES.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY)


def meaning(error: sqlite3.Error) -> DatabaseError:
    """Map an SQLite error to one of `store.errors`."""
    if cause := cause_of(error):
        return UnavailableError(cause, error)
    # A text that is no UTF-8 is quoted at the end.
    said = str(error).partition(" with text ")[0]
    return (ConstraintError if isinstance(error, sqlite3.IntegrityError) else UnusableDatabaseError)(said)


def in_the_records_words(act: Callable[P, R]) -> Callable[P, R]:
    """Decorator: raise SQLite errors as those of `store.errors`."""

    @wraps(act)
    def told(*args: P.args, **named: P.kwargs) -> R:
        try:
            return act(*args, **named)
        except sqlite3.Error as error:
            raise meaning(error) from error

    return told
