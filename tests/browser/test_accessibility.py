"""The dark page is the same by the switch and by the system; what axe finds on it is in test_pages.py."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone

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
