"""A new version comes in the background and is shown after a tap: not in a game, not while something is entered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.shell import LONGEST, Shell, without_pauses
from tests.kit.browser.pocket.shell_host import StaticHost, hosting, shell_files, with_leader_timeout

VERSION = "JSON.parse(document.querySelector('#build')?.textContent ?? null)?.version"
CHANGED = f"(before) => ![undefined, before].includes({VERSION})"
LOOK = "async () => { await (await navigator.serviceWorker.ready).update(); }"
WAITS = "async () => Boolean((await navigator.serviceWorker.ready).waiting)"
LOOKS_AGAIN = "() => document.dispatchEvent(new Event('visibilitychange'))"
AN_HOUR = 3_600_000
KEPT = """async () => {
    const names = (await caches.keys()).filter((name) => name.includes(" pages ")).length;
    const files = await (await caches.open("/pocket/ files")).keys();
    return [names, files.filter(({url}) => url.includes("/parts/app")).length];
}"""


@pytest.fixture
def host() -> Iterator[StaticHost]:
    """One that brings out another version; in the first, a request waits for somebody who leads as long as may be."""
    with hosting(with_leader_timeout(shell_files(), AN_HOUR)) as host:
        yield host


@pytest.fixture
def phone(new_phone: BrowserContext) -> BrowserContext:
    return new_phone


@pytest.fixture
def shell(phone: BrowserContext, host: StaticHost) -> Shell:
    shell = Shell(phone, host)
    shell.goes_to("a/1")
    shell.shows("Page 1")
    return shell


def version(shell: Shell) -> str:
    return str(shell.page.evaluate(VERSION))


def brings_out(host: StaticHost, shell: Shell) -> str:
    """Another version is on the host, and has come into the phone; the one that was there before."""
    before = version(shell)
    host.files = shell_files("two")
    host.asked.clear()
    shell.page.evaluate(LOOK)
    comes_true(shell.page, WAITS, timeout=LONGEST)
    return before


def test_it_is_offered_in_a_line_and_comes_to_both_tabs_after_a_tap(
    shell: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    other = Shell(phone, host)
    other.goes_to("a/2")
    other.shows("Page 2")
    before = brings_out(host, shell)
    update = other.lines.locator("[data-line=update]")
    expect(update).to_contain_text("A new version is ready.", timeout=LONGEST)
    # What did not change is not fetched again.
    assert [path for path in host.paths if path.startswith("parts/")] == [host.one("parts/app")]
    assert version(shell) == before
    update.get_by_role("button").click()
    for each, title in ((shell, "Page 1"), (other, "Page 2")):
        each.page.wait_for_function(CHANGED, arg=before, timeout=LONGEST)
        each.shows(title)
    expect(update).to_have_count(0)
    assert shell.kept_by_fake("stopped") == "yes"
    assert shell.page.evaluate(KEPT) == [1, 1]


def test_it_is_not_offered_while_a_game_is_played_or_something_is_entered(shell: Shell, host: StaticHost) -> None:
    shell.told_fake("playing", "yes")
    update = shell.lines.locator("[data-line=update]")
    brings_out(host, shell)
    shell.page.wait_for_timeout(1500)
    expect(update).to_have_count(0)
    shell.inner.locator("[name=text]").fill("not saved yet")
    shell.told_fake("playing", "")
    shell.page.evaluate(LOOKS_AGAIN)
    shell.page.wait_for_timeout(1500)
    expect(update).to_have_count(0)
    shell.inner.locator("[name=text]").fill("")
    shell.page.evaluate(LOOKS_AGAIN)
    expect(update).to_have_count(1, timeout=LONGEST)


def test_it_does_not_come_by_itself_when_the_phone_was_away(
    shell: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    before = brings_out(host, shell)
    shell.page.close()
    # The browser itself lets the new worker in where no tab is open; what is shown stays what it was.
    again = Shell(phone, host)
    again.goes_to("a/2")
    again.shows("Page 2")
    assert version(again) == before
    again.lines.get_by_role("button", name="Update").click(timeout=LONGEST)
    again.page.wait_for_function(CHANGED, arg=before, timeout=LONGEST)
    again.shows("Page 2")
    assert again.page.evaluate(KEPT) == [1, 1]


def test_a_record_of_a_newer_version_is_opened_by_that_version(shell: Shell, host: StaticHost) -> None:
    before = version(shell)
    # A tab that has stopped the engine loads itself anew after ten seconds, whether there is a new version or not.
    shell.page.add_init_script(without_pauses(10_000))
    shell.told_fake("fail", "newer-record")
    shell.page.reload(wait_until="commit")
    update = shell.page.locator("#acts").get_by_role("button", name="Update")
    update.click(timeout=LONGEST)
    expect(shell.said).to_contain_text("No newer version could be found", timeout=LONGEST)
    shell.page.reload(wait_until="commit")
    host.files = shell_files("two")
    expect(update).to_be_visible(timeout=LONGEST)
    shell.told_fake("fail", "")
    update.click()
    shell.page.wait_for_function(CHANGED, arg=before, timeout=LONGEST)
    shell.shows("Page 1")
