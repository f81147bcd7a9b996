"""Phones that send and ask by themselves, and keep nobody waiting for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.kit.browser.opening import OpenPhone, phones_to_open
from tests.kit.browser.table import OFFLINE, Phone

LONGEST_INSTALL = 30_000
"""Milliseconds: a busy machine fetches all that is kept from the start."""


@pytest.fixture
def open_phone(open_phone: OpenPhone) -> OpenPhone:
    return partial(open_phone, hurried=True)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[OpenPhone]:
    """Phones whose browser has the site's worker; errors in their pages but for the network fail the test."""
    with phones_to_open(browser, site, service_workers="allow", hurried=True) as open_phone:

        def opened(locale: str = "en-GB") -> Phone:
            phone = open_phone(locale)
            phone.expects(OFFLINE)
            phone.goes_to("/")
            phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LONGEST_INSTALL)
            return phone

        yield opened
