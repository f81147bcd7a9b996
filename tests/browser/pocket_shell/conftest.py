"""A host of the shell's own files, and a phone for each test or one for those of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.kit.browser.pocket.shell import Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost, hosting, hurried, shell_files


@pytest.fixture
def host() -> Iterator[StaticHost]:
    with hosting(shell_files()) as host:
        yield host


@pytest.fixture
def hurried_host() -> Iterator[StaticHost]:
    """The same with a service worker that does not wait for somebody who leads."""
    with hosting(hurried(shell_files())) as host:
        yield host


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with a_phone(browser) as phone:
        yield phone


@pytest.fixture
def shell(phone: BrowserContext, host: StaticHost) -> Shell:
    """A tab in which the site has come."""
    shell = Shell(phone, host)
    shell.goes_to()
    shell.shows("Home")
    return shell


@pytest.fixture(scope="module")
def shared_shell(browser: Browser) -> Iterator[Shell]:
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        shell = Shell(phone, host)
        shell.goes_to()
        shell.shows("Home")
        yield shell


@pytest.fixture
def home(shared_shell: Shell) -> Shell:
    """The one tab of a phone in which the site has come before, for tests that find all as the others leave it."""
    for page in shared_shell.page.context.pages:
        if page is not shared_shell.page:
            page.close()
    shared_shell.goes_to()
    shared_shell.shows("Home")
    return shared_shell
