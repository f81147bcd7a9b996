"""The database is away: the phone says so, keeps what was tapped, and goes on by itself when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import psycopg
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.games.buki.sheet import FIRST_BANKER, PLAYERS, entries
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.opening import OpenPhone, phones_to_open
from tests.kit.browser.site import running_site
from tests.kit.browser.table import ANN, DAN, Phone
from tests.kit.postgresql import Cluster

UNAVAILABLE = "status of 503"
BACK_IN = 15_000
"""Milliseconds in which a phone has found that the database is back."""
MOST_TRIES = 200
BIDS = [3, 2, 4, 2]
SAVED = [{"step": "bids", "bids": BIDS}]
WORDS = {
    "en-GB": ("The saved games cannot be reached", "Your entry is kept and sent again until it is saved."),
    "ja-JP": ("記録につながりません", "入力は残っています。記録できるまで送り直します。"),
}


@pytest.fixture(scope="module")
def address(mortal: Cluster) -> str:
    return mortal.new_database()


@pytest.fixture(scope="module")
def far_site(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_site(tmp_path_factory.mktemp("far"), settings={"TAKUROKU_DATABASE": address}, workers=1) as site:
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
            phone.expects(UNAVAILABLE)
            return phone

        yield opened


def saved_once(phone: Phone) -> None:
    expect(phone.sheet).to_have_attribute("data-position", "1", timeout=BACK_IN)
    assert phone.entries() == SAVED


def test_what_is_saved_meanwhile_waits_in_the_phone_and_is_saved_once(visit: OpenPhone, database: Cluster) -> None:
    phones = {locale: visit(locale) for locale in WORDS}
    for phone in phones.values():
        phone.sits_down(dealer=DAN)
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
    database.start()
    for phone in phones.values():
        saved_once(phone)
        expect(phone.page.locator(".sending")).to_have_count(0)


def test_a_page_that_is_reloaded_meanwhile_comes_by_itself_with_what_was_tapped(
    visit: OpenPhone, database: Cluster
) -> None:
    phone = visit()
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    database.kill()
    phone.page.reload()
    heading = phone.page.locator("h1")
    expect(heading).to_have_text(WORDS["en-GB"][0])
    phone.tap(phone.page.locator("[data-again]"))
    expect(heading).to_have_text(WORDS["en-GB"][0])
    database.start()
    expect(phone.sheet).to_be_visible(timeout=BACK_IN)
    phone.saves()
    assert phone.entries() == SAVED


@pytest.mark.long
def test_behind_a_link_that_leads_nowhere_meanwhile_lies_what_was_tapped(visit: OpenPhone, database: Cluster) -> None:
    phone = visit()
    session = phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    database.kill()
    phone.tap(phone.page.locator(f"a[href='/s/{session}/more']"))
    expect(phone.page.locator("h1")).to_have_text(WORDS["en-GB"][0])
    phone.tap(phone.page.locator("a[href='/tools/forbidden-bid']"))
    expect(phone.page.locator("h1")).to_have_text("Forbidden bid (the hook)")
    database.start()
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile("/more$"))
    phone.page.go_back()
    expect(phone.sheet).to_be_visible(timeout=BACK_IN)
    phone.saves()
    assert phone.entries() == SAVED


@pytest.mark.long
def test_without_script_what_was_sent_is_sent_again_from_the_page_that_says_so(
    visit: OpenPhone, database: Cluster
) -> None:
    phones = {locale: visit(locale, java_script_enabled=False) for locale in WORDS}
    for phone in phones.values():
        phone.sits_down(dealer=DAN)
        for seat, bid in enumerate(BIDS):
            phone.place(seat).locator(f"input[value='{bid}']").press("Space")
    database.kill()
    for locale, phone in phones.items():
        phone.action.click()
        for _ in range(2):
            expect(phone.page.locator("h1")).to_have_text(WORDS[locale][0])
            phone.page.locator("main form button").click()
    database.start()
    for phone in phones.values():
        # For a moment after it was away nobody is let to it.
        for _ in range(MOST_TRIES):
            if phone.sheet.count():
                break
            with phone.page.expect_navigation():
                phone.page.locator("main form button").click()
        saved_once(phone)


def test_a_record_that_can_only_be_read_is_shown_and_what_is_saved_can_be_taken_back(
    visit: OpenPhone, address: str
) -> None:
    phone = visit()
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    writes_are_refused(address, "on")
    try:
        phone.tap(phone.action)
        bar = phone.page.locator(".sending")
        expect(bar.locator("p")).to_contain_text("Nothing can be saved right now.")
        phone.tap(bar.locator("button"))
        expect(bar).to_have_count(0)
        phone.page.reload()
        expect(phone.bid_of(ANN)).to_have_text("3")
    finally:
        writes_are_refused(address, "off")
    phone.saves()
    assert phone.entries() == SAVED


def writes_are_refused(address: str, state: Literal["on", "off"]) -> None:
    """For every connection from now on; those of before are cut."""
    with psycopg.connect(address, autocommit=True) as db:
        name = db.info.dbname
        db.execute("SET default_transaction_read_only = off")
        db.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {state}")
        db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s AND pid <> %s",
            (name, db.info.backend_pid),
        )


@pytest.mark.long
def test_the_phone_waits_as_long_as_it_is_asked_to(visit: OpenPhone) -> None:
    phone = visit(hurried=False)
    phone.sits_down(dealer=DAN)
    phone.page.clock.install()
    phone.page.reload()
    phone.bids(BIDS)
    tries: list[Route] = []

    def refuse(route: Route) -> None:
        tries.append(route)
        if len(tries) > 1:
            route.continue_()
            return
        headers = {"X-Takuroku": "1", "Retry-After": "4"}
        body = "<main><p data-sending='Come again later.'></p></main>"
        route.fulfill(status=503, content_type="text/html", headers=headers, body=body)

    phone.page.route("**/entries", refuse)
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 2000"))
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_have_text("Come again later.")
    phone.page.clock.run_for(3900)
    assert len(tries) == 1
    phone.page.clock.run_for(200)
    saved_once(phone)
    assert len(tries) == 2


@pytest.mark.long
def test_what_saving_would_do_stays_as_it_was_told_while_nobody_answers(visit: OpenPhone, database: Cluster) -> None:
    phone = visit()
    session = phone.begins(PLAYERS, game="buki", dealer=FIRST_BANKER)
    phone.writes(session, entries()[0])
    phone.goes_to(f"/s/{session}")
    told = phone.page.locator(".foretold")
    winners = phone.page.locator("[data-out] .chip")
    phone.tap(winners.nth(0))
    expect(told).not_to_be_empty()
    before = told.text_content()
    told.evaluate(
        """told => {
            globalThis.changes = 0;
            new MutationObserver(() => { changes += 1; }).observe(told, { childList: true });
        }"""
    )
    database.kill()
    with phone.page.expect_response("**/preview") as answer:
        phone.tap(winners.nth(1))
    assert answer.value.status == 503
    phone.page.wait_for_timeout(200)
    assert (told.text_content(), phone.page.evaluate("changes")) == (before, 0)
    database.start()
    phone.page.wait_for_timeout(1500)
    phone.tap(winners.nth(0))
    phone.tap(winners.nth(1))
    expect(told).not_to_have_text(str(before))


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_the_page_that_says_so_fits_every_screen_and_axe_finds_nothing(
    visit: OpenPhone, database: Cluster, axe: str, locale: str
) -> None:
    asking = visit(locale)
    sending = visit(locale, java_script_enabled=False)
    sending.sits_down(dealer=DAN)
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
