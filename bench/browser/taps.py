"""Taps on a phone's screen, counted in the real browser as they are made."""

from __future__ import annotations

from collections.abc import Iterator

from bench.browser.site import open_phone, site_and_browser
from bench.figures import Figure
from tests.browser.games import (
    test_boo_ray,
    test_buki,
    test_koi_koi,
    test_satat,
    test_skull_king,
    test_twin_shoot,
    test_wizard,
)
from tests.kit.browser.table import taps_of_a_deal, taps_of_same_again

TITLE = "Taps, saving included"


def measured() -> Iterator[Figure]:
    """The deals and the beginning that docs name."""
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        five = taps_of_a_deal(phone, hand=5, bids=(1, 2, 0, 1), tricks=(1, 2, 1, 1))
        yield Figure("Oh Hell of four, hand of 5, bids 1 2 0 1, tricks 1 2 1 1", five, "taps", goal=7)
        ten = taps_of_a_deal(phone, hand=10, bids=(3, 2, 4, 2), tricks=(3, 2, 3, 2))
        yield Figure("Oh Hell of four, hand of 10, bids 3 2 4 2, tricks 3 2 3 2", ten, "taps", goal=7)
        wizard = test_wizard.taps_of_a_deal(phone)
        yield Figure("Wizard of four, deal 5, bids 1 2 0 1, tricks 1 2 1 1", wizard, "taps", goal=7)
        plain, rich = test_skull_king.taps_of_a_plain_round(phone), test_skull_king.taps_of_a_round(phone)
        yield Figure("Skull King round of four, one miss", plain, "taps", goal=7)
        yield Figure("Skull King round of four, two bonuses and a loot", rich, "taps", goal=13)
        yield Figure("same again: from the home page to the first bid", taps_of_same_again(phone), "taps", goal=2)
        month = test_koi_koi.taps_of_a_month(phone)
        yield Figure("Koi-Koi month: one light, one call, won with two yaku", month, "taps", goal=7)
        yield Figure("Twin Shoot round of four, two misses", test_twin_shoot.taps_of_a_round(phone), "taps", goal=10)
        yield Figure("Buki game, two stakes changed", test_buki.taps_of_a_game(phone), "taps", goal=6)
        yield Figure("Boo-Ray deal of five, three games entered", test_boo_ray.taps_of_a_deal(phone), "taps", goal=10)
        yield Figure("Satat deal won 7–0", test_satat.taps_of_a_deal(phone, "7-0"), "taps", goal=2)
