"""Progress bars of commands on the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

import click

QUIET_SECONDS = 2.0
"""A bar of `show_if_long` appears after this time."""

Advance: TypeAlias = Callable[[int], None]
"""Called with the number of steps that were just done."""
Progress: TypeAlias = Callable[[str, int], AbstractContextManager[Advance]]
"""Opens a progress display for what is being done and its number of steps."""


@contextmanager
def no_progress(_doing: str, _steps: int) -> Iterator[Advance]:
    """Show nothing."""
    yield lambda _more: None


@contextmanager
def show_progress(doing: str, steps: int, *, after: float = -1.0) -> Iterator[Advance]:
    """Show a bar on a terminal, else a line, once it has taken so many seconds; on stderr, stdout may be a file."""
    due = time.monotonic() + after
    least = max(1, steps // 1000)
    with click.progressbar(length=steps, label=doing, file=sys.stderr, update_min_steps=least, hidden=after > 0) as bar:

        def advance(more: int) -> None:
            if bar.hidden and time.monotonic() > due:
                bar.hidden = False
                bar.render_progress()
            bar.update(more)

        yield advance


def show_if_long(doing: str, steps: int) -> AbstractContextManager[Advance]:
    """The same, once it has taken longer than `QUIET_SECONDS`."""
    return show_progress(doing, steps, after=QUIET_SECONDS)
