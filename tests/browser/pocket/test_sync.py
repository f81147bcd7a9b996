"""Between the site in a phone and the group's scorebook on a server: by a link and a tap, over a real network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.browser.chromium import PHONE
from tests.kit.browser.opening import OpenPhone, new_phone
from tests.kit.browser.pocket.phone import PocketPage, PocketPhone
from tests.kit.browser.site import running_site
from tests.kit.browser.table import ELSEWHERE, OFFLINE, Phone

THREE = ("あんな", "Ben", "千夏")
AGREED = {"format": "short-falling", "top_hand": "5"}
BAD_GATEWAY = "status of 502"
LONGEST = 60_000
"""Milliseconds that a phone may take to bring the site into it."""


def link_of(keeper: Phone, name: str = "Cellar") -> str:
    keeper.goes_to("/carry")
    keeper.page.fill("#name", name)
    keeper.tap(keeper.page.locator("form[action='/carry'] button"))
    return keeper.page.locator("#made").input_value()


def taps(phone: Phone, action: str) -> None:
    phone.tap(phone.page.locator(f"form[action$='{action}'] button").first)


def said(phone: Phone) -> Any:
    return phone.page.locator("main .headline")


@pytest.mark.long
def test_an_evening_goes_to_the_group_and_comes_from_there(
    open_phone_with_pocket: OpenPhone, open_phone_with_server: OpenPhone
) -> None:
    group, cellar = open_phone_with_server("en-GB"), open_phone_with_pocket("en-GB")
    assert isinstance(cellar, PocketPhone)
    cellar.context.set_default_timeout(LONGEST)
    cellar.expects(BAD_GATEWAY, OFFLINE)
    there = group.sits_down(THREE, dealer=0, **AGREED)
    link = link_of(group)
    # The door there takes no six signs, and leads with a group's link to where it belongs.
    cellar.goes_to("/scan")
    expect(cellar.page.locator("label[for=code]")).to_have_text("Link")
    cellar.page.locator("#code").fill(f"For you: {link}")
    cellar.page.locator("#code").press("Enter")
    expect(cellar.page.locator("#link")).to_have_value(link)
    taps(cellar, "/group")
    expect(cellar.page.get_by_role("alert")).to_contain_text("cannot be reached right now", timeout=LONGEST)
    assert cellar.page.locator("#link").input_value() == link

    cellar.context.set_offline(False)
    # Up from the cellar: the group's scorebook comes along, and down there it goes on.
    taps(cellar, "/group")
    expect(said(cellar)).to_contain_text("Connected.", timeout=LONGEST)
    taps(cellar, "/fetch")
    expect(said(cellar)).to_contain_text("Imported. New games: 1", timeout=LONGEST)
    cellar.context.set_offline(True)
    cellar.goes_to(f"/s/{there}")
    cellar.deal((2, 1, 1), (2, 2, 1))
    cellar.goes_to("/group")
    taps(cellar, "/send")
    expect(cellar.page.get_by_role("alert")).to_contain_text("Everything stays on this phone", timeout=LONGEST)
    cellar.context.set_offline(False)
    taps(cellar, "/send")
    expect(said(cellar)).to_contain_text("Sent. Continued games: 1", timeout=LONGEST)
    assert group.record(there)["document"] == cellar.record(there)["document"]


@pytest.mark.long
def test_from_the_server_it_is_taken_along_with_its_scorebook(
    browser: Browser, pocket_folder: Path, tmp_path: Path
) -> None:
    with running_site(tmp_path, settings={"TAKUROKU_POCKET": str(pocket_folder)}) as address:
        keeper = new_phone(browser, address)
        there = keeper.sits_down(THREE, dealer=0, **AGREED)
        link = link_of(keeper)
        context = browser.new_context(**(PHONE | {"service_workers": "allow"}))
        window = context.new_page()
        window.goto(link)
        page = PocketPage(window, f"{address}/pocket")
        page.locator("#link").wait_for(timeout=LONGEST)
        # The secret is in the form, and nowhere where it would stay: not in the address, not in the way back.
        secret = link.rpartition("%23")[2]
        assert secret.startswith("takuroku_")
        assert page.locator("#link").input_value() == link
        expect(window).to_have_url(f"{address}/pocket/group")
        assert page.url == f"{address}/pocket/group"
        for action, told in (("/group", "Connected."), ("/fetch", "Imported. New games: 1")):
            button = page.locator(f"form[action$='{action}'] button").first
            button.evaluate(ELSEWHERE)
            button.tap()
            expect(page.locator("main .headline")).to_contain_text(told, timeout=LONGEST)
        page.goto(f"/s/{there}")
        expect(page.locator("main[data-sheet]")).to_contain_text("千夏", timeout=LONGEST)
        # The server's log has neither.
        assert secret not in (tmp_path / "server.log").read_text()
        context.close()
        keeper.context.close()
