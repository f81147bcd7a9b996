"""A host of the shell's own files and a phone for the tests of a module, and a tab for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.kit.browser.pocket.shell import Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost, hosting, shell_files, with_leader_timeout

FORGETS = """async () => {
    localStorage.clear();
    await caches.delete("fake");
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
}"""
"""What one test leaves to the next is the site itself, as it came into the phone."""


@pytest.fixture(scope="module")
def host() -> Iterator[StaticHost]:
    with hosting(shell_files()) as host:
        yield host


@pytest.fixture(scope="module")
def hurried_host() -> Iterator[StaticHost]:
    """The same with a service worker that does not wait for somebody who leads."""
    with hosting(with_leader_timeout(shell_files(), 200)) as host:
        yield host


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with a_phone(browser) as phone:
        yield phone


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of the test's own."""
    with a_phone(browser) as phone:
        yield phone


@pytest.fixture
def shell(phone: BrowserContext, host: StaticHost) -> Iterator[Shell]:
    """The one tab of a phone in which the site has come, which knows nothing besides."""
    shell = Shell(phone, host)
    shell.page.goto(host.beside)
    shell.page.evaluate(FORGETS)
    shell.goes_to()
    shell.shows("Home")
    host.asked.clear()
    yield shell
    phone.set_offline(False)
    host.away = False
    for page in phone.pages:
        page.close()
