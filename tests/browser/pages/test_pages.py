"""Every page, seen in each language: it fits every screen, and axe-core finds nothing, light or dark.

The usual run looks at every page in Japanese on the usual and the smallest phone, and at one page of each kind on its
side, in English and with axe-core; LONG=1 at all.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kit.browser.axe import wrong_but_for_colours, wrong_in_any_light, wrong_in_words
from tests.kit.browser.fit import ON_ITS_SIDE, SIZES, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.pages import PAGES, Evening
from tests.kit.browser.table import Phone

SCREENS = (USUAL, SMALLEST)
OTHERS = tuple(size for size in SIZES if size not in SCREENS)
ONE_OF_A_KIND = frozenset(
    {
        *("home.show", "newgame.choose", "setup refused", "bids refused", "opened row", "over"),
        *("card, asked", "card, waiting", "passing.show", "table_view.show", "flat view, with the code"),
        *("recovery page", "devices.show", "history.show", "deleted scorebook", "evenings.show"),
        *("player", "league.show", "merge asked", "scorebook.show", "rules.show", "yaku", "poker.hands", "error"),
    }
)
"""Pages that are looked at from all sides; between them they have every part that a page can have."""
TIME = pytest.mark.long(reason="Every page on the other screens and by axe")
IN_ENGLISH = pytest.mark.long(reason="The English of pages that are like others")


@pytest.mark.parametrize(
    ("page", "locale"),
    [
        *((page, "ja-JP") for page in PAGES),
        *(pytest.param(page, "en-GB", marks=() if page in ONE_OF_A_KIND else IN_ENGLISH) for page in PAGES),
    ],
)
def test_every_page_fits_its_screen_and_axe_finds_nothing(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    fit = faults_on(phone, *SCREENS, *((ON_ITS_SIDE,) if page in ONE_OF_A_KIND else ()))
    phone.page.set_viewport_size(USUAL)
    heard = {}
    if page in ONE_OF_A_KIND:
        heard = wrong_in_any_light(phone.page, axe) if locale == "ja-JP" else wrong_in_words(phone.page, axe)
    assert (fit, heard) == ({}, {})
    assert stays_small(phone) == []
    assert faults_on(phone, USUAL, note=", letters at 200 %") == {}


@TIME
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_fits_every_other_screen_and_axe_finds_nothing_in_any_light(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    fit = faults_on(phone, *OTHERS)
    phone.page.set_viewport_size(USUAL)
    heard = wrong_in_any_light(phone.page, axe) if locale == "ja-JP" else wrong_but_for_colours(phone.page, axe)
    assert (fit, heard or {}) == ({}, {})
    assert stays_small(phone) == []
    assert faults_on(phone, WIDE[1], note=", letters at 200 %") == {}


def test_one_of_each_kind_is_a_page() -> None:
    assert PAGES.keys() >= ONE_OF_A_KIND
