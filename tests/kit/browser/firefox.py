"""The machine's own Firefox, driven over WebDriver BiDi, which it speaks as it is; nothing is downloaded.

It takes a pointer: a tap with the finger becomes no click in a Firefox that is not a phone's.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Playwright

NAMES = ("firefox-esr", "firefox")
HOW_TO_GET_IT = "No Firefox is found. On Debian: apt-get install firefox-esr"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
STILL: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
"""Totals are what they are at once. Over BiDi, what a context asks of motion does nothing."""


def find_firefox() -> str | None:
    """The path of a Firefox, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def started(playwright: Playwright, executable: str) -> Iterator[Browser]:
    """One browser; each phone is a context of its own in it."""
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=executable, firefox_user_prefs=STILL)
    yield browser
    browser.close()
