"""A correction keeps its place: what the site says of it comes between two taps, and moves nothing under the finger."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from playwright.sync_api import Route, expect

from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.playing import STANDING, begins_short, plays, totals
from tests.kit.browser.table import Phone

PREVIEW = "**/rows/*/preview"
OFTEN = 20
"""Milliseconds between two looks."""
AT_THE_FOOT = "() => scrollTo(0, document.documentElement.scrollHeight)"
"""Where a page that becomes shorter moves all that is on it."""
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
TAPS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "oh-hell": (("less 3", False), ("more 2", True)),
    "wizard": (("less 2", False), ("more 3", True)),
    "skull-king": (("less 1", True), ("more 2", True)),
    "twin-shoot": (
        ("tap [data-shots] [data-seat='2'] [data-by='1']", False),
        ("tap [data-shots] [data-seat='3'] [data-by='-1']", True),
    ),
    "koi-koi": (("has inoshikacho, has akatan", False), ("has inoshikacho, has akatan", True)),
    "buki": (("out 1", True), ("out 0", True)),
    "boo-ray": (("best booray 1", False), ("best booray 0", True)),
    "satat": (("winners 0", True), ("winners 1", True)),
    "score-pad": (("type [name$=points-1]", False), ("type [name$=points-1] 4", True)),
}
"""Of the short deal of each game, and whether something is to be said after them: not while a number is wrong."""


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("boo-ray", "oh-hell", "twin-shoot") else pytest.param(game, marks=pytest.mark.long)
        for game in JOURNEYS
    ],
)
def test_what_the_site_says_of_a_correction_moves_nothing(phone: Phone, game: str) -> None:
    page, journey = phone.page, JOURNEYS[game]
    begins_short(phone, game, journey.short)
    row = len(totals(phone))
    plays(phone, journey, journey.short.taps)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(PREVIEW, hold)
    phone.goes_to(f"/s/{phone.session}/rows/{row}")
    page.evaluate(STANDING)
    is_answered(phone, asked)
    for taps, is_said in TAPS[game]:
        page.evaluate(AT_THE_FOOT)
        plays(phone, journey, taps)
        stood = page.evaluate(STANDING)
        is_answered(phone, asked)
        assert page.evaluate(STANDING) == stood, f"after “{taps}”"
        expect(page.locator("[data-becomes]")).to_be_visible(visible=is_said)


def is_answered(phone: Phone, asked: list[Route]) -> None:
    """The site answers what the page asks after taps, and the page shows it."""
    late = time.monotonic() + PATIENCE / 1000
    while not asked:
        assert time.monotonic() < late, "it asks"
        phone.page.wait_for_timeout(OFTEN)
    while asked:
        with phone.page.expect_response(PREVIEW) as answer:
            asked.pop(0).continue_()
        answer.value.finished()
    phone.page.evaluate(NEXT_FRAME)
