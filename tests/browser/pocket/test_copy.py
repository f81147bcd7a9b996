"""After an evening one tap sends the scorebook file away: to the phone's share sheet, or as a download."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import Phone

ASKED = "form[action$='/copy']"
# A phone that shares no JSON, as Chromium: `shared` has what went to the share sheet, `how` is what comes of it.
SHARES = """
window.shared = [];
window.how = null;
navigator.canShare = ({ files }) => files[0].type === "text/plain";
navigator.share = async ({ files: [file] }) => {
  if (window.how) throw new DOMException("", window.how);
  window.shared.push([file.name, await file.text()]);
};
"""

IS_LOADED = """
() => performance.getEntriesByType("resource")
    .some((each) => each.name.endsWith("/views/save-file.js") && each.responseEnd)
"""


@pytest.fixture
def phone(visit: OpenPhone, request: pytest.FixtureRequest) -> Phone:
    """A phone at the end of a game of one deal."""
    phone = visit(getattr(request, "param", "en-GB"))
    phone.context.add_init_script(SHARES)
    phone.sits_down(("Ann", "Ben", "Chika"), format="short-falling", top_hand="1")
    phone.deal((1, 0, 1), (1, 0, 0))
    phone.page.locator(ASKED).wait_for()
    # Before its script is there the link is a link.
    comes_true(phone.page, IS_LOADED)
    return phone


def sends(phone: Phone) -> None:
    phone.tap(phone.page.locator(f"{ASKED} a[download]"))


def is_asked_again(phone: Phone) -> bool:
    phone.page.reload()
    phone.page.locator(".over").wait_for()
    return bool(phone.page.locator(ASKED).count())


def test_one_tap_hands_the_file_to_the_share_sheet_and_nobody_asks_again(phone: Phone) -> None:
    session = phone.session
    sends(phone)
    expect(phone.page.locator(f"{ASKED} [role=status]")).to_have_text("Copied")
    ((name, text),) = phone.page.evaluate("window.shared")
    assert name.startswith("takuroku-")
    assert name.endswith(".txt")
    shared: dict[str, Any] = json.loads(text)
    assert [each["id"] for each in shared["sessions"]] == [session]
    assert not is_asked_again(phone)
    phone.goes_to("/scorebook")
    expect(phone.page.locator("main")).to_contain_text("Last copy: today")


def test_sharing_that_is_called_off_is_no_copy(phone: Phone) -> None:
    phone.page.evaluate("window.how = 'AbortError'")
    sends(phone)
    expect(phone.page.locator(ASKED)).to_have_attribute("aria-busy", "false")
    assert is_asked_again(phone)
    expect(phone.page.locator(ASKED)).to_contain_text("No copy so far.")


def test_where_the_file_took_too_long_a_second_tap_sends_it(phone: Phone) -> None:
    phone.page.evaluate("window.how = 'NotAllowedError'")
    sends(phone)
    expect(phone.page.locator(f"{ASKED} a[download]")).to_have_text("Ready: send it now")
    phone.page.evaluate("window.how = null")
    sends(phone)
    expect(phone.page.locator(f"{ASKED} [role=status]")).to_be_visible()
    assert len(phone.page.evaluate("window.shared")) == 1


@pytest.mark.parametrize("phone", ["ja-JP"], indirect=True)
def test_without_a_share_sheet_the_file_is_downloaded(phone: Phone) -> None:
    phone.page.evaluate("navigator.canShare = undefined")
    with phone.page.expect_download() as given:
        sends(phone)
    assert given.value.suggested_filename.endswith(".json")
    assert len(json.loads(given.value.path().read_text())["sessions"]) == 1
    expect(phone.page.locator(f"{ASKED} [role=status]")).to_have_text("コピーしました")
    assert not is_asked_again(phone)
