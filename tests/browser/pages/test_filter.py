"""The filter of the figures by touch, by keyboard, on the narrowest phone and on a wide screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser.fit import screen, sticks_out, too_small
from tests.kit.browser.table import Phone

TWO = ("Ann", "Ben")
NARROW, WIDE = screen(320, 568), screen(1280, 900)


def plays(phone: Phone, game: str, entry: dict[str, object], **options: Any) -> None:
    session = phone.begins(TWO, game=game, **options)
    phone.writes(session, entry, {"step": "end"})


def has_played(phone: Phone) -> None:
    for points in ((3, 1), (1, 2)):
        plays(phone, "score-pad", {"step": "round", "points": [*points]}, name="Hearts")
    plays(phone, "score-pad", {"step": "round", "points": [2, 1]}, name="")
    plays(phone, "score-pad", {"step": "round", "points": [2, 1]}, name="Golf", best="lowest")


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def pages(phone: Phone) -> list[str]:
    """The pages of figures that have the filter."""
    phone.goes_to("/players/table")
    ann, ben = (str(phone.page.get_by_role("link", name=name).first.get_attribute("href")) for name in TWO)
    return ["/players/table", "/evenings", ann, f"{ann}/against/{ben.rsplit('/', 1)[1]}"]


def test_a_period_and_a_game_take_two_taps_each_on_every_page_or_as_many_keys(phone: Phone) -> None:
    has_played(phone)
    for address in pages(phone):
        phone.goes_to(address)
        bar = phone.page.locator(".filter")
        if address == "/players/table":
            bar.locator("summary").focus()
            for key in ("Enter", "Tab", "Tab", "Enter"):
                phone.page.keyboard.press(key)
        else:
            phone.tap(bar.locator("summary"))
            phone.tap(bar.get_by_role("link", name="This year", exact=True))
        phone.page.wait_for_url("**period=year*")
        phone.tap(bar.locator("summary"))
        phone.tap(bar.get_by_role("link", name="Hearts", exact=True))
        phone.page.wait_for_url("**game=*")
        assert query(phone.page) == {"period": ["year"], "game": ["score-pad:Hearts"]}
        # Each is told, and one tap takes it away.
        chosen = bar.locator("ul").first.get_by_role("link")
        expect(chosen).to_have_text(["Remove This year", "Remove Hearts"])
        expect(phone.page.locator("main")).not_to_contain_text("Golf ×")
        phone.tap(chosen.nth(0))
        phone.page.wait_for_url(lambda url: "period" not in url)
        assert query(phone.page) == {"game": ["score-pad:Hearts"]}


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_nothing_sticks_out_on_the_narrowest_phone_or_a_wide_screen(
    open_phone: Callable[..., Phone], locale: str
) -> None:
    phone = open_phone(locale)
    has_played(phone)
    game = "game=score-pad:Hearts&period=season&since=2026-01-01"
    for address in ["/players/table", "/evenings"]:
        for size in (NARROW, WIDE):
            phone.page.set_viewport_size(size)
            phone.goes_to(f"{address}?{game}")
            phone.tap(phone.page.locator(".filter summary"))
            assert (sticks_out(phone), too_small(phone)) == ([], [])
