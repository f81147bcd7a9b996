"""A deal by each kind of input, by the keyboard, without script, with an answer that is lost, and without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.keyboard import WATCHED, tab_to
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.playing import plays, plays_a_short_deal, promised
from tests.kit.browser.sending import BOTH, TRICKS, enters_bids, knows_the_next_step
from tests.kit.browser.stored import UNSENT, count
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, OFFLINE, Phone, deal


@pytest.mark.parametrize("game", ["oh-hell", "koi-koi", "buki", "boo-ray", "twin-shoot", "satat", "score-pad"])
def test_a_deal_takes_few_taps_moves_nothing_is_undone_and_corrected(phone: Phone, game: str) -> None:
    with promised() as promises:
        plays_a_short_deal(phone, game, promises)


def test_a_whole_deal_can_be_entered_and_corrected_without_script(open_phone: OpenPhone) -> None:
    phone = open_phone(java_script_enabled=False)
    phone.expects("status of 422")
    phone.goes_to("/new/oh-hell")
    for seat, name in enumerate(FOUR):
        phone.page.locator(f"#players-{seat}").fill(name)
    phone.tap(phone.face(DAN))
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    plays(phone, JOURNEYS["oh-hell"], "fill bids-0 3, fill bids-1 2, fill bids-2 4, fill bids-3 1")
    phone.tap(phone.action)
    expect(phone.place(DAN).get_by_role("alert")).to_have_text(
        "Total bids can’t equal 10. Dan deals and must change their bid."
    )
    plays(phone, JOURNEYS["oh-hell"], "fill bids-3 2, save, fill tricks-2 3, save")
    assert phone.entries() == list(deal([3, 2, 4, 2], [3, 2, 3, 2]))
    assert [cell.total for cell in phone.scorecard()[0]] == ["13", "12", "0", "12"]
    phone.goes_to(f"/s/{phone.session}/rows/0")
    for name, tricks in (("e1-tricks-2", "4"), ("e1-tricks-3", "1")):
        phone.tap(phone.page.locator(f"[name='{name}']"))
        phone.page.keyboard.press("ControlOrMeta+A")
        phone.page.keyboard.type(tricks)
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()
    assert [cell.total for cell in phone.scorecard()[0]] == ["13", "12", "14", "0"]


def test_a_deal_by_the_keyboard_alone_never_loses_the_focus_and_is_told_by_the_region_that_stands(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    keyboard = phone.page.keyboard
    keyboard.press("Tab")
    phone.page.evaluate(WATCHED)
    bids = {ANN: 3, BEN: 0, CLEO: 4, DAN: 2}
    for seat, bid in bids.items():
        tab_to(phone.page, phone.key(bid), back=seat > 0 and bid < bids[seat - 1])
        keyboard.press("Enter")
        expect(phone.bid_of(seat)).to_have_text(str(bid))
    tab_to(phone.page, phone.action)
    keyboard.press("Enter")
    expect(phone.counter(ANN)).to_be_focused()
    tab_to(phone.page, phone.counter(BEN))
    keyboard.type("1")
    tab_to(phone.page, phone.action)
    keyboard.press("Enter")
    expect(phone.place(BEN).locator("[data-mark]")).to_be_focused()
    assert phone.entries() == list(deal([3, 0, 4, 2], [3, 1, 4, 2]))
    watched = phone.page.evaluate("watched")
    assert watched["lost"] == 0
    *said, saved, result = (told.split("\n\n") for told in watched["told"] if told != "Saving…")
    assert said[0] == ["Ann 3", "Ben: bid"]
    assert said[-1] == ["Dan 2"]
    assert saved == ["Bids 9, 1 under. Play!"]
    assert result[-4:] == [
        "Ann 13 (+13, made)",
        "Ben 0 (0, missed)",
        "Cleo 14 (+14, made)",
        "Dan 12 (+12, made)",
    ]


def test_an_entry_whose_answer_was_lost_on_the_way_is_not_written_twice(hurried_phone: Phone) -> None:
    phone = hurried_phone
    keep_ahead_away(phone)
    phone.expects(OFFLINE)
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, 4, 2])
    sent: list[str | None] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/entries", lose_the_first_answer)
    phone.saves()
    assert len(sent) == 2
    assert len(phone.entries()) == 1
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_bids_and_tricks_wait_by_name_and_are_each_sent_once(hurried_phone: Phone) -> None:
    phone, page = hurried_phone, hurried_phone.page
    knows_the_next_step(phone, dealer=DAN)
    session = phone.session
    page.context.set_offline(True)
    enters_bids(phone)
    # It has no worker, which would show the page again.
    expect(page.locator(".headline p")).to_have_text("Don’t close this. · Bids of deal 1: waiting")
    expect(page.locator("#live")).to_contain_text("Bids of deal 1: waiting")
    expect(page.locator("#live")).to_contain_text("Tricks")
    expect(page.locator("h1")).to_have_text("Oh Hell deal 1 of 19")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(page.locator("[data-seat='0'] [data-from]").first).to_have_text("bid 3")
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(page.locator(".sending p")).to_have_text(
        "Bids of deal 1: waiting · Result of deal 1: waiting · "
        "No connection. Two steps can wait; the next one can be entered when these are saved."
    )
    expect(page.locator("form.step")).to_have_js_property("inert", True)
    assert page.evaluate(count(UNSENT)) == 2
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    expect(page.locator("h1")).to_have_text("Oh Hell deal 2 of 19")
    expect(page.locator(".sending, .unsent")).to_have_count(0)
    assert phone.entries(session) == BOTH
    assert page.evaluate(count(UNSENT)) == 0
