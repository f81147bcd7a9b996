"""Another site is asked for something: by the page around the engine, which meanwhile answers everybody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext

from tests.kit.browser.pocket.shell import Shell
from tests.kit.browser.pocket.shell_host import StaticHost

SILENCE = 15_000
ASKS = """(path) => {
    globalThis.came = fetch(new URL(path, document.baseURI)).then((answer) => answer.json());
}"""
CANCELS = "navigator.serviceWorker.controller.postMessage({ type: 'cancel' })"


@pytest.fixture
def stalled() -> Iterator[socket.socket]:
    """A site that takes every call and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as site:
        site.settimeout(30)
        yield site


@pytest.fixture
def asking(shell: Shell, stalled: socket.socket) -> Shell:
    """A tab whose call has come to that site."""
    shell.page.clock.install()
    shell.page.evaluate(ASKS, f"call?{quote(f'http://127.0.0.1:{stalled.getsockname()[1]}/')}")
    stalled.accept()[0].detach()
    return shell


def test_what_another_site_says_comes_to_who_asked(home: Shell) -> None:
    home.page.evaluate(ASKS, f"call?{quote(home.host.address)}/elsewhere")
    page = home.host.files["404.html"].decode()
    assert home.page.evaluate("came") == {"how": "answered", "status": 404, "text": page}


def test_a_site_that_is_not_there_is_said_so(home: Shell, stalled: socket.socket) -> None:
    port = stalled.getsockname()[1]
    stalled.close()
    home.page.evaluate(ASKS, f"call?http://127.0.0.1:{port}/")
    assert home.page.evaluate("came")["how"] == "unreachable"


def test_a_site_that_stalls_holds_nobody_up_and_is_given_up(
    asking: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    asking.inner.locator("#to1").click()
    asking.shows("Page 1")
    other = Shell(phone, host)
    other.goes_to("a/2")
    other.shows("Page 2")
    asking.page.clock.fast_forward(SILENCE)
    assert asking.page.evaluate("came")["how"] == "unreachable"


def test_it_can_be_called_off_in_any_tab(asking: Shell, phone: BrowserContext, host: StaticHost) -> None:
    other = Shell(phone, host)
    other.goes_to("a/2")
    other.shows("Page 2")
    other.page.evaluate(CANCELS)
    assert asking.page.evaluate("came")["how"] == "cancelled"
