"""Phones to open at a site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from playwright.sync_api import Browser

from tests.browser.support.chromium import PHONE
from tests.browser.support.table import Phone

OpenPhone: TypeAlias = Callable[..., Phone]
PATIENCE = 20_000
"""Milliseconds that a tap or an expectation may take before the test fails, on a machine that has much else to do."""
LONGEST_WAY = 30_000
"""As many that a page may take to come."""


def new_phone(browser: Browser, site: str, **settings: Any) -> Phone:
    """A phone that has never been at the site, with whatever else a context can be given."""
    context = browser.new_context(base_url=site, **(PHONE | settings))
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(LONGEST_WAY)
    return Phone(context)


@contextmanager
def phones_to_open(browser: Browser, site: str, **usual: Any) -> Iterator[OpenPhone]:
    """Phones to open with a locale; errors in their pages that they do not expect fail the test."""
    phones: list[Phone] = []

    def opened(locale: str = "en-GB", **settings: Any) -> Phone:
        phones.append(new_phone(browser, site, locale=locale, **(usual | settings)))
        return phones[-1]

    yield opened
    found = unexpected(phones)
    for phone in phones:
        phone.context.close()
    assert found == []


def unexpected(phones: list[Phone]) -> list[str]:
    """What went wrong in the pages of any of them."""
    return [error for phone in phones for error in phone.unexpected]
