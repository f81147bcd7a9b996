"""WebKit, the engine of the iPhone, with those of Playwright's words that an evening at the table needs.

Playwright drives only a WebKit of its own, which would have to be downloaded. Debian's is driven by its own driver
through selenium; its window stands on a screen of the size of a phone. It takes a pointer, not a finger.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import urlencode

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.service import Service

from tests.kit.browser.answer import Answer

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
HOW_TO_GET_IT = "No WebKit is found. On Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb"
WIDTH, HEIGHT = 390, 844
REDUCED_MOTION = "[Settings]\ngtk-enable-animations=false\n"
"""Totals are what they are at once."""
PATIENCE, PAUSE = 20.0, 0.02
"""Seconds that a tap or an expectation may take, and between two looks."""

Got = TypeVar("Got")

FOUND = """
    const [steps, ...given] = arguments;
    const follow = (found, [kind, wanted]) => ({
        css: () => [...new Set(found.flatMap(part => [...part.querySelectorAll(wanted)]))],
        text: () => found.filter(part => new RegExp(wanted).test(part.textContent)),
        nth: () => found.slice(wanted).slice(0, 1),
    })[kind]();
    const found = steps.reduce(follow, [document]);
"""
SHOWN = """(function isShown(part) {
    if (getComputedStyle(part).display === "contents") return [...part.children].some(isShown);
    return part.checkVisibility({visibilityProperty: true}) && part.getClientRects().length > 0;
})(part)"""
REACHABLE = """part => {
    document.documentElement.style.scrollbarWidth = "none";
    const box = part.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!part.contains(top)) part.scrollIntoView({block: "center", behavior: "instant"});
}"""
"""Moves a part from under whatever covers it, GTK's scrollbar too, which phones have not.

It lies on the page's last 20 pixels and keeps every click there: the page gets mousedown and mouseup, but no click.
"""


class NotYetError(Exception):
    """What was still wrong when the patience was over."""


def patiently(look: Callable[[], Got], patience: float = PATIENCE) -> Got:
    """What `look` gives as soon as it neither says that it is not yet so nor meets a page that is just changing."""
    late = time.monotonic() + patience
    while True:
        try:
            return look()
        except (NotYetError, WebDriverException) as error:
            if time.monotonic() > late:
                raise AssertionError(f"In {patience:.0f} seconds: {error}") from error
            time.sleep(PAUSE)


@dataclass(frozen=True)
class Locator:
    """Parts of the page, looked up anew at each question."""

    driver: WebKitGTK
    steps: tuple[tuple[str, Any], ...] = ()

    def _narrowed(self, kind: str, wanted: Any) -> Locator:
        return Locator(self.driver, (*self.steps, (kind, wanted)))

    def locator(self, selector: str) -> Locator:
        return self._narrowed("css", selector)

    def filter(self, *, has_text: re.Pattern[str]) -> Locator:
        return self._narrowed("text", has_text.pattern)

    def nth(self, place: int) -> Locator:
        return self._narrowed("nth", place)

    @property
    def first(self) -> Locator:
        return self.nth(0)

    @property
    def last(self) -> Locator:
        return self.nth(-1)

    def evaluate_all(self, function: str) -> Any:
        return self.driver.execute_script(f"{FOUND} return ({function})(found);", self.steps)

    def ask(self, function: str, *given: Any) -> Any:
        """What a function of script says of the one part there is; raises NotYetError where there is none, or more."""
        count, answer = self.driver.execute_script(
            f"{FOUND} const one = () => found.length === 1 ? ({function})(found[0], ...given) : null;"
            " return Promise.all([found.length, one()]);",
            self.steps,
            *given,
        )
        if count != 1:
            raise NotYetError(f"{count} parts are {self.steps}")
        return answer

    def evaluate(self, function: str, given: object = None) -> Any:
        return patiently(lambda: self.ask(function, given))

    def get_attribute(self, name: str) -> str | None:
        value: str | None = patiently(lambda: self.ask("(part, name) => part.getAttribute(name)", name))
        return value

    def input_value(self) -> str:
        return str(self.evaluate("part => part.value"))

    def is_visible(self) -> bool:
        return bool(self.evaluate_all(f"all => all.some(part => {SHOWN})"))

    def count(self) -> int:
        return int(self.evaluate_all("all => all.length"))

    def _element(self) -> WebElement:
        element: WebElement = self.ask(f"part => {SHOWN} && !part.disabled ? part : null")
        if element is None:
            raise NotYetError(f"nobody can tap {self.steps}")
        return element

    def tap(self) -> None:
        """A tap on the middle, once nothing covers it."""

        def taps() -> None:
            self.ask(REACHABLE)
            self._element().click()

        patiently(taps)

    click = tap

    def fill(self, text: str) -> None:
        def fills() -> None:
            element = self._element()
            element.clear()
            element.send_keys(text)

        patiently(fills)
        patiently(lambda: Expected(self).has("part => part.value", text))

    def select_option(self, value: str) -> None:
        self.locator(f"option[value={json.dumps(value)}]").evaluate(
            """option => {
                option.selected = true;
                option.parentElement.dispatchEvent(new Event("change", {bubbles: true}));
            }"""
        )


@dataclass(frozen=True)
class Expected:
    """Playwright's assertions, each waited for."""

    locator: Locator

    def has(self, function: str, wanted: Any, *given: Any) -> None:
        """Raise NotYetError where what the script says is not what is wanted: the same, or a match."""
        got = self.locator.ask(function, *given)
        fits = wanted.search(str(got)) if isinstance(wanted, re.Pattern) else got == wanted
        if not fits:
            raise NotYetError(f"{self.locator.steps} has {got!r}, not {wanted!r}")

    def _wait(self, function: str, wanted: Any, *given: Any) -> None:
        patiently(lambda: self.has(function, wanted, *given))

    def _wait_for_all(self, function: str, wanted: Any) -> None:
        def all_are() -> None:
            got = self.locator.evaluate_all(function)
            if got != wanted:
                raise NotYetError(f"{self.locator.steps}: {got!r}, not {wanted!r}")

        patiently(all_are)

    def to_have_text(self, wanted: str | list[str]) -> None:
        words = "part => part.textContent.replace(/\\s+/g, ' ').trim()"
        if isinstance(wanted, str):
            self._wait(words, wanted)
        else:
            self._wait_for_all(f"all => all.map({words})", wanted)

    def to_contain_text(self, wanted: str) -> None:
        self._wait("part => part.textContent", re.compile(re.escape(wanted)))

    def to_have_attribute(self, name: str, wanted: str | re.Pattern[str]) -> None:
        self._wait("(part, name) => part.getAttribute(name)", wanted, name)

    def to_have_css(self, name: str, wanted: str) -> None:
        self._wait("(part, name) => getComputedStyle(part).getPropertyValue(name)", wanted, name)

    def to_have_value(self, wanted: str) -> None:
        self._wait("part => part.value", wanted)

    def to_have_count(self, wanted: int) -> None:
        self._wait_for_all("all => all.length", wanted)

    def to_be_visible(self) -> None:
        self._wait(f"part => {SHOWN}", wanted=True)

    def to_be_hidden(self) -> None:
        self._wait_for_all(f"all => all.some(part => {SHOWN})", wanted=False)


@dataclass(frozen=True)
class Page:
    """The one page of the window."""

    driver: WebKitGTK
    site: str

    def goto(self, address: str) -> None:
        self.driver.get(self.site + address)

    def reload(self) -> None:
        self.driver.refresh()

    def locator(self, selector: str) -> Locator:
        return Locator(self.driver).locator(selector)


@dataclass(frozen=True)
class Requests:
    """The site's answers without a page, with the cookies of the phone."""

    driver: WebKitGTK

    # The site's connections are the engine's own, which asks again by itself.
    def get(self, address: str, *, headers: Mapping[str, str] | None = None, max_retries: int = 0) -> Answer:
        return self._sends("GET", address, headers or {})

    def post(self, address: str, *, form: Mapping[str, str], max_retries: int = 0) -> Answer:
        as_form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._sends("POST", address, as_form, urlencode(form))

    def _sends(self, method: str, address: str, headers: Mapping[str, str], body: str = "") -> Answer:
        status, words = self.driver.execute_script(
            """const [method, address, headers, body] = arguments;
            const request = new XMLHttpRequest();
            request.open(method, address, false);
            for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
            request.send(body);
            return [request.status, request.responseText];""",
            method,
            address,
            dict(headers),
            body,
        )
        return Answer(status, words)


@dataclass(frozen=True)
class Context:
    """A phone of its own, with a page and cookies; what its console says cannot be read."""

    driver: WebKitGTK
    site: str

    def on(self, event: str, handler: object) -> None:
        """Nothing is told of what happens in the window."""

    def new_page(self) -> Page:
        return Page(self.driver, self.site)

    @property
    def request(self) -> Requests:
        return Requests(self.driver)


def find_webkit() -> tuple[Path, Path] | None:
    """The paths of the driver and of the browser that belongs to it, or None; a screen must be there too."""
    driver = shutil.which(DRIVER)
    browsers = sorted(Path("/usr").glob("lib*/*/webkit2gtk-4.1/MiniBrowser"))
    return (Path(driver), browsers[0]) if driver and browsers and shutil.which(SCREEN) else None


@contextmanager
def screen() -> Iterator[Mapping[str, str]]:
    """A screen of the size of a phone that nobody sees, as the environment to start a window in."""
    size = f"{WIDTH}x{HEIGHT}x24"
    command = [SCREEN, "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            yield os.environ | {"DISPLAY": f":{server.stdout.readline().strip()}"}
        finally:
            server.terminate()


@contextmanager
def webkit_phone(site: str) -> Iterator[Context]:
    """One window on a screen of its own, as large as that screen."""
    found = find_webkit()
    assert found is not None, HOW_TO_GET_IT
    options = WebKitGTKOptions()
    options.binary_location = str(found[1])
    # Its toolbar is wider than a phone; full screen has none.
    for argument in ("--automation", "--full-screen"):
        options.add_argument(argument)
    with screen() as environ, TemporaryDirectory() as settings:
        (still := Path(settings, "gtk-3.0", "settings.ini")).parent.mkdir()
        still.write_text(REDUCED_MOTION)
        service = Service(str(found[0]), env={**environ, "XDG_CONFIG_HOME": settings})
        driver = WebKitGTK(options=options, service=service)
        try:
            driver.set_window_rect(x=0, y=0, width=WIDTH, height=HEIGHT)
            yield Context(driver, site)
        finally:
            driver.quit()
