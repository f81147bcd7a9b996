"""The check of a phone: each of its lines has a value, the result can be sent, and the record stays as it was."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from pocket.build.build import BROWSER
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.pocket.phone import FIRST_START
from tests.kit.browser.pocket.record import READ
from tests.kit.browser.pocket.shell import PUTS_RECORD, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost, hosting, shell_files

WORDS: dict[str, dict[str, str]] = json.loads((BROWSER / "check" / "words.json").read_text("utf-8"))
PARTS = ("browser", "files", "lock", "start", "storage", "starts")
SMALL: ViewportSize = {"width": 320, "height": 568}


def checks(page: Page) -> None:
    """Start the check and wait for its result."""
    page.get_by_role("button", name=WORDS["en"]["check.begin"]).click()
    expect(page.locator("#result")).to_be_visible(timeout=FIRST_START)


def value(page: Page, part: str) -> str:
    row = page.locator(f"[data-part={part}]")
    expect(row.locator("dt")).to_have_text(WORDS["en"][f"check.{part}"])
    return row.locator("dd").inner_text()


def lines(page: Page) -> dict[str, str]:
    """The lines of the text to send, by part."""
    _head, _browser, *rest = page.locator("#text").input_value().splitlines()
    return dict(line.split(" ", 1) for line in rest)


def test_every_line_has_its_value_and_the_result_can_be_sent(browser: Browser, host: StaticHost, axe: str) -> None:
    with a_phone(browser) as phone:
        phone.grant_permissions(["clipboard-read", "clipboard-write"])
        page = phone.new_page()
        page.goto(host.beside)
        page.evaluate(PUTS_RECORD)
        before = page.evaluate(READ)
        page.goto(f"{host.site}/check.html")
        checks(page)
        assert [value(page, part)[:2] for part in PARTS] == ["✓ "] * len(PARTS)
        expect(page.locator("#doing")).to_have_text(WORDS["en"]["check.done"])
        found = lines(page)
        assert list(found) == [*PARTS]
        assert found["browser"] == "ok: tab"
        assert found["files"].startswith("ok: 20 times, ")
        assert found["lock"] == "ok: NoModificationAllowedError, lock held"
        steps = ("runtime", "libraries", "app", "record", "first page", "opened again")
        assert re.fullmatch(f"ok: {', '.join(rf'{step} [0-9]+' for step in steps)} ms; [0-9]+ MB", found["start"])
        assert found["starts"] == "ok: none"
        page.get_by_role("button", name=WORDS["en"]["check.copy"]).click()
        expect(page.get_by_role("button", name=WORDS["en"]["check.copied"])).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator("#text").input_value()
        assert page.evaluate(READ) == before
        assert list(before) == ["takuroku.db"]
        assert page.evaluate(FOLDERS) == ["takuroku %2Fpocket%2F"]
        looks_right(page, axe)
        kept = page.evaluate("JSON.stringify(sessionStorage)")
    with a_phone(browser, "ja-JP") as phone:
        page = phone.new_page()
        page.goto(host.beside)
        page.evaluate("(kept) => Object.assign(sessionStorage, JSON.parse(kept))", kept)
        page.goto(f"{host.site}/check.html")
        expect(page.locator("#result h2")).to_have_text(WORDS["ja"]["check.result"])
        for part in PARTS:
            expect(page.locator(f"[data-part={part}] dt")).to_have_text(WORDS["ja"][f"check.{part}"])
        looks_right(page, axe)


def looks_right(page: Page, axe: str) -> None:
    assert wrong_in_any_light(page, axe) == {}
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_what_was_under_way_when_the_tab_was_killed_is_said_and_the_rest_goes_on(browser: Browser) -> None:
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        page = phone.new_page()
        page.goto(host.start + "check.html")
        page.evaluate("(state) => sessionStorage.setItem(`check ${document.baseURI}`, JSON.stringify(state))", CUT)
        page.reload()
        expect(page.locator("#result")).to_be_visible()
        assert value(page, "start") == "✗ the tab was killed"
        found = lines(page)
        assert found["files"] == "ok: 20 times, 7 ms at the longest"
        assert found["start"] == "AMISS: the tab was killed"
        assert found["storage"].startswith("ok: ")
        amiss = WORDS["en"]["check.start"]
        expect(page.locator("#doing")).to_have_text(WORDS["en"]["check.done.amiss"].format(parts=amiss))


def test_where_python_does_not_start_the_line_says_why(browser: Browser) -> None:
    """The host has no Python."""
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        page = phone.new_page()
        page.goto(host.start + "check.html")
        checks(page)
        assert re.match(r"AMISS: \w*Error: ", lines(page)["start"])
        expect(page.locator("#doing")).to_contain_text(WORDS["en"]["check.start"])


def test_where_site_data_are_blocked_each_line_says_why(browser: Browser) -> None:
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        phone.add_init_script(BLOCKED)
        page = phone.new_page()
        page.goto(host.start + "check.html")
        checks(page)
        assert lines(page)["files"].startswith("AMISS: storage-refused")
        expect(page.locator("#doing")).to_contain_text(WORDS["en"]["check.files"])


FOLDERS = """async () => {
    const names = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
}"""
BLOCKED = """for (const name of ["sessionStorage", "localStorage"]) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("", "SecurityError"); } });
}
globalThis.Worker = class {
    postMessage() { setTimeout(() => this.onmessage({ data: { error: "storage-refused: blocked" } })); }
    terminate() {}
};"""
"""As browsers are that block site data: a worker gets no files there."""
CUT: dict[str, Any] = {
    "at": "2026-11-24",
    "doing": "start",
    "found": {
        "browser": [True, "tab"],
        "files": [True, "20 times, 7 ms at the longest"],
        "lock": [True, "NoModificationAllowedError, lock held"],
    },
}
"""What a tab kept that was killed while it started the site."""
