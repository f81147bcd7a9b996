"""What releases 1.3.0 to 2.0.0 left waiting in a phone is sent by this one: copies as their scripts stored them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser.sending import BIDS, BOTH, TRICKS
from tests.kit.browser.stored import STORE, UNSENT, waits_until_none
from tests.kit.browser.table import DAN, STALE, Phone, deal

STORE_LOCALLY = "(copies) => { for (const [name, value] of copies) localStorage.setItem(name, JSON.stringify(value)); }"
"""Where there is no database, as in a private window."""
HELD = (
    "Not sent: Result of deal 1. The step before it was not saved.",
    "What you entered comes back when this step is reached.",
    "Discard entry",
)


def opens_again(phone: Phone, page: str, *items: dict[str, Any], store: str = STORE) -> None:
    """The phone is started anew with these entries in it."""
    # No script runs here.
    phone.goes_to("/health")
    phone.page.evaluate(store, [[UNSENT + item["key"], item] for item in items])
    phone.expects("/favicon.ico")
    phone.goes_to(page)


def entry(session: str, number: int, step: str, values: list[int], **more: Any) -> dict[str, Any]:
    """An entry of a deal at the table of four, in the way that it was kept."""
    fields = {"csrf_token": "of-another-day", "step": step, "position": str(number - 1), "key": f"{step}-of-{session}"}
    fields |= {f"{step}-{seat}": str(value) for seat, value in enumerate(values)}
    return {
        "key": fields["key"],
        "page": f"/s/{session}",
        "address": f"/s/{session}/entries",
        "title": f"Oh Hell deal 1 of 19 · {'Bids' if step == 'bids' else 'Result of deal 1'}",
        "words": [None, None, None],
        "turn": [session, f"{number - 1}"],
        "said": ", ".join(f"{name} {value}" for name, value in zip(("Ann", "Ben", "Cleo", "Dan"), values, strict=True)),
        "fields": [*fields.items()],
        "number": number,
        **more,
    }


def both(phone: Phone, session: str) -> list[dict[str, Any]]:
    """Bids with the step after them, and the tricks that were entered on them."""
    ahead = phone.context.request.get(f"/s/{session}/ahead").text()
    return [
        entry(session, 1, "bids", BIDS, ahead=ahead),
        entry(session, 2, "tricks", TRICKS, after=f"bids-of-{session}", words=[*HELD]),
    ]


@pytest.mark.parametrize("store", [STORE, STORE_LOCALLY])
@pytest.mark.parametrize("page", ["/", "/s/{session}"])
def test_two_steps_that_wait_are_sent_in_their_order(phone: Phone, page: str, store: str) -> None:
    session = phone.begins(dealer=DAN)
    if page == "/":
        # It has no form whose token could take the place of the old one, which is refused first.
        phone.expects("status of 400")
    opens_again(phone, page.format(session=session), *both(phone, session), store=store)
    waits_until_none(phone.page, UNSENT)
    assert phone.entries(session) == BOTH
    phone.goes_to(f"/s/{session}")
    expect(phone.sheet).to_have_attribute("data-position", "2")


def test_what_was_entered_ahead_is_shown_again_where_the_first_step_does_not_get_through(phone: Phone) -> None:
    session = phone.begins(dealer=DAN)
    phone.page.route("**/entries", lambda route: route.abort())
    phone.expects("net::ERR_")
    opens_again(phone, f"/s/{session}", *both(phone, session))
    expect(phone.page.locator(".sending p")).to_contain_text("Bids of deal 1: waiting · Result of deal 1: waiting")
    phone.expects_tricks(TRICKS)
    phone.page.unroute("**/entries")
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert phone.entries(session) == BOTH


def test_a_step_that_was_held_is_named_and_goes_when_its_step_is_saved(phone: Phone) -> None:
    session = phone.begins(dealer=DAN)
    phone.writes(session, {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.goes_to(f"/s/{session}")
    turn = phone.page.locator("form.step").get_attribute("data-turn")
    held = entry(session, 2, "tricks", TRICKS, after=f"bids-of-{session}", refused=True, held=True, words=[*HELD])
    opens_again(phone, f"/s/{session}", held | {"turn": [session, turn]})
    named = phone.page.locator(".unsent")
    expect(named).to_contain_text(HELD[0])
    expect(named.get_by_role("button")).to_have_text(HELD[2])
    assert phone.entries(session) == [{"step": "bids", "bids": [1, 1, 1, 1]}], "it is not sent by itself"
    phone.takes(TRICKS)
    phone.saves()
    expect(named).to_have_count(0)
    assert phone.entries(session) == [*deal([1, 1, 1, 1], TRICKS)]


def test_an_entry_that_was_refused_on_another_page_is_shown_on_its_own(phone: Phone) -> None:
    session = phone.begins(dealer=DAN)
    phone.writes(session, {"step": "bids", "bids": [1, 1, 1, 1]})
    phone.expects(STALE)
    opens_again(phone, "/", entry(session, 1, "bids", BIDS, refused=True))
    named = phone.page.locator(".unsent").get_by_role("link")
    expect(named).to_have_text("Not saved, please check: Oh Hell deal 1 of 19 · Bids")
    phone.tap(named)
    expect(phone.page.get_by_role("alert").first).to_contain_text("Another entry was saved first.")
    waits_until_none(phone.page, UNSENT)
