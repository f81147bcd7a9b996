"""axe-core finds nothing on any page, in both languages, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.axe import NoAxeError, axe_source, violations
from tests.browser.conftest import missing
from tests.browser.pages import PAGES, Evening
from tests.browser.table import Phone


@pytest.fixture(scope="module")
def axe() -> str:
    try:
        return axe_source()
    except NoAxeError as error:
        missing(str(error))
        raise


ABOUT_COLOURS = ("color-contrast", "link-in-text-block")
"""The same page in the dark has nothing else that could be wrong: its texts and parts are those in the light."""


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_in_light_or_dark(
    open_reader: Callable[[str], Phone], evening: Evening, axe: str, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    found = {"light": violations(phone.page, axe)}
    phone.page.emulate_media(color_scheme="dark")
    found["dark"] = violations(phone.page, axe, rules=ABOUT_COLOURS)
    assert found == {"light": [], "dark": []}


Scheme = Literal["light", "dark"]
PAPER: dict[Scheme, str] = {"light": "rgb(250, 246, 236)", "dark": "rgb(21, 19, 15)"}


def test_the_colours_follow_the_system_unless_the_switch_says_otherwise(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(color_scheme="light")
    phone.goes_to("/")
    body = phone.page.locator("body")
    for system, paper in PAPER.items():
        phone.page.emulate_media(color_scheme=system)
        expect(body).to_have_css("background-color", paper)
    for switch, paper in PAPER.items():
        phone.tap(phone.page.locator(f"button[name=theme][value={switch}]"))
        expect(phone.page.locator("html")).to_have_attribute("data-theme", switch)
        for system in PAPER:
            phone.page.emulate_media(color_scheme=system)
            expect(body).to_have_css("background-color", paper)
