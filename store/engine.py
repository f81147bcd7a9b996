"""What the record asks of a database, whichever it is: rows by name, and transactions that hold what they checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

Row: TypeAlias = Mapping[str, Any]
"""A row by the names of its columns; a single value also by its index."""


class Result(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection of one request, in no transaction until it is asked for one."""

    @property
    def place(self) -> str:
        """Which database it leads to; the same for all of its connections in this process."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Result: ...

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result: ...

    def writing(self) -> AbstractContextManager[None]:
        """A transaction that takes the lock before it reads, so that what was checked still holds when written.

        Asked for within another it is part of that one: all of it stands, or nothing.
        """

    def reading(self) -> AbstractContextManager[None]:
        """A transaction in which several queries see the same moment; it holds up no writer."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing was written in the open transaction: what is read now stands, whatever becomes of it."""

    def close(self) -> None: ...


class Database(Protocol):
    """A database that keeps a record."""

    def prepare(self) -> None:
        """Make it if there is none, bring its tables up to date; several processes may call at once.

        Raises UnusableDatabaseError.
        """

    def connect(self) -> Connection:
        """A new connection."""

    def borrow(self) -> Connection:
        """A connection for one request: one that was given back, or a new one."""

    def give_back(self, db: Connection) -> None:
        """Take a borrowed connection back for the next request; what was left open on it is closed."""

    def answers(self) -> bool:
        """Whether the record can be read at this moment."""

    def damage(self) -> list[str]:
        """What is broken in it, a line each."""

    def back_up(self, target: Path) -> None:
        """Copy it into a file while it is in use."""
