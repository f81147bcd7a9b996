"""The site in a pocket, in the words of a phone at the table.

There the pages stand in the frame of a shell that stays. What a test says of the page is said of that frame; what
belongs to the whole window (fingers, keys, its size) stays with the window.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Frame, FrameLocator, Locator, Page, Playwright

from tests.kit.browser.answer import Answer
from tests.kit.browser.chromium import ARGUMENTS, HOW_TO_GET_IT, PHONE, find_chromium, kill
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.browser.table import Phone
from tests.kit.missing import missing
from tests.kit.web.page import forms, parse

FRAME = "iframe"
FIRST_START = 120_000
"""Milliseconds after which a shell that has shown no page shows none."""

ASK = """async ([method, address, headers, body, file]) => {
    if (file) {
        const form = new FormData();
        for (const [name, value] of Object.entries(body)) form.append(name, value);
        form.append("file", new Blob([file]), "takuroku.json");
        body = form;
    }
    const answer = await fetch(address, { method, headers, body });
    const where = new URL(answer.url);
    return [answer.redirected, answer.status, where.pathname + where.search, await answer.text()];
}"""
"""Asks what no page shows, with the frame's own `fetch`."""
HAS_DECODER = """async () => {
    const { decoder } = JSON.parse(document.querySelector("#build").textContent);
    const kept = await Promise.all(decoder.map((path) => caches.match(new URL(path, document.baseURI))));
    return kept.every(Boolean);
}"""
"""Whether what comes after the first start has come."""


@dataclass(frozen=True)
class Requests:
    """The site's answers without a page; addresses are those of a site that has its host for itself.

    No connection is closed here, so nothing is tried again.
    """

    page: PocketPage

    def get(self, address: str, *, max_retries: int = 0) -> Answer:
        return self._asks("GET", address, {}, None)

    def post(self, address: str, *, form: Mapping[str, str], max_redirects: int = 20, max_retries: int = 0) -> Answer:
        as_form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._asks("POST", address, as_form, urlencode(form), follows=max_redirects > 0)

    def brings(self, address: str, form: Mapping[str, str], file: str) -> Answer:
        """Send a form with a file."""
        return self._asks("POST", address, {}, dict(form), file=file)

    def _asks(
        self, method: str, address: str, headers: Mapping[str, str], body: Any, *, follows: bool = True, file: str = ""
    ) -> Answer:
        asked = [method, self.page.site + address, dict(headers), body, file]
        redirected, status, where, words = self.page.evaluate(ASK, asked)
        where, words = where.removeprefix(self.page.path), words.replace(f'"{self.page.path}/', '"/')
        # A script is not told of the redirection itself, only where it led.
        return Answer(303 if redirected and not follows else status, words, {"location": where})


class PocketPage:
    """The page in the shell's frame; what is not said of it here is said of the window."""

    def __init__(self, window: Page, site: str) -> None:
        self.window = window
        self.site = site
        """Where the folder is served, without a slash at the end."""
        self.path = urlsplit(site).path

    def __getattr__(self, name: str) -> Any:
        return getattr(self.window, name)

    @property
    def shown(self) -> FrameLocator:
        return self.window.frame_locator(FRAME)

    @property
    def frame(self) -> Frame:
        """What shows the pages just now: a shell that was opened anew has another one."""
        frame = self.window.locator(FRAME).element_handle().content_frame()
        assert frame is not None
        return frame

    @property
    def url(self) -> str:
        return self.frame.url

    def opens(self, address: str = "/") -> None:
        """Open the shell at an address, as a bookmark does."""
        # It has loaded when the page in its frame has.
        self.window.goto(self.site + address, timeout=FIRST_START)
        self.comes()

    def comes(self) -> None:
        """Wait until the shell shows a page."""
        self.shown.locator("main").wait_for(timeout=FIRST_START)

    def goto(self, address: str) -> None:
        self.frame.goto(self.site + address)

    def reload(self) -> None:
        frame = self.frame
        with frame.expect_navigation():
            frame.evaluate("location.reload()")

    def locator(self, selector: str, **narrowed: Any) -> Locator:
        return self.shown.locator(selector, **narrowed)

    def get_by_role(self, role: Any, **narrowed: Any) -> Locator:
        return self.shown.get_by_role(role, **narrowed)

    def get_by_text(self, text: Any, **narrowed: Any) -> Locator:
        return self.shown.get_by_text(text, **narrowed)

    def evaluate(self, function: str, given: Any = None) -> Any:
        return self.frame.evaluate(function, given)

    def wait_for_function(self, function: str, **settings: Any) -> Any:
        return self.frame.wait_for_function(function, **settings)


class PocketContext:
    """A phone whose windows are shells."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.shells: list[PocketPage] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)

    def new_page(self) -> PocketPage:
        self.shells.append(shell := PocketPage(self.context.new_page(), self.site))
        shell.opens()
        return shell

    @property
    def request(self) -> Requests:
        """Asked in the first window that is still open."""
        return Requests(next(shell for shell in self.shells if not shell.window.is_closed()))


class PocketPhone(Phone):
    """A phone with the site in it; its record is read and written as anybody could who has it in the hand."""

    context: Any
    page: Any
    host: StaticHost | None = None

    def cut_off(self, host: StaticHost) -> None:
        """Have no network once everything has come; the host itself answers nothing, either."""
        comes_true(self.page.window, HAS_DECODER, timeout=FIRST_START)
        self.context.set_offline(True)
        host.cut()
        self.host = host

    @property
    def unexpected(self) -> list[str]:
        """What went wrong in the pages, and what they asked of a network that is not there."""
        return super().unexpected + (self.host.asked_in_vain if self.host else [])

    @cached_property
    def as_program(self) -> dict[str, str]:
        raise AssertionError("No program comes to a phone.")

    def record(self, session: str | None = None) -> dict[str, Any]:
        session = session or self.session
        document = self.context.request.get(f"/s/{session}/takuroku.json").json()
        sheet = parse(self.context.request.get(f"/s/{session}").text())
        return {"document": document, "position": int(sheet.one("main").get("data-position"))}

    def scorebook(self) -> dict[str, Any]:
        """The whole scorebook as the file that one takes along."""
        found: dict[str, Any] = self.context.request.get("/scorebook/takuroku.json").json()
        return found

    def brings(self, scorebook: Mapping[str, Any]) -> Answer:
        """Take in such a file."""
        return self.brings_file(json.dumps(scorebook))

    def brings_file(self, file: str) -> Answer:
        """What is said to whoever brings this file."""
        page = parse(self.context.request.get("/scorebook").text())
        (form,) = [form for form in forms(page, "/scorebook") if form.element.all("input", type="file")]
        values = {name: value for name, value in form.values.items() if name != "file"}
        answer: Answer = self.context.request.brings(form.action, values, file)
        return answer

    def writes(self, session: str, *entries: dict[str, Any]) -> None:
        """They come in a file, in which the session has gone on elsewhere."""
        book = self.scorebook()
        (found,) = [each for each in book["sessions"] if each["id"] == session]
        last = found["actions"][-1]["at"] if found["actions"] else found["created_at"]
        found["actions"] += [{"kind": "enter", "at": last, "device": "elsewhere", "facts": entry} for entry in entries]
        answer = self.brings(book)
        assert answer.ok, answer.text()


def phone_of(context: BrowserContext, host: StaticHost, *, fingers: bool = True) -> PocketPhone:
    """A phone that opens the site of this host, which then is in the phone."""
    in_pocket: Any = PocketContext(context, host.site)
    return PocketPhone(in_pocket, fingers)


def pocket_phone(browser: Browser, host: StaticHost, **settings: Any) -> PocketPhone:
    """A phone that was never there before, with whatever else a context can be given."""
    context = browser.new_context(**(PHONE | {"service_workers": "allow"} | settings))
    context.set_default_timeout(PATIENCE)
    return phone_of(context, host)


@contextmanager
def killed(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """A browser with a profile on the disk, killed at the end."""
    executable = find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=executable, args=list(ARGUMENTS), **(PHONE | {"service_workers": "allow"})
    )
    context.set_default_timeout(PATIENCE)
    yield context
    kill(profile)
    with suppress(Error):  # It cannot say goodbye any more.
        context.close()
