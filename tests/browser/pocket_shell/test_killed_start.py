"""A start that the browser killed is told at the next one, which waits for a choice; other ends of a start are not."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from tests.kit.browser.axe import violations
from tests.kit.browser.pocket.shell import PAGES, PUTS_RECORD, WORDS, Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost

FOREVER = "600000"
"""Milliseconds that the engine takes to start: longer than any test."""
LOG = "JSON.parse(localStorage.getItem('shell /pocket/ starts'))"
LAST_STEP = """() => {
    const { step, end } = JSON.parse(localStorage.getItem("shell /pocket/ starts")).at(-1);
    return step === "record" && !end;
}"""


@pytest.fixture
def phone(new_phone: BrowserContext) -> BrowserContext:
    return new_phone


@pytest.fixture
def killed(shell: Shell, phone: BrowserContext, host: StaticHost) -> Shell:
    """A new tab of a phone whose last one was killed while it opened the scorebook."""
    return after_a_kill(shell, phone, host)


def after_a_kill(shell: Shell, phone: BrowserContext, host: StaticHost, page: str = "a/1") -> Shell:
    shell.told_fake("start", FOREVER)
    shell.page.evaluate(PUTS_RECORD)
    shell.goes_to(page)
    shell.page.wait_for_function(LAST_STEP)
    crash(shell)
    shell.page.close()
    other = Shell(phone, host)
    other.page.goto(host.beside)
    other.told_fake("start", "0")
    other.goes_to(page)
    return other


def crash(shell: Shell) -> None:
    """Have the browser kill the tab, as it does where memory is short."""
    with suppress(Error):
        shell.page.goto("chrome://crash")


def starts(shell: Shell) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shell.page.evaluate(LOG)
    return found


def test_a_killed_start_is_told_and_nothing_starts_by_itself(killed: Shell) -> None:
    say = WORDS["en"]
    killed.fails(say["failed.killed.title"])
    expect(killed.said).to_contain_text(say["failed.killed.text"])
    assert killed.buttons == [say[each] for each in ("again", "failed.take", "failed.check")]
    assert killed.page.workers == []
    with killed.page.expect_download() as download:
        killed.page.get_by_role("button", name=say["failed.take"]).click()
    assert download.value.path().read_text() == "the record"
    # Loading the tab anew is no choice.
    killed.page.reload(wait_until="commit")
    killed.fails(say["failed.killed.title"])
    killed.page.get_by_role("button", name=say["again"]).click()
    killed.shows("Page 1")
    assert [each["end"] for each in starts(killed)] == ["ready", "killed", "ready"]


def test_a_start_that_ended_otherwise_is_not_told(shell: Shell, phone: BrowserContext, host: StaticHost) -> None:
    for ends in ("reloaded", "closed", "failed", "put away"):
        shell.told_fake("fail" if ends == "failed" else "start", "held" if ends == "failed" else FOREVER)
        shell.goes_to("a/1")
        if ends == "failed":
            shell.fails(WORDS["en"]["failed.held.title"])
        else:
            shell.page.wait_for_function(LAST_STEP)
        shell.told_fake("fail", "")
        shell.told_fake("start", "0")
        if ends == "put away":
            shell.page.evaluate(HIDES)
            crash(shell)
        if ends in ("closed", "put away"):
            shell.page.close(run_before_unload=ends == "closed")
            shell = Shell(phone, host)
            shell.goes_to("a/1")
        else:
            shell.page.reload(wait_until="commit")
        shell.shows("Page 1")


HIDES = """() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_how_a_start_ended_is_kept_with_its_time(shell: Shell) -> None:
    shell.told_fake("fail", "damaged")
    shell.page.reload(wait_until="commit")
    shell.fails(WORDS["en"]["failed.damaged.title"])
    first, second = starts(shell)
    assert (first["end"], second["end"]) == ("ready", "damaged: It was to be damaged.")
    assert first["milliseconds"] > 0


def test_it_is_told_whole_on_a_small_phone(browser: Browser, host: StaticHost, axe: str) -> None:
    with a_phone(browser, "ja-JP", viewport={"width": 320, "height": 568}) as phone:
        shell = Shell(phone, host)
        shell.goes_to(PAGES["ja"])
        shell.shows("Page 3")
        killed = after_a_kill(shell, phone, host, PAGES["ja"])
        killed.fails(WORDS["ja"]["failed.killed.title"])
        expect(killed.page.locator("#acts button")).to_have_count(3)
        assert killed.page.evaluate("document.documentElement.scrollWidth") <= 320
        assert violations(killed.page, axe) == []
