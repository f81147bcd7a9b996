"""Four bids that are sent to a site which takes no entry for a while, and the two steps of a deal that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import BrowserContext, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.table import DAN, OFFLINE, Phone, deal

BIDS, TRICKS = [3, 2, 4, 2], [3, 2, 3, 2]
BOTH = [*deal(BIDS, TRICKS)]
SAVED = BOTH[:1]
ENTRIES = "**/s/*/entries"


def shut(context: BrowserContext) -> None:
    """Pages come; what is sent does not get through."""
    context.route(ENTRIES, lambda route: route.abort())


def opens(context: BrowserContext) -> None:
    context.unroute(ENTRIES)


def bids_at_a_shut_site(phone: Phone) -> None:
    """Everybody's bid is tapped on the sheet of four, and one step waits, not two."""
    phone.expects(OFFLINE)
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    shut(phone.context)


def sends_in_vain(phone: Phone) -> None:
    phone.tap(phone.action)
    expect(phone.page.locator(".sending")).to_contain_text("No answer.")


def knows_the_next_step(phone: Phone, players: Sequence[str] = ("Ann", "Ben", "Cleo", "Dan"), **options: Any) -> str:
    """A new game, whose second step the phone has before the network goes."""
    phone.expects(OFFLINE)
    session = phone.begins(players, **options)
    with phone.page.expect_response("**/ahead"):
        phone.goes_to(f"/s/{session}")
    return session


def enters_bids(phone: Phone) -> None:
    """Where nothing can be sent: the bids of the first deal wait, and the tricks are asked."""
    phone.bids(BIDS)
    phone.tap(phone.action)
    expect(phone.page.locator(".headline p")).to_contain_text("Bids of deal 1: waiting")
    phone.expects_tricks(BIDS)


def enters_both(phone: Phone) -> None:
    """Where nothing can be sent: the bids and the tricks of the first deal wait."""
    enters_bids(phone)
    phone.takes(TRICKS)
    phone.tap(phone.action)
    expect(phone.page.locator(".sending p")).to_contain_text("Result of deal 1: waiting")
