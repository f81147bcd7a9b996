"""Counts the functions, modules and SQL statements that four requests pass on their way through the code.

A function is one with a name: comprehensions, lambdas and what `dataclass` writes are not counted. Only the addresses
and forms of the pages are used, so that any two states of the code can be compared, however its modules are named.
`python -m bench paths --list` names what was counted.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from types import FrameType
from typing import Any, ClassVar
from unittest.mock import patch

from bench.figures import Figure
from bench.sessions import HALF_AN_EVENING
from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries
from tests.kit.web.following import asks
from tests.web.conftest import Phone, Sitting, seatwise, site_at

PACKAGES = {"app", "web", "store", "record", "scoring"}
SAVE, FIRST_LOOK = "a trick saved, answered by 303", "a watcher's first look at the sheet after it"
GOALS = {SAVE: (110, 25, 9), FIRST_LOOK: (160, 40, 4)}
"""Functions, modules and statements."""
GENERATED = "<string>"
"""The file of what `dataclass` writes."""


@dataclass
class Path:
    """What one request called; the statements include BEGIN and COMMIT, `batches` are those with many rows at once."""

    calls: int = 0
    functions: set[tuple[str, str]] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)
    batches: list[str] = field(default_factory=list)
    _expected: list[str] | None = None

    @property
    def modules(self) -> set[str]:
        return {module for module, _ in self.functions}

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what is called in this thread while it is open."""
        Record.listeners.append(self._trace)
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            Record.listeners.remove(self._trace)

    def _profile(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            module, code = frame.f_globals.get("__name__", ""), frame.f_code
            if module.partition(".")[0] in PACKAGES and code.co_filename != GENERATED and code.co_name[0] != "<":
                self.calls += 1
                self.functions.add((module, code.co_qualname))
        elif event == "c_call" and isinstance(getattr(called, "__self__", None), sqlite3.Connection | sqlite3.Cursor):
            self._expected = {"execute": self.statements, "executemany": self.batches}.get(called.__name__)

    def _trace(self, statement: str) -> None:
        # SQLite tells of each row of a batch, and of triggers; the first of a call is what the program sent.
        if self._expected is not None:
            self._expected.append(" ".join(statement.split()))
            self._expected = None


class Record(sqlite3.Connection):
    """A connection whose statements are told to whoever listens."""

    listeners: ClassVar[list[Callable[[str], None]]] = []

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.set_trace_callback(self._tell)

    def _tell(self, statement: str) -> None:
        for listener in self.listeners:
            listener(statement)


def counted_paths() -> Iterator[tuple[str, Path]]:
    """Each request with its path, on a new record."""
    connect = sqlite3.connect
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("sqlite3.connect", lambda *given, **named: connect(*given, **{"factory": Record} | named)),
    ):
        app = site_at(folder)
        keeper, watcher = Phone(app, "ja"), Phone(app, "ja")
        table = keeper.sits_down(*PLAYERS, dealer=FIRST_DEALER, format="long")
        keeper.lets_in(watcher, "watcher")
        # What came before is played too, so that nothing is read, compiled or imported for the first time.
        for entry in entries()[: HALF_AN_EVENING + 2]:
            found = counts(table, watcher, entry)
    yield from found.items()


def counts(table: Sitting, watcher: Phone, entry: Mapping[str, Any]) -> dict[str, Path]:
    """What saving an entry passes, and what a watcher asks after it."""
    saved, first, again, poll = Path(), Path(), Path(), Path()
    form, typed = table.form, seatwise(entry["step"], entry[entry["step"]])
    with saved.counted():
        answer = table.phone.sends(form, typed)
    with first.counted():
        page = watcher.opens(table.address)
    with again.counted():
        same = watcher.opens(table.address)
    with poll.counted():
        told = asks(watcher, page)
    statuses = [each.status for each in (answer, page, same, told)]
    assert statuses == [HTTPStatus.SEE_OTHER, HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.NOT_MODIFIED], statuses
    return {SAVE: saved, FIRST_LOOK: first, "the same page again": again, "a poll, answered by 304": poll}


def paths(_short: bool) -> Iterator[Figure]:
    """What four requests call in this project, and what they ask of the record"""
    for what, path in counted_paths():
        functions, modules, statements = GOALS.get(what, (None, None, None))
        yield Figure(f"{what}: calls", path.calls, "calls")
        yield Figure("  functions", len(path.functions), "functions", functions)
        yield Figure("  modules", len(path.modules), "modules", modules)
        yield Figure("  SQL statements", len(path.statements), "statements", statements)
        yield Figure("  and those that write many rows at once", len(path.batches), "statements")


def names() -> Iterator[str]:
    """What is counted, by its name."""
    for what, path in counted_paths():
        yield f"\n{what}"
        for module in sorted(path.modules):
            yield f"  {module}: {', '.join(sorted(name for where, name in path.functions if where == module))}"
        yield from (f"  {number}. {statement}" for number, statement in enumerate(path.statements, start=1))
        yield from (f"  many rows: {statement}" for statement in path.batches)
