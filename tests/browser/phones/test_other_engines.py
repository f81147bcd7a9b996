"""The other phones: an evening of Oh Hell and one of Koi-Koi in WebKit, the engine of iPhones, and in Firefox."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By

from tests.kit.browser.expecting import comes_true, expect
from tests.kit.browser.firefox import HOW_TO_GET_IT as HOW_TO_GET_FIREFOX
from tests.kit.browser.firefox import PHONE as FIREFOX_PHONE
from tests.kit.browser.firefox import find_firefox, started
from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.made_camera import picture_of
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.playing import ACTION, begins_on_its_page, plays, plays_an_evening, promised
from tests.kit.browser.pocket.phone import FIRST_START, HAS_DECODER, phone_of
from tests.kit.browser.pocket.site import running_host
from tests.kit.browser.stored import UNSENT, count
from tests.kit.browser.table import DAN, OH_HELL, Phone
from tests.kit.browser.webkit import HOW_TO_GET_IT, find_webkit, webkit_phone
from tests.kit.missing import missing

# Said by selenium of its own WebKit class.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")

BIDS = [3, 2, 4, 2]
CHOSEN = """
    const bytes = Uint8Array.from(atob("PICTURE"), (sign) => sign.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], "code.png", { type: "image/png" }));
    const field = document.querySelector("#pictures");
    field.files = files.files;
    field.dispatchEvent(new Event("change"));
"""
STORED = f"() => {count(UNSENT)}"


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    executable = find_firefox()
    if executable is None:
        missing(HOW_TO_GET_FIREFOX)
    with started(playwright, str(executable)) as browser:
        yield browser


@pytest.fixture(params=["webkit", "firefox"])
def other_phone(request: pytest.FixtureRequest, site: str) -> Iterator[Phone]:
    """A Japanese phone with that engine."""
    opened = japanese_webkit(site) if request.param == "webkit" else japanese_firefox(request, site)
    with opened as phone:
        yield phone


@contextmanager
def japanese_webkit(site: str) -> Iterator[Phone]:
    if find_webkit() is None:
        missing(HOW_TO_GET_IT)
    with webkit_phone(site) as context:
        window: Any = context
        phone = Phone(window, fingers=False)
        # Its own language is that of the machine.
        phone.goes_to("/")
        phone.tap(phone.page.locator("button[name=language][value=ja]"))
        expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
        yield phone


@contextmanager
def japanese_firefox(request: pytest.FixtureRequest, site: str) -> Iterator[Phone]:
    # Asked for only here: a machine with WebKit alone plays WebKit's evenings.
    browser: Browser = request.getfixturevalue("firefox")
    context = browser.new_context(base_url=site, locale="ja-JP", **FIREFOX_PHONE)
    context.set_default_timeout(PATIENCE)
    phone = Phone(context, fingers=False)
    yield phone
    context.close()
    assert phone.unexpected == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["oh-hell", "koi-koi"])
def test_an_evening_comes_out_as_worked_by_hand(other_phone: Phone, game: str) -> None:
    with promised() as promises:
        plays_an_evening(other_phone, game, promises)


@pytest.mark.long
def test_a_press_on_the_action_counts_though_its_words_change_before_it_is_released(site: str) -> None:
    with japanese_webkit(site) as phone:
        begins_on_its_page(phone, "koi-koi", koi_koi := JOURNEYS["koi-koi"])
        plays(phone, koi_koi, "light 0, save, stops 0, has inoshikacho")
        expect(phone.action).to_have_text("やめ：千夏 +6")
        page: Any = phone.page
        ActionChains(page.driver).click_and_hold(page.driver.find_element(By.CSS_SELECTOR, ACTION)).perform()
        # Another 6, doubled.
        page.locator(".names [value=akatan]").evaluate("it => it.click()")
        expect(phone.action).to_have_text("やめ：千夏 +24")
        ActionChains(page.driver).release().perform()
        expect(phone.sheet).to_have_attribute("data-position", "2")


IS_AHEAD = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/ahead'))"
"""Whether the step after the next entry has been fetched, some seconds after the page."""


@pytest.mark.long
def test_what_is_being_sent_survives_a_reload(other_phone: Phone) -> None:
    """That there is no network the page itself plays: what it sends gets nowhere until the next page."""
    phone = other_phone
    phone.goes_to(OH_HELL)
    session = phone.fills_the_table(dealer=DAN)
    phone.bids(BIDS)
    page = phone.page.locator("html")
    comes_true(page, IS_AHEAD)
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
    phone.tap(phone.action)
    expect(phone.page.locator(".headline p")).to_contain_text("送信待ち")
    assert page.evaluate(STORED) == 1
    assert phone.entries(session) == []
    phone.goes_to(f"/s/{session}")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    assert phone.entries(session) == [{"step": "bids", "bids": BIDS}]
    assert page.evaluate(STORED) == 0


@pytest.mark.long
def test_a_code_in_a_picture_is_read(other_phone: Phone) -> None:
    other_phone.goes_to("/scan")
    expect(other_phone.page.locator("[data-toggle]")).to_be_visible()
    picture = b64encode(picture_of("https://cards.example/j/abc")).decode()
    other_phone.page.locator("html").evaluate(f"() => {{ {CHOSEN.replace('PICTURE', picture)} }}")
    expect(other_phone.page.locator("[data-found] strong")).to_have_text("cards.example")


@pytest.mark.long
def test_firefox_has_all_that_a_site_in_the_phone_needs(firefox: Browser, pocket_folder: Path) -> None:
    context = firefox.new_context(locale="ja-JP", **FIREFOX_PHONE)
    context.set_default_timeout(PATIENCE)
    with running_host(pocket_folder) as host:
        phone = phone_of(context, host, fingers=False)
        comes_true(phone.page.window, HAS_DECODER, timeout=FIRST_START)
        host.cut()
        # So it says of what a page does not wait for any more: a look at what saving would do, when it is saved.
        phone.expects("A ServiceWorker intercepted the request")
        with promised() as promises:
            plays_an_evening(phone, "oh-hell", promises)
        context.close()
        assert (phone.unexpected, host.asked_in_vain) == ([], [])


@pytest.mark.long
def test_a_phone_that_cannot_keep_files_is_told_so(pocket_folder: Path) -> None:
    """WebKit on Linux has no private file system; a private window of an iPhone has none either."""
    if find_webkit() is None:
        missing(HOW_TO_GET_IT)
    with running_host(pocket_folder) as host, webkit_phone(host.site) as context:
        page = context.new_page()
        page.goto("/")
        said: Any = page.locator("#said")
        expect(said).to_contain_text("This browser cannot keep the scorebook")
