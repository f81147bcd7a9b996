"""Expectations in Playwright's words, whichever engine the phone has."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from playwright.sync_api import Locator
from playwright.sync_api import expect as expect_of_playwright

from tests.kit.browser import webkit

if TYPE_CHECKING:
    from playwright.sync_api._generated import LocatorAssertions


def expect(target: Locator) -> LocatorAssertions:
    """What is waited for; a part of a WebKit page answers those of the assertions that a story needs."""
    part: Any = target
    if isinstance(part, webkit.Locator):
        return cast("LocatorAssertions", webkit.Expected(part))
    return expect_of_playwright(target)


def comes_true(page: Any, function: str, given: object = None, *, timeout: float = 20_000) -> None:
    """Wait until the promise of a function in a page answers with something true.

    Playwright's own `wait_for_function` takes the promise itself for true.
    """
    late = time.monotonic() + timeout / 1000
    while not page.evaluate(function, given):
        assert time.monotonic() < late, f"after {timeout} ms: {function}"
        time.sleep(0.05)
