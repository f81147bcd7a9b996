"""Progress bars of commands on the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Protocol, TypeAlias

import click

QUIET_SECONDS = 2.0
"""A bar appears after this time."""

Advance: TypeAlias = Callable[[int], None]
"""Called with the number of steps that were just done."""


class Progress(Protocol):
    """Opens a progress display for a number of steps."""

    def __call__(self, doing: str, steps: int) -> AbstractContextManager[Advance]: ...


@contextmanager
def untold(doing: str, steps: int) -> Iterator[Advance]:
    """Show nothing."""
    yield lambda _more: None


@contextmanager
def told(doing: str, steps: int) -> Iterator[Advance]:
    """Show a bar on a terminal, else a line; on stderr, since stdout may be a file."""
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
