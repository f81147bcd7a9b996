"""Two tabs and one record: one leads, the other asks through it; and what is said of the storage."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.shell import LONGEST, WORDS, Shell, a_phone, without_pauses
from tests.kit.browser.pocket.shell_host import StaticHost

ENTRY = """() => {
    globalThis.came = fetch(new URL("entries", document.baseURI), {method: "POST", body: new URLSearchParams(%s)})
        .then(async (answer) => [answer.status, await answer.text()]);
}"""
SLOW_ENTRY = ENTRY.replace("entries", "entries?slow")


@pytest.fixture
def first(shell: Shell) -> Shell:
    return shell


@pytest.fixture
def second(first: Shell, phone: BrowserContext, host: StaticHost) -> Shell:
    shell = Shell(phone, host)
    shell.goes_to("a/1")
    shell.shows("Page 1")
    return shell


def engines(shell: Shell) -> int:
    return len(shell.page.workers)


def test_the_second_tab_works_through_the_first_and_goes_on_when_that_is_closed(first: Shell, second: Shell) -> None:
    assert (engines(first), engines(second)) == (1, 0)
    second.inner.get_by_role("button").click()
    second.shows("Page 2")
    assert first.entries == ["key=k1&text="]
    first.page.close()
    second.inner.locator("#to1").click()
    second.shows("Page 1")
    assert engines(second) == 1


@pytest.mark.parametrize(
    ("sent", "answered", "written"),
    [
        ("{key: 'k2'}", (200, "Page 2"), ["key=k2"]),
        # What has no key is not done a second time unseen.
        ("{name: 'no key'}", (503, "It may or may not have been saved"), []),
    ],
)
def test_what_the_first_was_doing_when_it_was_closed_is_asked_again(
    first: Shell, second: Shell, sent: str, answered: tuple[int, str], written: list[str]
) -> None:
    second.page.evaluate(SLOW_ENTRY % sent)
    # It has come to the engine, which works on it.
    comes_true(second.page, "async () => Boolean(await (await caches.open('fake')).match('/slow'))", timeout=LONGEST)
    first.page.close()
    came = second.page.evaluate("came")
    assert (came[0], answered[1] in came[1]) == (answered[0], True)
    assert second.entries == written


def test_a_tab_that_sleeps_is_named_and_nothing_is_lost(first: Shell, second: Shell) -> None:
    first.falls_asleep()
    # The service worker has waited for five seconds, and nobody waits for five more.
    second.page.evaluate(without_pauses(5000))
    second.inner.locator("#to2").click()
    line = second.lines.locator("[data-line=leader]")
    expect(line).to_contain_text("another tab, which is asleep", timeout=LONGEST)
    first.wakes()
    second.shows("Page 2")
    expect(line).to_have_count(0, timeout=LONGEST)


def test_where_nobody_leads_it_is_said_and_goes_on_by_itself(phone: BrowserContext, hurried_host: StaticHost) -> None:
    first, second = Shell(phone, hurried_host), Shell(phone, hurried_host)
    first.goes_to()
    first.shows("Home")
    second.goes_to("a/1")
    second.shows("Page 1")
    first.falls_asleep()
    second.page.evaluate(ENTRY % "{key: 'k3'}")
    second.inner.locator("#to2").click()
    expect(second.inner.locator("h1")).to_have_text("The scorebook is not open right now", timeout=LONGEST)
    status, text = second.page.evaluate("came")
    assert (status, "was not saved" in text) == (503, True)
    first.wakes()
    second.shows("Page 2")
    # What was given up is not done behind anybody's back when the first wakes.
    assert second.entries == []


# --- what is said of the storage -----------------------------------------------


def test_where_nothing_is_promised_it_is_said_beside_the_sheets_until_it_is_put_away(first: Shell) -> None:
    line = first.lines.locator("[data-line=storage]")
    expect(line).to_contain_text("may delete", timeout=LONGEST)
    first.goes_to("sheet")
    first.shows("Sheet")
    expect(line).to_be_hidden()
    first.goes_to()
    line.get_by_role("button", name="Got it").click()
    expect(line).to_have_count(0)
    first.page.reload(wait_until="commit")
    first.shows("Home")
    first.page.wait_for_timeout(1500)
    expect(line).to_have_count(0)


AS_SAFARI = "Object.defineProperty(Navigator.prototype, 'vendor', { value: 'Apple Computer, Inc.' });"
AT_HOME = "Object.defineProperty(Navigator.prototype, 'standalone', { value: true });"


@pytest.mark.parametrize(
    ("browser_is", "names"),
    [
        ("", {"a/1": "storage.unsure", "blank": "storage.unsure"}),
        (AS_SAFARI, {"a/3": "storage.seven-days", "blank": "storage.seven-days", "begun": "storage.recorded"}),
        (AS_SAFARI + AT_HOME, {"blank": "storage.before", "begun": "storage.own-at-home"}),
    ],
    ids=["elsewhere", "Safari", "home screen"],
)
def test_what_may_become_of_it_is_said_before_the_first_entry_as_it_is_in_this_browser(
    browser: Browser, host: StaticHost, browser_is: str, names: dict[str, str]
) -> None:
    with a_phone(browser, "en-GB") as phone:
        phone.add_init_script(browser_is)
        shell = Shell(phone, host)
        for page, name in names.items():
            shell.goes_to(page)
            line = shell.lines.locator("[data-line=storage]")
            # Page 3 is the Japanese one.
            expect(line).to_contain_text(WORDS["ja" if page == "a/3" else "en"][name], timeout=LONGEST)
            line.get_by_role("button").first.click()
            shell.shows("Not found")
            assert shell.path == ("scorebook#import" if name == "storage.before" else "scorebook")


def test_an_empty_app_on_the_home_screen_leads_to_the_camera_and_asks_until_somebody_begins(
    browser: Browser, host: StaticHost
) -> None:
    with a_phone(browser, "en-GB") as phone:
        phone.add_init_script(AS_SAFARI + AT_HOME)
        shell = Shell(phone, host)
        shell.goes_to("blank")
        line = shell.lines.locator("[data-line=storage]")
        expect(line).to_contain_text("Did you use the browser before?", timeout=LONGEST)
        line.get_by_role("button", name=WORDS["en"]["storage.by-code"]).click()
        shell.shows("Not found")
        assert shell.path == "scan"
        expect(line).to_have_count(0)
        shell.goes_to("blank")
        expect(line).to_be_visible(timeout=LONGEST)
        shell.page.evaluate("document.querySelector('iframe').contentWindow.location.assign('begun')")
        shell.shows("Begun")
        expect(line).to_have_count(0)
        shell.goes_to("blank")
        line.get_by_role("button", name=WORDS["en"]["storage.begin"]).click()
        expect(line).to_have_count(0)
        shell.page.reload(wait_until="commit")
        shell.shows("Blank")
        expect(line).to_have_count(0)
