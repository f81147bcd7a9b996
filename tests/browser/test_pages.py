"""Every page, seen once in each language: it fits every screen, and axe-core finds nothing, light or dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.axe import wrong_but_for_colours, wrong_in_any_light
from tests.browser.fit import SIZES, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.browser.pages import PAGES, Evening
from tests.browser.table import Phone

SCREENS = {"ja-JP": SIZES, "en-GB": (USUAL, SMALLEST)}
"""Every screen once; the smaller ones, where texts are tight, in the other language too."""


@pytest.mark.parametrize("locale", SCREENS)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_fits_every_screen_and_axe_finds_nothing(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    fit = faults_on(phone, *SCREENS[locale])
    phone.page.set_viewport_size(USUAL)
    heard = wrong_in_any_light(phone.page, axe) if locale == "ja-JP" else wrong_but_for_colours(phone.page, axe)
    assert (fit, heard or {}) == ({}, {})
    assert stays_small(phone) == []
    assert faults_on(phone, USUAL, WIDE[1], note=", letters at 200 %") == {}
