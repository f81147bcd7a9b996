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
PARTS = ("browser", "files", "lock", "reloads", "depth", "start", "game", "memory", "storage", "decoder", "starts")
BY_TAP = ("tab", "camera")
SMALL: ViewportSize = {"width": 320, "height": 568}
CAMERA = """if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
    canvas.getContext("2d");
    return canvas.captureStream();
};"""
"""Stands for a camera: its pictures are 64 by 48."""
TAPPED = re.compile(r"\ntab ok: NoModificationAllowedError, lock held\ncamera ok: 64 x 48$")


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
        phone.add_init_script(CAMERA)
        page = phone.new_page()
        page.goto(host.beside)
        page.evaluate(PUTS_RECORD)
        before = page.evaluate(READ)
        page.goto(f"{host.site}/check.html")
        checks(page)
        assert [part for part in PARTS if not value(page, part)] == []
        assert page.locator(".amiss").all_inner_texts() == []
        expect(page.locator("#doing")).to_have_text(WORDS["en"]["check.done"])
        said = lines(page)
        assert list(said) == [*PARTS]
        assert (said["browser"], said["files"].split(",")[0]) == ("ok: tab", "ok: 20/20")
        assert (said["reloads"].split(",")[0], said["game"].split(",")[0]) == ("ok: 5/5", "ok: 3/3")
        assert said["lock"] == "ok: NoModificationAllowedError, lock held"
        assert said["decoder"] == "ok: not here yet"
        with phone.expect_page() as second:
            page.get_by_role("button", name=WORDS["en"]["check.tab.tap"]).click()
        expect(page.locator("[data-part=tab] dd")).to_contain_text("kept out")
        page.get_by_role("button", name=WORDS["en"]["check.camera.tap"]).click()
        expect(page.locator("[data-part=camera] dd")).to_contain_text("64 × 48")
        expect(page.locator("#text")).to_have_value(TAPPED)
        assert second.value.is_closed()
        expect(page.get_by_role("img", name=WORDS["en"]["check.code"])).to_be_visible()
        assert page.evaluate(READ) == before
        assert list(before) == ["takuroku.db"]
        looks_right(page, axe)
        kept = page.evaluate("JSON.stringify(sessionStorage)")
    with a_phone(browser, "ja-JP") as phone:
        page = phone.new_page()
        page.goto(host.beside)
        page.evaluate("(kept) => Object.assign(sessionStorage, JSON.parse(kept))", kept)
        page.goto(f"{host.site}/check.html")
        expect(page.locator("#result h2")).to_have_text(WORDS["ja"]["check.result"])
        for part in (*PARTS, *BY_TAP):
            expect(page.locator(f"[data-part={part}] dt")).to_have_text(WORDS["ja"][f"check.{part}"])
        looks_right(page, axe)


def looks_right(page: Page, axe: str) -> None:
    assert wrong_in_any_light(page, axe) == {}
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_what_was_under_way_when_the_tab_was_killed_is_said_and_the_rest_goes_on(browser: Browser) -> None:
    """The host has no Python, either: what cannot be told has its reason, and the text can still be sent."""
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        page = phone.new_page()
        page.goto(host.start + "check.html")
        page.evaluate("(state) => sessionStorage.setItem(`check ${document.baseURI}`, JSON.stringify(state))", CUT)
        page.reload()
        expect(page.locator("#result")).to_be_visible()
        assert value(page, "depth") == "Not as it should be: the tab was killed"
        said = lines(page)
        assert said["files"] == "ok: 20/20, 7 ms"
        assert said["depth"] == "AMISS: the tab was killed"
        assert said["start"].startswith("AMISS: ")
        assert said["storage"].startswith("ok: ")
        amiss = " · ".join(WORDS["en"][f"check.{part}"] for part in ("depth", "start", "game", "memory"))
        expect(page.locator("#doing")).to_have_text(WORDS["en"]["check.done.amiss"].format(parts=amiss))
        expect(page.locator("#how")).to_contain_text(WORDS["en"]["check.no-code"])


def test_where_site_data_are_blocked_each_line_says_why(browser: Browser) -> None:
    with hosting(shell_files()) as host, a_phone(browser) as phone:
        phone.add_init_script(BLOCKED)
        page = phone.new_page()
        page.goto(host.start + "check.html")
        checks(page)
        assert lines(page)["files"].startswith("AMISS: storage-refused")
        expect(page.locator("#doing")).to_contain_text(WORDS["en"]["check.files"])


BLOCKED = """for (const name of ["sessionStorage", "localStorage"]) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("", "SecurityError"); } });
}
globalThis.Worker = class {
    addEventListener(type, hear) { if (type === "message") this.hear = hear; }
    postMessage({ number }) { setTimeout(() => this.hear({ data: { number, error: "storage-refused: blocked" } })); }
    terminate() {}
};"""
"""As browsers are that block site data: a worker gets no files there."""
FOUND = {name: {"ok": True, "short": "as it is", "values": {"value": "as it is"}} for name in ("lock", "reloads")}
CUT: dict[str, Any] = {
    "at": "2026-11-24T10:00:00Z",
    "doing": "depth",
    "opens": [],
    "results": {
        "browser": {"ok": True, "short": "tab", "kind": "tab"},
        "files": {"ok": True, "short": "20/20, 7 ms", "values": {"times": 20, "longest": 7}},
        **FOUND,
    },
}
"""What a tab kept that was killed while it looked how deep calls go."""
