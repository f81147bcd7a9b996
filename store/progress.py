"""How far a command has come, on the terminal of who waits for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Protocol, TypeAlias

import click

QUIET_SECONDS = 2.0
"""Seconds that nobody minds to wait without being told."""

Advance: TypeAlias = Callable[[int], None]
"""So many more steps are done."""


class Progress(Protocol):
    """Tells of something that takes so many steps, while it is open."""

    def __call__(self, doing: str, steps: int) -> AbstractContextManager[Advance]: ...


@contextmanager
def untold(doing: str, steps: int) -> Iterator[Advance]:
    """For those whom nobody watches."""
    yield lambda _more: None


@contextmanager
def told(doing: str, steps: int) -> Iterator[Advance]:
    """A bar on a terminal, a line anywhere else; beside what the command says, which may go into a file."""
    with _bar(doing, steps) as bar:
        yield bar.update


@contextmanager
def told_if_long(doing: str, steps: int) -> Iterator[Advance]:
    """The same, once it has taken longer than `QUIET_SECONDS`."""
    due = time.monotonic() + QUIET_SECONDS
    done = 0
    bar: Any = None
    with ExitStack() as open_bars:

        def advance(more: int) -> None:
            nonlocal done, bar
            done += more
            if bar is not None:
                bar.update(more)
            elif time.monotonic() > due:
                bar = open_bars.enter_context(_bar(doing, steps))
                bar.update(done)

        yield advance


def _bar(doing: str, steps: int) -> Any:
    return click.progressbar(length=steps, label=doing, file=sys.stderr, update_min_steps=max(1, steps // 1000))
