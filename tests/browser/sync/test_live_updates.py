"""Several phones at one table: a watcher's follows what the keeper writes, a second keeper's takes nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app import create_app
from record.author import stamp
from store.access import links
from store.access.grants import Right
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import SMALLEST, STICKS_OUT
from tests.kit.browser.opening import new_phone
from tests.kit.browser.site import running_site
from tests.kit.browser.table import ANN, BEN, DAN, NOT_FOUND, OFFLINE, STALE, Phone, deal
from tests.kit.store.access import withdraws

OpenPhone = Callable[..., Phone]
IN_TIME = 3_000
"""Milliseconds in which a watcher sees what was written."""
SURELY = 15_000
"""Milliseconds in which a page has asked twice, on a machine that does much else."""
LOST = re.compile(r"^No connection\. Last updated \d+:\d\d ([AP]M )?\(\d+ seconds? ago\)\.$")
DEALS = (*deal([1, 1, 0, 0], [1, 1, 1, 0]), *deal([1, 0, 0, 0], [1, 1, 0, 0]), *deal([0, 0, 0, 0], [1, 0, 0, 0]))
ASKING = "**/now*"


@pytest.fixture
def keeper(open_phone: OpenPhone) -> Phone:
    return open_phone()


@pytest.fixture
def join(open_phone: OpenPhone, record: Path, keeper: Phone) -> Callable[..., Phone]:
    """Another phone at the keeper's table, let in by a link of a role, with its sheet open."""
    site = create_app({"TAKUROKU_DATA": str(record)})

    def joined(session: str, role: Right, locale: str = "en-GB", address: str = "", **settings: Any) -> Phone:
        phone = open_phone(locale, **settings)
        with closing(site.extensions["takuroku"].connect()) as db:
            (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
            link = links.make(db, scorebook=row["scorebook"], role=role, at=stamp(datetime.now(UTC)))
        phone.joins(link)
        phone.goes_to(f"/s/{session}{address}")
        return phone

    return joined


Join = Callable[..., Phone]


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_a_watcher_sees_in_time_what_is_written_and_has_no_form(keeper: Phone, join: Join, locale: str) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="3")
    watcher = join(session, "watcher", locale)
    expect(watcher.page.locator("main form")).to_have_count(0)
    for entry in deal([1, 1, 0, 0], [1, 1, 1, 0]):
        position = keeper.position
        keeper.writes(session, entry)
        expect(watcher.sheet).to_have_attribute("data-position", str(position + 1), timeout=SURELY)
        keeper.page.reload()
    expect(watcher.page.locator(".card tbody tr")).to_have_count(1)
    expect(watcher.page.locator("#live")).to_contain_text("Ann")
    expect(watcher.page.locator("main form, main input, main button:visible")).to_have_count(0)


def test_the_readers_place_the_open_row_and_what_was_unfolded_stay(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="9")
    keeper.writes(session, *deal([3, 1, 2, 2], [3, 2, 2, 2]), *deal([3, 1, 2, 1], [3, 1, 2, 2]))
    watcher = join(session, "watcher", address="?row=1#row-1")
    row = watcher.page.locator("#row-1")
    before = row.bounding_box()
    scrolled = watcher.page.evaluate("scrollY")
    assert scrolled > 0
    link = row.locator("a")
    link.focus()
    # A longer line above: what is read stays where it is.
    keeper.writes(session, *deal([3, 1, 2, 0], [2, 2, 2, 1]))
    expect(watcher.sheet).to_have_attribute("data-position", "6", timeout=SURELY)
    after = row.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) <= 1
    expect(watcher.page.locator("tr.opened")).to_have_count(1)
    expect(link).to_be_focused()


def test_a_second_keepers_sheet_follows_while_nothing_is_entered_there(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    second = join(session, "keeper")
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    expect(second.sheet).to_have_attribute("data-position", "1", timeout=SURELY)
    second.takes([1, 2, 0, 2])
    second.saves()
    expect(keeper.sheet).to_have_attribute("data-position", "2", timeout=SURELY)
    assert keeper.entries() == [*deal([1, 2, 0, 1], [1, 2, 0, 2])]


def test_what_a_second_keeper_has_tapped_stays_and_a_line_says_what_the_other_wrote(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    second = join(session, "keeper")
    second.bids([2, None, None, None])
    before = second.place(BEN).bounding_box()
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    line = second.page.locator(".following")
    expect(line).to_contain_text("Someone else saved: ", timeout=SURELY)
    expect(second.page.locator("#live")).to_contain_text("Someone else saved: ")
    expect(second.place(ANN).locator("output")).to_have_text("2")
    assert second.place(BEN).bounding_box() == before, "nothing moves under the thumb"
    with second.page.expect_response(ASKING):
        pass
    expect(second.place(ANN).locator("output")).to_have_text("2")
    second.tap(line.get_by_role("button", name="Show"))
    expect(second.sheet).to_have_attribute("data-position", "1")
    expect(line).to_have_count(0)


def test_a_page_of_corrections_follows_until_something_is_changed_there(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(("Ann", "Ben"), game="score-pad", target="100")
    keeper.writes(session, {"step": "round", "points": [40, 10]})
    second = join(session, "keeper", address="/rows/0")
    keeper.writes(session, {"step": "round", "points": [20, 10]})
    expect(second.page.locator("main")).to_have_attribute("data-position", "2", timeout=SURELY)
    second.page.locator("[name=e0-points-0]").fill("50")
    keeper.writes(session, {"step": "round", "points": [5, 5]})
    expect(second.page.locator(".following")).to_contain_text("saved", timeout=SURELY)
    expect(second.page.locator("[name=e0-points-0]")).to_have_value("50")


def test_what_is_changed_before_the_page_follows_is_not_lost(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    keeper.writes(session, *deal([1, 2, 0, 1], [1, 2, 0, 2]))
    second = join(session, "keeper")
    second.page.route("**/follow*.js", lambda route: route.abort())
    second.expects("follow", "ERR_FAILED")
    second.goes_to(f"/s/{session}/rows/0")
    second.tap(second.stepper(ANN, 1))
    expect(second.counter(ANN)).to_have_value("2")
    keeper.writes(session, {"step": "bids", "bids": [1, 1, 0, 0]})
    with second.page.expect_response(lambda answer: f"/s/{session}/rows/0" in answer.url):
        second.page.unroute_all()
    expect(second.page.locator(".following")).to_contain_text("saved", timeout=SURELY)
    expect(second.counter(ANN)).to_have_value("2")
    expect(second.page.locator("main")).to_have_attribute("data-position", "2")
    # What is set back is nothing that could be lost.
    second.tap(second.stepper(ANN, -1))
    expect(second.page.locator("main")).to_have_attribute("data-position", "3", timeout=SURELY)


def test_who_was_second_corrects_with_one_tap(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    second = join(session, "keeper")
    second.expects(STALE)
    second.bids([2, 2, 0, 2])
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    second.tap(second.action)
    alert = second.page.locator("main .alert[role=alert]")
    expect(alert).to_contain_text("Someone else saved first.")
    for told in ("Ann 1, Ben 2, Cleo 0, Dan 1", "Ann 2, Ben 2, Cleo 0, Dan 2"):
        expect(alert).to_contain_text(told)
    second.tap(alert.get_by_role("button", name="Correct to your entry"))
    expect(second.sheet).to_have_attribute("data-position", "2")
    assert second.entries() == [{"step": "bids", "bids": [2, 2, 0, 2]}]
    expect(keeper.sheet).to_have_attribute("data-position", "2", timeout=SURELY)


def test_with_six_open_windows_of_one_browser_there_is_a_connection_for_a_save(open_phone: OpenPhone) -> None:
    """Over HTTP/1.1 it has six; a poll that waits for news would occupy one for ten seconds."""
    keeper = open_phone(hurried=False)
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    others = [keeper.context.new_page() for _ in range(5)]
    with ExitStack() as all_of_them:
        asked = [all_of_them.enter_context(window.expect_request(ASKING, timeout=SURELY)) for window in others]
        for window in others:
            window.goto(f"/s/{session}")
    assert [each.value.headers["prefer"] for each in asked] == ["wait=10"] * 5
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    for window in others:
        expect(window.locator("main[data-follow]")).to_have_attribute("data-position", "1", timeout=SURELY)


def test_a_hidden_page_asks_nothing_and_one_that_is_shown_again_asks_at_once(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    watcher = join(session, "watcher")
    watcher.page.clock.install()
    with watcher.page.expect_request(ASKING):
        watcher.page.reload()
    asked: list[str] = []
    watcher.page.on("request", lambda request: asked.append(request.url) if "/now" in request.url else None)
    hide = "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    watcher.page.evaluate(hide, True)
    keeper.writes(session, DEALS[0] | {"bids": [1, 1, 0, 0]})
    watcher.page.clock.run_for(10 * IN_TIME)
    watcher.page.evaluate("fetch('/health')")
    assert asked == []
    # At once: its clock stands still, so that nothing comes because it is time for it.
    watcher.page.clock.pause_at(watcher.page.evaluate("Date.now() + 1000"))
    assert asked == []
    with watcher.page.expect_response(ASKING) as answered:
        watcher.page.evaluate(hide, False)
    assert answered.value.status == 200
    expect(watcher.sheet).to_have_attribute("data-position", "1")


def test_a_lost_connection_is_said_with_the_age_of_the_page_and_followed_up(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    watcher = join(session, "watcher")
    watcher.expects(OFFLINE)
    with watcher.page.expect_request(ASKING):
        pass
    watcher.context.set_offline(True)
    line = watcher.page.locator(".following")
    expect(line).to_have_text(LOST, timeout=SURELY)
    expect(watcher.page.locator("#live")).to_contain_text("No connection.")
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    watcher.context.set_offline(False)
    expect(watcher.sheet).to_have_attribute("data-position", "1", timeout=SURELY)
    expect(line).to_have_count(0)


def test_who_may_look_no_longer_sees_it_at_once(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    watcher = join(session, "watcher")
    watcher.expects(NOT_FOUND)
    watcher.context.clear_cookies()
    expect(watcher.page.locator("h1")).to_have_text("Page not found", timeout=SURELY)
    expect(watcher.sheet).to_have_count(0)


@pytest.mark.long
def test_a_link_that_is_withdrawn_shuts_the_open_page(keeper: Phone, join: Join, record: Path) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    watcher = join(session, "watcher")
    watcher.expects(NOT_FOUND)
    expect(watcher.sheet).to_have_count(1)
    with closing(create_app({"TAKUROKU_DATA": str(record)}).extensions["takuroku"].connect()) as db:
        (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
        (link,) = links.of_scorebook(db, row["scorebook"])
        withdraws(db, row["scorebook"], link.id, at=stamp(datetime.now(UTC)))
    expect(watcher.page.locator("h1")).to_have_text("No access", timeout=SURELY)
    expect(watcher.sheet).to_have_count(0)


@pytest.mark.long
def test_a_note_that_is_being_written_stays(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(("Ann", "Ben"), game="score-pad", dealer=ANN)
    second = join(session, "keeper")
    field = second.page.locator("form.step input[type=text]").first
    field.fill("12")
    for own in keeper.page.locator("form.step input[type=text]").all():
        own.fill("3")
    keeper.saves()
    expect(second.page.locator(".following")).to_contain_text("Someone else saved: ", timeout=SURELY)
    expect(field).to_have_value("12")


def test_while_the_site_starts_anew_a_line_says_how_old_the_page_is(browser: Browser, tmp_path: Path) -> None:
    with running_site(tmp_path, workers=1) as site:
        phone = new_phone(browser, site, locale="en-GB", hurried=True)
        phone.sits_down(dealer=DAN)
        with phone.page.expect_request(ASKING, timeout=SURELY):
            pass
    line = phone.page.locator(".following")
    expect(line).to_have_text(LOST, timeout=SURELY)
    with running_site(tmp_path, port=int(site.rpartition(":")[2]), workers=1):
        expect(line).to_have_count(0, timeout=SURELY)
        expect(phone.page.locator("#live")).to_have_text("Back online.")
        phone.context.close()


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_both_lines_fit_a_small_phone_and_axe_finds_nothing(keeper: Phone, join: Join, axe: str, locale: str) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    second = join(session, "keeper", locale, viewport=SMALLEST)
    second.expects(OFFLINE)
    line = second.page.locator(".following")
    second.bids([2, None, None, None])
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    expect(line.get_by_role("button")).to_be_visible(timeout=SURELY)
    assert wrong_in(second, axe) == []
    second.tap(line.get_by_role("button"))
    second.context.set_offline(True)
    expect(line).to_be_visible(timeout=SURELY)
    assert wrong_in(second, axe) == []


def wrong_in(phone: Phone, axe: str) -> list[str]:
    """What is wrong with how the page stands on the screen, and what axe finds."""
    found: list[str] = phone.page.evaluate(STICKS_OUT)
    return [*found, *(f"{light}: {wrong}" for light, wrong in wrong_in_any_light(phone.page, axe).items())]
