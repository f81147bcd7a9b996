"""The machine's own Chromium, driven as a phone; nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

# The first is the same engine without a window to draw: half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
WHOLE = NAMES[1:]
HOW_TO_GET_IT = "No Chromium is found. On Debian and Ubuntu: apt-get install chromium-headless-shell fonts-noto-cjk"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process less to talk to, and no thread of its own for what moves and scrolls: a tenth less work.
    "--in-process-gpu",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    # As a phone does, it draws letters to parts of a point; three would be twice the work for the same places.
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    # Totals are what they are at once; the test of the motion asks for it.
    "reduced_motion": "reduce",
    # What a worker asks is seen by no test that looks at requests; those about the worker let it be.
    "service_workers": "block",
}


def find_chromium(names: Sequence[str] = NAMES) -> str | None:
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, names) if path), None)


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    """One browser with a Playwright of its own."""
    with sync_playwright() as playwright, started(playwright, executable) as browser:
        yield browser


@contextmanager
def started(playwright: Playwright, executable: str) -> Iterator[Browser]:
    """One browser; each phone is a context of its own in it."""
    browser = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
    yield browser
    browser.close()


def kill(profile: Path) -> None:
    """Kill the processes that were started with this profile, as a phone does that wants the room."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(profile).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:  # It has gone meanwhile.
            continue
