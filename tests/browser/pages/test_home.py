"""Home and the sample, with script: how long ago, on with the game in one tap, a look at the sample."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.support.opening import OpenPhone
from tests.browser.support.table import Phone, deal

AGO = ".on-table time"


@pytest.mark.parametrize(
    ("locale", "later", "told"),
    [
        ("en-GB", timedelta(seconds=20), "just now"),
        ("en-GB", timedelta(minutes=3), "3 minutes ago"),
        ("en-GB", timedelta(hours=30), "yesterday"),
        ("ja-JP", timedelta(minutes=3), "3 分前"),
        ("ja-JP", timedelta(hours=30), "昨日"),
    ],
)
def test_it_says_how_long_ago_something_was_as_one_says_it(
    open_phone: OpenPhone, locale: str, later: timedelta, told: str
) -> None:
    phone = open_phone(locale)
    session = phone.begins()
    phone.writes(session, *deal((1, 0, 0, 0), (10, 0, 0, 0)))
    phone.goes_to("/")
    written = phone.page.locator(AGO).get_attribute("datetime")
    assert written is not None
    phone.page.clock.set_fixed_time(datetime.fromisoformat(written) + later)
    phone.page.reload()
    expect(phone.page.locator(AGO)).to_have_text(told)


def test_what_is_long_ago_is_told_by_its_day(phone: Phone) -> None:
    phone.begins()
    phone.goes_to("/history")
    moment = phone.page.locator("main time[data-ago]").first
    phone.page.clock.set_fixed_time(datetime.fromisoformat(str(moment.get_attribute("datetime"))) + timedelta(days=30))
    phone.page.reload()
    expect(moment).to_have_text(moment.get_attribute("title").rpartition(",")[0])  # type: ignore[union-attr]


def test_the_game_goes_on_in_one_tap(phone: Phone) -> None:
    session = phone.begins()
    phone.goes_to("/")
    phone.tap(phone.page.get_by_role("link", name="Continue"))
    phone.page.wait_for_url(f"**/s/{session}")
    expect(phone.sheet).to_be_visible()


def test_the_sample_is_looked_at_row_by_row_and_nothing_is_left(phone: Phone) -> None:
    phone.goes_to("/")
    phone.tap(phone.page.get_by_role("link", name="Look at a sample game"))
    phone.page.wait_for_url("**/sample")
    phone.tap(phone.page.locator("tbody th a").first)
    phone.page.wait_for_url("**/sample?row=0*")
    expect(phone.page.locator("tr.opened")).to_be_visible()
    phone.goes_to("/history")
    expect(phone.page.locator(".empty")).to_be_visible()


def test_a_row_of_the_sample_opens_in_its_place_and_closes_again(phone: Phone) -> None:
    phone.goes_to("/sample")
    phone.page.evaluate("window.came = true")
    row = phone.page.locator("tbody th a").first
    for times in (1, 0):
        phone.tap(row)
        expect(phone.page.locator("tr.opened")).to_have_count(times)
    assert phone.page.evaluate("window.came"), "the page was not loaded anew"
    assert phone.page.url.partition("#")[0].endswith("/sample"), "closed, its address opens no row"
