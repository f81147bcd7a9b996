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


def test_what_another_site_says_comes_to_who_asked(shell: Shell) -> None:
    shell.page.evaluate(ASKS, f"call?{quote(shell.host.address)}/elsewhere")
    page = shell.host.files["404.html"].decode()
    assert shell.page.evaluate("came") == {"how": "answered", "status": 404, "text": page}


def test_a_site_that_is_not_there_is_said_so(shell: Shell, stalled: socket.socket) -> None:
    port = stalled.getsockname()[1]
    stalled.close()
    shell.page.evaluate(ASKS, f"call?http://127.0.0.1:{port}/")
    assert shell.page.evaluate("came")["how"] == "unreachable"


def test_a_site_that_stalls_holds_nobody_up_and_is_called_off_in_any_tab_or_given_up(
    shell: Shell, phone: BrowserContext, host: StaticHost, stalled: socket.socket
) -> None:
    shell.page.clock.install()
    asks_in_vain(shell, stalled)
    shell.inner.locator("#to1").click()
    shell.shows("Page 1")
    other = Shell(phone, host)
    other.goes_to("a/2")
    other.shows("Page 2")
    other.page.evaluate(CANCELS)
    assert shell.page.evaluate("came")["how"] == "cancelled"
    asks_in_vain(shell, stalled)
    shell.page.clock.fast_forward(SILENCE)
    assert shell.page.evaluate("came")["how"] == "unreachable"


def asks_in_vain(shell: Shell, stalled: socket.socket) -> None:
    shell.page.evaluate(ASKS, f"call?{quote(f'http://127.0.0.1:{stalled.getsockname()[1]}/')}")
    stalled.accept()[0].detach()
