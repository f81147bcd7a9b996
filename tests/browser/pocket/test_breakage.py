"""What a phone with the site in it says where nothing can be kept, and to whoever sends it what it cannot read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pocket.phone import FIRST_START, PocketPhone, pocket_phone
from tests.kit.browser.pocket.record import leave, put_record
from tests.kit.browser.pocket.site import StaticHost
from tests.kit.browser.table import DAN

LITTLE = 100_000
"""Bytes: too few for the site itself."""
MAX_NAME_LENGTH = 30
ODD_ADDRESSES = (
    *(
        "/s/%00",
        "/s/%ff%fe",
        "/s/..%2f..%2fetc",
        f"/s/{'x' * 5000}",
        "/history?q=%00&page=-1",
        "/history?page=" + "9" * 400,
    ),
    *(
        "/players/%F0%9F%83%8F",
        "/tools/forbidden-bid?hand=NaN&bid=1e999",
        "/rules/'\"<script>",
        "/new/<b>",
        "/%E2%80%AE",
    ),
)
SENT = """async ([address, method, type, body]) => {
    const answer = await fetch(address, { method, body, headers: type ? { "Content-Type": type } : {} });
    return answer.status;
}"""
FORM = "application/x-www-form-urlencoded"
ODD_BODIES = (
    *(
        ("POST", "text/plain", "\\0\\ud800"),
        ("POST", "application/json", "{" * 5000),
        ("POST", FORM, "%ff=%00&" * 2000),
    ),
    *(("POST", "multipart/form-data", "no boundary"), ("POST", "multipart/form-data; boundary=x", "--x\\r\\nbroken")),
    *(("PUT", FORM, "a=b"), ("DELETE", "", None), ("PATCH", FORM, "a=b"), ("PROPFIND", "", None)),
)


def allows(phone_page: Any, site: str, bytes: int | None) -> None:
    """Have the browser give that site so much room, or as much as it has."""
    limit = {} if bytes is None else {"quotaSize": bytes}
    origin = site.rsplit("/", 1)[0]
    phone_page.context.new_cdp_session(phone_page).send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})


@pytest.mark.long
def test_a_phone_without_room_says_so_before_anything_is_entered(browser: Browser, host: StaticHost) -> None:
    context = browser.new_context(service_workers="allow", locale="ja-JP")
    window = context.new_page()
    leave(window, host)
    allows(window, host.site, LITTLE)
    window.goto(host.site + "/", wait_until="commit")
    expect(window.locator("#said")).to_contain_text("空き", timeout=FIRST_START)
    expect(window.locator("#acts button").first).to_be_visible()
    # Room was made.
    allows(window, host.site, None)
    window.locator("#acts button").first.click()
    expect(window.frame_locator("iframe").locator("main")).to_be_visible(timeout=FIRST_START)
    context.close()


def test_a_phone_that_became_full_shows_its_record_still(open_phone_with_pocket: OpenPhone) -> None:
    phone = open_phone_with_pocket()
    assert isinstance(phone, PocketPhone)
    session = phone.sits_down(dealer=DAN)
    phone.bids((3, 2, 1, 3))
    phone.saves()
    allows(phone.page.window, phone.page.site, LITTLE)
    phone.page.window.reload(timeout=FIRST_START)
    phone.page.comes()
    phone.page.opens(f"/s/{session}")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    allows(phone.page.window, phone.page.site, None)


@pytest.mark.long
def test_a_record_that_cannot_be_read_is_said_and_can_be_taken_along(browser: Browser, host: StaticHost) -> None:
    phone = pocket_phone(browser, host)
    window = phone.page.window
    leave(window, host)
    put_record(window, broken := b"not a record" * 1000)
    window.goto(host.site + "/", wait_until="commit")
    expect(window.locator("#said")).to_contain_text("The scorebook cannot be read", timeout=FIRST_START)
    with window.expect_download() as given:
        window.get_by_role("button", name="Take the record along as a file").tap()
    assert given.value.path().read_bytes() == broken
    phone.context.close()


@pytest.mark.long
def test_nothing_odd_that_is_asked_or_sent_breaks_it(open_phone_with_pocket: OpenPhone) -> None:
    phone = open_phone_with_pocket()
    assert isinstance(phone, PocketPhone)
    session = phone.sits_down(("A" * MAX_NAME_LENGTH, "<img src=x>", "Ben", "大輔"), dealer=DAN)
    phone.expects("status of 4")
    site = phone.page.site
    asked = [(address, "GET", "", None) for address in ODD_ADDRESSES]
    asked += [(f"/s/{session}/entries", *odd) for odd in ODD_BODIES] + [("/new/oh-hell", *odd) for odd in ODD_BODIES]
    told: dict[Any, int] = {each: phone.page.evaluate(SENT, [site + each[0], *each[1:]]) for each in asked}
    # A file on which Python itself would end, as it is in a browser.
    refused = phone.brings_file("[" * 5000)
    assert "nested too deep" in refused.text()
    told["a deep file"] = refused.status
    assert {each: status for each, status in told.items() if status >= 500} == {}
    phone.page.reload()
    expect(phone.sheet).to_have_attribute("data-position", "0")


@pytest.mark.long
def test_how_safe_it_lies_is_said_before_the_first_entry_and_not_over_the_sheet(
    open_phone_with_pocket: OpenPhone,
) -> None:
    phone = open_phone_with_pocket()
    assert isinstance(phone, PocketPhone)
    line = phone.page.window.locator("[data-line=storage]")
    phone.goes_to("/")
    expect(line).to_contain_text("take the scorebook along")
    phone.sits_down(dealer=DAN)
    expect(phone.action).to_be_visible()
    expect(line).to_be_hidden()
    phone.goes_to("/history")
    expect(line).to_be_visible()


def test_it_opens_without_a_network_where_it_was_and_goes_back(open_phone_with_pocket: OpenPhone) -> None:
    phone = open_phone_with_pocket("ja-JP")
    assert isinstance(phone, PocketPhone)
    session = phone.sits_down(dealer=DAN)
    phone.bids((3, 2, None, None))
    # The whole tab is loaded anew, in the middle of a form.
    phone.page.window.reload(timeout=FIRST_START)
    phone.page.comes()
    assert phone.page.window.url == f"{phone.page.site}/s/{session}"
    expect(phone.bid_of(0)).to_have_text("3")
    phone.bids((None, None, 1, 3))
    phone.saves()
    phone.tap(phone.page.locator("header a").first)
    expect(phone.sheet).to_have_count(0)
    phone.page.window.go_back()
    expect(phone.sheet).to_have_attribute("data-position", "1")
    # A bookmark, in a phone that was off meanwhile.
    phone.page.window.goto("about:blank")
    phone.page.opens(f"/s/{session}")
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 1, 3]}]
