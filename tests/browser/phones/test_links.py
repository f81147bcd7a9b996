"""Links from the phone of a keeper: how few taps they take, how they reach others, how the recovery page prints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import PdfMargins, expect

from tests.kit.browser.paper import MARGIN, PAPER, pages_of
from tests.kit.browser.table import Phone

THREE = ("Ann", "Ben", "Cleo")
"""Milliseconds until a window is there that was opened beside another."""
CENTIMETRE = 96 / 2.54
"""In CSS pixels."""
SHARED = "() => { globalThis.shared = []; navigator.share = async (what) => { globalThis.shared.push(what); }; }"
SHARES_NOTHING = """() => {
    for (const name of ["share", "clipboard"]) Object.defineProperty(navigator, name, { value: undefined });
}"""
"""As over plain HTTP."""


def test_two_taps_from_a_running_game_to_the_code_that_lets_others_join(phone: Phone) -> None:
    session = phone.begins(THREE)
    phone.goes_to(f"/s/{session}")
    phone.taps = 0
    phone.tap(phone.page.get_by_role("link", name="More"))
    phone.tap(phone.page.get_by_role("button", name="Invite"))
    expect(phone.page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_role("button", name="Send the link")).to_be_in_viewport(ratio=1)
    assert phone.taps == 2


def test_a_link_is_shared_as_the_phone_shares_and_copied_where_nothing_is_shared(phone: Phone) -> None:
    phone.goes_to("/links")
    phone.tap(phone.page.get_by_role("button", name="Watch everything"))
    expect(phone.page.locator("#made")).to_be_visible()
    phone.page.evaluate(SHARED)
    phone.tap(phone.page.get_by_role("button", name="Share"))
    address = phone.page.locator("#made").input_value()
    assert phone.page.evaluate("shared.map((each) => each.url)") == [address]
    phone.page.evaluate(SHARES_NOTHING)
    button = phone.page.locator("[data-send-link]")
    phone.tap(button)
    expect(button).to_have_text("Copied")


@pytest.fixture
def printed(phone: Phone) -> Iterator[Phone]:
    """A phone that is back to its screen afterwards."""
    yield phone
    phone.page.emulate_media(media="null", color_scheme="light")


def test_a_recovery_page_is_one_page_with_all_that_is_needed_on_it(printed: Phone) -> None:
    phone = printed
    phone.begins(THREE)
    phone.goes_to("/scorebooks/name")
    phone.page.locator("#name").fill("Thursday evenings")
    with phone.page.expect_navigation():
        phone.tap(phone.page.get_by_role("button", name="Save"))
    phone.goes_to("/links")
    phone.tap(phone.page.get_by_role("button", name="Make a recovery page"))
    address = phone.page.locator("#made").input_value()
    margins: PdfMargins = {"top": MARGIN, "right": MARGIN, "bottom": MARGIN, "left": MARGIN}
    # The field is there before the style sheets are.
    phone.page.wait_for_load_state()
    assert pages_of(phone.page.pdf(format="A4", margin=margins)) == 1
    phone.page.emulate_media(media="print", color_scheme="dark")
    phone.page.set_viewport_size(PAPER)
    for part in ("Thursday evenings", address, "Scan the code", "Created "):
        expect(phone.page.locator("main")).to_contain_text(part)
    box = phone.page.locator(".code svg").bounding_box()
    assert box is not None
    assert box["width"] >= 4 * CENTIMETRE
    for control in phone.page.locator("button, input:not([type=hidden]), a").all():
        expect(control).to_be_hidden()
