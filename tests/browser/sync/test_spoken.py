"""What screen readers are told: once, by whom it was saved, with the new totals."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.kit.browser.spoken import listens, spoken
from tests.kit.browser.table import DAN, Phone, deal

OpenPhone = Callable[..., Phone]
SURELY = 15_000
"""Milliseconds in which a page has asked twice, on a machine that does much else."""
ASKING = "**/now*"


class Slow:
    """A network on which the answers to entries stay away until they are let go."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.held: list[Route] = []
        phone.page.route("**/s/**", self.hold)

    def hold(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        # It reaches the site: only its answer stays away.
        response = route.fetch(max_redirects=0)
        self.held.append(route)
        self.answer = response
        return None


def live(phone: Phone) -> list[str]:
    return [text for region, text in spoken(phone) if region == "live" and text]


def test_an_own_entry_whose_answer_is_late_is_nobody_elses(phone: Phone) -> None:
    listens(phone)
    phone.sits_down(dealer=DAN, top_hand="5")
    slow = Slow(phone)
    phone.bids([1, 2, 0, 1])
    spoken(phone)
    phone.tap(phone.action)
    # Told what the site has, the page asks whether there is something newer.
    with phone.page.expect_response(ASKING, timeout=SURELY) as newer:
        pass
    assert newer.value.status == 200, "it has seen the entry"
    with phone.page.expect_request(ASKING, timeout=SURELY) as asked:
        pass
    assert asked.value.headers["if-none-match"] == newer.value.headers["etag"]
    assert phone.page.locator(".following").count() == 0
    expect(phone.page.locator("#live")).to_have_text("Sending…")
    (route,) = slow.held
    route.fulfill(response=slow.answer)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    told = live(phone)
    assert told[0] == "Sending…"
    assert not [text for text in told if "Someone" in text]
    assert len(told) == 2


def test_what_another_window_of_the_phone_saved_is_not_someone_elses(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN, top_hand="5")
    other = phone.another_window()
    other.goes_to(f"/s/{session}")
    other.bids([2, None, None, None])
    phone.bids([1, 2, 0, 1])
    phone.saves()
    expect(other.page.locator(".following p")).to_have_text(
        "Saved now: Bids 1 · 2 · 0 · 1, 1 under. Play!", timeout=SURELY
    )


def test_the_step_tells_the_news_and_every_new_total(phone: Phone) -> None:
    listens(phone)
    phone.sits_down(("Ann", "Ben", "Cleo"), top_hand="2", format="short-falling", restriction="off")
    phone.bids([1, 1, 0])
    phone.saves()
    spoken(phone)
    # Each made bid is worth 10 and what was bid.
    phone.saves()
    expect(phone.page.locator("#live p")).to_have_count(4)
    assert phone.page.locator("#live p").all_inner_texts()[1:] == [
        "Ann 11 (+11, made)",
        "Ben 11 (+11, made)",
        "Cleo 10 (+10, made)",
    ]


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
    expect(phone.page.locator("#live p")).to_have_count(1)
    told = "Corrected: Result of deal 1. Ben leads; Ben 12 (+12), Cleo 10 (+10)"
    assert live(phone)[-1] == told
    assert phone.page.locator(".said p").inner_text() == told


def test_an_undo_tells_the_totals_that_it_takes_back_and_who_leads_again(phone: Phone) -> None:
    listens(phone)
    session = phone.begins(("Ann", "Ben", "Cleo"), top_hand="3", format="short-falling", restriction="off")
    # Ann 11, Ben 12, Cleo 0; then Ann and Cleo have 11 more, and Ann leads.
    phone.writes(session, *deal([1, 2, 1], [1, 2, 0]), *deal([1, 1, 1], [1, 0, 1]))
    phone.goes_to(f"/s/{session}")
    phone.undoes()
    expect(phone.page.locator("#live p")).to_have_count(4)
    assert phone.page.locator("#live p").all_inner_texts() == [
        "Undone: Result of deal 2",
        "Ann 11 (−11)",
        "Cleo 0 (−11)",
        "Ben leads",
    ]
