"""The dark page is the same by the switch and by the system; what axe finds on it is in test_pages.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import expect

from tests.kit.browser.table import Phone

Scheme = Literal["light", "dark"]
PAPER: dict[Scheme, str] = {"light": "rgb(247, 241, 227)", "dark": "rgb(21, 19, 15)"}


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
