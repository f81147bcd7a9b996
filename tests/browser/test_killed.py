"""A browser that is killed in the middle of sending: what lies in the phone is sent when it is opened again."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Playwright, expect

from tests.browser.chromium import ARGUMENTS, HOW_TO_GET_IT, PHONE, find_chromium
from tests.browser.conftest import missing
from tests.browser.opening import PATIENCE
from tests.browser.table import DAN, OFFLINE, Phone
from tests.browser.test_unsent import BIDS, SAVED, STORED, sends_in_vain, shut

OFTEN, LONGEST = 100, 60_000
"""Milliseconds between two looks at the disk, and after which nothing comes: Chromium writes cookies every 30 s."""


def opened(playwright: Playwright, profile: Path, site: str) -> BrowserContext:
    """A browser of its own, with what this profile has kept."""
    executable = find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=executable, args=list(ARGUMENTS), base_url=site, **PHONE
    )
    context.set_default_timeout(PATIENCE)
    return context


def kill(profile: Path) -> None:
    """Kill the processes that were started with this profile, as a phone does that wants the room."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(profile).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:  # It has gone meanwhile.
            continue


def is_on_the_disk(profile: Path) -> bool:
    """Whether what is to be sent is there, and the cookie that lets the phone in."""
    return holds(profile, "Default/Local Storage/leveldb/*.log", b"unsent:") and holds(
        profile, "Default/**/Cookies*", b"takuroku"
    )


def holds(profile: Path, files: str, text: bytes) -> bool:
    return any(text in file.read_bytes() for file in profile.glob(files))


@pytest.mark.long
def test_a_browser_that_was_killed_sends_when_it_is_opened_again(
    playwright: Playwright, tmp_path: Path, site: str
) -> None:
    profile = tmp_path / "profile"
    phone = Phone(context := opened(playwright, profile, site))
    phone.expects(OFFLINE)
    session = phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(context)
    sends_in_vain(phone)
    for _ in range(LONGEST // OFTEN):
        if is_on_the_disk(profile):
            break
        phone.page.wait_for_timeout(OFTEN)
    kill(profile)
    with suppress(Error):  # It cannot say goodbye any more.
        context.close()
    phone = Phone(context := opened(playwright, profile, site))
    phone.goes_to("/")
    phone.page.wait_for_function(f"() => {STORED} === 0")
    expect(phone.page.locator(".unsent")).to_have_count(0)
    assert phone.entries(session) == SAVED
    context.close()
