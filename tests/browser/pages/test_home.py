"""Home and the sample, with script: the times of lists, a look at the sample."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.browser.chromium import PHONE
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import Phone, deal


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        (
            "en-GB",
            {
                1: r"yesterday \d+:\d\d\s[AP]M",
                0: r"today \d+:\d\d\s[AP]M",
                2: r"[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ \d+:\d\d\s[AP]M",
                800: r"[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d{4} \d+:\d\d\s[AP]M",
            },
        ),
        ("ja-JP", {2: r"\d+月\d+日\(.\) \d+:\d\d", 0: r"今日 \d+:\d\d", 1: r"昨日 \d+:\d\d"}),
    ],
    ids=["en", "ja"],
)
def test_every_list_tells_the_same_time_of_a_game(open_phone: OpenPhone, locale: str, told: dict[int, str]) -> None:
    phone = open_phone(locale)
    session = phone.begins()
    phone.writes(session, *deal((1, 0, 0, 0), (10, 0, 0, 0)), {"step": "end"})
    began = datetime.fromisoformat(phone.record(session)["created_at"])
    phone.goes_to("/players")
    person = phone.page.locator("main .list a[href^='/players/']").first.get_attribute("href")
    lists = ["/history", f"/evenings/{session}", str(person), f"/s/{session}"]
    for days, words in told.items():
        phone.page.clock.set_fixed_time(began + timedelta(days=days))
        found = set()
        for address in lists:
            phone.goes_to(address)
            moments = phone.page.locator(f"main time[datetime='{began:%Y-%m-%dT%H:%M:%SZ}']")
            expect(moments.first).to_have_text(re.compile(f"^{words}$"))
            found |= set(moments.all_text_contents())
        assert len(found) == 1, "one rule"
        # What the other days are called is asked of one list.
        del lists[1:]


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_home_needs_no_scrolling_on_a_phone_from_the_first_visit_to_six_running_games(
    open_phone: OpenPhone, locale: str
) -> None:
    phone, heights = open_phone(locale), []
    for running in range(7):
        if running == 1:
            ended = phone.begins()
            phone.writes(ended, *deal((1, 0, 0, 0), (10, 0, 0, 0)), {"step": "end"})
        if running:
            phone.begins(top_hand=str(running + 2), scoring="plus")
        phone.goes_to("/")
        heights.append(phone.page.evaluate("document.documentElement.scrollHeight"))
    assert phone.page.locator(".wins li").count() == 4
    assert heights == [phone.page.evaluate("innerHeight")] * 7
    expect(phone.page.locator(".on-table details li").first).to_be_hidden()
    phone.tap(phone.page.locator(".on-table summary"))
    expect(phone.page.locator(".on-table details li")).to_have_count(5)
    expect(phone.page.locator(".on-table details li").first).to_be_visible()


def test_without_script_the_server_tells_it_in_the_same_way(browser: Browser, site: str, phone: Phone) -> None:
    session = phone.begins()
    phone.writes(session, *deal((1, 0, 0, 0), (10, 0, 0, 0)), {"step": "end"})
    phone.goes_to("/")
    phone.page.wait_for_function("document.cookie.split('zone=').length === 2")
    cookies = phone.context.storage_state()
    plain = Phone(browser.new_context(base_url=site, java_script_enabled=False, storage_state=cookies, **PHONE))
    told = set()
    for address in ("/", "/history", "/players", f"/evenings/{session}", f"/s/{session}", f"/s/{session}/log"):
        plain.goes_to(address)
        told |= set(plain.page.locator("main time[datetime*=T]").all_text_contents())
    assert told
    assert [each for each in told if not re.fullmatch(r"\w{3}, \w{3} \d+ \d+:\d\d\s[AP]M( UTC)?", each)] == []
    plain.context.close()


def test_a_row_of_the_sample_opens_in_its_place_and_closes_again(phone: Phone) -> None:
    phone.goes_to("/sample")
    phone.page.evaluate("window.came = true")
    row = phone.page.locator("tbody th a").first
    for times in (1, 0):
        phone.tap(row)
        expect(phone.page.locator("tr.opened")).to_have_count(times)
    assert phone.page.evaluate("window.came"), "the page was not loaded anew"
    assert phone.page.url.partition("#")[0].endswith("/sample"), "closed, its address opens no row"


def test_a_tap_on_a_name_of_the_game_on_the_table_leads_to_it(open_phone: OpenPhone) -> None:
    phone = open_phone("en-GB")
    session = phone.begins()
    phone.goes_to("/")
    phone.page.wait_for_load_state()
    name = phone.page.locator(".newest .name").first.bounding_box()
    assert name
    phone.page.touchscreen.tap(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
    expect(phone.page).to_have_url(re.compile(f"/s/{session}$"))
