"""Counts the functions, modules and SQL statements that four requests pass on their way through the code.

A function is one with a name: comprehensions, lambdas and what `dataclass` writes are not counted. Only the addresses
and forms of the pages are used, so that any two states of the code can be compared, however its modules are named.
`python -m bench paths --list` names what was counted.
"""

from __future__ import annotations

import re
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

from flask import Flask

from app import create_app
from bench.figures import Figure
from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries
from tests.kit.web.page import Form, Page, changed

TITLE = "What four requests call in this project, and what they ask of the record"
PACKAGES = {"app", "web", "store", "record", "scoring"}
SAVE, FIRST_LOOK = "a trick saved, answered by 303", "a watcher's first look at the sheet after it"
GOALS = {SAVE: (110, 25, 9), FIRST_LOOK: (160, 40, 4)}
"""Functions, modules and statements."""
GENERATED = "<string>"
"""The file of what `dataclass` writes."""
LINK = re.compile(r"/j/[\w-]+")
BEFORE = 18
"""Entries of whole deals that are played first, so that nothing is read, compiled or imported for the first time."""


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


class Phone:
    """A browser without script, in this process."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()

    def opens(self, address: str, **headers: str) -> Page:
        return Page(self._client.get(address, headers=headers))

    def sends(self, form: Form, **typed: Any) -> Page:
        return Page(self._client.post(form.action, data=changed(form.values, typed)))


def paths() -> Iterator[tuple[str, Path]]:
    """Each request with its path, on a new record."""
    connect = sqlite3.connect
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("sqlite3.connect", lambda *given, **named: connect(*given, **{"factory": Record} | named)),
    ):
        app = create_app({"TAKUROKU_DATABASE": folder, "TAKUROKU_SECRET": "of a minute", "TAKUROKU_POCKET": "0"})
        keeper, watcher = Phone(app), Phone(app)
        sheet = begun(keeper)
        come_to_watch(keeper, watcher)
        for entry in entries()[: BEFORE + 2]:
            found = counts(keeper, watcher, sheet, entry)
    assert entry["step"] == "tricks", "the deal was finished last"
    yield from found.items()


def counts(keeper: Phone, watcher: Phone, sheet: str, entry: Mapping[str, Any]) -> dict[str, Path]:
    """What saving an entry passes, and what a watcher asks after it."""
    saved, first, again, poll = Path(), Path(), Path(), Path()
    form = keeper.opens(sheet).form("/entries")
    typed = {f"{entry['step']}-{seat}": value for seat, value in enumerate(entry[entry["step"]])}
    with saved.counted():
        answer = keeper.sends(form, **typed)
    assert answer.status == HTTPStatus.SEE_OTHER, answer.alerts
    with first.counted():
        page = watcher.opens(sheet)
    with again.counted():
        same = watcher.opens(sheet)
    assert page.status == same.status == HTTPStatus.OK, (page.status, same.status)
    main = page.root.one("main")
    known = {"If-None-Match": f'W/"{main.get("data-etag")}"'}
    with poll.counted():
        told = watcher.opens(main.get("data-follow"), **known)
    assert told.status == HTTPStatus.NOT_MODIFIED, told.status
    return {SAVE: saved, FIRST_LOOK: first, "the same page again": again, "a poll, answered by 304": poll}


def begun(keeper: Phone) -> str:
    """The path of a new sheet of Oh Hell."""
    form = keeper.opens("/new/oh-hell").form("/new/oh-hell")
    table: dict[str, Any] = {name: "" for name in form.values if name.startswith("players-")}
    table |= {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}
    options = {"format": "long", "top_hand": "", "dealer": str(FIRST_DEALER)}
    return keeper.sends(form, **table, **options).location


def come_to_watch(keeper: Phone, watcher: Phone) -> None:
    """Let the other in by a link, to look at everything."""
    form = keeper.opens("/links").form("/links", has="days")
    told = keeper.sends(form, **{"for": "watch"})
    link = LINK.search(told.html)
    assert link, "the link is told"
    watcher.sends(watcher.opens(link[0]).form(link[0]))


def measured() -> Iterator[Figure]:
    """The counts; they are the same in every run."""
    for what, path in paths():
        functions, modules, statements = GOALS.get(what, (None, None, None))
        yield Figure(f"{what}: calls", path.calls, "calls")
        yield Figure("  functions", len(path.functions), "functions", functions)
        yield Figure("  modules", len(path.modules), "modules", modules)
        yield Figure("  SQL statements", len(path.statements), "statements", statements)
        if path.batches:
            yield Figure("  and those that write many rows at once", len(path.batches), "statements")


def names() -> Iterator[str]:
    """What is counted, by its name."""
    for what, path in paths():
        yield f"\n{what}"
        for module in sorted(path.modules):
            yield f"  {module}: {', '.join(sorted(name for where, name in path.functions if where == module))}"
        yield from (f"  {number}. {statement}" for number, statement in enumerate(path.statements, start=1))
        yield from (f"  many rows: {statement}" for statement in path.batches)
