"""The database is away: the phone says so, keeps what was tapped, and goes on by itself when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, expect

from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.opening import OpenPhone, phones_to_open
from tests.kit.browser.sending import BIDS, SAVED
from tests.kit.browser.site import running_site
from tests.kit.browser.table import DAN, Phone
from tests.kit.postgresql import Cluster

WORDS = {
    "en-GB": ("The saved games cannot be reached", "Your entry is kept; retrying until it is saved."),
    "ja-JP": ("記録につながりません", "入力は残っています。記録できるまでやり直します。"),
}


@pytest.fixture(scope="module")
def far_site(mortal: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = {"TAKUROKU_DATABASE": mortal.new_database()}
    with running_site(tmp_path_factory.mktemp("far"), settings=settings, workers=1) as site:
        yield site


@pytest.fixture
def database(mortal: Cluster) -> Iterator[Cluster]:
    """To be killed and started again; it runs when the test is over."""
    yield mortal
    try:
        psycopg.connect(mortal.address()).close()
    except psycopg.OperationalError:
        mortal.start()


@pytest.fixture
def visit(browser: Browser, far_site: str, database: Cluster) -> Iterator[OpenPhone]:
    """Phones at that site; errors in their pages but for the record's absence fail the test."""
    with phones_to_open(browser, far_site, hurried=True) as open_phone:

        def opened(locale: str = "en-GB", **settings: Any) -> Phone:
            phone = open_phone(locale, **settings)
            phone.expects("status of 503")
            phone.sits_down(dealer=DAN)
            return phone

        yield opened


def test_what_is_saved_meanwhile_waits_in_the_phone_and_is_saved_once(visit: OpenPhone, database: Cluster) -> None:
    phones = {locale: visit(locale) for locale in WORDS}
    reading = visit()
    for phone in (*phones.values(), reading):
        phone.bids(BIDS)
    database.kill()
    for phone in phones.values():
        phone.tap(phone.action)
    for locale, phone in phones.items():
        bar = phone.page.locator(".sending")
        for words in WORDS[locale]:
            expect(bar.locator("p")).to_contain_text(words)
            expect(phone.page.locator("#live")).to_contain_text(words)
        expect(bar.locator("button")).to_be_in_viewport()
        expect(phone.page.locator("form.step")).to_have_js_property("inert", True)
        assert [phone.bid_of(seat).text_content() for seat in range(4)] == [*map(str, BIDS)]
    # A page that is reloaded meanwhile comes by itself with what was tapped.
    reading.page.reload()
    expect(reading.page.locator("h1")).to_have_text(WORDS["en-GB"][0])
    reading.tap(reading.page.locator("[data-again]"))
    expect(reading.page.locator("h1")).to_have_text(WORDS["en-GB"][0])
    database.start()
    expect(reading.sheet).to_be_visible()
    reading.saves()
    assert reading.entries() == SAVED
    for phone in phones.values():
        expect(phone.sheet).to_have_attribute("data-position", "1")
        expect(phone.page.locator(".sending")).to_have_count(0)
        assert phone.entries() == SAVED


def test_the_page_that_says_so_fits_every_screen_and_axe_finds_nothing(
    visit: OpenPhone, database: Cluster, axe: str
) -> None:
    asking, sending = visit("ja-JP"), visit("ja-JP", java_script_enabled=False)
    database.kill()
    asking.goes_to("/history")
    sending.action.click()
    expect(sending.page.locator("main form button")).to_be_visible()
    for phone in (asking, sending):
        assert faults_on(phone, USUAL, SMALLEST, ON_ITS_SIDE, *WIDE) == {}
        phone.page.set_viewport_size(USUAL)
    assert wrong_in_any_light(asking.page, axe) == {}
    assert stays_small(asking) == []
    assert faults_on(asking, USUAL, SMALLEST, note=", letters at 200 %") == {}
