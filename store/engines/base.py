"""What the record asks of a database, whichever it is: rows by name, and transactions that hold what they checked.

Statements are in the SQL that all engines speak, with `?` for each value. What goes wrong is a `DatabaseError`:
UnavailableError for what may be well in a moment, ConstraintError for what the tables refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from store.progress import Progress

Row: TypeAlias = Mapping[str, Any]
"""A row by the names of its columns."""


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
        """Which database it leads to, the same for all that lead there: another may come to be at the same address."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Result: ...

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Result: ...

    def writing(self) -> AbstractContextManager[None]:
        """A transaction to write in; what is to hold until its end is taken with `hold` before it is read.

        Asked for within another it is part of that one: all of it stands, or nothing.
        """

    def in_passing(self, *, patience: int = 0) -> AbstractContextManager[None]:
        """A transaction for what is no part of the record: it does not wait for the disk, so a power cut may undo it.

        Raises UnavailableError where others hold what it needs, and go on doing so for `patience`, milliseconds.
        """

    def hold(self, table: str, key: str) -> None:
        """Wait for the row with this `id`, and keep it to the open transaction: nobody else writes on it until then."""

    def reading(self) -> AbstractContextManager[None]:
        """A transaction in which several queries see the same moment; it holds up no writer."""

    @property
    def in_transaction(self) -> bool: ...

    @property
    def is_settled(self) -> bool:
        """Whether nothing was written in the open transaction: what is read now stands, whatever becomes of it."""

    def number_on(self) -> None:
        """After rows came with numbers of their own: the next new row gets a higher one."""

    def tables(self) -> dict[str, frozenset[str]]:
        """The tables of the record that are there, with their columns; not those in which others keep accounts."""

    def close(self) -> None: ...


class Database(Protocol):
    """A database that keeps a record; its text is its address, without a password."""

    def prepare(self) -> None:
        """Make it if there is none, bring its tables up to date; several processes may call at once.

        Raises UnusableDatabaseError, UnavailableError.
        """

    def exists(self) -> bool:
        """Whether there is a database already, prepared or not."""

    def connect(self) -> Connection:
        """A new connection."""

    def borrow(self) -> Connection:
        """A connection for one request: one that was given back, or a new one."""

    def give_back(self, db: Connection) -> None:
        """Take a borrowed connection back for the next request; what was left open on it is closed."""

    def damage(self) -> list[str]:
        """What is broken in it, or set so that the record is not safe, a line each."""

    def sweep(self) -> None:
        """After rows left for good: have nothing of them in the files either, as far as the engine can see to it."""

    def copy_file(self, target: Path, progress: Progress = ...) -> bool:
        """Copy it as it is, whatever is in it, into a file while it is in use; False where it is none to copy."""

    def close(self) -> None:
        """Close what waits for the next request."""
