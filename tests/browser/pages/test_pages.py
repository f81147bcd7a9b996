"""Every page, seen in each language: it fits every screen, and axe-core finds nothing, light or dark.

The usual run looks at every page in Japanese on the smallest phone, and at one page of each kind on the usual one too,
on its side, in English, with letters twice as large and with axe-core; LONG=1 at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.kit.browser.axe import wrong_but_for_colours, wrong_in_any_light, wrong_in_words
from tests.kit.browser.fit import ON_ITS_SIDE, SIZES, SMALLEST, USUAL, WIDE, faults_on, stays_small
from tests.kit.browser.opening import unexpected
from tests.kit.browser.pages import PAGES, Evening
from tests.kit.browser.table import Phone

ONE_OF_A_KIND = (
    *("home.show", "newgame.choose", "setup refused", "bids refused", "opened row", "over"),
    *("card, asked", "card, waiting", "passing_round.show", "views.tv", "centre view, with the code"),
    *("recovery page", "devices.show", "history.show", "deleted scorebook", "history.evening"),
    *("player", "statistics.league", "merge asked", "scorebook.show", "rules.show", "yaku", "hands.show", "error"),
    *("koi-koi: rules", "koi-koi: over"),
)
"""Pages that are looked at from all sides; between them they have every part that a page can have."""
LIKE_OTHERS = [page for page in PAGES if page not in ONE_OF_A_KIND]
IN_THE_GATE = [
    page for page in LIKE_OTHERS if not page.endswith((": rules", ": over")) and f"{page} later" not in LIKE_OTHERS
]
"""What the other games say of themselves and at their end is put together from the same parts; of a step that is asked
again with something on the sheet, that is the fuller page."""
Looks = Callable[[Phone], dict[str, Any]]


def wrong_on(phone: Phone, evening: Evening, pages: Iterable[str], looks: Looks) -> dict[str, Any]:
    """What is wrong, by page: all pages are opened, whatever is wrong with one."""
    wrong: dict[str, Any] = {}
    for page in pages:
        try:
            PAGES[page](phone, evening)
            found = looks(phone)
        except (AssertionError, Error) as error:
            found = {"not opened": str(error)}
        found |= {"errors": errors} if (errors := unexpected([phone])) else {}
        if found:
            wrong[page] = found
        phone.errors.clear()
        phone.expected.clear()
        phone.page.set_viewport_size(USUAL)
    return wrong


def with_large_letters(phone: Phone, size: Any) -> dict[str, Any]:
    phone.page.set_viewport_size(size)
    small = stays_small(phone)
    return faults_on(phone, size, note=", letters at 200 %") | ({"stays small": small} if small else {})


def test_every_kind_of_page_fits_its_screen_and_axe_finds_nothing(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str
) -> None:
    def looks(phone: Phone) -> dict[str, Any]:
        fit = faults_on(phone, USUAL, SMALLEST, ON_ITS_SIDE)
        phone.page.set_viewport_size(USUAL)
        heard = wrong_in_any_light(phone.page, axe)
        phone.page.emulate_media(color_scheme="light")
        return fit | heard | with_large_letters(phone, USUAL)

    assert wrong_on(open_reader("ja-JP"), evening, ONE_OF_A_KIND, looks) == {}


def test_every_other_page_fits_its_screen(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    assert wrong_on(open_reader("ja-JP"), evening, IN_THE_GATE, lambda phone: faults_on(phone, SMALLEST)) == {}


def test_one_page_of_each_kind_fits_its_screen_in_english_and_has_names_for_a_screen_reader(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str
) -> None:
    def looks(phone: Phone) -> dict[str, Any]:
        return faults_on(phone, SMALLEST) | wrong_in_words(phone.page, axe)

    assert wrong_on(open_reader("en-GB"), evening, ONE_OF_A_KIND, looks) == {}


@pytest.mark.long(reason="Every page on every screen and by axe, in both languages")
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_every_page_fits_every_screen_and_axe_finds_nothing_in_any_light(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str, locale: str
) -> None:
    def looks(phone: Phone) -> dict[str, Any]:
        fit = faults_on(phone, *SIZES)
        phone.page.set_viewport_size(USUAL)
        if locale == "ja-JP":
            heard = wrong_in_any_light(phone.page, axe)
            phone.page.emulate_media(color_scheme="light")
        else:
            heard = {"heard": wrong} if (wrong := wrong_but_for_colours(phone.page, axe)) else {}
        large = with_large_letters(phone, USUAL) | faults_on(phone, WIDE[1], note=", letters at 200 %")
        return fit | heard | large

    assert wrong_on(open_reader(locale), evening, PAGES, looks) == {}
