"""A later start on a slow phone: every thread of the page is held three quarters of the time, that of Python too.

What a browser's own throttle slows is the page alone, and not the worker in which Python runs.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from bench.machine import family, seconds_of, started_with
from tests.kit.browser.chromium import ARGUMENTS, HOW_TO_GET_IT, PHONE, find_chromium
from tests.kit.browser.pocket.phone import phone_of
from tests.kit.browser.pocket.site import StaticHost
from tests.kit.missing import missing

SLOWER = 4
TURN = 0.02
"""Seconds that a slowed process runs at a time."""
MOST_SECONDS = 15
"""Of the processor, whatever time passes meanwhile: 3 to 5 on an idle machine."""


def renderers(profile: Path) -> list[int]:
    """The processes of a browser that run pages and workers."""
    found = []
    for process in family(started_with(f"--user-data-dir={profile}")):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


@contextmanager
def slowed(profile: Path) -> Iterator[dict[int, float]]:
    """Hold the browser's pages most of the time; the processor's seconds that each process used meanwhile."""
    used: dict[int, float] = {}
    before = {process: seconds_of(process) for process in renderers(profile)}
    over = threading.Event()

    def hold() -> None:
        while not over.is_set():
            held = renderers(profile)
            used.update({process: seconds_of(process) - before.get(process, 0) for process in held})
            sent(held, signal.SIGSTOP)
            time.sleep(TURN * (SLOWER - 1))
            sent(held, signal.SIGCONT)
            time.sleep(TURN)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield used
    finally:
        over.set()
        thread.join()


def sent(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


@pytest.mark.long(reason="A browser that is slowed four times")
def test_a_later_start_on_a_slow_phone(
    playwright: Playwright, host: StaticHost, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    executable = find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    settings = PHONE | {"service_workers": "allow"}
    context = playwright.chromium.launch_persistent_context(
        tmp_path, executable_path=executable, args=list(ARGUMENTS), **settings
    )
    phone = phone_of(context, host)
    phone.page.window.goto("about:blank")
    with slowed(tmp_path) as used:
        began = time.monotonic()
        phone.page.opens()
        passed = time.monotonic() - began
    seconds = sum(used.values())
    context.close()
    record_property(f"a later start, {SLOWER} times slower", f"{seconds:.1f} s of the processor in {passed:.1f} s")
    assert seconds <= MOST_SECONDS
