"""Taps on a phone's screen, counted in the real browser as they are made."""

from __future__ import annotations

from collections.abc import Iterator

from bench.browser.site import open_phone, site_and_browser
from bench.figures import Figure
from tests.kit.browser.journeys import Short
from tests.kit.browser.playing import taps_of_the_short_deal
from tests.kit.browser.table import taps_of_a_deal, taps_to_play_again

TITLE = "Taps, saving included"


def measured() -> Iterator[Figure]:
    """The deals and the beginning that docs name."""
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        five = taps_of_a_deal(phone, hand=5, bids=(1, 2, 0, 1), tricks=(1, 2, 1, 1))
        yield Figure("Oh Hell of four, hand of 5, bids 1 2 0 1, tricks 1 2 1 1", five, "taps", goal=7)
        ten = taps_of_a_deal(phone, hand=10, bids=(3, 2, 4, 2), tricks=(3, 2, 3, 2))
        yield Figure("Oh Hell of four, hand of 10, bids 3 2 4 2, tricks 3 2 3 2", ten, "taps", goal=7)
        yield Figure("same players: from the home page to the sheet", taps_to_play_again(phone), "taps", goal=2)
        one_miss = Short("bids 0 1 1 0, save, takes 0 1 0 0, save", "10 20 −10 10", 7)
        yield Figure(
            "Skull King round of four, one miss", taps_of_the_short_deal(phone, "skull-king", one_miss), "taps", goal=7
        )
        for game, deal, goal in (
            ("wizard", "Wizard of four, deal 5, bids 1 2 0 1, tricks 1 2 1 1", 7),
            ("skull-king", "Skull King round of four, two bonuses and a loot", 13),
            ("koi-koi", "Koi-Koi month: one light, one call, won with two yaku", 7),
            ("twin-shoot", "Twin Shoot round of four, two misses", 10),
            ("buki", "Buki game, two stakes changed", 6),
            ("boo-ray", "Boo-Ray deal of five, three games entered", 10),
            ("satat", "Satat deal won 7–0", 2),
        ):
            yield Figure(deal, taps_of_the_short_deal(phone, game), "taps", goal=goal)
