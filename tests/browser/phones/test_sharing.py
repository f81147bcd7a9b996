"""A game is shared by one tap: picture and text where the phone takes both, else the text, shared or copied."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import Phone, deal

SHARES = """
globalThis.shared = [];
navigator.canShare = ({ files }) => !files || globalThis.takesFiles;
navigator.share = async ({ files = [], text = "" }) => {
    const names = [];
    for (const file of files) {
        const { width, height } = await createImageBitmap(file);
        names.push(`${file.name} ${file.type} ${width}×${height}`);
    }
    globalThis.shared.push({ names, text });
};
"""
"""Takes the place of the phone's share sheet."""
COPIES = """
globalThis.copied = [];
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => globalThis.copied.push(text) } });
delete Navigator.prototype.share;
delete Navigator.prototype.canShare;
"""


def opened(phone: Phone, script: str, *more: dict[str, Any]) -> Phone:
    session = phone.begins()
    phone.writes(session, *deal([3, 2, 4, 2], [3, 2, 3, 2]), *more)
    window = phone.another_window()
    window.page.add_init_script(script)
    window.goes_to(f"/s/{session}/share")
    return window


def shared(phone: Phone) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = phone.page.evaluate("globalThis.shared")
    return sent


def test_one_tap_sends_picture_and_text(open_phone: OpenPhone) -> None:
    phone = opened(open_phone("ja-JP"), f"{SHARES} globalThis.takesFiles = true;")
    phone.tap(phone.page.get_by_role("button", name="画像と文を送る"))
    link = phone.page.locator("#made").input_value()
    expect(phone.page.locator(".button.main:visible")).to_have_count(1)
    comes_true(phone.page, "globalThis.shared.length === 1")
    (both,) = shared(phone)
    assert both["names"] == ["takuroku-oh-hell.png image/png 1200×674"]
    assert both["text"].endswith(f"得点表：{link}")
    phone.tap(phone.page.locator("details.more > summary"))
    for name, files, has_text in (("picture", 1, False), ("words", 0, True)):
        before = len(shared(phone))
        phone.tap(phone.page.locator(f"[data-{name}]"))
        comes_true(phone.page, f"globalThis.shared.length > {before}")
        last = shared(phone)[-1]
        assert (len(last["names"]), bool(last["text"])) == (files, has_text), name


@pytest.mark.parametrize(("script", "name"), [(SHARES, "Send the text"), (COPIES, "Copy the text")])
def test_where_the_phone_takes_no_picture_the_text_goes_alone(open_phone: OpenPhone, script: str, name: str) -> None:
    phone = opened(open_phone(), script)
    button = phone.page.locator("[data-both]")
    expect(button).to_have_text(name)
    phone.tap(button)
    if script == COPIES:
        expect(button).to_have_text("Copied")
        (text,) = phone.page.evaluate("globalThis.copied")
    else:
        comes_true(phone.page, "globalThis.shared.length === 1")
        text = shared(phone)[0]["text"]
    assert "1. " in text and "/code#c" in text
    # The picture can still be kept.
    phone.tap(phone.page.locator("details.more > summary"))
    expect(phone.page.locator("[data-picture]")).to_be_visible()
    expect(phone.page.locator("[data-words]")).to_be_hidden()


def test_the_end_goes_as_a_picture_for_a_story(open_phone: OpenPhone) -> None:
    phone = opened(open_phone(), f"{SHARES} globalThis.takesFiles = true;", {"step": "end"})
    expect(phone.page.locator("[data-both]")).to_be_visible()
    phone.tap(phone.page.get_by_role("link", name="Picture for a story"))
    comes_true(phone.page, "globalThis.shared.length === 1")
    (sent,) = shared(phone)
    assert sent == {"names": ["takuroku-oh-hell-story.png image/png 1080×1920"], "text": ""}


def test_where_nothing_takes_it_it_is_kept_as_a_file(open_phone: OpenPhone) -> None:
    phone = opened(open_phone(), COPIES, {"step": "end"})
    expect(phone.page.locator("[data-both]")).to_be_visible()
    with phone.page.expect_download() as kept:
        phone.tap(phone.page.locator("[data-story]"))
    assert kept.value.suggested_filename == "takuroku-oh-hell-story.png"
