"""A browser that is killed: what its page called kept is sent when it is opened again, what was tapped is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright, expect

from tests.kit.browser import chromium, firefox
from tests.kit.browser.chromium import kill
from tests.kit.browser.opening import HURRY, PATIENCE
from tests.kit.browser.sending import BOTH, enters_both
from tests.kit.browser.stored import UNSENT, waits_until_none
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, Phone
from tests.kit.missing import missing

IS_OFFLINE = "() => { globalThis.fetch = () => Promise.reject(new TypeError()); }"
"""What a page sends from now on gets nowhere; the next page has a network again."""
LONGEST_START = 60_000
"""Milliseconds until a browser shows its first page on a busy machine."""
PROFILE = "profile"
FIREFOX = pytest.mark.long(reason="Firefox")
LATER = pytest.mark.long(reason="Browsers that are killed a while after the tap")


def opened(playwright: Playwright, engine: str, profile: Path, site: str) -> Phone:
    """A browser of its own, with what this profile has kept."""
    settings: dict[str, Any] = {"base_url": site, "timeout": LONGEST_START}
    if engine == "firefox":
        if (found := firefox.find_firefox()) is None:
            missing(firefox.HOW_TO_GET_IT)
        settings |= firefox.PHONE | {"channel": "moz-firefox", "executable_path": found}
        context = playwright.firefox.launch_persistent_context(profile, **settings)
    else:
        if (found := chromium.find_chromium()) is None:
            missing(chromium.HOW_TO_GET_IT)
        settings |= chromium.PHONE | {"args": list(chromium.ARGUMENTS), "executable_path": found}
        context = playwright.chromium.launch_persistent_context(profile, **settings)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(LONGEST_START)
    context.add_init_script(HURRY)
    return Phone(context, fingers=engine == "chromium")


Start = Callable[[str], AbstractContextManager[Phone]]


@pytest.fixture
def start(playwright: Playwright, phone: Phone, tmp_path: Path, site: str) -> Start:
    """A browser that keeps what it has from one start to the next.

    It has the access of the phone that was here for longer: cookies come to the disk when a browser gets to it.
    """

    @contextmanager
    def started(engine: str) -> Iterator[Phone]:
        cookies: Any = phone.context.cookies()
        other = opened(playwright, engine, tmp_path / PROFILE, site)
        other.context.add_cookies(cookies)
        try:
            yield other
        finally:
            with suppress(Error):  # Killed, it cannot say goodbye any more.
                other.context.close()

    return started


@pytest.mark.parametrize("after", [0.3, *(pytest.param(each, marks=LATER) for each in (3, 20))])
@pytest.mark.parametrize("engine", ["chromium", pytest.param("firefox", marks=FIREFOX)])
def test_what_was_said_to_be_kept_is_sent_by_a_browser_that_was_killed(
    phone: Phone, start: Start, tmp_path: Path, engine: str, after: float
) -> None:
    """Two steps wait on one sheet, on another one bids are tapped."""
    sent, tapped = phone.begins(dealer=DAN), phone.begins(dealer=DAN)
    with start(engine) as killed:
        other = killed.another_window()
        other.goes_to(f"/s/{tapped}")
        other.bids([4, 1, None, None])
        killed.page.bring_to_front()
        with killed.page.expect_response("**/ahead"):
            killed.goes_to(f"/s/{sent}")
        for window in (other, killed):
            window.page.evaluate(IS_OFFLINE)
        enters_both(killed)
        time.sleep(after)
        kill(tmp_path / PROFILE)
    with start(engine) as again:
        again.goes_to(f"/s/{tapped}")
        expect(again.bid_of(ANN)).to_have_text("4")
        expect(again.bid_of(BEN)).to_have_text("1")
        expect(again.bid_of(CLEO)).to_have_text("")
        waits_until_none(again.page, UNSENT)
        assert again.unexpected == []
    assert phone.entries(sent) == BOTH
