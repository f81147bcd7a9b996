"""Taps on a phone's screen, counted in the real browser as they are made."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from bench.site import open_phone, site_and_browser
from tests.browser.table import taps_of_a_deal, taps_of_same_again

TITLE = "Taps, saving included, of four players at Oh Hell"


def measured() -> Iterator[Figure]:
    """The deals and the beginning that docs name."""
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        five = taps_of_a_deal(phone, hand=5, bids=(1, 2, 0, 1), tricks=(1, 2, 1, 1))
        yield Figure("hand of 5, bids 1 2 0 1, tricks 1 2 1 1", five, "taps", goal=7)
        ten = taps_of_a_deal(phone, hand=10, bids=(3, 2, 4, 2), tricks=(3, 2, 3, 2))
        yield Figure("hand of 10, bids 3 2 4 2, tricks 3 2 3 2", ten, "taps", goal=7)
        yield Figure("same again: from the home page to the first bid", taps_of_same_again(phone), "taps", goal=2)
