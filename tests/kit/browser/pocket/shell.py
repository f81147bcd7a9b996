"""A browser tab with the shell in it: the page around the pages, and what its frame shows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, unquote

from playwright.sync_api import Browser, BrowserContext, FrameLocator, Locator, Page, expect

from pocket.build.build import BROWSER
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.pocket.shell_host import ASLEEP, StaticHost

WORDS: dict[str, dict[str, str]] = json.loads((BROWSER / "words.json").read_text("utf-8"))
PAGES = {"en": "a/1", "ja": "a/3"}
"""A page for a reader of each language; the browser's own is English."""
PUTS_RECORD = """async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("takuroku %2Fpocket%2F", {create: true});
    const file = await folder.getFileHandle("takuroku.db", {create: true});
    const stream = await file.createWritable();
    await stream.write("the record");
    await stream.close();
}"""
LONGEST = 30_000
"""Milliseconds: a busy machine brings the whole site into the phone, or starts its engine."""
OF_NETWORK = "net::ERR_"


class Shell:
    """One tab."""

    def __init__(self, context: BrowserContext, host: StaticHost) -> None:
        self.host = host
        self.page: Page = context.new_page()
        # The first tap after a load is no second one, however soon it comes.
        self.page.add_init_script("try { delete sessionStorage.tap } catch {}")

    @property
    def inner(self) -> FrameLocator:
        return self.page.frame_locator("#page")

    @property
    def said(self) -> Locator:
        return self.page.locator("#said")

    @property
    def lines(self) -> Locator:
        return self.page.locator("#lines")

    def goes_to(self, path: str = "") -> None:
        # The tab is there when its page is: a first load, or an engine, may take as long as it wants.
        self.page.goto(self.host.start + path, wait_until="commit")

    def shows(self, title: str) -> None:
        """Expect a page in the frame, with the tab's own address, title and language following it."""
        expect(self.inner.locator("h1")).to_have_text(title, timeout=LONGEST)
        self.page.wait_for_function(MIRRORED, timeout=LONGEST)

    def fails(self, words: str) -> None:
        """Expect these words in the place of the page, and nothing of a page."""
        expect(self.said).to_contain_text(words, timeout=LONGEST)
        expect(self.page.locator("#start")).to_be_visible()
        expect(self.page.locator("#page")).to_be_hidden()

    @property
    def buttons(self) -> list[str]:
        """What can be done about it."""
        return self.page.locator("#acts button").all_inner_texts()

    @property
    def path(self) -> str:
        return str(self.page.evaluate("location.href")).removeprefix(self.host.start)

    def fetches(self, path: str, how: dict[str, Any] | None = None) -> dict[str, Any]:
        """What a script of a page gets."""
        got: dict[str, Any] = self.page.evaluate(FETCHED, [path, how or {}])
        return got

    def told_fake(self, name: str, text: str) -> None:
        """Say something to the engine that only plays one."""
        self.page.evaluate(
            "async ([name, Text]) => (await caches.open('fake')).put(name, new Response(null, {headers: {Text}}))",
            [f"/{name}", quote(text)],
        )

    def kept_by_fake(self, name: str) -> str:
        """What it has written down."""
        return unquote(
            self.page.evaluate(
                "async (name) => (await (await caches.open('fake')).match(name))?.headers.get('Text') ?? ''", f"/{name}"
            )
        )

    def falls_asleep(self) -> None:
        """Do and hear nothing until the host lets it wake."""
        self.host.asleep = True
        self.page.evaluate(SLEEPS, ASLEEP)
        late = time.monotonic() + LONGEST / 1000
        while ASLEEP not in self.host.asked and time.monotonic() < late:
            time.sleep(0.05)

    def wakes(self) -> None:
        self.host.asleep = False

    @property
    def entries(self) -> list[str]:
        return self.kept_by_fake("entries").splitlines()


MIRRORED = """() => {
    const inner = document.querySelector("#page").contentWindow;
    // A page that is only coming has none yet.
    const language = inner.document.documentElement?.lang;
    return inner.location.href === location.href && inner.document.title === document.title
        && language === document.documentElement.lang && document.querySelector("#page").title === document.title;
}"""
SLEEPS = """(address) => {
    setTimeout(() => {
        const request = new XMLHttpRequest();
        request.open("GET", address, false);
        request.send();
    }, 100);
}"""
FETCHED = """async ([path, how]) => {
    const { form, ...rest } = how;
    if (form) {
        rest.body = new FormData();
        for (const [name, value, file] of form) {
            rest.body.append(name, file ? new File([new Uint8Array(value)], file) : value);
        }
    }
    const answer = await fetch(new URL(path, document.baseURI), rest);
    return {
        status: answer.status, url: answer.url, redirected: answer.redirected,
        headers: Object.fromEntries(answer.headers), text: await answer.text(),
    };
}"""


def without_pauses(milliseconds: int) -> str:
    """Script by which nothing comes any more that waits for so long, or for longer."""
    return f"""(() => {{
        const set = setTimeout;
        globalThis.setTimeout = (act, time = 0, ...given) => time < {milliseconds} ? set(act, time, ...given) : 0;
    }})()"""


@contextmanager
def a_phone(browser: Browser, locale: str = "en-GB", **settings: Any) -> Iterator[BrowserContext]:
    """A phone whose browser lets service workers be; errors in its pages, but for the network, fail the test."""
    context = browser.new_context(locale=locale, **(PHONE | {"service_workers": "allow"} | settings))
    context.set_default_timeout(PATIENCE)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    try:
        yield context
        assert not (found := [error for error in errors if OF_NETWORK not in error]), found
    finally:
        context.close()
