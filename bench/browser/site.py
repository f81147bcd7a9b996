"""What several topics need: a site with an evening on it, in a real browser or without one."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from bench.visitor import HALF_AN_EVENING
from tests.games.oh_hell.sheet import FIRST_DEALER, PLAYERS, entries
from tests.kit.browser.chromium import HOW_TO_GET_IT, PHONE, find_chromium, launched
from tests.kit.browser.site import running_site
from tests.kit.browser.table import Phone


@contextmanager
def site_and_browser() -> Iterator[tuple[str, Browser]]:
    """A site with an empty record, and the machine's Chromium."""
    executable = find_chromium()
    if executable is None:
        sys.exit(HOW_TO_GET_IT)
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site, launched(executable) as browser:
        yield site, browser


def open_phone(browser: Browser, site: str, **settings: object) -> Phone:
    return Phone(browser.new_context(base_url=site, **({"locale": "ja-JP"} | PHONE | settings)))


def half_an_evening(phone: Phone) -> str:
    """A session of four in its tenth deal."""
    session = phone.sits_down(PLAYERS, dealer=FIRST_DEALER)
    phone.writes(session, *entries()[:HALF_AN_EVENING])
    return session
