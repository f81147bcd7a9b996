"""An entry that is under way while other things happen: access goes, another window is open, the site starts anew."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from app import create_app
from tests.browser.sync.test_unsent import (
    BIDS,
    SAVED,
    STORED,
    bids_at_a_shut_site,
    opens,
    sends_in_vain,
    shut,
)
from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.opening import OpenPhone, new_phone
from tests.kit.browser.site import running_site
from tests.kit.browser.stored import TAPS, UNSENT, count, waits_until_none
from tests.kit.browser.table import ANN, DAN, NOT_FOUND, OFFLINE, Phone
from tests.kit.web.page import forms, parse

DRAFTS = count(TAPS)
WORDS = (
    "You entered: Ann 3, Ben 2, Cleo 4, Dan 2. Your entry stays on this phone until it is saved or you cancel sending."
)


@pytest.fixture
def sender(phone: Phone) -> Phone:
    """A phone whose bids are under way, at a site that takes no entry before `opens`."""
    bids_at_a_shut_site(phone)
    sends_in_vain(phone)
    return phone


def submits(phone: Phone, page: str, ending: str, **typed: str) -> str:
    """Send the first form of a page whose address ends so, behind the open page's back, and return the answer."""
    asked = phone.context.request.get(page)
    form = next(each for each in forms(parse(asked.text()), page) if each.action.endswith(ending))
    answer = phone.context.request.post(form.action, form=form.values | typed)
    assert answer.ok, answer.text()
    return answer.text()


def test_without_access_it_is_named_in_words_and_kept_and_saved_when_access_is_back(open_phone: OpenPhone) -> None:
    keeper, second = open_phone(), open_phone()
    session = keeper.sits_down(dealer=DAN)

    def comes_by_a_link() -> None:
        made = parse(submits(keeper, "/links", "/links", **{"for": "keep"})).one("input", id="made").get("value")
        submits(second, made, made.rpartition("/")[2])

    comes_by_a_link()
    second.expects(OFFLINE, NOT_FOUND)
    keep_ahead_away(second)
    second.goes_to(f"/s/{session}")
    second.bids(BIDS)
    shut(second.context)
    sends_in_vain(second)
    submits(keeper, "/links", "/withdraw")
    opens(second.context)
    waiting = second.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_have_text("Not saved (No access): Oh Hell deal 1 of 19 · Bids")
    expect(waiting).to_contain_text(WORDS)
    second.page.reload()
    expect(waiting).to_contain_text(WORDS)
    assert keeper.entries(session) == []
    comes_by_a_link()
    second.goes_to("/history")
    second.tap(waiting.get_by_role("link"))
    expect(second.sheet).to_have_attribute("data-position", "1")
    assert keeper.entries(session) == SAVED
    assert second.page.evaluate(STORED) == 0


@pytest.mark.parametrize(
    ("locale", "refused", "kept"),
    [
        pytest.param("en-GB", "Not saved (View only): Oh Hell deal 1 of 19 · Bids", WORDS, marks=pytest.mark.long),
        ("ja-JP", "未記録（閲覧のみ）", "Ann 3、Ben 2、Cleo 4、Dan 2"),
    ],
)
def test_what_is_under_way_when_a_phone_may_only_watch_any_more_is_kept_and_told(
    open_phone: OpenPhone, record: Path, locale: str, refused: str, kept: str
) -> None:
    keeper, second = open_phone(), open_phone(locale)
    session = keeper.sits_down(dealer=DAN)
    made = parse(submits(keeper, "/links", "/links", **{"for": "keep"})).one("input", id="made").get("value")
    submits(second, made, made.rpartition("/")[2])
    second.expects(OFFLINE, "status of 403")
    keep_ahead_away(second)
    second.goes_to(f"/s/{session}")
    second.bids(BIDS)
    shut(second.context)
    second.tap(second.action)
    expect(second.page.locator(".sending button")).to_be_visible()

    def may(role: str) -> None:
        with closing(create_app({"TAKUROKU_DATA": str(record)}).extensions["takuroku"].connect()) as db, db.writing():
            of_session = "link IS NOT NULL AND scorebook = (SELECT scorebook FROM session WHERE id = ?)"
            db.execute(f"UPDATE access SET role = ? WHERE {of_session}", (role, session))

    may("watcher")
    opens(second.context)
    waiting = second.page.locator(".unsent")
    expect(waiting.get_by_role("link")).to_contain_text(refused)
    expect(waiting).to_contain_text(kept)
    second.page.reload()
    expect(waiting).to_contain_text(kept)
    assert keeper.entries(session) == []
    # It keeps score again: what was tapped is saved as it was.
    may("keeper")
    second.page.reload()
    expect(second.sheet).to_have_attribute("data-position", "1")
    assert keeper.entries(session) == SAVED


def test_what_the_site_does_not_take_can_be_taken_back(sender: Phone) -> None:
    sender.expects(NOT_FOUND, "status of 400")
    sender.goes_to("/history")
    sender.context.clear_cookies()
    opens(sender.context)
    waiting = sender.page.locator(".unsent")
    expect(waiting).to_contain_text("Not saved (Page not found): Oh Hell deal 1 of 19")
    sender.tap(waiting.get_by_role("button"))
    expect(waiting).to_have_count(0)
    assert sender.page.evaluate(STORED) == 0


@pytest.mark.long
def test_a_session_that_was_deleted_meanwhile_takes_it_still(sender: Phone) -> None:
    session = sender.session
    submits(sender, f"/s/{session}/discard", "/discard")
    opens(sender.context)
    waits_until_none(sender.page, UNSENT)
    assert sender.entries(session) == SAVED


def test_sent_from_another_page_it_leaves_no_draft(sender: Phone) -> None:
    session = sender.session
    assert sender.page.evaluate(DRAFTS) == 1
    sender.goes_to("/")
    opens(sender.context)
    expect(sender.page.locator(".unsent")).to_have_count(0)
    waits_until_none(sender.page, UNSENT, TAPS)
    assert sender.entries(session) == SAVED


def test_taken_back_in_one_window_it_is_not_sent_by_the_other(sender: Phone) -> None:
    session = sender.session
    other = sender.another_window()
    other.goes_to("/")
    other.tap(other.page.locator(".unsent").get_by_role("button"))
    expect(sender.page.locator(".sending")).to_have_count(0)
    opens(sender.context)
    expect(sender.page.locator("form.step")).to_have_js_property("inert", False)
    expect(sender.place(ANN).locator("output")).to_have_text("3")
    assert sender.entries(session) == []


def test_with_two_windows_it_is_saved_once_and_both_show_it(sender: Phone) -> None:
    session = sender.session
    other = sender.another_window()
    other.goes_to("/")
    expect(other.page.locator(".unsent")).to_have_count(1)
    opens(sender.context)
    expect(other.page.locator(".unsent")).to_have_count(0)
    expect(sender.sheet).to_have_attribute("data-position", "1")
    expect(sender.page.locator(".sending")).to_have_count(0)
    assert sender.entries(session) == SAVED


@pytest.mark.long
def test_a_site_that_starts_anew_in_between_takes_it(browser: Browser, tmp_path: Path) -> None:
    with running_site(tmp_path, workers=1) as site:
        phone = new_phone(browser, site, hurried=True)
        session = phone.sits_down(dealer=DAN)
        phone.bids(BIDS)
    sends_in_vain(phone)
    port = int(site.rpartition(":")[2])
    with running_site(tmp_path, port=port, workers=1):
        expect(phone.sheet).to_have_attribute("data-position", "1", timeout=15_000)
        assert phone.entries(session) == SAVED
        phone.context.close()
