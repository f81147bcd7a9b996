"""A start that fails stays on the screen, with its words and buttons, in the reader's language, until somebody acts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.shell import LONGEST, PAGES, PUTS_RECORD, WORDS, Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost, hosting, shell_files

REASONS = {
    "en": ("unsupported", "storage-refused", "held", "storage-full"),
    "ja": ("newer-record", "damaged", "broken"),
}
"""Why it may not start, by the language to be told so in."""
WATCHED = 25_000
"""Milliseconds: some more than the service worker waits for somebody who leads."""
LONG = 61_000
"""An engine that broke sooner is not started anew by itself."""
COMES_INTO_THE_FRAME = "document.querySelector('#page').contentWindow.location.replace(location.href)"
BREAKS_IN_THE_FRAME = """(address) => {
    document.querySelector("#page").contentWindow.location.assign(new URL(address, document.baseURI));
}"""


@pytest.fixture(scope="module")
def host(hurried_host: StaticHost) -> StaticHost:
    return hurried_host


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with a_phone(browser) as phone:
        phone.clock.install()
        yield phone


def passes(shell: Shell, time: int) -> None:
    """So many milliseconds go by in the page; that of the service worker is another clock, and it is the same day."""
    shell.page.clock.fast_forward(time)
    shell.page.clock.set_system_time(datetime.now(UTC))


def is_watched(shell: Shell, language: str, words: str) -> None:
    """The clock goes on, and into the frame comes what the service worker says where nobody leads: all stays."""
    before = shell.buttons
    assert before
    shell.page.evaluate(COMES_INTO_THE_FRAME)
    nobody = shell.inner.locator("h1")
    expect(nobody).to_have_text(WORDS[language]["nobody.title"], timeout=LONGEST)
    passes(shell, WATCHED)
    shell.fails(words)
    assert (shell.buttons, shell.page.locator("html").get_attribute("lang")) == (before, language)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_it_does_not_start_stays_in_the_readers_language_until_somebody_acts(shell: Shell, language: str) -> None:
    """That every reason has its words in both languages is in tests/pocket/test_shell_words.py."""
    say, page = WORDS[language], PAGES[language]
    shell.goes_to(page)
    shell.shows(f"Page {page[-1]}")
    for reason in REASONS[language]:
        shell.told_fake("fail", reason)
        shell.page.reload(wait_until="commit")
        shell.fails(say[f"failed.{reason}.title"])
        expect(shell.said).to_contain_text(say[f"failed.{reason}.text"])
        expect(shell.page.locator("details")).to_contain_text(f"It was to be {reason}.")
        update = [say["failed.update"]] if reason == "newer-record" else []
        assert shell.buttons == [*update, say["again"], say["failed.check"]]
    is_watched(shell, language, say[f"failed.{reason}.title"])
    shell.told_fake("fail", "")
    with shell.page.expect_worker() as engine:
        shell.page.get_by_role("button", name=say["again"]).click()
    shell.shows(f"Page {page[-1]}")
    assert engine.value.url.endswith("/engine.js")


def test_what_is_recorded_can_be_taken_along_also_later(shell: Shell) -> None:
    shell.page.evaluate(PUTS_RECORD)
    shell.told_fake("fail", "damaged")
    shell.page.reload(wait_until="commit")
    shell.fails(title := WORDS["en"]["failed.damaged.title"])
    is_watched(shell, "en", title)
    with shell.page.expect_download() as download:
        shell.page.get_by_role("button", name="Save the record as a file").click()
    assert download.value.suggested_filename == "takuroku.db"
    assert Path(download.value.path()).read_text() == "the record"


def test_an_engine_that_breaks_soon_says_so_and_one_that_breaks_late_starts_anew(shell: Shell) -> None:
    shell.goes_to("a/3")
    shell.shows("Page 3")
    shell.page.evaluate(BREAKS_IN_THE_FRAME, "crash")
    shell.fails(title := WORDS["ja"]["failed.broken.title"])
    is_watched(shell, "ja", title)
    shell.page.get_by_role("button", name=WORDS["ja"]["again"]).click()
    shell.shows("Page 3")
    passes(shell, LONG)
    shell.page.evaluate(BREAKS_IN_THE_FRAME, "crash")
    shell.shows(WORDS["ja"]["broke.title"])
    expect(shell.inner.locator("p")).to_have_text(WORDS["ja"]["broke.unsaved"])
    shell.inner.get_by_role("link", name=WORDS["ja"]["back"]).click()
    shell.shows("Page 3")
    # A script of a page is told so too, and does not send it again by itself.
    passes(shell, LONG)
    got = shell.fetches("crash", {"method": "POST", "form": [["key", "k"]]})
    assert (got["status"], WORDS["ja"]["broke.unsaved"] in got["text"]) == (500, True)


def test_an_engine_that_does_not_come_says_so(shell: Shell, host: StaticHost) -> None:
    engine = host.one("parts/shell", "/engine/engine.js")
    shell.page.evaluate("async (path) => (await caches.open('/pocket/ files')).delete(path)", f"/pocket/{engine}")
    host.gone.add(engine)
    shell.page.reload(wait_until="commit")
    shell.fails(title := WORDS["en"]["failed.broken.title"])
    is_watched(shell, "en", title)
    host.gone.clear()
    shell.page.get_by_role("button", name="Try again").click()
    shell.shows("Home")


@pytest.mark.parametrize(("language", "reason"), [("ja-JP", "no-network"), ("en-GB", "not-whole")])
def test_a_first_load_that_fails_stays_on_the_screen(browser: Browser, language: str, reason: str) -> None:
    words = WORDS[language[:2]]
    with hosting(shell_files()) as host, a_phone(browser, language) as phone:
        phone.clock.install()
        (host.gone if reason == "no-network" else host.wrong).add(host.one("parts/app"))
        shell = Shell(phone, host)
        shell.goes_to()
        shell.fails(words[f"first.{reason}"])
        passes(shell, WATCHED)
        shell.fails(words[f"first.{reason}"])
        expect(shell.page.locator("#acts button")).to_have_text(words["again"])
        host.gone.clear()
        host.wrong.clear()
        if reason == "no-network":
            # It goes on by itself.
            passes(shell, WATCHED)
        else:
            shell.page.get_by_role("button", name=words["again"]).click()
        shell.shows("Home")


@pytest.mark.parametrize(
    ("locale", "lacking"),
    [
        (
            "en-GB",
            {
                "Object.defineProperty(globalThis, 'isSecureContext', { value: false })": "insecure",
                # Site data are blocked: so Chromium and Firefox say it.
                "ServiceWorkerContainer.prototype.getRegistration = async () => { throw %s }": "storage-refused",
            },
        ),
        (
            "ja-JP",
            {
                "delete globalThis.StorageManager?.prototype.getDirectory": "unsupported",
                "LockManager.prototype.request = async () => { throw %s }": "storage-refused",
            },
        ),
    ],
    ids=["en", "ja"],
)
def test_a_browser_without_what_is_needed_is_told_so(
    browser: Browser, host: StaticHost, locale: str, lacking: dict[str, str]
) -> None:
    with a_phone(browser, locale) as phone:
        phone.clock.install()
        for browser_is, reason in lacking.items():
            shell = Shell(phone, host)
            is_so = browser_is.replace("%s", "new DOMException('', 'SecurityError')")
            shell.page.add_init_script(f"if (location.pathname.startsWith('/pocket/')) {is_so}")
            shell.goes_to()
            shell.fails(words := WORDS[locale[:2]][f"failed.{reason}.title"])
            passes(shell, WATCHED)
            shell.fails(words)
            shell.page.close()


def test_where_the_browser_has_emptied_what_it_kept_a_deep_address_opens_and_all_comes_again(
    shell: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    shell.page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    shell.page.close()
    again = Shell(phone, host)
    again.goes_to("a/2")
    again.shows("Page 2")
    # The version that is shown is noted last.
    comes_true(again.page, "async () => Boolean(await caches.match(new URL('version', document.baseURI)))")
    again.page.close()
    host.away = True
    phone.set_offline(True)
    third = Shell(phone, host)
    third.goes_to("a/1")
    third.shows("Page 1")


def test_a_page_that_goes_lets_the_next_tab_lead_and_starts_anew_when_it_comes_back(
    shell: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    goes = "(name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    shell.page.evaluate(goes, "pagehide")
    comes_true(shell.page, "async () => Boolean(await (await caches.open('fake')).match('/stopped'))")
    other = Shell(phone, host)
    other.goes_to("a/2")
    other.shows("Page 2")
    assert [len(each.page.workers) for each in (shell, other)] == [0, 1]
    with shell.page.expect_event("load"):
        shell.page.evaluate(goes, "pageshow")
    shell.shows("Home")
