"""Several phones at one table: a watcher's follows what the keeper writes, a second keeper's takes nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from store.book import Role
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import SMALLEST, STICKS_OUT
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.seats import link_of
from tests.kit.browser.table import ANN, BEN, DAN, OFFLINE, Phone, deal

LOST = re.compile(r"^No answer\. You see this page as it was \d+ seconds? ago\.$")
ASKING = "**/now*"
Join = Callable[..., Phone]


@pytest.fixture
def keeper(open_phone: OpenPhone) -> Phone:
    return open_phone()


@pytest.fixture
def join(open_phone: OpenPhone, record: Path, keeper: Phone) -> Join:
    """Another phone at the keeper's table, let in by a link of a role, with its sheet open."""

    def joined(session: str, role: Role, locale: str = "en-GB", address: str = "", **settings: Any) -> Phone:
        phone = open_phone(locale, **settings)
        phone.joins(link_of(record, session, role, of_table=False))
        phone.goes_to(f"/s/{session}{address}")
        return phone

    return joined


def test_a_watcher_sees_in_time_what_is_written_and_has_no_form(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="3")
    watcher = join(session, "watcher", "ja-JP")
    expect(watcher.page.locator("main form")).to_have_count(0)
    for position, entry in enumerate(deal([1, 1, 0, 0], [1, 1, 1, 0])):
        keeper.writes(session, entry)
        expect(watcher.sheet).to_have_attribute("data-position", str(position + 1))
    expect(watcher.page.locator(".card tbody tr")).to_have_count(1)
    expect(watcher.page.locator("#live")).to_contain_text("Ann")
    expect(watcher.page.locator("main form, main input, main button:visible")).to_have_count(0)


def test_the_readers_place_the_open_row_and_what_was_unfolded_stay(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="9")
    keeper.writes(session, *deal([3, 1, 2, 2], [3, 2, 2, 2]), *deal([3, 1, 2, 1], [3, 1, 2, 2]))
    watcher = join(session, "watcher", address="?row=1#row-1")
    row = watcher.page.locator("#row-1")
    before = row.bounding_box()
    assert watcher.page.evaluate("scrollY") > 0
    link = row.locator("a")
    link.focus()
    # A longer line above: what is read stays where it is.
    keeper.writes(session, *deal([3, 1, 2, 0], [2, 2, 2, 1]))
    expect(watcher.sheet).to_have_attribute("data-position", "6")
    after = row.bounding_box()
    assert before and after
    assert abs(before["y"] - after["y"]) <= 1
    expect(watcher.page.locator("tr.opened")).to_have_count(1)
    expect(link).to_be_focused()


def test_what_a_second_keeper_has_tapped_stays_and_a_line_says_what_the_other_wrote(
    keeper: Phone, join: Join, axe: str
) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    second = join(session, "keeper", viewport=SMALLEST)
    second.bids([2, None, None, None])
    before = second.place(BEN).bounding_box()
    keeper.bids([1, 2, 0, 1])
    keeper.saves()
    line = second.page.locator(".following")
    expect(line).to_contain_text("Someone else saved: ")
    expect(second.page.locator("#live")).to_contain_text("Someone else saved: ")
    expect(second.bid_of(ANN)).to_have_text("2")
    assert second.place(BEN).bounding_box() == before, "nothing moves under the thumb"
    with second.page.expect_response(ASKING):
        pass
    expect(second.bid_of(ANN)).to_have_text("2")
    assert wrong_in(second, axe) == []
    second.tap(line.get_by_role("button", name="Show"))
    expect(second.sheet).to_have_attribute("data-position", "1")
    expect(line).to_have_count(0)


def test_what_comes_while_a_finger_is_down_is_shown_when_it_is_lifted(keeper: Phone, join: Join) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="3")
    watcher = join(session, "watcher")
    with watcher.page.expect_request(ASKING) as asked:
        pass
    watcher.page.evaluate("document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
    with watcher.page.expect_response(lambda answer: "/now" in answer.url and answer.status == 200):
        keeper.writes(session, {"step": "bids", "bids": [1, 1, 0, 0]})
    with watcher.page.expect_request(ASKING) as again:
        watcher.page.evaluate("document.body.dispatchEvent(new Event('pointerup', { bubbles: true }))")
    assert again.value.headers["if-none-match"] == asked.value.headers["if-none-match"], "it has shown nothing"
    expect(watcher.sheet).to_have_attribute("data-position", "1")


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
    expect(second.page.locator(".following")).to_contain_text("saved")
    expect(second.counter(ANN)).to_have_value("2")
    expect(second.page.locator("main")).to_have_attribute("data-position", "2")
    # What is set back is nothing that could be lost.
    second.tap(second.stepper(ANN, -1))
    expect(second.page.locator("main")).to_have_attribute("data-position", "3")


def test_a_lost_connection_is_said_with_the_age_of_the_page_and_followed_up(
    keeper: Phone, join: Join, axe: str
) -> None:
    session = keeper.sits_down(dealer=DAN, top_hand="5")
    watcher = join(session, "watcher", viewport=SMALLEST)
    watcher.expects(OFFLINE)
    with watcher.page.expect_request(ASKING):
        pass
    watcher.context.set_offline(True)
    line, live = watcher.page.locator(".following"), watcher.page.locator("#live")
    expect(line).to_have_text(LOST)
    expect(live).to_contain_text("No answer.")
    assert wrong_in(watcher, axe) == []
    watcher.context.set_offline(False)
    expect(live).to_have_text("Connected again.")
    expect(line).to_have_count(0)
    keeper.writes(session, {"step": "bids", "bids": [1, 2, 0, 1]})
    expect(watcher.sheet).to_have_attribute("data-position", "1")


def wrong_in(phone: Phone, axe: str) -> list[str]:
    """What is wrong with how the page stands on the screen, and what axe finds."""
    found: list[str] = phone.page.evaluate(STICKS_OUT)
    return [*found, *(f"{light}: {wrong}" for light, wrong in wrong_in_any_light(phone.page, axe).items())]


# --- what a screen reader says ------------------------------------------------------

LISTEN = """
(() => {
    const REGIONS = "[aria-live], [role=status], [role=alert]";
    const textOf = region => {
        const copy = region.cloneNode(true);
        for (const mark of copy.querySelectorAll("[aria-hidden=true], [hidden]")) mark.remove();
        return copy.textContent.replace(/\\s+/g, " ").trim();
    };
    const alertsIn = node => node.nodeType !== 1 ? []
        : [...(node.matches("[role=alert]") ? [node] : []), ...node.querySelectorAll("[role=alert]")];
    window.spoken = [];
    new MutationObserver(changes => {
        const regions = new Set();
        for (const { target, addedNodes } of changes) {
            const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(REGIONS);
            if (around?.isConnected) regions.add(around);
            for (const alert of [...addedNodes].flatMap(alertsIn)) if (alert.isConnected) regions.add(alert);
        }
        for (const region of regions) {
            if (region.closest("[hidden]")) continue;
            const name = region.id || region.dataset.reason === "" && "reason" || region.className || region.tagName;
            window.spoken.push([name, textOf(region)]);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
})();
"""


def listens(phone: Phone) -> None:
    """Listen on every page that the phone loads from now on."""
    phone.context.add_init_script(LISTEN)


def spoken(phone: Phone) -> list[tuple[str, str]]:
    """What was said since the page was loaded, or since this was asked last: the region and its words."""
    said: list[Any] = phone.page.evaluate("window.spoken.splice(0)")
    return [(str(region), str(text)) for region, text in said]


def test_an_own_entry_whose_answer_is_late_is_nobody_elses(phone: Phone) -> None:
    listens(phone)
    phone.sits_down(dealer=DAN, top_hand="5")
    late: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        # It reaches the site: only its answer stays away.
        answer = route.fetch(max_redirects=0)
        return late.append(lambda: route.fulfill(response=answer))

    phone.page.route("**/s/**", hold)
    phone.bids([1, 2, 0, 1])
    spoken(phone)
    phone.tap(phone.action)
    # Told what the site has, the page asks whether there is something newer.
    with phone.page.expect_response(ASKING) as newer:
        pass
    assert newer.value.status == 200, "it has seen the entry"
    with phone.page.expect_request(ASKING) as asked:
        pass
    assert asked.value.headers["if-none-match"] == newer.value.headers["etag"]
    assert phone.page.locator(".following").count() == 0
    expect(phone.page.locator("#live")).to_have_text("Saving…")
    late[0]()
    expect(phone.sheet).to_have_attribute("data-position", "1")
    told = [text for region, text in spoken(phone) if region == "live" and text]
    assert told[0] == "Saving…"
    assert not [text for text in told if "Someone" in text]
    assert len(told) == 2


def test_what_another_window_of_the_phone_saved_is_not_someone_elses(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN, top_hand="5")
    other = phone.another_window()
    other.goes_to(f"/s/{session}")
    other.bids([2, None, None, None])
    phone.bids([1, 2, 0, 1])
    phone.saves()
    told = "Saved now: Bids 4, 1 under. Play!"
    expect(other.page.locator(".following p")).to_have_text(told)


def test_the_step_tells_the_news_and_every_new_total(phone: Phone) -> None:
    phone.sits_down(("Ann", "Ben", "Cleo"), top_hand="2", format="short-falling", restriction="off")
    phone.bids([1, 1, 0])
    phone.saves()
    # Each made bid is worth 10 and what was bid.
    phone.saves()
    said = phone.page.locator("#live p")
    expect(said).to_have_count(4)
    assert said.all_inner_texts()[1:] == ["Ann 11 (+11, made)", "Ben 11 (+11, made)", "Cleo 10 (+10, made)"]


def test_after_a_correction_the_new_totals_and_who_leads_now_are_told_once(phone: Phone) -> None:
    listens(phone)
    session = phone.begins(("Ann", "Ben", "Cleo"), top_hand="3", format="short-falling", restriction="off")
    phone.writes(session, *deal([1, 2, 0], [1, 1, 1]))
    phone.goes_to(f"/s/{session}/rows/0")
    # One of Ann's tricks and one of Cleo's were Ben's: now Ben has what was bid, and Cleo too.
    phone.takes([0, 3, 0])
    phone.takes([1, 2, 0])
    spoken(phone)
    with phone.page.expect_navigation(url=f"**/s/{session}*"):
        phone.tap(phone.action)
    told = "Corrected: Result of deal 1. Ben leads; Ben 12 (+12), Cleo 10 (+10)"
    expect(phone.page.locator("#live p")).to_have_text([told])
    assert [text for region, text in spoken(phone) if region == "live" and text][-1] == told
    assert phone.page.locator(".headline p").inner_text() == told


def test_an_undo_tells_the_totals_that_it_takes_back_and_who_leads_again(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Cleo"), top_hand="3", format="short-falling", restriction="off")
    # Ann 11, Ben 12, Cleo 0; then Ann and Cleo have 11 more, and Ann leads.
    phone.writes(session, *deal([1, 2, 1], [1, 2, 0]), *deal([1, 1, 1], [1, 0, 1]))
    phone.goes_to(f"/s/{session}")
    phone.undoes()
    told = ["Undone: Result of deal 2", "Ann 11 (−11)", "Cleo 0 (−11)", "Ben leads"]
    expect(phone.page.locator("#live p")).to_have_text(told)
