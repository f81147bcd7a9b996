"""The site in a pocket in WebKit on Linux, which has no private file system: its files lie in memory.

Two places of what the host sends are changed for that, and nothing else. A shell that is opened anew begins empty.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By

from tests.kit.browser.answer import Answer
from tests.kit.browser.pocket.phone import HAS_DECODER, PocketPhone
from tests.kit.browser.pocket.site import StaticHost, running_host
from tests.kit.browser.webkit import Locator, NotYetError, patiently, webkit_phone

SHELL = ("shell/shell.js", '    "a private file system": navigator.storage?.getDirectory,\n', "")
FILES = (
    "engine/opfs.js",
    '  if (!navigator.storage?.getDirectory) throw new Refusal("unsupported", "no private file system");\n',
    "  return new Map(names.map((name) => [name, new InMemory()]));\n",
)
IN_MEMORY = """
class InMemory {
  bytes = new Uint8Array();
  getSize() {
    return this.bytes.length;
  }
  read(part, { at }) {
    const found = this.bytes.subarray(at, at + part.length);
    part.set(found);
    return found.length;
  }
  write(part, { at }) {
    if (at + part.length > this.bytes.length) this.truncate(at + part.length);
    this.bytes.set(part, at);
    return part.length;
  }
  truncate(size) {
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(0, size));
    this.bytes = bytes;
  }
  flush() {}
  close() {}
}
"""
FIRST_START = 120.0
"""Seconds that a busy machine may take to bring the site into it and to begin."""
ASK = """const [address, how, done] = arguments;
fetch(address, how).then(async (answer) => done([answer.status, answer.url, await answer.text()]));"""
LEFT = "return !globalThis.isLeft && document.readyState === 'complete' && document.querySelector('main') !== null"


def in_memory(folder: Path, target: Path) -> Path:
    """A copy of the built folder whose files lie in memory; whoever checks them finds their new digests."""
    shutil.copytree(folder, target, copy_function=_link)
    for name, old, new in (SHELL, FILES):
        (path,) = target.glob(f"parts/shell-*/{name}")
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        before = hashlib.sha256(path.read_bytes()).hexdigest()
        _write(path, text.replace(old, new) + (IN_MEMORY if name == "engine/opfs.js" else ""))
        for page in (target / "index.html", target / "service-worker.js"):
            _write(page, page.read_text("utf-8").replace(before, hashlib.sha256(path.read_bytes()).hexdigest()))
    return target


def _link(source: str, target: str) -> None:
    Path(target).symlink_to(source)


def _write(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text, "utf-8")


@dataclass(frozen=True)
class InFrame:
    """The driver, for the page in the shell's frame; after some pages it has to look for the frame anew."""

    driver: WebKitGTK

    def execute_script(self, script: str, *given: Any) -> Any:
        return self._there(lambda: self.driver.execute_script(script, *given))

    def execute_async_script(self, script: str, *given: Any) -> Any:
        return self._there(lambda: self.driver.execute_async_script(script, *given))

    def _there(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except (NoSuchFrameException, NoSuchWindowException):
            patiently(self.enter)
            return act()

    def enter(self) -> None:
        self.driver.switch_to.default_content()
        self.driver.switch_to.frame(self.driver.find_element(By.ID, "page"))


@dataclass(frozen=True)
class PocketPage:
    """The page in the shell's frame."""

    driver: Any
    site: str

    def opens(self) -> None:
        window = self.driver.driver
        window.get(f"{self.site}/")
        patiently(lambda: self._is_shown(window), FIRST_START)
        self.driver.enter()

    def _is_shown(self, window: WebKitGTK) -> None:
        if not window.execute_script("return document.querySelector('#page:not([inert])') !== null"):
            raise NotYetError(window.execute_script("return document.querySelector('#said')?.textContent"))
        if not window.execute_async_script(f"({HAS_DECODER})().then(arguments[0])"):
            raise NotYetError("What reads codes has not come.")

    def goto(self, address: str) -> None:
        self._leaves("location.assign(arguments[0])", self.site + address)

    def reload(self) -> None:
        self._leaves("location.reload()")

    def _leaves(self, how: str, *given: str) -> None:
        self.driver.execute_script(f"globalThis.isLeft = true; {how};", *given)
        patiently(self._has_come)

    def _has_come(self) -> None:
        if not self.driver.execute_script(LEFT):
            raise NotYetError("The next page has not come.")

    @property
    def addresses(self) -> list[str]:
        """Of the tab and of the page in it, as of a site that has its host for itself."""
        both = self.driver.execute_script("return [parent.location.pathname, location.pathname]")
        return [each.removeprefix(urlsplit(self.site).path) for each in both]

    def locator(self, selector: str) -> Locator:
        return Locator(self.driver).locator(selector)


@dataclass(frozen=True)
class Requests:
    """The site's answers without a page; addresses are those of a site that has its host for itself."""

    driver: InFrame
    site: str

    def get(self, address: str) -> Answer:
        return self._asks(address, {})

    def post(self, address: str, *, form: dict[str, str]) -> Answer:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._asks(address, {"method": "POST", "headers": headers, "body": urlencode(form)})

    def _asks(self, address: str, how: dict[str, Any]) -> Answer:
        status, _, words = self.driver.execute_async_script(ASK, self.site + address, how)
        return Answer(status, words)


@dataclass(frozen=True)
class Context:
    """A phone of its own, with the site in it; what its console says cannot be read."""

    driver: WebKitGTK
    site: str

    def on(self, event: str, handler: object) -> None:
        """Nothing is told of what happens in the window."""

    def new_page(self) -> PocketPage:
        page = PocketPage(InFrame(self.driver), self.site)
        page.opens()
        return page

    @property
    def request(self) -> Requests:
        return Requests(InFrame(self.driver), self.site)


@contextmanager
def webkit_pocket(folder: Path, room: Path) -> Iterator[tuple[PocketPhone, StaticHost]]:
    """A phone with the site in it, and the host that it came from."""
    with running_host(in_memory(folder, room / "in-memory")) as host, webkit_phone(host.site) as window:
        context: Any = Context(window.driver, host.site)
        yield PocketPhone(context, fingers=False), host
