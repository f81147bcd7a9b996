"""A version that would change the record asks first, and offers a copy; until somebody has chosen, nothing starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.kit.browser.axe import violations
from tests.kit.browser.pocket.shell import LONGEST, PAGES, PUTS_RECORD, WORDS, Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost

LOG = "JSON.parse(localStorage.getItem('shell /pocket/ starts'))"


def asks(shell: Shell, language: str = "en") -> dict[str, str]:
    """A version that would change the record has come, and the tab is opened; its words."""
    say = WORDS[language]
    shell.page.evaluate(PUTS_RECORD)
    shell.told_fake("fail", "pending-migrations")
    shell.page.reload(wait_until="commit")
    shell.fails(say["copy.title"])
    expect(shell.page.locator("#acts button")).to_have_text([say["copy.save"], say["copy.without"]])
    return say


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_copy_is_saved_and_then_the_page_comes_that_was_asked_for(shell: Shell, language: str) -> None:
    shell.goes_to(page := PAGES[language])
    shell.shows(f"Page {page[-1]}")
    say = asks(shell, language)
    expect(shell.said).to_contain_text(say["copy.text"])
    # By keyboard: the next step has the focus.
    shell.page.get_by_role("button", name=say["copy.save"]).focus()
    with shell.page.expect_download() as download:
        shell.page.keyboard.press("Enter")
    assert download.value.suggested_filename == "takuroku.db"
    assert Path(download.value.path()).read_text() == "the record"
    expect(shell.said).to_contain_text(say["copy.saved"].format(names="takuroku.db"))
    assert shell.buttons == [say["update.button"], say["copy.again"]]
    expect(shell.page.get_by_role("button", name=say["update.button"])).to_be_focused()
    shell.page.keyboard.press("Enter")
    shell.shows(f"Page {page[-1]}")


def test_the_second_tap_of_a_double_tap_saves_nothing_more_and_updates_nothing(shell: Shell) -> None:
    say = asks(shell)
    saved: list[str] = []
    shell.page.on("download", lambda each: saved.append(each.suggested_filename))
    shell.page.get_by_role("button", name=say["copy.save"]).dblclick()
    expect(shell.said).to_contain_text("takuroku.db")
    # The place is tapped once more as soon as the other button is there.
    shell.page.locator("#acts button").first.click()
    assert shell.buttons == [say["update.button"], say["copy.again"]]
    assert (saved, shell.page.workers) == (["takuroku.db"], [])


def test_it_is_asked_until_somebody_has_chosen_and_is_no_error(shell: Shell) -> None:
    say = asks(shell)
    assert shell.page.workers == []
    asks(shell)
    shell.page.get_by_role("button", name=say["copy.without"]).click()
    shell.shows("Home")
    ends = [each["end"] for each in shell.page.evaluate(LOG)]
    assert ends == ["ready", "pending-migrations", "pending-migrations", "ready"]


def test_while_one_tab_asks_another_neither_asks_nor_starts(
    shell: Shell, phone: BrowserContext, host: StaticHost
) -> None:
    say = asks(shell)
    other = Shell(phone, host)
    other.goes_to("a/2")
    line = other.lines.locator("[data-line=leader]")
    expect(line).to_contain_text(say["asking"], timeout=LONGEST)
    assert (other.buttons, other.page.workers) == ([], [])
    shell.page.get_by_role("button", name=say["copy.without"]).click()
    shell.shows("Home")
    other.shows("Page 2")
    expect(line).to_have_count(0)
    assert (len(shell.page.workers), other.page.workers) == (1, [])


def test_the_tab_that_asked_is_closed_and_the_other_asks(shell: Shell, phone: BrowserContext, host: StaticHost) -> None:
    say = asks(shell)
    other = Shell(phone, host)
    other.goes_to("a/2")
    shell.page.close(run_before_unload=True)
    other.fails(say["copy.title"])
    other.page.get_by_role("button", name=say["copy.without"]).click()
    other.shows("Page 2")


SHARES = """
Object.defineProperty(Navigator.prototype, "standalone", { value: true });
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => {
  const errors = ["InvalidStateError", "AbortError"];
  window[file.name] = (window[file.name] ?? errors.length) - 1;
  if (window[file.name] >= 0) throw new DOMException("", errors[window[file.name]]);
};
"""


def test_a_share_sheet_that_was_called_off_is_no_copy(browser: Browser, host: StaticHost) -> None:
    with a_phone(browser) as phone:
        phone.add_init_script(SHARES)
        shell = Shell(phone, host)
        shell.goes_to()
        shell.shows("Home")
        say = asks(shell)
        save = shell.page.get_by_role("button", name=say["copy.save"])
        # Called off, and then while another is still open.
        for left in (1, 0):
            save.press("Enter")
            shell.page.wait_for_function(f"window['takuroku.db'] === {left}")
            assert shell.buttons == [say["copy.save"], say["copy.without"]]
        save.press("Enter")
        expect(shell.said).to_contain_text("takuroku.db")


def test_the_question_is_whole_on_a_small_phone(browser: Browser, host: StaticHost, axe: str) -> None:
    with a_phone(browser, "ja-JP", viewport={"width": 320, "height": 568}) as phone:
        shell = Shell(phone, host)
        shell.goes_to(PAGES["ja"])
        shell.shows("Page 3")
        say = asks(shell, "ja")
        assert (shell.page.evaluate(OVER), violations(shell.page, axe)) == ([0, 0], [])
        shell.page.get_by_role("button", name=say["copy.save"]).click()
        expect(shell.said).to_contain_text("takuroku.db")
        assert (shell.page.evaluate(OVER), violations(shell.page, axe)) == ([0, 0], [])


OVER = """() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector("#start");
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
}"""
