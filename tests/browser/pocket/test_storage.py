"""The files of a browser's storage: who gets them, and what a full phone says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from pocket.build.build import BROWSER
from tests.kit.browser.pocket.shell_host import hosting

PAGE = "<!DOCTYPE html><html lang='en'><title>Storage</title>"
# A worker does what it is told with the module; `refused` is what who does not get the files is told.
WORKER = """
import * as opfs from "./opfs.js";
const names = ["one.db", "one.db-wal"];
const open = (folder = "place") => opfs.opened(folder, names).then(
  (files) => (self.files = files, "opened"),
  (error) => error.reason ?? `unexpected ${error}`,
);
self.onmessage = async ({ data: [number, code] }) => {
  const act = Object.getPrototypeOf(async () => {}).constructor;
  try {
    const said = await new act("open", "opfs", code)(open, opfs);
    self.postMessage([number, said]);
  } catch (error) {
    self.postMessage([number, `${error.name}: ${error.message}`]);
  }
};
"""
ASKING = """
([name, code]) => new Promise((resolve) => {
  window.workers ??= {};
  window.number = (window.number ?? 0) + 1;
  const own = window.number;
  const worker = (window.workers[name] ??= new Worker(`${name}.js`, { type: "module" }));
  worker.addEventListener("message", ({ data: [number, said] }) => number === own && resolve(said));
  worker.postMessage([own, code]);
})
"""

PATIENCE = b"const OPEN_TIMEOUT = 5000;"
"""The wait for a file that another engine holds, in milliseconds; the worker `hurried` waits less."""
Asks = Callable[[str, str], object]


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    opfs = (BROWSER / "engine" / "opfs.js").read_bytes()
    assert opfs.count(PATIENCE) == 1
    worker = WORKER.encode()
    files = {"index.html": PAGE.encode(), "404.html": b"", "one.js": worker, "two.js": worker, "opfs.js": opfs}
    files |= {
        "hurried.js": worker.replace(b"opfs.js", b"hurried-opfs.js"),
        "hurried-opfs.js": opfs.replace(PATIENCE, b"const OPEN_TIMEOUT = 200;"),
    }
    with hosting(files) as host:
        yield host.start


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(host)
    yield page
    context.close()


@pytest.fixture
def asks(page: Page) -> Asks:
    """What a worker of this name says to a piece of script; it lives until it is ended."""
    return lambda name, code: page.evaluate(ASKING, [name, code])


def test_one_engine_has_the_files(asks: Asks) -> None:
    assert asks("one", "return open()") == "opened"
    assert asks("hurried", "return open()") == "held"
    assert asks("hurried", "return open('another place')") == "opened"


def test_what_was_written_is_there_for_the_next(asks: Asks, page: Page) -> None:
    asks("one", "return open()")
    written = (
        "const file = files.get('one.db'); file.write(new Uint8Array([1, 2, 3]), { at: 2 }); return file.getSize()"
    )
    assert asks("one", written) == 5
    page.evaluate("window.workers.one.terminate()")
    read = "await open(); const b = new Uint8Array(9); return [files.get('one.db').read(b, { at: 0 }), ...b]"
    assert asks("two", read) == [5, 0, 0, 1, 2, 3, 0, 0, 0, 0]


def test_a_full_phone_says_so_by_the_name_that_is_understood(asks: Asks, page: Page, host: str) -> None:
    asks("one", "return open()")
    told = page.context.new_cdp_session(page)
    told.send("Storage.overrideQuotaForOrigin", {"origin": host.removesuffix("/pocket/"), "quotaSize": 4096})
    said = str(asks("one", "return files.get('one.db').write(new Uint8Array(50e6), { at: 0 })"))
    # The second in a window that keeps nothing: the error's number, of which it makes one without a sign.
    assert said.startswith("QuotaExceededError: ") or said == "4294967288"
