"""A new token: copied by a tap where the browser lets us, else by hand from its field."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.kit.browser.table import Phone

COPY = "[data-copy]"


def makes(phone: Phone) -> str:
    phone.goes_to("/tokens")
    phone.page.fill("#name", "Blackboard")
    phone.tap(phone.page.locator("form[action='/tokens'] button"))
    token = phone.page.locator("#made").input_value()
    assert token.startswith("takuroku_")
    return token


def test_a_new_token_is_copied_by_a_tap(phone: Phone) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    token = makes(phone)
    phone.tap(phone.page.locator(COPY))
    expect(phone.page.locator(COPY)).to_have_text("Copied")
    assert phone.page.evaluate("navigator.clipboard.readText()") == token


def test_where_the_browser_does_not_let_us_the_token_is_chosen_to_be_copied_by_hand(phone: Phone) -> None:
    makes(phone)
    phone.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
    phone.tap(phone.page.locator(COPY))
    field = phone.page.locator("#made")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionEnd - field.selectionStart == field.value.length")
    expect(phone.page.locator(COPY)).to_have_text("Copy")
