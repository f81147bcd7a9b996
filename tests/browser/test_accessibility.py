"""axe-core finds nothing on any page, in both languages, light and dark."""

from __future__ import annotations

from collections.abc import Callable

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


COLOURS = """() => {
    const names = [...document.styleSheets[0].cssRules].flatMap(rule => [...(rule.style ?? [])]);
    const shown = document.body.appendChild(document.createElement("i"));
    const colours = names.filter(name => name.startsWith("--")).map(name => {
        shown.style.color = `var(${name}, transparent)`;
        return [name, getComputedStyle(shown).color];
    });
    shown.remove();
    return Object.fromEntries(colours);
}"""


def test_dark_by_the_switch_is_dark_by_the_system(open_phone: Callable[..., Phone]) -> None:
    by_system = open_phone(color_scheme="dark")
    by_system.goes_to("/")
    by_switch = open_phone(color_scheme="light")
    by_switch.goes_to("/")
    light = by_switch.page.evaluate(COLOURS)
    by_switch.tap(by_switch.page.locator("button[name=theme][value=dark]"))
    expect(by_switch.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert by_switch.page.evaluate(COLOURS) == by_system.page.evaluate(COLOURS) != light
